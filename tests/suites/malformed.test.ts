import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/target.ts';
import { BREAKAGES, breakJson, NOT_UTF8 } from '../../suites/support/payload/break-json.ts';
import { malformed } from '../../suites/support/payload/malformed.ts';
import { anyCodePoint } from '../any-text.ts';
import { inGate } from '../in-gate.ts';
import { judged, type Server } from './judged.ts';

/** Payloads that broke an earlier corpus: no members, names that are no words, texts that look like JSON. */
const PAYLOADS: readonly JsonObject[] = [
  {},
  { 'first-name': 1 },
  { größe: 1 },
  { '': '' },
  { 'a"b': 'x' },
  { '}': 1 },
  { name: '"a":1' },
  { 'first-name': '{"x": 1}', list: [1, { deep: 'x' }], none: null, yes: true },
  { name: "it's \u0001 \\ \u{1f680}", price: 1e21 },
];

const payloads = fc
  .dictionary(fc.string({ unit: anyCodePoint, maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
  // A dictionary of JSON values is a JSON object, whatever fast-check calls their type.
  .map((made) => JSON.parse(JSON.stringify(made)) as JsonObject);

const anyWay = fc.record({
  how: fc.constantFrom(...BREAKAGES),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
});

describe('the corpus of malformed JSON', () => {
  test.each(inGate(PAYLOADS))('holds no JSON text for %j', { tags: ['night'] }, (payload) => {
    for (const how of BREAKAGES)
      for (const at of [0, 0.5, 1]) expect(isJson(breakJson(payload, { how, at })), `${how} at ${at}`).toBe(false);
  });

  test('holds no JSON text for generated payloads', () => {
    const seed = freshSeed();
    fc.assert(
      fc.property(payloads, fc.oneof(anyWay, malformed.cases), (payload, breakage) => {
        expect(isJson(breakJson(payload, breakage))).toBe(false);
      }),
      { seed, numRuns: 2000 },
    );
  });

  test('is whole but for two bytes where it is not UTF-8', () => {
    const seed = freshSeed();
    fc.assert(
      fc.property(payloads, (payload) => {
        const bytes = breakJson(payload, { how: NOT_UTF8, at: 0 });
        if (typeof bytes === 'string') throw new Error('wrong bytes cannot be a text');
        const replaced: unknown = JSON.parse(new TextDecoder().decode(bytes));
        const names = Object.keys(payload);
        const lacking = names.some((name) => typeof payload[name] === 'string' && payload[name] !== '');
        expect(Object.keys(replaced ?? {})).toEqual(lacking ? names : expect.arrayContaining(names));
      }),
      { seed, numRuns: 500 },
    );
  });
});

const LENIENT: Server = {
  wrap: (fetch) => async (request) => {
    const { method, headers, url } = request;
    const isJsonBody = headers.get('content-type')?.startsWith('application/json') === true;
    if (method !== 'POST' || !isJsonBody) return fetch(request);
    // Many frameworks decode so before they parse: each wrong byte becomes U+FFFD.
    const body = new TextDecoder().decode(await request.arrayBuffer());
    const again = new Headers(headers);
    again.delete('content-length');
    return fetch(new Request(url, { method, headers: again, body }));
  },
};

test('a server that stores what is not UTF-8 is told what it took, and fails no must', {
  tags: ['night'],
}, async () => {
  const { of, ended } = await judged(
    ['create/malformed', 'create/extended-json', 'operation/malformed', 'command/malformed'],
    LENIENT,
  );
  expect(of('create/extended-json', 'deals')).toMatchObject({ outcome: 'fail', counterexample: NOT_UTF8 });
  expect(ended('fail')).toEqual(['create/extended-json deals']);
});

/** Reads comments wherever JSON is sent, as Ruby's parser does by itself. */
const COMMENTED: Server = {
  wrap: (fetch) => async (request) => {
    if (request.headers.get('content-type')?.startsWith('application/json') !== true) return fetch(request);
    const body = new Uint8Array(await request.arrayBuffer());
    const text = new TextDecoder().decode(body);
    const again = new Headers(request.headers);
    again.delete('content-length');
    const read = text.startsWith('/*') ? text.replace(/^\/\*.*?\*\//u, '') : body;
    return fetch(new Request(request.url, { method: request.method, headers: again, body: read }));
  },
};

test('a parser that takes comments besides is told as what should not be, and fails no must', {
  tags: ['night'],
}, async () => {
  const rules = ['create/malformed', 'create/extended-json', 'operation/malformed', 'command/malformed'];
  const { of, results } = await judged(rules, COMMENTED);
  expect(of('create/extended-json', 'deals')).toMatchObject({ outcome: 'fail', counterexample: 'a comment' });
  expect(results.filter(({ outcome }) => outcome === 'fail')).toHaveLength(1);
});

function isJson(broken: string | Uint8Array): boolean {
  try {
    const text = typeof broken === 'string' ? broken : new TextDecoder('utf-8', { fatal: true }).decode(broken);
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function freshSeed(): number {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.info(`seed ${seed}`);
  return seed;
}
