import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, json, judged } from './judged.ts';

/** Services of one form, which has to show every kind of value that is hard to store. */
const RULE = 'operation/effect';
const options = { operationForms: ['A'], representations: ['json'] } as const;

type Change = (value: unknown) => unknown;

/** Reads each value that is sent to a deal as `change` says, and refuses texts longer than it takes. */
const reading = (change: Change, most = Number.POSITIVE_INFINITY): ((fetch: Fetch) => Fetch) =>
  before(async ({ method, path, body }, next) => {
    if (method === 'GET' || !/\/deals\/[^/]+/u.test(path) || !isJson(body)) return next();
    let isLong = false;
    const read = JSON.parse(body, (_, value: unknown) => {
      isLong ||= typeof value === 'string' && value.length > most;
      return change(value);
    });
    return isLong ? json(400, {}) : next({ body: JSON.stringify(read) });
  });

const ofNumbers =
  (change: (value: number) => number): Change =>
  (value) =>
    typeof value === 'number' ? change(value) : value;
const cutAt =
  (length: number): Change =>
  (value) =>
    typeof value === 'string' ? value.slice(0, length) : value;

const WRONG: readonly (readonly [what: string, subject: string, wrap: (fetch: Fetch) => Fetch])[] = [
  ['rounds numbers', 'ChangePrice/A', reading(ofNumbers(Math.round))],
  ['keeps 32 bits', 'ChangePrice/A', reading(ofNumbers((n) => (Number.isInteger(n) ? n | 0 : n)))],
  ['keeps single precision', 'ChangePrice/A', reading(ofNumbers(Math.fround))],
  ['loses signs', 'ChangePrice/A', reading(ofNumbers(Math.abs))],
  ['keeps 32 bits', 'ChangeCompletionDate/A', reading(ofNumbers((n) => (Number.isInteger(n) ? n | 0 : n)))],
  ['rounds numbers', 'CancelDeal/A', reading(ofNumbers(Math.round))],
  ['cuts texts of several hundred letters', 'CancelDeal/A', reading(cutAt(255), 1000)],
  ['cuts texts, and refuses the longest', 'HoldDeal/A', reading(cutAt(500), 1000)],
  ['cuts texts, and refuses the longest', 'ChangePrice/A', reading(cutAt(500), 1000)],
];

test.each(inGate(WRONG, 4))('found: a service that %s (%s)', async (_, subject, wrap) => {
  const { of } = await judged([`${RULE}#${subject}`], { wrap, options });
  expect(of(RULE, subject)).toMatchObject({ outcome: 'fail' });
});

/** Refuses what one of the values is. */
const refusing = (isRefused: (value: unknown) => boolean): ((fetch: Fetch) => Fetch) =>
  before(async ({ method, body }, next) => {
    let isHit = false;
    if (method === 'PUT' && isJson(body))
      JSON.parse(body, (_, value: unknown) => {
        isHit ||= isRefused(value);
        return value;
      });
    return isHit ? json(422, {}) : next();
  });

const isNumber = (value: unknown, is: (n: number) => boolean): boolean => typeof value === 'number' && is(value);

const LEGAL: readonly (readonly [what: string, wrap: (fetch: Fetch) => Fetch])[] = [
  ['refuses fractions', refusing((value) => isNumber(value, (n) => !Number.isInteger(n)))],
  ['refuses large and negative numbers', refusing((value) => isNumber(value, (n) => n > 1e6 || n < 0))],
  ['refuses texts of more than 200 letters', refusing((value) => typeof value === 'string' && value.length > 200)],
  [
    'refuses all hard values',
    refusing((value) => isNumber(value, (n) => n > 1e6 || n % 1 !== 0) || /[^\w -]/u.test(String(value))),
  ],
];

test.each(inGate(LEGAL, 4))('legal: a service that %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged([`${RULE}#C*`, `${RULE}#Hold*`], { wrap, options });
  expect(ended('fail')).toEqual([]);
});
