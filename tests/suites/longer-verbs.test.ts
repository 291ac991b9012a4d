import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { answered, before, json, judged } from './judged.ts';

const RULE = 'operation/unknown-action';
const SUBJECT = 'HoldDeal/A';

const cutting = (path: RegExp): ((fetch: Fetch) => Fetch) =>
  before(async (look, next) => next({ path: path.exec(look.path)?.[1] ?? look.path }));

test.each([
  ['a line break behind the verb', cutting(/^(.*\/hold)%0A$/u)],
  ['a segment behind the verb', cutting(/^(.*\/hold)\/[^/]+$/u)],
])('found: %s is read over', async (_, wrap) => {
  const { of } = await judged([`${RULE}#${SUBJECT}`], { wrap });
  expect(of(RULE, SUBJECT)).toMatchObject({ outcome: 'fail' });
});

test.each(
  inGate([
    ['the plain mock', (fetch: Fetch) => fetch],
    [
      '400 for control characters',
      before(async ({ path }, next) => (path.includes('%0A') ? json(400, { detail: 'no such path' }) : next())),
    ],
    [
      '405 below a verb',
      before(async ({ path }, next) => {
        const response = await next();
        return path.includes('/hold/') ? answered(response, 405, { allow: 'GET' }) : response;
      }),
    ],
    [
      'a redirect to the right path',
      before(async ({ path }, next) =>
        path.includes('%0A') ? new Response(null, { status: 308, headers: { location: path.slice(0, -3) } }) : next(),
      ),
    ],
  ]),
)('legal: %s', async (_, wrap) => {
  const { of } = await judged([`${RULE}#${SUBJECT}`], { wrap });
  expect(of(RULE, SUBJECT)).toMatchObject({ outcome: 'pass' });
});
