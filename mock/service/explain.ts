import { FORMS, REPRESENTATIONS } from '../../core/claims.ts';
import type { MockRequest, MockResponse } from '../message.ts';
import type { MockOptions, ResolvedMockOptions } from '../options.ts';
import type { Routed } from './dispatch.ts';
import { createHints, HINT_FIELD, isAction } from './hints.ts';
import { keptRuleOfNone } from './kept-rule.ts';
import { type Candidate, nearMiss } from './near-miss.ts';
import { problem } from './problems.ts';
import { createFind, type Find, type Place, type Route } from './router.ts';

/** The field that names the rule which an answer keeps. */
export const RULE_FIELD = 'x-mock-rule';
/** The field that names the route which an unknown address nearly is. */
export const NEAR_MISS_FIELD = 'x-mock-near-miss';

/** A reply, and the fields that tell a developer why it is as it is. */
interface Explained {
  readonly reply: MockResponse;
  readonly fields: readonly string[];
}

/** Explains replies of `dispatch`; `routesUnder` are the routes where the options are changed so. */
export function createExplain(
  options: ResolvedMockOptions,
  routesUnder: (change: MockOptions) => readonly Route[],
  dispatch: (ask: MockRequest) => Routed,
): (ask: MockRequest, routed: Routed) => Explained {
  const ofNoPlace = keptRuleOfNone(options);
  const hintFor = createHints(options);
  // Made at the first miss: most mocks never see one.
  let misses: Misses | undefined;
  return (ask, { reply, place }) => {
    const rule = reply.keeps ?? (place?.keptRule ?? ofNoPlace)(ask, reply);
    const fields = rule === undefined ? [] : [RULE_FIELD, rule];
    if (reply.status !== 405 && reply.status !== 404) {
      const hint = hintFor(ask, reply, place);
      return { reply, fields: hint === undefined ? fields : [...fields, HINT_FIELD, hint] };
    }
    misses ??= createMisses(options, routesUnder, dispatch);
    const missed = misses.of(ask, reply.status, place);
    if (missed === undefined) return { reply, fields };
    return { reply: withReason(ask, reply, place, missed), fields: [...fields, NEAR_MISS_FIELD, missed] };
  };
}

function withReason(
  ask: MockRequest,
  { status }: MockResponse,
  place: Place | undefined,
  missed: string,
): MockResponse {
  if (status === 404) return problem(404, `nothing has the address ${ask.path.slice(0, 200)}; ${missed}`);
  const allow = place?.allow ?? '';
  return problem(405, `this resource takes ${allow}; ${missed}`, [], ['Allow', allow]);
}

/** What a request that was refused nearly was; undefined: nothing that is known. */
interface Misses {
  of(ask: MockRequest, status: 404 | 405, place: Place | undefined): string | undefined;
}

function createMisses(
  options: ResolvedMockOptions,
  routesUnder: (change: MockOptions) => readonly Route[],
  dispatch: (ask: MockRequest) => Routed,
): Misses {
  const { basePath, session } = options;
  const everything = routesUnder({
    operationForms: FORMS,
    commandQuery: true,
    session: session === 'none' ? 'presence' : session,
  });
  const find = createFind(everything);
  const candidates = candidatesOf(everything);
  const localPath = (path: string): string | undefined =>
    path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
  const ofAddress = ({ method, path }: MockRequest): string | undefined => {
    const below = localPath(path);
    const local = below ?? path;
    const lacking = below === undefined ? [`the base path "${basePath}" is missing`] : [];
    const known = find(local) !== undefined;
    const claim = known ? claimFor(local, options, routesUnder) : claimForSuffix(local, options, find);
    if (claim !== undefined) return [...lacking, wordClaim(claim)].join('; ');
    if (known) return lacking[0];
    const missed = nearMiss(method, local, candidates);
    if (missed === undefined) return undefined;
    return [...lacking, `${missed.route} is near; ${missed.differs}`].join('; ');
  };
  // An address that has a place may still end in a suffix that is not served: then it names a record that is not there.
  const ofRecord = (ask: MockRequest): string | undefined => {
    const { method, path } = ask;
    const claim = claimForSuffix(localPath(path) ?? path, options, find);
    if (claim === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined;
    const bare = { ...ask, path: path.slice(0, path.lastIndexOf('.')), header: () => undefined };
    return dispatch(bare).reply.status === 200 ? wordClaim(claim) : undefined;
  };
  // Forms C and D alone share their address with what is served always, and with each other.
  const ofMethod = ({ method, path, body }: MockRequest): string | undefined => {
    const handlers = find(localPath(path) ?? path)?.handlers;
    if (method !== 'PUT' || handlers?.PUT === undefined) return undefined;
    return wordClaim(`operationForms=${isAction(body) ? 'C' : 'D'}`);
  };
  return {
    of(ask, status, place) {
      if (status === 405) return ofMethod(ask);
      return place === undefined ? ofAddress(ask) : ofRecord(ask);
    },
  };
}

function wordClaim(claim: string): string {
  return `this is served where ${claim} is claimed`;
}

/** The claim that would serve a path that some claim serves; undefined: it is served already. */
function claimFor(
  path: string,
  options: ResolvedMockOptions,
  routesUnder: (change: MockOptions) => readonly Route[],
): string | undefined {
  const isServed = (change: MockOptions): boolean => createFind(routesUnder(change))(path) !== undefined;
  if (isServed({})) return undefined;
  const form = FORMS.find((one) => isServed({ operationForms: [...options.operationForms, one] }));
  if (form !== undefined) return `operationForms=${form}`;
  return isServed({ commandQuery: true }) ? 'commandQuery=true' : 'session=presence';
}

function claimForSuffix(path: string, options: ResolvedMockOptions, find: Find): string | undefined {
  const suffix = REPRESENTATIONS.find((name) => path.endsWith(`.${name}`));
  if (suffix === undefined || find(path.slice(0, -suffix.length - 1))?.plain !== false) return undefined;
  if (!options.selectors.includes('suffix')) return 'selectors=suffix';
  return options.representations.includes(suffix) ? undefined : `representations=${suffix}`;
}

// The root has no name that could be misspelt.
function candidatesOf(routes: readonly Route[]): Candidate[] {
  const byPath = new Map<string, string[]>();
  for (const { path, method } of routes) if (path !== '/') byPath.set(path, [...(byPath.get(path) ?? []), method]);
  return Array.from(byPath, ([path, methods]) => ({ path, methods }));
}
