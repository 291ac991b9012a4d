import { expect, test } from 'vitest';
import { triesOperations } from '../../core/run/catalogue.ts';
import { judge } from '../../judge/judge.ts';
import { startMock } from '../../mock/node.ts';
import { RULES } from '../../suites/index.ts';
import { type Judged, judged } from '../suites/judged.ts';

// Whoever tries one rule has not agreed to records and requests for operations that this rule never sends.

const WITHOUT = RULES.filter((rule) => !triesOperations(RULES, (one) => one === rule)).map(({ id }) => id);

function factsOf({ results }: Judged): readonly unknown[] {
  const own = results.filter(({ rule }) => WITHOUT.includes(rule));
  return own.map(({ rule, subject, outcome, cases, requests }) => ({ rule, subject, outcome, cases, requests }));
}

test('rules that send no operations are tried alike where these are known and where nobody asked', {
  tags: ['night'],
}, async () => {
  expect(WITHOUT.length).toBeGreaterThan(40);
  const known = await judged(WITHOUT, { concurrency: 1 });
  const unasked = await judged(WITHOUT, { concurrency: 1, hasUntoldOperations: true });
  expect(factsOf(unasked)).toEqual(factsOf(known));
});

/** How many operations were sent to a mock, and what is told of them. */
async function operationsSent(rules: readonly string[]): Promise<{ sent: number; assumed: string | undefined }> {
  let sent = 0;
  await using server = await startMock({
    wrap: (next) => (request) => {
      if (/\/(?:hold|holded|holds)$/u.test(new URL(request.url).pathname)) sent += 1;
      return next(request);
    },
  });
  const { target } = await judge({ baseUrl: server.url, rules, runs: 1, seed: 1 });
  return { sent, assumed: target.assumed.find((note) => note.startsWith('operationForms')) };
}

test('forms of operations are not asked for where no rule that is tried sends any, and the report says so', async () => {
  expect(await operationsSent(['read/item', 'session/authorized', 'session/unauthorized'])).toEqual({
    sent: 0,
    assumed: 'operationForms = none (not asked: no rule that is tried sends operations)',
  });
});

test('they are asked for where one does', { tags: ['night'] }, async () => {
  const { sent, assumed } = await operationsSent(['operation/served']);
  expect(sent).toBeGreaterThan(0);
  expect(assumed).toContain('A,B,C,D,E,F,G');
});
