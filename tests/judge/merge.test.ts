import { describe, expect, test } from 'vitest';
import type { Result, Results } from '../../core/results/results.ts';
import { rulesOfShard } from '../../core/run/split.ts';
import { fileOf } from '../../judge/embedded.ts';
import { judgeFile } from '../../judge/judge.ts';
import { mergeShards } from '../../judge/merge.ts';
import type { JudgeOptions } from '../../judge/options.ts';
import { RULE_COSTS } from '../../judge/rule-costs.ts';
import type { ShardFile } from '../../judge/shard-files.ts';
import { createMock, type Fetch } from '../../mock/index.ts';
import { createInProcessClient } from '../../proof/in-process.ts';
import { RULES } from '../../suites/index.ts';
import { result, resultsOf, WHOLE as WHOLE_SELECTION } from '../reports/sample.ts';

/** The whole catalogue takes minutes: `npm run shards`. */
const WHOLE = process.env['SHARDS'] === 'all';
const RULES_OF_GATE = [
  ...['create/status', 'create/location', 'delete/status', 'read/safe', 'read/query-match', 'session/unauthorized'],
  ...['session/any-position', 'status/204-empty', 'status/401-challenge', 'status/405-allow', 'version/segment'],
];

type Wrap = (fetch: Fetch) => Fetch;

/** Breaks a rule of several clauses, one of them (405) in few answers. */
const broken: Wrap = (fetch) => async (request) => {
  const answer = await fetch(request);
  const headers = new Headers(answer.headers);
  headers.delete('allow');
  if (request.method === 'DELETE' && answer.status === 204) return new Response(null, { status: 202, headers });
  if (answer.status === 401) headers.delete('www-authenticate');
  const { status } = answer;
  return new Response(answer.body, { status, headers });
};

const alike: Wrap = () => async () => new Response('[]', { headers: { 'content-type': 'application/json' } });

const HOW: JudgeOptions = WHOLE ? { seed: 1 } : { seed: 1, runs: 1, rules: RULES_OF_GATE };

async function run(wrap: Wrap, options: JudgeOptions = {}): Promise<Results> {
  const mock = createMock(WHOLE ? {} : { operationForms: ['A'] });
  const file = fileOf(mock.options, 'http://127.0.0.1:9');
  return judgeFile({ ...HOW, ...options }, file, (client) =>
    createInProcessClient(client, wrap(mock.fetch), () => undefined),
  );
}

async function inShards(count: number, wrap: Wrap, options: JudgeOptions = {}): Promise<Results> {
  const files: { path: string; results: Results }[] = [];
  for (let index = 1; index <= count; index += 1) {
    const results = await run(wrap, { ...options, shard: { index, count } });
    files.push({ path: `${index}.json`, results });
  }
  return mergeShards(files.toReversed());
}

const WATCHES = new Set(RULES.filter(({ watches }) => watches !== undefined).map(({ id }) => id));

/**
 * What a result says, order and times aside. Ids that the run made up differ from run to run, and how many requests a rule needs
 * follows from the records that are there just then. What a watching rule tells of a pass is a count of answers.
 */
function told(result: Result): unknown {
  const { witness, durationMs: _, requests: __, reason, actual, counterexample, ...rest } = result;
  const isCount = result.outcome === 'pass' && WATCHES.has(result.rule);
  const texts = [isCount ? '' : reason, actual ?? '', counterexample ?? ''];
  return { ...rest, texts: texts.map((text) => text.replace(VOLATILE, '…')), isCited: witness.length > 0 };
}

/** Values that the run made up, and numbers. */
const VOLATILE = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[a-z]{10}[0-9a-z]{1,3}\b|\d+/gu;

describe.each<[string, Wrap]>([
  ...(WHOLE ? [['the mock', (fetch) => fetch] satisfies [string, Wrap]] : []),
  ['a mock with faults', broken],
])('%s', (_, wrap) => {
  test('in 1, 2, 5 and 16 shards is judged as in one run', { tags: ['night'] }, async () => {
    const whole = await run(wrap);
    for (const count of [1, 2, 5, 16]) {
      const merged = await inShards(count, wrap);
      expect(merged.results.map(told), `${count} shards`).toEqual(whole.results.map(told));
      expect(merged.summary, `${count} shards`).toEqual(whole.summary);
      expect(merged.target).toEqual(whole.target);
      expect(merged.run.selection).toEqual(whole.run.selection);
      expect(merged.run.shard).toBeUndefined();
      const cited = merged.results.flatMap(({ witness }) => witness);
      expect(cited.filter((id) => merged.exchanges[id] === undefined)).toEqual([]);
    }
  });
});

/** Answers with 200 what never was, and 405 without Allow, at many kinds of addresses. */
const manifold: Wrap = (fetch) => async (request) => {
  const answer = await fetch(request);
  if (request.method === 'GET' && answer.status === 404) return Response.json({});
  if (answer.status === 405) return new Response(null, { status: 405 });
  return answer;
};

test('of several answers that break a watching rule the same is told, whichever came first and in whichever shard', {
  tags: ['night'],
}, async () => {
  const rules = ['status/202-missing', 'status/405-allow'];
  const drivers = ['read/unknown-item', 'read/nested-unknown-owner', 'read/nested-out-of-range', 'method/refused'];
  const told = async (judged: Promise<Results>): Promise<readonly (string | undefined)[]> =>
    (await judged).results.filter(({ rule }) => rules.includes(rule)).map(({ signature }) => signature);
  const whole = await told(run(manifold, { rules: [...rules, ...drivers] }));
  expect(whole).toHaveLength(2);
  for (const seed of [2, 3]) expect(await told(run(manifold, { rules: [...rules, ...drivers], seed }))).toEqual(whole);
  for (const count of [2, 5])
    expect(await told(inShards(count, manifold, { rules: [...rules, ...drivers] })), `${count} shards`).toEqual(whole);
  expect(await told(run(manifold, { rules: [...rules, ...drivers.toReversed()], concurrency: 1 }))).toEqual(whole);
});

/** Breaks down over what never was, at many kinds of addresses. */
const breaking: Wrap = (fetch) => async (request) => {
  const answer = await fetch(request);
  return request.method === 'GET' && answer.status === 404 ? new Response('oh; no; sorry', { status: 500 }) : answer;
};

test('server errors of several kinds are told as one run tells them', { tags: ['night'] }, async () => {
  const rules = [
    ...['status/no-server-error', 'create/status', 'session/authorized', 'version/unknown'],
    ...['read/unknown-item', 'read/nested-unknown-owner', 'read/nested-out-of-range', 'query/empty'],
  ];
  const broken = (results: Results): unknown => {
    const found = results.results.find(({ rule }) => rule === 'status/no-server-error');
    const named = found?.actual?.match(/GET \S+ answered 500 text\/plain, 13 bytes: oh; no; sorry/gu) ?? [];
    return { signature: found?.signature, cited: found?.witness.length, named: named.length };
  };
  const whole = await run(breaking, { rules });
  expect(broken(whole)).toMatchObject({ cited: 3, named: 3 });
  for (const count of [2, 5])
    expect(broken(await inShards(count, breaking, { rules })), `${count} shards`).toEqual(broken(whole));
});

test('a server that answers everything alike is found out where the shards are joined', async () => {
  const whole = await run(alike);
  const merged = await inShards(3, alike);
  expect(merged.results.filter(({ outcome }) => outcome === 'pass')).toEqual([]);
  expect(merged.summary.verdict).toBe(whole.summary.verdict);
});

describe('shards that do not belong together', () => {
  const of = (path: string, changes: Partial<Results['run']> = {}, rest: Partial<Results> = {}): ShardFile => {
    const base = resultsOf([result()]);
    const spread = { nothing: [404], others: [200], answers: 9 };
    return {
      path,
      results: { ...base, run: { ...base.run, shard: { index: 1, count: 2, spread }, ...changes }, ...rest },
    };
  };
  const second = { index: 2, count: 2, spread: { nothing: [404], others: [200], answers: 9 } };
  const { target, tool } = resultsOf([]);

  test.each<[string, readonly ShardFile[], string]>([
    ['one is missing', [of('1.json')], 'shard 2/2 missing: give the results of all 2 shards'],
    ['one is there twice', [of('1.json'), of('again.json')], 'shard 1/2 is there twice: 1.json and again.json'],
    ['no shard', [of('1.json'), { path: 'all.json', results: resultsOf([]) }], 'all.json is no shard of a run'],
    ['another seed', [of('1.json'), of('2.json', { shard: second, seed: 7 })], 'seed: 1.json has 42 and 2.json has 7'],
    [
      'another target',
      [of('1.json'), of('2.json', { shard: second }, { target: { ...target, baseUrl: 'http://other' } })],
      'target: 1.json has http://127.0.0.1:4010 and 2.json has http://other',
    ],
    [
      'another version',
      [of('1.json'), of('2.json', { shard: second }, { tool: { ...tool, version: '9.9.9' } })],
      'version of assayer: 1.json has 0.1.0 and 2.json has 9.9.9',
    ],
    [
      'another claim',
      [
        of('1.json'),
        of('2.json', { shard: second }, { target: { ...target, claims: { ...target.claims, emptyQuery: 204 } } }),
      ],
      'claim emptyQuery: 1.json has 200 and 2.json has 204',
    ],
    [
      'another selection',
      [of('1.json'), of('2.json', { shard: second, selection: { ...WHOLE_SELECTION, readOnly: true } })],
      'differ in the selection',
    ],
    [
      'a target that was away',
      [of('1.json'), of('2.json', { shard: { index: 2, count: 2 }, interrupted: 'no connection' })],
      '2.json: shard 2/2 could not ask the target (no connection); run it again',
    ],
    ['no file', [], 'there is nothing to merge'],
  ])('%s', (_, files, told) => {
    expect(() => mergeShards(files)).toThrow(told);
  });
});

test.each<[string, JudgeOptions, string]>([
  ['shard 3 of 2', { seed: 1, shard: { index: 3, count: 2 } }, 'shard: 3/2 is not allowed'],
  ['a shard without a seed', { shard: { index: 1, count: 2 } }, 'shard: needs a seed'],
  ['a limit for one shard', { seed: 1, shard: { index: 1, count: 2 }, minCoverage: 1 }, 'give it to assayer merge'],
])('%s is refused', async (_, options, told) => {
  await expect(judgeFile(options, { baseUrl: 'http://127.0.0.1:9' })).rejects.toThrow(told);
});

test('waivers that the shards were given have to be given to merge', async () => {
  const one = {
    ...(await run((fetch) => fetch, { rules: ['create/status'], shard: { index: 1, count: 1 }, waivers: [] })),
  };
  expect(() => mergeShards([{ path: '1.json', results: one }])).toThrow('give merge the same with --waivers');
  expect(mergeShards([{ path: '1.json', results: one }], { waivers: [] }).summary.waivers?.waived).toBe(0);
});

test('five shards cost about the same', () => {
  const costs = [1, 2, 3, 4, 5].map((index) => {
    const mine = [...rulesOfShard(RULES, { index, count: 5 }, RULE_COSTS)];
    return mine.reduce((sum, { id }) => sum + (RULE_COSTS[id] ?? 0), 0);
  });
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  expect(Math.max(...costs)).toBeLessThan(1.2 * mean);
  expect(Object.keys(RULE_COSTS).filter((id) => !RULES.some((rule) => rule.id === id))).toEqual([]);
});
