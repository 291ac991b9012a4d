import { FORMS, REPRESENTATIONS } from '../../core/claims.ts';
import type { MockRequest, MockResponse } from '../message.ts';
import type { MockOptions, ResolvedMockOptions } from '../options.ts';
import type { Routed } from './dispatch.ts';
import { HINT_FIELD, hintFor } from './hints.ts';
import { keptRuleOfNone } from './kept-rule.ts';
import { type Candidate, nearMiss } from './near-miss.ts';
import { problem } from './problems.ts';
import { createFind, type Find, type Route } from './router.ts';

/** The field that names the rule which an answer keeps. */
export const RULE_FIELD = 'x-mock-rule';
/** The field that names the route which an unknown address nearly is. */
export const NEAR_MISS_FIELD = 'x-mock-near-miss';

/** A reply, and the fields that tell a developer why it is as it is. */
interface Explained {
  readonly reply: MockResponse;
  readonly fields: readonly string[];
}

/** Explains replies; `routesUnder` are the routes where the options are changed so. */
export function createExplain(
  options: ResolvedMockOptions,
  routesUnder: (change: MockOptions) => readonly Route[],
): (ask: MockRequest, routed: Routed) => Explained {
  const ofNoPlace = keptRuleOfNone(options);
  // Made at the first miss: most mocks never see one.
  let missOf: ((ask: MockRequest) => string | undefined) | undefined;
  return (ask, { reply, place }) => {
    const rule = reply.keeps ?? (place?.keptRule ?? ofNoPlace)(ask, reply);
    const fields = rule === undefined ? [] : [RULE_FIELD, rule];
    if (place !== undefined || reply.status !== 404) {
      const hint = hintFor(ask, reply);
      return { reply, fields: hint === undefined ? fields : [...fields, HINT_FIELD, hint] };
    }
    missOf ??= createMissOf(options, routesUnder);
    const missed = missOf(ask);
    if (missed === undefined) return { reply, fields };
    const told = problem(404, `nothing has the address ${ask.path.slice(0, 200)}; ${missed}`);
    return { reply: told, fields: [...fields, NEAR_MISS_FIELD, missed] };
  };
}

function createMissOf(
  options: ResolvedMockOptions,
  routesUnder: (change: MockOptions) => readonly Route[],
): (ask: MockRequest) => string | undefined {
  const { basePath, session } = options;
  const everything = routesUnder({
    operationForms: FORMS,
    commandQuery: true,
    session: session === 'none' ? 'presence' : session,
  });
  const find = createFind(everything);
  const candidates = candidatesOf(everything);
  return ({ method, path }) => {
    const isBelow = path.startsWith(`${basePath}/`);
    const local = isBelow ? path.slice(basePath.length) : path;
    const lacking = isBelow ? [] : [`the base path "${basePath}" is missing`];
    const known = find(local) !== undefined;
    const claim = known ? claimFor(local, options, routesUnder) : claimForSuffix(local, options, find);
    if (claim !== undefined) return [...lacking, `this is served where ${claim} is claimed`].join('; ');
    if (known) return lacking[0];
    const missed = nearMiss(method, local, candidates);
    if (missed === undefined) return undefined;
    return [...lacking, `${missed.route} is near; ${missed.differs}`].join('; ');
  };
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
  if (suffix === undefined || find(path.slice(0, -suffix.length - 1)) === undefined) return undefined;
  if (!options.selectors.includes('suffix')) return 'selectors=suffix';
  return options.representations.includes(suffix) ? undefined : `representations=${suffix}`;
}

// The root has no name that could be misspelt.
function candidatesOf(routes: readonly Route[]): Candidate[] {
  const byPath = new Map<string, string[]>();
  for (const { path, method } of routes) if (path !== '/') byPath.set(path, [...(byPath.get(path) ?? []), method]);
  return Array.from(byPath, ([path, methods]) => ({ path, methods }));
}
