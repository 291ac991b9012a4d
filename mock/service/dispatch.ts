import type { RepresentationName } from '../../core/claims.ts';
import { bare, type MockRequest, type MockResponse } from '../message.ts';
import type { ResolvedMockOptions } from '../options.ts';
import { isPreflight, preflightFields } from './cors.ts';
import { problem, Refusal } from './problems.ts';
import type { Find, Method, Place } from './router.ts';

/** A reply and the place that gave it. */
export interface Routed {
  readonly reply: MockResponse;
  readonly place: Place | undefined;
}

/** How a request finds what answers it: by its path or, for reading, by its path without a suffix (document 4.5-3). */
export function createDispatch(options: ResolvedMockOptions, find: Find): (ask: MockRequest) => Routed {
  const dispatch = createDirectDispatch(options, find);
  // A read that asks for nothing in particular: only whether something is there.
  const isThere = (ask: MockRequest, path: string, suffix?: RepresentationName): boolean => {
    const read = { ...ask, method: 'GET', header: () => undefined };
    return ![404, 405, 410].includes(dispatch(read, path, suffix).reply.status);
  };
  /** The place that an address with a suffix is another spelling of: for reading, and for nothing else (4.5-3). */
  const spelledAnew = (ask: MockRequest, path: string, named: Suffixed): Place | undefined => {
    const whole = find(path);
    // An id may end in `.xml` itself, so a suffix is one only where the whole path names nothing.
    const names = whole !== undefined && (whole.open || isThere(ask, path) || !isThere(ask, named.path, named.suffix));
    return names ? undefined : forReading(find(named.path));
  };
  const answer = (ask: MockRequest, path: string): Routed => {
    const routed = dispatch(ask, path, undefined);
    if (routed.reply.status !== 404 && routed.reply.status !== 405 && ask.method !== 'OPTIONS') return routed;
    const named = suffixOf(options, path);
    if (named === undefined || find(named.path)?.plain !== false) return routed;
    if (ask.method === 'GET' || ask.method === 'HEAD') {
      const second = dispatch(ask, named.path, named.suffix);
      return second.reply.status === 404 ? routed : second;
    }
    const place = spelledAnew(ask, path, named);
    if (place === undefined) return routed;
    return { reply: ask.method === 'OPTIONS' ? allowed(place) : notAllowed(place), place };
  };
  return (ask) => {
    const early = ask.method === 'OPTIONS' ? answerServerOptions(ask) : undefined;
    if (early !== undefined) return { reply: early, place: undefined };
    const path = pathBelow(options.basePath, ask.path);
    if (path === undefined)
      return { reply: problem(404, `this service is served below ${options.basePath}/`), place: undefined };
    return answer(ask, path);
  };
}

/** Answers by the path as it is. */
function createDirectDispatch(
  options: ResolvedMockOptions,
  find: Find,
): (ask: MockRequest, path: string, suffix: RepresentationName | undefined) => Routed {
  const down = new Set(options.unavailable);
  return (ask, path, suffix) => {
    const place = find(path);
    if (place === undefined) return { reply: problem(404, `nothing has the address ${ask.path.slice(0, 200)}`), place };
    if (ask.method === 'OPTIONS') return { reply: allowed(place), place };
    if (down.has(place.component)) return { reply: unavailable(place.component), place };
    // Own members only: a method is whatever the client says, "constructor" included.
    const method = ask.method === 'HEAD' ? 'GET' : ask.method;
    const handle = Object.hasOwn(place.handlers, method) ? place.handlers[method as Method] : undefined; // it is a key there
    if (handle === undefined) return { reply: notAllowed(place), place };
    try {
      return { reply: handle({ ask, params: place.params, suffix }), place };
    } catch (cause) {
      if (cause instanceof Refusal) return { reply: cause.reply, place };
      throw cause;
    }
  };
}

/** What OPTIONS is answered where it is not about one resource. */
function answerServerOptions(ask: MockRequest): MockResponse | undefined {
  // A browser that is refused a preflight shows its page no status at all, so an unknown address is told later.
  if (isPreflight(ask)) return bare(204, preflightFields(ask));
  return ask.path === '*' ? bare(204, ['Allow', 'GET, HEAD, POST, PUT, DELETE, OPTIONS']) : undefined;
}

function unavailable(component: string): MockResponse {
  return problem(503, `the component "${component}" is not running`, [], ['Retry-After', '5']);
}

function forReading(place: Place | undefined): Place | undefined {
  return place?.handlers.GET === undefined ? undefined : { ...place, allow: 'GET, HEAD, OPTIONS' };
}

function allowed(place: Place): MockResponse {
  return bare(204, ['Allow', place.allow]);
}

function notAllowed(place: Place): MockResponse {
  return problem(405, `this resource takes ${place.allow}`, [], ['Allow', place.allow]);
}

/** The place that a raw path names, by itself or without its suffix. */
export function placeOf(options: ResolvedMockOptions, find: Find, path: string): Place | undefined {
  const below = pathBelow(options.basePath, path);
  if (below === undefined) return undefined;
  const named = suffixOf(options, below);
  return find(below) ?? (named === undefined ? undefined : find(named.path));
}

function pathBelow(basePath: string, path: string): string | undefined {
  if (basePath === '') return path;
  if (path === basePath) return '/';
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}

interface Suffixed {
  readonly path: string;
  readonly suffix: RepresentationName;
}

function suffixOf(options: ResolvedMockOptions, path: string): Suffixed | undefined {
  if (!options.selectors.includes('suffix')) return undefined;
  const suffix = options.representations.find((name) => path.endsWith(`.${name}`) && !path.endsWith(`/.${name}`));
  return suffix === undefined ? undefined : { path: path.slice(0, -suffix.length - 1), suffix };
}
