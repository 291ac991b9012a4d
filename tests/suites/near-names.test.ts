import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, judged } from './judged.ts';

const RULE = 'operation/unknown-action';

/** Takes another action for HoldDeal. */
const taking = (isTaken: (action: string) => boolean): ((fetch: Fetch) => Fetch) =>
  before(async ({ method, body }, next) => {
    const action = method === 'PUT' && isJson(body) ? (/"action":"([^"]*)"/u.exec(body)?.[1] ?? '') : '';
    const isOther = action !== '' && action !== 'HoldDeal' && isTaken(action);
    return isOther ? next({ body: body.replace(`"${action}"`, '"HoldDeal"') }) : next();
  });

const WRONG: readonly [what: string, isTaken: (action: string) => boolean][] = [
  ['the beginning of a name', (action) => action.length > 3 && 'HoldDeal'.startsWith(action)],
  ['the end of a name', (action) => action === 'oldDeal'],
  ['a name with one letter other', (action) => /^Hold.eal$/u.test(action)],
  ['a name by the letters that it has', (action) => [...action].sort().join('') === [...'HoldDeal'].sort().join('')],
  ['a pattern of a database', (action) => action.endsWith('%')],
  ['a name that holds another', (action) => action.includes('HoldDeal') && action !== 'UnholdDeal'],
  ['a letter of Cyrillic for one of Latin', (action) => /\p{Script=Cyrillic}/u.test(action)],
];

test.each(inGate(WRONG))('found: a server that takes %s', async (_, isTaken) => {
  const { of } = await judged([`${RULE}#HoldDeal/F`], { wrap: taking(isTaken), options: { operationForms: ['F'] } });
  expect(of(RULE, 'HoldDeal/F')).toMatchObject({ outcome: 'fail' });
});

const plain = (action: string): string => action.toLowerCase().replaceAll(/[\s_-]/gu, '');

test.each(inGate(['C', 'F', 'G'] as const))('legal: a server that normalises names, in form %s', async (form) => {
  const wrap = taking((action) => plain(action) === 'holddeal');
  const { of } = await judged([`${RULE}#HoldDeal/${form}`], { wrap, options: { operationForms: [form] } });
  expect(of(RULE, `HoldDeal/${form}`)).toMatchObject({ outcome: 'pass' });
});
