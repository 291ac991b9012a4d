import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, judged } from './judged.ts';

/** How a service reads parameters whose names have other letters than those of the document. */
type Wrap = (fetch: Fetch) => Fetch;

const RULE = 'operation/missing-parameter';
const FORMS = ['A', 'C', 'F'] as const;

const withReason = (write: (reason: string) => string): Wrap =>
  before(({ method, body }, next) => {
    const reason = /"REASON":"([^"]*)"/u.exec(body)?.[1];
    const isMeant = method !== 'GET' && reason !== undefined && isJson(body);
    return isMeant
      ? next({ body: body.replace(/"REASON":"[^"]*"/u, `"reason":${JSON.stringify(write(reason))}`) })
      : next();
  });

test.each(inGate(FORMS))('found in form %s: a reason in capitals is asked for, and not read', async (form) => {
  const wrap = withReason(() => 'none given');
  const { ended } = await judged([RULE], { wrap, options: { operationForms: [form], representations: ['json'] } });
  expect(ended('fail')).toContain(`${RULE} HoldDeal/${form}`);
});

test.each(
  inGate([
    ['takes names without case', withReason((reason) => reason)],
    [
      'refuses names that it does not know otherwise',
      (fetch: Fetch) => async (request: Request) =>
        (await request.clone().text()).includes('"REASON"') ? Response.json({}, { status: 422 }) : fetch(request),
    ],
  ] as const),
)('legal: a service that %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged([RULE], { wrap, options: { operationForms: FORMS, representations: ['json'] } });
  expect(ended('fail')).toEqual([]);
});
