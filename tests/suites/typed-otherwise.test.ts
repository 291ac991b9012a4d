import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

const OPTIONS = { representations: ['json'], operationForms: ['A', 'F'], commandQuery: true } as const;
const RULES = ['operation/served', 'command/status'];

/** Refuses what has another Content-Type than the plain one, at addresses like these. */
function strict(path: RegExp, status = 415): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const type = request.headers.get('content-type') ?? 'application/json';
    const isRefused = type !== 'application/json' && path.test(new URL(request.url).pathname);
    return isRefused ? new Response(null, { status }) : fetch(request);
  };
}

test.each([
  [/\/hold$/u, 'operation/served HoldDeal/A'],
  [/\/commands\//u, 'operation/served HoldDeal/F'],
  [/\/command\//u, 'command/status command:HoldDeal'],
])('a type in capitals that is refused at %s is found', async (path, result) => {
  const { ended } = await judged(RULES, { wrap: strict(path), options: OPTIONS });
  expect(ended('fail')).toEqual([result]);
});

test('a server in front that forbids such types is not failed', async () => {
  const { ended } = await judged(RULES, { wrap: strict(/./u, 403), options: OPTIONS });
  expect(ended('fail')).toEqual([]);
});

test('every spelling of the type is taken by the mock', async () => {
  const { ended } = await judged(RULES, { options: OPTIONS });
  expect(ended('fail')).toEqual([]);
});
