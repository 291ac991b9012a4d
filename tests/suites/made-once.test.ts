import { expect, test } from 'vitest';
import { fileOf } from '../../judge/embedded.ts';
import { judgeFile } from '../../judge/judge.ts';
import type { Fetch, Mock } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Server } from './judged.ts';
import { rewritingJson } from './rewriting.ts';
import { wrapOf } from './varied.ts';

/** Creations that are carried out twice now and then, and what looks like that in lists. */
interface Case extends Server {
  readonly title: string;
  /** What else is judged: the rule looks at what the run sends for others. */
  readonly rules?: readonly string[];
}

type Entry = Readonly<Record<string, unknown>>;
type Wrap = NonNullable<Server['wrap']>;

const RULE = 'create/every';
const MORE: readonly string[] = ['create/*', 'query/records', 'query/every'];
const options = { operationForms: ['A'], representations: ['json'] } as const;
const DEALS = /\/deals\/$/u;

/** Carries out every n-th creation twice. */
const twiceEach =
  (n: number): Wrap =>
  (fetch) => {
    let count = 0;
    return before(async ({ method, path }, next) => {
      const response = await next();
      if (method === 'POST' && DEALS.test(path) && response.ok) {
        count += 1;
        if (count % n === 0) await next({});
      }
      return response;
    })(fetch);
  };

const listing = (change: (deals: readonly Entry[]) => unknown): Wrap => rewritingJson<readonly Entry[]>(DEALS, change);

/** What else shows each third deal beside it. */
const beside = (more: (deal: Entry) => Entry): Wrap =>
  listing((deals) => deals.flatMap((deal) => (Number(deal['id']) % 3 === 0 ? [deal, more(deal)] : [deal])));

/** Another client who copies the newest deal before each n-th request. */
const copier =
  (n: number): Wrap =>
  (fetch: Fetch, mock: Mock) => {
    let count = 0;
    return (request) => {
      const { store } = mock.tenants.of('');
      const newest = [...store.deals.entries.values()].at(-1);
      count += 1;
      if (count % n === 0 && newest !== undefined) store.putDeal({ id: `copy-${count}`, data: newest.data });
      return fetch(request);
    };
  };

const WRONG: readonly Case[] = [
  { title: 'every second one', wrap: twiceEach(2) },
  { title: 'every fifth one', wrap: twiceEach(5), rules: MORE },
  { title: 'every second one, with ids that are drawn', wrap: twiceEach(2), options: { ids: 'uuid' } },
  {
    title: 'each one, which queries alone show',
    rules: MORE,
    wrap: (fetch) =>
      before(async ({ method, path }, next) => (method === 'GET' && DEALS.test(path) ? json(405, {}) : next()))(
        twiceEach(1)(fetch, undefined as never), // The wrapper asks no mock.
      ),
  },
];

const LEGAL: readonly Case[] = [
  { title: 'somebody who copies the newest deal now and then', wrap: wrapOf('others-copy-now-and-then') },
  { title: 'somebody who copies more often', wrap: copier(7) },
  { title: 'somebody who copies seldom', wrap: copier(150) },
  { title: 'a list that shows two versions of each third deal', wrap: beside((deal) => ({ ...deal, version: 2 })) },
  { title: 'a list that shows each third deal twice', wrap: beside((deal) => deal) },
  {
    title: 'a list with a contract for each third deal',
    wrap: beside((deal) => ({ ...deal, id: `c-${String(deal['id'])}`, kind: 'contract' })),
  },
  {
    title: 'a list whose entries say what they are, drafts too',
    wrap: listing((deals) =>
      deals.flatMap((deal) => [
        { ...deal, state: 'open' },
        { ...deal, id: `d-${String(deal['id'])}`, state: 'draft' },
      ]),
    ),
  },
  { title: 'a list of the newest four', wrap: listing((deals) => deals.slice(-4)) },
];

test.each(inGate(WRONG))(
  'it is found where a server carries out twice: $title',
  async ({ rules = [RULE], ...server }) => {
    const { of } = await judged(rules, { runs: 1, ...server, options: { ...options, ...server.options } });
    expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail', reason: expect.stringContaining('one record of one') });
  },
);

test.each(LEGAL)('$title fails nothing of every creation', { tags: ['night'] }, async (server) => {
  const { ended } = await judged(MORE, { ...server, options: { ...options, ...server.options } });
  expect(ended('fail')).not.toContain(`${RULE} deals`);
});

test('a creation that was answered 503 and sent again is two', { tags: ['night'] }, async () => {
  let count = 0;
  const wrap = before(async ({ method, path }, next) => {
    const response = await next();
    if (method === 'POST' && DEALS.test(path) && response.ok) count += 1;
    return method === 'POST' && response.ok && count % 2 === 0 ? json(503, {}, { 'retry-after': '0' }) : response;
  });
  await using mock = await startMock({ ...options, port: 0, wrap });
  const how = { rules: MORE, settleMs: 0, runs: 3, seed: 7, allowWrites: true };
  const { results } = await judgeFile(how, fileOf(mock.mock.options, mock.url));
  expect(count).toBeGreaterThan(20);
  expect(results.find(({ rule }) => rule === RULE)?.outcome).toBe('pass');
});
