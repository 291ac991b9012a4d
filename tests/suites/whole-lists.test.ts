import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { rewritingJson } from './rewriting.ts';

type Entry = Readonly<Record<string, unknown>>;

const USERS = /\/users$/u;
const DEALS = /\/deals\/$/u;

const lists = (path: RegExp, change: (entries: readonly Entry[]) => unknown): ((fetch: Fetch) => Fetch) =>
  rewritingJson<readonly Entry[]>(path, change);

const WRONG: readonly [what: string, rule: string, subject: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['null in a collection', 'read/collection', 'users', lists(USERS, (all) => [null, ...all])],
  ['a list in a collection', 'read/collection', 'users', lists(USERS, (all) => [all])],
  ['null in what is found', 'read/query-match', 'users', lists(/\/users\?/u, (all) => [...all, null])],
  ['null in what a query finds', 'query/status', 'query:deals', lists(/\/query\/deals\//u, (all) => [...all, null])],
  ['an empty id in a list', 'read/collection', 'users', lists(USERS, ([one, ...all]) => [...all, { ...one, id: '' }])],
  [
    'an empty id of a record',
    'read/item',
    'users',
    rewritingJson<Entry>(/\/users\/\d+$/u, (one) => ({ ...one, id: '' })),
  ],
  [
    'a collection without each third',
    'create/distinct',
    'deals',
    lists(DEALS, (all) => all.filter((_, i) => i % 3 !== 2)),
  ],
];

test.concurrent.each(inGate(WRONG))('found: %s', async (_, rule, subject, wrap) => {
  const { of } = await judged([rule], { wrap, options: { commandQuery: true } });
  expect(of(rule, subject)).toMatchObject({ outcome: 'fail' });
});

const RULES = ['read/collection', 'read/item', 'read/query-match', 'create/distinct'];

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['a page of three', linked((all) => all.slice(0, 3))],
  ['the newest ten', lists(DEALS, (all) => all.toReversed().slice(0, 10))],
  ['a collection that leaves out one for a reason that nothing shows', lists(USERS, (all) => all.slice(0, -1))],
  ['entries without ids', lists(USERS, (all) => all.map(({ id: _, ...entry }) => entry))],
  [
    'a collection without those that are archived',
    (fetch) =>
      rewritingJson<Entry>(/\/users\/3$/u, (user) => ({ ...user, active: false }))(
        lists(USERS, (all) => all.filter(({ id }) => id !== '3'))(fetch),
      ),
  ],
];

/** A page, which links to the next one. */
function linked(change: (entries: readonly Entry[]) => readonly Entry[]): (fetch: Fetch) => Fetch {
  const paged = lists(/\/(?:users|deals\/)$/u, change);
  return (fetch) => async (request) => {
    const response = await paged(fetch)(request);
    if (!/\/(?:users|deals\/)$/u.test(new URL(request.url).pathname)) return response;
    const headers = new Headers(response.headers);
    headers.set('link', '<?page=2>; rel="next"');
    return new Response(response.body, { status: response.status, headers });
  };
}

test.concurrent.each(inGate(LEGAL))('legal: %s', async (_, wrap) => {
  const { ended } = await judged(RULES, { wrap });
  expect(ended('fail')).toEqual([]);
});
