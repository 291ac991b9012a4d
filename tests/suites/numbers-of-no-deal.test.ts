import { expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { before, judged, type Server } from './judged.ts';

const RULE = 'operation/unknown-deal';

/** Takes a command of form F with this action for carried out, where a number is no deal’s. */
const taking = (action: string): NonNullable<Server['wrap']> =>
  before(async ({ method, path, body }, next) => {
    const response = await next();
    const isMeant = method === 'PUT' && /\/deals\/\d+\/commands\//u.test(path) && body.includes(`"${action}"`);
    return isMeant && response.status === 404 ? new Response(null, { status: 204 }) : response;
  });

test.each(
  inGate([['CancelDeal'], ['ChangePrice'], ['CompleteDeal'], ['ChangeCompletionDate'], ['UnholdDeal']], Infinity),
)('a command %s on a number that is no deal’s is found out', async (action) => {
  const { ended } = await judged([RULE], { wrap: taking(action), options: { operationForms: ['F'] }, runs: 1 });
  expect(ended('fail')).toEqual([`${RULE} ${action}/F`]);
});
