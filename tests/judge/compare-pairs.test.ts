import { expect, test } from 'vitest';
import { type Change, compareResults } from '../../core/results/compare.ts';
import type { Results } from '../../core/results/results.ts';
import { fileOf } from '../../judge/embedded.ts';
import { judgeFile } from '../../judge/judge.ts';
import { createMock, type Fetch } from '../../mock/index.ts';
import { createInProcessClient } from '../../proof/in-process.ts';
import { inGate } from '../in-gate.ts';

const RULES = [
  ...['create/status', 'delete/status', 'read/unknown-item', 'read/query-empty'],
  ...['session/authorized', 'session/unauthorized', 'session/challenge'],
];

type Answering = (request: Request, answer: Response) => Response | Promise<Response>;

/** How a check ends: by what it is failed, or that it is not judged. What passes is not named. */
type Ends = Readonly<Record<string, string>>;

const AWAY = 'away';

interface Fault {
  readonly answer: Answering;
  readonly ends: Ends;
}

const changed =
  (when: (request: Request, answer: Response) => boolean, into: (answer: Response) => Response): Answering =>
  (request, answer) =>
    when(request, answer) ? into(answer) : answer;

const isRoot = (request: Request): boolean => new URL(request.url).pathname === '/';
const isDeleted = (request: Request, { status }: Response): boolean => request.method === 'DELETE' && status === 204;
const isMissing = (request: Request, { status }: Response): boolean => request.method === 'GET' && status === 404;
const isCreated = (request: Request, { status }: Response): boolean => request.method === 'POST' && status === 201;
const as =
  (status: number) =>
  (answer: Response): Response =>
    new Response(answer.body, { status, headers: answer.headers });

const without =
  (name: string) =>
  (answer: Response): Response => {
    const headers = new Headers(answer.headers);
    headers.delete(name);
    return new Response(answer.body, { status: answer.status, headers });
  };

const UNKNOWN = ['read/unknown-item deals', 'read/unknown-item users'];
const SESSION = ['session/authorized target', 'session/unauthorized target', 'session/challenge target'];
const all = (checks: readonly string[], end: string): Ends => Object.fromEntries(checks.map((check) => [check, end]));

const FAULTS = {
  deleted202: {
    answer: changed(isDeleted, () => new Response(null, { status: 202 })),
    ends: { 'delete/status deals': '202' },
  },
  deleted200: { answer: changed(isDeleted, () => Response.json({})), ends: { 'delete/status deals': '200' } },
  created200: { answer: changed(isCreated, as(200)), ends: { 'create/status deals': '200' } },
  created202: { answer: changed(isCreated, as(202)), ends: { 'create/status deals': '202' } },
  missing400: { answer: changed(isMissing, as(400)), ends: all(UNKNOWN, '400') },
  missing403: { answer: changed(isMissing, as(403)), ends: all(UNKNOWN, '403') },
  emptyQuery404: {
    answer: async (request, answer) => {
      if (!request.url.includes('/users?name=')) return answer;
      return (await answer.clone().text()) === '[]' ? as(404)(answer) : answer;
    },
    ends: { 'read/query-empty users': '404' },
  },
  noChallenge: {
    answer: changed((_, { status }) => status === 401, without('www-authenticate')),
    ends: { 'session/challenge target': 'none' },
  },
  away: {
    answer: changed(isRoot, () => new Response(null, { status: 503 })),
    ends: all(SESSION, AWAY),
  },
} satisfies Readonly<Record<string, Fault>>;

type Name = keyof typeof FAULTS;

/** Two servers: the faults of the earlier and of the later one. */
const PAIRS: readonly (readonly [base: readonly Name[], head: readonly Name[]])[] = [
  [[], []],
  [['deleted202'], ['deleted202']],
  [[], ['deleted202']],
  [[], ['created200']],
  [[], ['missing400']],
  [[], ['emptyQuery404']],
  [[], ['noChallenge']],
  [[], ['away']],
  [['deleted202'], []],
  [['missing400'], []],
  [['away'], []],
  [['away'], ['noChallenge']],
  [['noChallenge'], ['away']],
  [['deleted202'], ['deleted200']],
  [['created200'], ['created202']],
  [['missing400'], ['missing403']],
  [
    ['deleted202', 'created200'],
    ['created200', 'noChallenge'],
  ],
  [
    ['missing400', 'noChallenge'],
    ['missing403', 'created200'],
  ],
  [
    ['created200', 'away'],
    ['deleted200', 'emptyQuery404'],
  ],
  [
    ['deleted202', 'missing400', 'noChallenge'],
    ['deleted200', 'missing400', 'away'],
  ],
];

/** What differs between two servers, by what their faults are known to do. */
function known(base: readonly Name[], head: readonly Name[]): readonly string[] {
  const [before, after] = [base, head].map(
    (names): Ends => Object.assign({}, ...names.map((name) => FAULTS[name].ends)),
  );
  const checks = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...checks].flatMap((check) => {
    const change = changeOf(before?.[check], after?.[check]);
    return change === undefined ? [] : [`${change} ${check}`];
  });
}

function changeOf(before: string | undefined, after: string | undefined): Change | undefined {
  if (before === after) return undefined;
  if (after === AWAY) return 'lost';
  if (after === undefined) return before === AWAY ? 'exercised' : 'fixed';
  return before === undefined || before === AWAY ? 'regressed' : 'changed';
}

/** Each server is judged once. */
const runs = new Map<string, Promise<Results>>();

function run(names: readonly Name[]): Promise<Results> {
  const judged = runs.get(names.join()) ?? judgeBroken(names);
  runs.set(names.join(), judged);
  return judged;
}

async function judgeBroken(names: readonly Name[]): Promise<Results> {
  const mock = createMock();
  const fetch: Fetch = async (request) => {
    let answer = await mock.fetch(request);
    for (const name of names) answer = await FAULTS[name].answer(request, answer);
    return answer;
  };
  return judgeFile({ rules: RULES, runs: 1, concurrency: 1 }, fileOf(mock.options, 'http://127.0.0.1:9'), (client) =>
    createInProcessClient(client, fetch, () => undefined),
  );
}

test.each(inGate(PAIRS, 4))('from %j to %j exactly what is known to differ is found', async (base, head) => {
  const { differences } = compareResults(await run(base), await run(head));
  const found = differences.map(({ change, rule, subject }) => `${change} ${rule} ${subject}`);
  expect(found.toSorted()).toEqual([...known(base, head)].toSorted());
});
