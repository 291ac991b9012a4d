import { expect, test } from 'vitest';
import type { Fetch, MockOptions } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** Writes to a record on conditions about its date, and on a star in quotes. */
type Wrap = (fetch: Fetch) => Fetch;

const RULE = 'validator/if-match';
const DEAL = /\/deals\/[^/]+$/u;
const options: MockOptions = { operationForms: ['A', 'D'], representations: ['json'] };

/** Answers so in place of the mock where a write carries this field and the record tells that. */
const answering =
  (
    methods: readonly string[],
    field: string,
    status: number,
    isMeant: (value: string, record: Response) => boolean,
  ): Wrap =>
  (fetch) =>
  async (request) => {
    const value = request.headers.get(field);
    if (value === null || !methods.includes(request.method) || !DEAL.test(request.url)) return fetch(request);
    const record = await fetch(new Request(request.url, { headers: { cookie: request.headers.get('cookie') ?? '' } }));
    return isMeant(value, record) ? new Response(null, { status }) : fetch(request);
  };

const isItsOwn = (value: string, record: Response): boolean => value === record.headers.get('last-modified');
const isThere = (_: string, { status }: Response): boolean => status === 200;

/** Takes a star in quotes, where it stands alone, for the star. */
const unquoting: Wrap = (fetch) => (request) => {
  if (request.method !== 'DELETE' || request.headers.get('if-match') !== '"*"') return fetch(request);
  const headers = new Headers(request.headers);
  headers.set('if-match', '*');
  return fetch(new Request(request, { headers }));
};

const WRONG: Readonly<Record<string, Wrap>> = {
  'a DELETE is refused for its own date': answering(['DELETE'], 'if-unmodified-since', 412, isItsOwn),
  'a PUT is refused for its own date': answering(['PUT'], 'if-unmodified-since', 412, isItsOwn),
  'a PUT is answered 304 for If-Modified-Since': answering(['PUT'], 'if-modified-since', 304, isThere),
  'a star in quotes is the star': unquoting,
};

test.each(inGate(Object.entries(WRONG)))('found: %s', async (_, wrap) => {
  const { ended } = await judged([RULE], { wrap, options });
  expect(ended('fail')).toEqual([`${RULE} deals`]);
});

/** Passes over these fields of all requests, or of writes. */
const without =
  (names: readonly string[], hasDates = true): Wrap =>
  (fetch) =>
  async (request) => {
    const headers = new Headers(request.headers);
    for (const name of names) headers.delete(name);
    const response = await fetch(new Request(request, { headers }));
    if (hasDates) return response;
    const fields = new Headers(response.headers);
    fields.delete('last-modified');
    return new Response(response.body, { status: response.status, headers: fields });
  };

const LEGAL: Readonly<Record<string, Wrap>> = {
  'If-Modified-Since is read nowhere': without(['if-modified-since']),
  'no conditions are read': without(['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since']),
  'no dates are told': without(['if-modified-since', 'if-unmodified-since'], false),
  'a second PUT is refused for the state of the deal': (fetch) => {
    const held = new Set<string>();
    return async (request) => {
      if (request.method !== 'PUT' || !DEAL.test(request.url)) return fetch(request);
      if (held.has(request.url)) return Response.json({}, { status: 409 });
      const response = await fetch(request);
      if (response.ok) held.add(request.url);
      return response;
    };
  },
};

test.each(inGate(Object.entries(LEGAL)))('legal: %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged([RULE], { wrap, options });
  expect(ended('fail')).toEqual([]);
});
