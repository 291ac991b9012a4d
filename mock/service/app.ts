import type { RepresentationName } from '../../core/claims.ts';
import { bare, type MockRequest, type MockResponse } from '../message.ts';
import { type ResolvedMockOptions, resolveOptions } from '../options.ts';
import type { MintedSessions } from '../state/minted-sessions.ts';
import type { Store } from '../state/store.ts';
import { commandDocumentRoutes } from './command-documents.ts';
import { commandRoutes } from './commands.ts';
import { isPreflight, preflightFields } from './cors.ts';
import { dealUpdateRoutes } from './deal-update.ts';
import { dealRoutes } from './deals.ts';
import { createExplain } from './explain.ts';
import { bodyLeaving, fieldsLeaving } from './leaving.ts';
import { operationRoutes } from './operations.ts';
import { problem, Refusal } from './problems.ts';
import { queryRoutes } from './queries.ts';
import { createFind, type Find, type Method, type Place, type Route } from './router.ts';
import { sessionRoutes } from './session.ts';
import { createShow } from './show.ts';
import type { Site } from './site.ts';
import { userRoutes } from './users.ts';

/** The whole service as one function: pure but for the store. Every mount is a way to call it. */
export type App = (ask: MockRequest) => MockResponse;

/** Puts the service together. */
export function createApp(options: ResolvedMockOptions, store: Store, sessions: MintedSessions): App {
  const site: Site = { options, store, sessions, show: createShow(options, store) };
  const find = createFind(routesOf(site));
  const route = createDispatch(options, find);
  const explain = options.explain ? createExplain(options, () => routesOf(withEverything(site))) : () => undefined;
  return (ask) => {
    const { reply, place } = ask.method === 'OPTIONS' ? describeOptions(ask, options, find) : route(ask);
    const fields = fieldsLeaving(reply, ask, options.now());
    explain(fields, ask, reply, place);
    const { status, chosenByAccept } = reply;
    return { status, fields, body: bodyLeaving(reply, ask), chosenByAccept };
  };
}

/** Every route that the site's options ask for. */
function routesOf(site: Site): readonly Route[] {
  return [
    ...sessionRoutes(site),
    ...userRoutes(site),
    ...dealRoutes(site),
    ...dealUpdateRoutes(site),
    ...operationRoutes(site),
    ...commandDocumentRoutes(site),
    ...commandRoutes(site),
    ...queryRoutes(site),
  ];
}

// What another claim would serve is worth naming to somebody who asked for it.
function withEverything(site: Site): Site {
  const { operationForms, commandQuery, session } = resolveOptions();
  return { ...site, options: { ...site.options, operationForms, commandQuery, session } };
}

/** A reply and the place that gave it. */
interface Routed {
  readonly reply: MockResponse;
  readonly place: Place | undefined;
}

function createDispatch(options: ResolvedMockOptions, find: Find): (ask: MockRequest) => Routed {
  const down = new Set(options.unavailable);
  const dispatch = (ask: MockRequest, path: string, suffix: RepresentationName | undefined): Routed => {
    const place = find(path);
    if (place === undefined) return { reply: problem(404, `nothing has the address ${ask.path.slice(0, 200)}`), place };
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
  return (ask) => {
    const path = pathBelow(options.basePath, ask.path);
    if (path === undefined)
      return { reply: problem(404, `this service is served below ${options.basePath}/`), place: undefined };
    const routed = dispatch(ask, path, undefined);
    // An id may end in `.xml` itself, so a suffix is looked for only where the whole path names nothing (4.5-3).
    if (routed.reply.status !== 404) return routed;
    const named = suffixOf(options, path);
    if (named === undefined) return routed;
    if (ask.method !== 'GET' && ask.method !== 'HEAD') {
      const place = routed.place === undefined ? forReading(find(named.path)) : undefined;
      return place === undefined ? routed : { reply: notAllowed(place), place };
    }
    const second = dispatch(ask, named.path, named.suffix);
    return second.reply.status === 404 ? routed : second;
  };
}

function unavailable(component: string): MockResponse {
  return problem(503, `the component "${component}" is not running`, [], ['Retry-After', '5']);
}

// An address with a suffix is another spelling for reading, and for nothing else (4.5-3).
const FOR_READING = 'GET, HEAD, OPTIONS';

function forReading(place: Place | undefined): Place | undefined {
  return place?.handlers.GET === undefined ? undefined : { ...place, allow: FOR_READING };
}

function notAllowed(place: Place): MockResponse {
  return problem(405, `this resource takes ${place.allow}`, [], ['Allow', place.allow]);
}

function pathBelow(basePath: string, path: string): string | undefined {
  if (basePath === '') return path;
  if (path === basePath) return '/';
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}

function suffixOf(
  options: ResolvedMockOptions,
  path: string,
): { path: string; suffix: RepresentationName } | undefined {
  if (!options.selectors.includes('suffix')) return undefined;
  const suffix = options.representations.find((name) => path.endsWith(`.${name}`) && !path.endsWith(`/.${name}`));
  return suffix === undefined ? undefined : { path: path.slice(0, -suffix.length - 1), suffix };
}

/** OPTIONS: what a resource takes; to a preflight, what a page may send. */
function describeOptions(ask: MockRequest, options: ResolvedMockOptions, find: Find): Routed {
  const told = (reply: MockResponse, place?: Place): Routed => ({ reply, place });
  // A browser that is refused a preflight shows its page no status at all, so an unknown address is told later.
  if (isPreflight(ask)) return told(bare(204, preflightFields(ask)));
  if (ask.path === '*') return told(bare(204, ['Allow', 'GET, HEAD, POST, PUT, DELETE, OPTIONS']));
  const path = pathBelow(options.basePath, ask.path);
  const place =
    path === undefined ? undefined : (find(path) ?? forReading(find(suffixOf(options, path)?.path ?? path)));
  if (place === undefined) return told(problem(404, `nothing has the address ${ask.path.slice(0, 200)}`));
  return told(bare(204, ['Allow', place.allow]), place);
}
