import { expect, test } from 'vitest';
import { before, judged, type Server } from './judged.ts';
import { rewritingJson } from './rewriting.ts';

/** Operations of form E that are carried out twice now and then, and what looks like that in the lists of their records. */
interface Case {
  readonly title: string;
  readonly wrap: NonNullable<Server['wrap']>;
}

type Entry = Readonly<Record<string, unknown>>;

const RULE = 'operation/every';
const HOLDS = /\/holds$/u;
const options = { operationForms: ['A', 'E'], representations: ['json'] } as const;
const rules: readonly string[] = [RULE, 'read/made', 'operation/status'];

const HOLD = {
  name: 'HoldDeal',
  parameters: { reason: 'waiting' },
  effect: { held: true, holdReason: '{reason}' },
  forms: { E: '/rest/{version}/deals/{id}/holds' },
} as const;

/** Carries out every n-th operation twice. */
const twiceEach =
  (n: number): Case['wrap'] =>
  (fetch) => {
    let count = 0;
    return before(async ({ method, path }, next) => {
      const response = await next();
      if (method === 'POST' && HOLDS.test(path) && response.ok) {
        count += 1;
        if (count % n === 0) await next({});
      }
      return response;
    })(fetch);
  };

/** Another client who sends the latest hold once more, before each n-th request. */
const copier =
  (n: number): Case['wrap'] =>
  (fetch) => {
    let count = 0;
    let latest: Request | undefined;
    return async (request) => {
      count += 1;
      if (count % n === 0 && latest !== undefined) await fetch(latest.clone());
      if (request.method === 'POST' && HOLDS.test(new URL(request.url).pathname)) latest = request.clone();
      return fetch(request);
    };
  };

const listing = (change: (holds: readonly Entry[]) => unknown): Case['wrap'] =>
  rewritingJson<readonly Entry[]>(HOLDS, change);

const FOUND: unknown = expect.stringContaining('one record of one');

const LEGAL: readonly Case[] = [
  { title: 'somebody who copies holds', wrap: copier(40) },
  { title: 'somebody who copies holds more often', wrap: copier(9) },
  {
    title: 'a list that says of each hold when it was asked for and when it was granted',
    wrap: listing((holds) =>
      holds.flatMap((hold) => [
        { ...hold, event: 'asked' },
        { ...hold, id: `${String(hold['id'])}-2`, event: 'granted' },
      ]),
    ),
  },
  { title: 'a list with versions of one id', wrap: listing((holds) => holds.flatMap((hold) => [hold, hold])) },
  { title: 'a list of the newest one', wrap: listing((holds) => holds.slice(-1)) },
];

test('it is found where a server carries out each one twice', async () => {
  const { of } = await judged([RULE], {
    wrap: twiceEach(1),
    options: { ...options, operationForms: ['E'] },
    file: { operations: [HOLD] },
    runs: 1,
  });
  expect(of(RULE, 'HoldDeal/E')).toMatchObject({ outcome: 'fail', reason: FOUND });
});

test('it is found where a server carries out every third one twice', { tags: ['night'] }, async () => {
  const { of } = await judged(rules, { wrap: twiceEach(3), options });
  expect(of(RULE, 'HoldDeal/E')).toMatchObject({ outcome: 'fail', reason: FOUND });
});

test.each(LEGAL)('$title fails nothing of every operation', { tags: ['night'] }, async ({ wrap }) => {
  const { ended } = await judged(rules, { wrap, options });
  expect(ended('fail').filter((one) => one.startsWith(RULE))).toEqual([]);
});
