import type { MockRequest, MockResponse } from '../message.ts';
import type { ResolvedMockOptions } from '../options.ts';
import { keptRule } from './kept-rule.ts';
import { type Candidate, nearMiss } from './near-miss.ts';
import { createFind, type Place, type Route } from './router.ts';

/** The field that names the rule which an answer keeps. */
export const RULE_FIELD = 'x-mock-rule';
/** The field that names the route which an unknown address nearly is. */
export const NEAR_MISS_FIELD = 'x-mock-near-miss';

/** Adds the fields that tell a developer why an answer is as it is. `all` are the routes under any claim. */
export function createExplain(
  options: ResolvedMockOptions,
  all: () => readonly Route[],
): (fields: string[], ask: MockRequest, reply: MockResponse, place: Place | undefined) => void {
  const ofNoPlace = keptRule(undefined);
  // Made at the first miss: most mocks never see one.
  let hint: ((ask: MockRequest) => string | undefined) | undefined;
  return (fields, ask, reply, place) => {
    const rule = reply.keeps ?? (place?.keptRule ?? ofNoPlace)(ask, reply);
    if (rule !== undefined) fields.push(RULE_FIELD, rule);
    if (place !== undefined || reply.status !== 404) return;
    hint ??= createHint(options, all());
    const missed = hint(ask);
    if (missed !== undefined) fields.push(NEAR_MISS_FIELD, missed);
  };
}

function createHint(
  { basePath }: ResolvedMockOptions,
  all: readonly Route[],
): (ask: MockRequest) => string | undefined {
  const find = createFind(all);
  const candidates = candidatesOf(all, basePath);
  return ({ method, path }) => {
    const local = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
    if (local !== undefined && find(local) !== undefined) return 'this is served where another claim is made';
    const missed = nearMiss(method, path, candidates);
    return missed === undefined ? undefined : `${missed.route} is near; ${missed.differs}`;
  };
}

function candidatesOf(routes: readonly Route[], basePath: string): Candidate[] {
  const byPath = new Map<string, string[]>();
  for (const { path, method } of routes) byPath.set(path, [...(byPath.get(path) ?? []), method]);
  return Array.from(byPath, ([path, methods]) => ({ path: basePath + path, methods }));
}
