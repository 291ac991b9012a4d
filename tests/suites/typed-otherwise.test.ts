import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const OPTIONS = { representations: ['json'], operationForms: ['A', 'F'], commandQuery: true } as const;
const RULES = ['operation/malformed', 'command/status'];

/** Refuses what has another Content-Type than the plain one, at addresses like these. */
function strict(path: RegExp, status = 415): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const type = request.headers.get('content-type') ?? 'application/json';
    const isRefused = type !== 'application/json' && path.test(new URL(request.url).pathname);
    return isRefused ? new Response(null, { status }) : fetch(request);
  };
}

test.each(
  inGate(
    [
      [/\/hold$/u, 'operation/malformed HoldDeal/A', /HoldDeal\/A$/u],
      [/\/commands\//u, 'operation/malformed HoldDeal/F', /\/F$/u],
      [/\/command\//u, 'command/status command:HoldDeal', /^command\/status/u],
    ],
    3,
  ),
)('a type in capitals that is refused at %s is found', { tags: ['night'] }, async (path, result, others) => {
  const { ended } = await judged(RULES, { wrap: strict(path), options: OPTIONS });
  expect(ended('fail')).toContain(result);
  expect(ended('fail').filter((one) => !others.test(one))).toEqual([]);
});

/** Refuses one way to write the parameters of JSON, or of JSON at all. */
function refusing(isRefused: (type: string) => boolean, status = 400): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) =>
    isRefused(request.headers.get('content-type') ?? '') ? new Response(null, { status }) : fetch(request);
}

test.each(
  inGate(
    [
      ['a charset', (type: string) => type === 'application/json; charset=utf-8'],
      ['a charset in quotes', (type: string) => type.includes('"')],
      ['a blank before the semicolon', (type: string) => type.includes(' ;')],
    ],
    3,
  ),
)('%s that is refused is found', { tags: ['night'] }, async (_, isRefused) => {
  const { ended } = await judged(RULES, { wrap: refusing(isRefused), options: OPTIONS });
  const first = ['operation/malformed HoldDeal/A', 'operation/malformed HoldDeal/F', 'command/status command:HoldDeal'];
  expect(ended('fail')).toEqual(expect.arrayContaining(first));
});

test('a server that refuses parameters of JSON as a type that it does not read is not failed', {
  tags: ['night'],
}, async () => {
  const { ended } = await judged(RULES, { wrap: refusing((type) => type.includes(';'), 415), options: OPTIONS });
  expect(ended('fail')).toEqual([]);
});

test('a quoted charset that is refused with 415 where it is taken as a token is found', async () => {
  const { ended } = await judged(['command/status'], {
    wrap: refusing((type) => type.includes('"'), 415),
    options: OPTIONS,
  });
  expect(ended('fail')).toEqual(['command/status command:HoldDeal']);
});

test('a server that holds a deal once alone is not failed', { tags: ['night'] }, async () => {
  const held = new Set<string>();
  const once: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.endsWith('/hold')) return fetch(request);
    if (held.has(pathname)) return new Response(null, { status: 400 });
    held.add(pathname);
    return fetch(request);
  };
  const { ended } = await judged(['operation/malformed'], { wrap: once, options: OPTIONS });
  expect(ended('fail')).toEqual([]);
});

test.each(
  inGate(
    [
      ['if-modified-since', 304],
      ['range', 206],
    ],
    2,
  ),
)('a command that is answered for %s is found', { tags: ['night'] }, async (field, status) => {
  const wrap: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
    const response = await fetch(request);
    const isAsked = request.headers.has(field) && request.url.includes('/command/');
    return isAsked ? new Response(null, { status, headers: response.headers }) : response;
  };
  const { ended } = await judged(RULES, { wrap, options: OPTIONS });
  expect(ended('fail')).toEqual(['command/status command:HoldDeal']);
});

test('a server in front that forbids such types is not failed', { tags: ['night'] }, async () => {
  const { ended } = await judged(RULES, { wrap: strict(/./u, 403), options: OPTIONS });
  expect(ended('fail')).toEqual([]);
});

test('every spelling of the type is taken by the mock', { tags: ['night'] }, async () => {
  const { ended } = await judged(RULES, { options: OPTIONS });
  expect(ended('fail')).toEqual([]);
});
