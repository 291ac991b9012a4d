import { expect, test } from 'vitest';
import { FORMS } from '../../core/claims.ts';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged } from './judged.ts';

/** Answers that are kept for whoever asks next, and types that do not depend on Accept. */
type Wrap = (fetch: Fetch) => Fetch;

const RULES = ['negotiate/equivalent', 'read/made'];

/** Keeps what is read at these paths by its address alone; a write to that very address ends it. */
const keeping =
  (path: RegExp, keyOf: (url: URL) => string = ({ pathname, search }) => pathname + search, most = Infinity): Wrap =>
  (fetch) => {
    const kept = new Map<string, { readonly response: Response; times: number }>();
    return async (request) => {
      const url = new URL(request.url);
      const isPlain = [...request.headers.keys()].every((name) => !/^if-|^range$/u.test(name));
      if (request.method !== 'GET' && request.method !== 'HEAD') kept.delete(keyOf(url));
      if (request.method !== 'GET' || !path.test(decodeURIComponent(url.pathname)) || !isPlain) return fetch(request);
      const known = kept.get(keyOf(url));
      if (known !== undefined && known.times < most) {
        known.times += 1;
        return known.response.clone();
      }
      const response = await fetch(request);
      if (response.status === 200) kept.set(keyOf(url), { response: response.clone(), times: 0 });
      return response;
    };
  };

const WRONG: readonly (readonly [what: string, due: string, wrap: Wrap])[] = [
  ['keys', 'negotiate/equivalent users', keeping(/\/ssh-keys\//u)],
  [
    'keys, by the path as it was written',
    'negotiate/equivalent users',
    keeping(/\/ssh-keys\//u, (url) => url.pathname),
  ],
  ['addresses, once each', 'negotiate/equivalent users', keeping(/\/address\//u, undefined, 1)],
  ['users that a query finds', 'negotiate/equivalent users', keeping(/^\/users$/u)],
  ['changes of prices', 'read/made deals', keeping(/\/price-changes\/./u)],
  ['holds', 'read/made deals', keeping(/\/holds\/./u)],
  ['lists of holds', 'read/made deals', keeping(/\/holds$/u)],
  ['commands of a deal', 'read/made deals', keeping(/\/deals\/[^/]+\/commands\/./u)],
  ['commands', 'read/made deals', keeping(/^\/commands\/./u)],
];

test.each(inGate(WRONG, Infinity))(
  'found: %s are given as they were asked for first',
  { tags: ['night'] },
  async (_, due, wrap) => {
    expect((await judged(RULES, { wrap, options: { operationForms: FORMS } })).ended('fail')).toContain(due);
  },
);

const BESIDES = /\/(?:ssh-keys|address|holds|price-changes|commands)\b/u;

/** Reads with this Accept there. */
const readAs =
  (path: RegExp, typeOf: (request: Request) => string): Wrap =>
  (fetch) =>
  (request) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !path.test(new URL(request.url).pathname)) return fetch(request);
    const headers = new Headers(request.headers);
    headers.set('accept', typeOf(request));
    return fetch(new Request(request, { headers }));
  };

const LEGAL: readonly (readonly [what: string, wrap: Wrap])[] = [
  ['JSON alone beside the records', readAs(BESIDES, () => 'application/json')],
  [
    'no parameter that nobody knows, and no letter in another spelling',
    (fetch) => (request) => {
      const { pathname, search } = new URL(request.url);
      if (/zqx/u.test(search)) return Promise.resolve(json(400, {}));
      return /^\/users\/.*%[67]\w/u.test(pathname) ? Promise.resolve(json(404, {})) : fetch(request);
    },
  ],
  [
    'records of form E in the type for which they were made',
    (fetch) => {
      const types = new Map<string, string>();
      const typed = readAs(/\/holds\/./u, ({ url }) => types.get(new URL(url).pathname) ?? 'application/json')(fetch);
      return async (request) => {
        const answer = await typed(request);
        const place = answer.status === 201 ? answer.headers.get('location') : null;
        if (place !== null)
          types.set(new URL(place, request.url).pathname, request.headers.get('accept') ?? 'application/json');
        return answer;
      };
    },
  ],
  [
    'what is kept is kept for each Accept',
    (fetch) => {
      const kept = new Map<string, Fetch>();
      return (request) => {
        const accept = request.headers.get('accept') ?? '';
        const own = kept.get(accept) ?? keeping(BESIDES)(fetch);
        kept.set(accept, own);
        return request.method === 'GET' ? own(request) : fetch(request);
      };
    },
  ],
];

test.each(inGate(LEGAL))('not failed: %s', { tags: ['night'] }, async (_, wrap) => {
  const { results } = await judged(RULES, { wrap });
  const failed = results.filter(({ outcome }) => outcome === 'fail').map(({ reason }) => reason);
  expect(failed.filter((reason) => reason?.includes('whoever asked before') === true)).toEqual([]);
});
