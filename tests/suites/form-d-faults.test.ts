import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, json, judged } from './judged.ts';

const RULE = 'operation/missing-parameter';
const options = { operationForms: ['D'] } as const;
const DEAL = /\/deals\/[^/]+$/u;

type Attributes = Readonly<Record<string, unknown>>;

/** Says that it is done, and does nothing, where a deal is sent with such attributes. */
const taking = (isTaken: (attributes: Attributes) => boolean): ((fetch: Fetch) => Fetch) =>
  before(async ({ method, path, body }, next) => {
    const isUpdate = method === 'PUT' && DEAL.test(path) && isJson(body);
    const value: unknown = isUpdate ? JSON.parse(body) : undefined;
    const isObject = typeof value === 'object' && value !== null;
    return isObject && isTaken({ ...value }) ? new Response(null, { status: 204 }) : next();
  });

const WRONG: readonly [what: string, subject: string, wrap: (fetch: Fetch) => Fetch][] = [
  [
    'a hold without a reason',
    'HoldDeal/D',
    taking(({ held, holdReason }) => held === true && holdReason === undefined),
  ],
  [
    'a cancellation without a penalty',
    'CancelDeal/D',
    taking(({ canceled, amercement }) => canceled === true && amercement === undefined),
  ],
  [
    'another date without a reason',
    'ChangeCompletionDate/D',
    taking(({ completionDate, whyChanged }) => completionDate !== undefined && whyChanged === undefined),
  ],
  ['a word for a penalty', 'CancelDeal/D', taking(({ amercement }) => amercement === 'many')],
  ['an object for held', 'HoldDeal/D', taking(({ held }) => typeof held === 'object')],
  ['a list for a deal', 'HoldDeal/D', taking((attributes) => Object.keys(attributes).length === 0)],
];

test.each(inGate(WRONG))('found: %s is taken', async (_, subject, wrap) => {
  const { of } = await judged([RULE], { wrap, options });
  expect(of(RULE, subject)).toMatchObject({ outcome: 'fail' });
});

test('legal: another price without a reason, as an update of the deal', async () => {
  const wrap = taking(({ price, reason }) => price === 1250 && reason === undefined);
  const { ended } = await judged([RULE], { wrap, options });
  expect(ended('fail')).toEqual([]);
});

test('legal: a deal that shows what it refuses in a body of its own', async () => {
  const wrap = (fetch: Fetch): Fetch => {
    return async (request) => {
      const response = await fetch(request);
      return response.status === 400 ? json(400, { code: 17 }) : response;
    };
  };
  const { ended } = await judged([RULE], { wrap, options });
  expect(ended('fail')).toEqual([]);
});
