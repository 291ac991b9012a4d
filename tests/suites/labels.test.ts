import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** Labels the bodies with some status in another way; without one where `type` is undefined. */
function labelled(status: number, from: string, type: string | undefined): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    const own = response.headers.get('content-type') ?? '';
    if (response.status !== status || !own.startsWith(from)) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-type');
    if (type !== undefined) headers.set('content-type', type);
    // Bytes, since a text gets a type of its own.
    return new Response(new Uint8Array(await response.arrayBuffer()), { status, headers });
  };
}

const RULES = ['negotiate/labelled', 'create/describes', 'create/malformed', 'read/unknown-item'];

const FALSE: readonly (readonly [string, (fetch: Fetch) => Fetch])[] = [
  ['a refusal in JSON that says it is a page', labelled(404, 'application/problem+json', 'text/html')],
  ['a creation in XML that says it is a page', labelled(201, 'application/xml', 'text/html; charset=utf-8')],
  ['a refusal without a label', labelled(400, 'application/problem+json', undefined)],
  ['a creation without a label', labelled(201, 'application/xml', undefined)],
];

test.each(inGate(FALSE))('found: %s', async (_, wrap) => {
  const { ended } = await judged(RULES, { wrap });
  expect(ended('fail')).toContain('negotiate/labelled target');
});

const TRUE: readonly (readonly [string, (fetch: Fetch) => Fetch])[] = [
  ['a refusal in JSON that says it is text', labelled(404, 'application/problem+json', 'text/plain')],
  ['XHTML that says it is a page', asXhtml],
];

test.each(inGate(TRUE))('not failed: %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged(RULES, { wrap });
  expect(ended('fail')).toEqual([]);
});

function asXhtml(fetch: Fetch): Fetch {
  return async (request) => {
    const response = await fetch(request);
    if (!(response.headers.get('content-type') ?? '').startsWith('text/html')) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    const text = `<?xml version="1.0"?>\n${await response.text()}`;
    return new Response(text, { status: response.status, headers });
  };
}
