import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, judged } from './judged.ts';

/** The action of a request in lower case is refused or carried out (document 2 does not say whether it is the same name). */
const RULE = 'operation/unknown-action';
const FORMS = ['C', 'F', 'G'] as const;

const actionIn = (body: string): string => (isJson(body) ? (/"action":"([^"]*)"/u.exec(body)?.[1] ?? '') : '');
const isLower = (action: string): boolean => /^(?:un)?holddeal$/u.test(action);

/** Says of an operation in lower case that it was done. */
const doneInWords: (fetch: Fetch) => Fetch = before(async ({ body }, next) =>
  isLower(actionIn(body)) ? new Response(null, { status: 204 }) : next(),
);

/** Takes the letters of an action in any case. */
const inAnyCase: (fetch: Fetch) => Fetch = before(async ({ body }, next) =>
  isLower(actionIn(body)) ? next({ body: body.replace('"holddeal"', '"HoldDeal"') }) : next(),
);

test.concurrent.each(inGate(FORMS))(
  'found: form %s says that an action in lower case was done, and does nothing',
  async (form) => {
    const { of } = await judged([RULE], { wrap: doneInWords, options: { operationForms: [form] } });
    expect(of(RULE, `HoldDeal/${form}`)).toMatchObject({ outcome: 'fail' });
  },
);

test.concurrent.each(FORMS)('legal: form %s carries out an action in lower case', { tags: ['night'] }, async (form) => {
  const { ended } = await judged([RULE], { wrap: inAnyCase, options: { operationForms: [form] } });
  expect(ended('fail')).toEqual([]);
});
