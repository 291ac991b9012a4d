import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const RULE = 'read/head';
const options = { operationForms: ['A'], representations: ['json'] } as const;

/** Keeps what the first HEAD of a record was answered, or leaves out of a HEAD what costs something to find. */
const heading =
  (fields: readonly string[], isKept: boolean): ((fetch: Fetch) => Fetch) =>
  (fetch) => {
    const known = new Map<string, Headers>();
    return async (request) => {
      const response = await fetch(request);
      if (request.method !== 'HEAD' || !/\/deals\/[^/]+$/u.test(request.url) || response.status !== 200)
        return response;
      const first = known.get(request.url) ?? response.headers;
      known.set(request.url, first);
      const headers = new Headers(response.headers);
      for (const field of fields) {
        const old = first.get(field);
        headers.delete(field);
        if (isKept && old !== null) headers.set(field, old);
      }
      return new Response(null, { status: 200, headers });
    };
  };

const CASES: readonly (readonly [what: string, wrap: (fetch: Fetch) => Fetch, outcome: string])[] = [
  ['found: keeps the tag of the first HEAD', heading(['etag'], true), 'fail'],
  ['found: keeps the length of the first HEAD', heading(['content-length', 'etag'], true), 'fail'],
  ['legal: gives no validators to HEAD', heading(['etag', 'last-modified', 'content-length'], false), 'pass'],
];

test.each(inGate(CASES, 2))('%s', async (_, wrap, outcome) => {
  const { of } = await judged([`${RULE}#deals`], { wrap, options });
  expect(of(RULE, 'deals')).toMatchObject({ outcome });
});
