import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const options: { readonly representations: ('json' | 'xml')[] } = { representations: ['json', 'xml'] };

/** Answers 404 in the type that was asked for, with these fields. */
function missingWith(fields: Readonly<Record<string, string>>) {
  return (fetch: Fetch): Fetch =>
    async (request) => {
      const response = await fetch(request);
      if (response.status !== 404) return response;
      const isXml = request.headers.get('accept') === 'application/xml';
      const type = isXml ? 'application/xml' : 'application/json';
      const headers = { 'content-type': type, ...fields };
      return new Response(isXml ? '<none/>' : '{}', { status: 404, headers });
    };
}

test('a 404 in the type that was asked for without Vary is found', async () => {
  const { ended } = await judged(['negotiate/vary'], { wrap: missingWith({}), options });
  expect(ended('fail')).toContain('negotiate/vary users');
});

test.each([
  ['names Accept', missingWith({ vary: 'Accept' })],
  ['is kept by no cache', missingWith({ 'cache-control': 'no-store' })],
  ['is of one type', missingWith({ 'content-type': 'text/plain' })],
])('not failed: a 404 that %s', async (_, wrap) => {
  const { ended } = await judged(['negotiate/vary'], { wrap, options });
  expect(ended('fail')).toEqual([]);
});

/** Packs bodies for clients of which `isTaken` holds. */
function packing(isTaken: (coding: string, url: string, status: number) => boolean) {
  return (fetch: Fetch): Fetch =>
    async (request) => {
      const response = await fetch(request);
      const coding = request.headers.get('accept-encoding') ?? '';
      const body = Buffer.from(await response.clone().arrayBuffer());
      if (request.method !== 'GET' || body.length === 0 || !isTaken(coding, request.url, response.status))
        return response;
      const headers = new Headers(response.headers);
      for (const name of ['etag', 'content-length']) headers.delete(name);
      headers.set('content-encoding', 'gzip');
      headers.append('vary', 'Accept-Encoding');
      return new Response(gzipSync(body), { status: response.status, headers });
    };
}

const takes = (coding: string): boolean => /gzip(?!;q=0$)/u.test(coding);

test.each([
  [
    'a refusal for gzip;q=0',
    (coding: string, _: string, status: number) => takes(coding) || (status >= 400 && coding.includes('gzip')),
  ],
  [
    'one collection for identity',
    (coding: string, url: string) => takes(coding) || (url.endsWith('/users') && coding === 'identity'),
  ],
])('found: gzip of %s', { tags: ['night'] }, async (_, isTaken) => {
  const { ended } = await judged(['negotiate/labelled'], { wrap: packing(isTaken), options });
  expect(ended('fail')).toEqual(['negotiate/labelled target']);
});

test.each(
  inGate(
    [
      ['for who takes it', takes],
      ['for everybody', () => true],
    ],
    2,
  ),
)('not failed: gzip %s', { tags: ['night'] }, async (_, isTaken) => {
  const { ended } = await judged(['negotiate/labelled'], { wrap: packing(isTaken), options });
  expect(ended('fail')).toEqual([]);
});
