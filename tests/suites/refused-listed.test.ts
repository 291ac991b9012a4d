import { expect, test } from 'vitest';
import { fileOf } from '../../judge/embedded.ts';
import { judgeFile } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Look, type Server } from './judged.ts';
import { rewritingJson } from './rewriting.ts';

/** Creations that are refused, and of which a list shows a record all the same. */
interface Case extends Server {
  readonly title: string;
}

type Entry = Readonly<Record<string, unknown>>;

const RULE = 'create/refused';
const DEALS = /\/deals\/$/u;
const options = { operationForms: ['A'], representations: ['json'] } as const;
const rules: readonly string[] = [RULE, 'create/distinct', 'create/lasting', 'create/any-valid', 'read/collection'];

const isCreation = ({ method, path }: Look): boolean => method === 'POST' && DEALS.test(path);
const hasId = (look: Look): boolean => isCreation(look) && look.body.includes('"id":');

/** Refuses a creation with an id of its own; `isMade` says whether it is carried out all the same. */
const refusing = (isMade: boolean): NonNullable<Server['wrap']> =>
  before(async (look, next) => {
    if (!hasId(look)) return next();
    if (isMade) await next();
    return json(409, {});
  });

/** Lists the newest deals. */
const newest = (count: number): ((fetch: Fetch) => Fetch) =>
  rewritingJson<readonly Entry[]>(DEALS, (deals) => deals.slice(-count));

const both =
  (...wraps: readonly NonNullable<Server['wrap']>[]): NonNullable<Server['wrap']> =>
  (fetch, mock) =>
    wraps.reduce((inner, wrap) => wrap(inner, mock), fetch);

const WRONG: readonly Case[] = [
  {
    title: 'in a list of the newest eight, where nothing is queried',
    wrap: both(refusing(true), newest(8)),
    options: { commandQuery: false },
  },
  { title: 'in a list of the newest eight', wrap: both(refusing(true), newest(8)) },
  { title: 'in a list of all', wrap: refusing(true) },
];

const LEGAL: readonly Case[] = [
  { title: 'a list of the newest eight, without it', wrap: both(refusing(false), newest(8)) },
];

test.each(inGate(WRONG))('what was refused is found $title', { tags: ['night'] }, async (server) => {
  const { of } = await judged(rules, { ...server, options: { ...options, ...server.options } });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail', reason: expect.stringContaining('nothing of what POST') });
});

test.each(LEGAL)('$title fails nothing of refusals', { tags: ['night'] }, async (server) => {
  const { of } = await judged(rules, { ...server, options: { ...options, ...server.options } });
  expect(of(RULE, 'deals').outcome).toBe('pass');
});

test('a creation that was answered 503, and is refused when it is sent again, was none', async () => {
  const known = new Set<string>();
  let count = 0;
  const wrap = before(async (look, next) => {
    if (!isCreation(look)) return next();
    if (known.has(look.body)) return json(409, {});
    const response = await next();
    count += response.ok ? 1 : 0;
    if (!response.ok || count % 3 !== 0) return response;
    known.add(look.body);
    return json(503, {}, { 'retry-after': '0' });
  });
  await using mock = await startMock({ ...options, port: 0, wrap });
  const how = { rules: [RULE], settleMs: 0, runs: 1, seed: 7, allowWrites: true };
  const { results } = await judgeFile(how, fileOf(mock.mock.options, mock.url));
  expect(known.size).toBeGreaterThan(0);
  expect(results.find(({ rule }) => rule === RULE)?.reason).not.toContain('nothing of what');
});
