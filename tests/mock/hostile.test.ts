import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';
import type { MockRequest } from '../../mock/message.ts';
import { TRIES_ALL } from '../in-gate.ts';

const words = [
  'rest',
  '1',
  'deals',
  'users',
  'commands',
  'command',
  'query',
  'hold',
  'holds',
  'HoldDeal',
  'ssh-keys',
  'address',
];
const oddities = [
  '',
  '..',
  '.',
  '%2e%2e',
  '%',
  '%00',
  '%zz',
  '%C3',
  '__proto__',
  'constructor',
  '0',
  '-1',
  '1.xml',
  '.json',
  'é',
  '\ud800',
  '*',
  ':id',
  '**',
  'x'.repeat(300),
];
const path = fc
  .array(fc.constantFrom(...words, ...oddities), { maxLength: 6 })
  .map((segments) => `/${segments.join('/')}`);
const method = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'TRACE',
  '__proto__',
  'constructor',
);
const query = fc
  .array(fc.constantFrom('name', 'format', '=', '&', '%', 'xml', '__proto__', '+', '%ff'), { maxLength: 6 })
  .map((p) => p.join(''));
const value = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '*/*',
    '*',
    'W/"x"',
    '"',
    '"a',
    'application/json',
    'application/json;;=',
    'q=0',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'USER_TOKEN=',
    ';;=;',
  ),
);
const name = fc.constantFrom(
  'accept',
  'cookie',
  'content-type',
  'content-encoding',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'origin',
  'access-control-request-method',
  'access-control-request-headers',
);
const headers = fc.dictionary(name, value, { maxKeys: 4 });
const member = fc.constantFrom(
  '"name"',
  '"price"',
  '"action"',
  '"params"',
  '"deal"',
  '"id"',
  '"__proto__"',
  '"constructor"',
  '"prototype"',
  '"held"',
  '"reason"',
  '"newPrice"',
);
const scrap = fc.oneof(
  member,
  fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    'null',
    '1e999',
    '-',
    '12345678901234567890',
    '"HoldDeal"',
    '"\\ud800"',
    '\u0000',
    '\ufeff',
  ),
);
const whole = fc
  .dictionary(
    member.map((m) => m.slice(1, -1)),
    fc.jsonValue(),
  )
  .map((o) => JSON.stringify(o));
const body = fc.oneof(
  fc.array(scrap, { maxLength: 12 }).map((s) => new TextEncoder().encode(s.join(''))),
  whole.map((s) => new TextEncoder().encode(s)),
  fc.uint8Array({ maxLength: 40 }),
  fc.constant('too-large' as const),
);

test('whatever is asked, the answer is a status of the document or of HTTP, never a crash and never a 5xx', {
  tags: ['night'],
}, () => {
  const mock = createMock();
  const before = Object.getOwnPropertyNames(Object.prototype);
  fc.assert(
    fc.property(method, path, query, headers, body, (m, p, q, h, b) => {
      const ask: MockRequest = {
        method: m,
        path: p,
        query: q,
        origin: 'http://mock.test',
        header: (n) => (Object.hasOwn(h, n) ? h[n] : undefined),
        fields: () => Object.entries(h).flat(),
        body: b,
      };
      const { status, fields, body: sent } = mock.answer(ask);
      expect([200, 201, 204, 304, 400, 401, 404, 405, 406, 412, 413, 415]).toContain(status);
      expect(fields.length % 2).toBe(0);
      if (status === 204 || status === 304 || m === 'HEAD') expect(sent).toBeNull();
    }),
    { numRuns: TRIES_ALL ? 20_000 : 2000 },
  );
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
});

test('a member that only looks like one of ours is a member like any other', () => {
  const mock = createMock();
  const ask = (m: string, p: string, json?: unknown): ReturnType<typeof mock.answer> =>
    mock.answer({
      method: m,
      path: p,
      query: '',
      origin: undefined,
      header: () => undefined,
      fields: () => [],
      body: new TextEncoder().encode(json === undefined ? '' : JSON.stringify(json)),
    });
  const odd = {
    name: 'n',
    price: 1,
    toString: 'a',
    constructor: { name: 'b' },
    hasOwnProperty: null,
    valueOf: [1],
  };
  expect(ask('POST', '/rest/1/deals/', odd).status).toBe(201);
  expect(JSON.parse(String(ask('GET', '/rest/1/deals/4').body))).toMatchObject(odd);
  expect(ask('PUT', '/rest/1/deals/4', { toString: 'd' }).status).toBe(204);
  expect(JSON.parse(String(ask('GET', '/rest/1/deals/4').body))).toMatchObject({ ...odd, toString: 'd' });
});
