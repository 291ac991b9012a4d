import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { readingField } from './rewriting.ts';

/** A collection on which other rules create all the time, and its conditions. */
type Wrap = (fetch: Fetch) => Fetch;
const RULES = ['status/steady', 'validator/if-none-match'];

const isListed = ({ method, url }: Request): boolean => method === 'GET' && url.endsWith('/deals/');
const unread = (isMeant: (request: Request) => boolean, name: string): Wrap =>
  readingField(isMeant, name, () => undefined);

/** Answers 412 where a reading names the current tag or the date. */
function refusing(field: string, validator: string): Wrap {
  return (fetch) => async (request) => {
    const asked = request.headers.get(field);
    if (asked === null || !isListed(request)) return fetch(request);
    const plain = await fetch(new Request(request.url, { headers: { accept: request.headers.get('accept') ?? '' } }));
    const current = plain.headers.get(validator) ?? '';
    return asked.includes(current) ? new Response(null, { status: 412 }) : fetch(request);
  };
}

const WRONG: Readonly<Record<string, Wrap>> = {
  'If-None-Match is not read there': unread(isListed, 'if-none-match'),
  'If-None-Match is not read there as XML': unread(
    (request) => isListed(request) && request.headers.get('accept') === 'application/xml',
    'if-none-match',
  ),
  'If-Modified-Since is not read there': unread(isListed, 'if-modified-since'),
  'If-Match of its tag does not match there': refusing('if-match', 'etag'),
  'If-Match of its tag weakly matches there': readingField(isListed, 'if-match', (tags) => tags.replaceAll('W/', '')),
  'commas inside of a tag end it there': readingField(isListed, 'if-none-match', (tags) =>
    tags
      .split(',')
      .map((tag) => `"${tag.replace(/^\s*(?:W\/)?|"/gu, '').trim()}"`)
      .join(', ')
      .replaceAll('"*"', '*'),
  ),
  'its own date is one before it was modified': refusing('if-unmodified-since', 'last-modified'),
};

test.each(inGate(Object.entries(WRONG)))('found: %s', async (_, wrap) => {
  const { of } = await judged(RULES, { wrap, concurrency: 1 });
  expect(of('status/steady', 'target').outcome).toBe('fail');
});

const always = (): boolean => true;

const LEGAL: Readonly<Record<string, Wrap>> = {
  'If-Modified-Since is read nowhere': unread(always, 'if-modified-since'),
  'If-Match is read nowhere': unread(always, 'if-match'),
  'If-None-Match is read nowhere': unread(always, 'if-none-match'),
  'another tag each time': (fetch) => async (request) => {
    const response = await fetch(request);
    if (!isListed(request) || response.status !== 200) return response;
    const headers = { ...Object.fromEntries(response.headers), etag: `"${crypto.randomUUID()}"` };
    return new Response(response.body, { headers });
  },
};

test.each(inGate(Object.entries(LEGAL)))('not failed: %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged(RULES, { wrap });
  expect(of('status/steady', 'target').outcome).not.toBe('fail');
});
