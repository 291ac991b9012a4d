import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const RULE = 'create/any-valid';

/** Writes a deal in another way for who asks for this language. */
const writing =
  (language: RegExp, write: (text: string) => string): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const response = await fetch(request);
    const isAsked = language.test(request.headers.get('accept-language') ?? '') && request.method === 'GET';
    if (!isAsked || response.status !== 200 || !/\/deals\/[^/]+$/u.test(request.url)) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(write(await response.text()), { status: 200, headers });
  };

const WRONG: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['numbers with a comma', writing(/^de/u, (text) => text.replace('1234.5', '1234,5'))],
  ['numbers as texts of a language', writing(/^de/u, (text) => text.replace('1234.5', '"1.234,50"'))],
  ['digits of a language', writing(/^ar/u, (text) => text.replace('1234.5', '١٢٣٤٫٥'))],
  ['flags as words of a language', writing(/^hi/u, (text) => text.replace(/true/u, '"हाँ"'))],
];

test.each(inGate(WRONG))('found: a server that writes %s', async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
});

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['tells a label in the language', writing(/^de/u, (text) => text.replace(/^\{/u, '{"label":"Geschäft",'))],
  ['writes the same number in another way', writing(/^de/u, (text) => text.replace('1234.5', '1.2345e3'))],
  [
    'refuses other languages',
    (fetch) => async (request) =>
      request.headers.has('accept-language') ? Response.json({}, { status: 406 }) : fetch(request),
  ],
];

test.each(inGate(LEGAL))('legal: a server that %s', async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ reason: '', outcome: 'pass' });
});
