import { expect, test } from 'vitest';
import { FORMS } from '../../core/claims.ts';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { readingField } from './rewriting.ts';

/** Every syntax of a condition on what writes: each server here reads one of them wrongly. */
type Wrap = (fetch: Fetch) => Fetch;
type IsMeant = (request: Request, path: string) => boolean;

const DEAL = /\/deals\/[^/]+$/u;
const deletes: IsMeant = ({ method }, path) => method === 'DELETE' && DEAL.test(path);
const putsDeal: IsMeant = ({ method }, path) => method === 'PUT' && DEAL.test(path);
const puts =
  (path: RegExp): IsMeant =>
  ({ method }, own) =>
    method === 'PUT' && path.test(own);
const posts: IsMeant = ({ method }, path) => method === 'POST' && path.endsWith('/holds');

const unless = (unread: RegExp) => (value: string) => (unread.test(value) ? undefined : value);
const instead = (of: RegExp, value: string) => (own: string) => (of.test(own) ? value : own);
const withoutWeak = (tags: string): string => tags.replace(/W\/"[^"]*"/gu, '"assayer-weak"');

/** Answers 412 to what is not there, where it names a field. */
const missed = (isMeant: IsMeant, field: string): Wrap => {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    const isIt =
      response.status === 404 && request.headers.has(field) && isMeant(request, new URL(request.url).pathname);
    return isIt ? new Response(null, { status: 412 }) : response;
  };
};

/** Takes a part of the current tag for all of it. */
const partly: Wrap = (fetch) => async (request) => {
  const asked = request.headers.get('if-match');
  if (asked === null || !deletes(request, new URL(request.url).pathname)) return fetch(request);
  const tag = (await fetch(new Request(request.url))).headers.get('etag') ?? '';
  const parts = asked.match(/"[^"]+"/gu) ?? [];
  const isPart = parts.some((part) => tag.slice(1, -1).startsWith(part.slice(1, -1)));
  const headers = new Headers(request.headers);
  if (isPart) headers.set('if-match', tag);
  return fetch(new Request(request, { headers }));
};

const WRONG: Readonly<Record<string, Wrap>> = {
  'DELETE does not read dates of RFC 850': readingField(deletes, 'if-unmodified-since', unless(/day, /u)),
  'DELETE does not read dates of asctime': readingField(deletes, 'if-unmodified-since', unless(/ \d{4}$/u)),
  'PUT does not read dates of RFC 850': readingField(putsDeal, 'if-unmodified-since', unless(/day, /u)),
  'POST does not read dates of RFC 850': readingField(posts, 'if-unmodified-since', unless(/day, /u)),
  'DELETE compares If-None-Match strongly': readingField(deletes, 'if-none-match', withoutWeak),
  'PUT compares If-None-Match strongly': readingField(putsDeal, 'if-none-match', withoutWeak),
  'PUT of a document compares If-None-Match strongly': readingField(
    puts(/^\/commands\//u),
    'if-none-match',
    withoutWeak,
  ),
  'DELETE ends a list at an empty member': readingField(deletes, 'if-match', (tags) => tags.replace(/,,.*$/u, '')),
  'PUT ends a list at an empty member': readingField(putsDeal, 'if-match', (tags) => tags.replace(/,,.*$/u, '')),
  'DELETE takes a part of a tag for it': partly,
  'a path verb takes a star in quotes for any tag': readingField(
    puts(/\/complete$/u),
    'if-match',
    instead(/^"\*"$/u, '*'),
  ),
  'a star is no tag of a document': readingField(
    puts(/\/commands\//u),
    'if-match',
    instead(/^\*$/u, '"assayer-nobody"'),
  ),
  'DELETE of what never was has conditions': missed(deletes, 'if-unmodified-since'),
  'DELETE of what never was does not match *': missed(
    (request, path) => deletes(request, path) && request.headers.get('if-match') === '*',
    'if-match',
  ),
  'PUT of what never was matches *': missed(puts(/\/deals\//u), 'if-none-match'),
};

const options = { representations: ['json'], operationForms: FORMS } as const;

test.each(inGate(Object.entries(WRONG)))('found: %s', async (_, wrap) => {
  const { ended } = await judged(['validator/if-match'], { wrap, options });
  expect(ended('fail')).toEqual(['validator/if-match deals']);
});

const always: IsMeant = () => true;
const none = (): undefined => undefined;

test.each<[string, Wrap]>([
  [
    'If-Match and If-Unmodified-Since are read nowhere',
    (fetch) => readingField(always, 'if-match', none)(readingField(always, 'if-unmodified-since', none)(fetch)),
  ],
  ['If-None-Match is read nowhere', readingField(always, 'if-none-match', none)],
  ['documents read no If-Match', readingField(puts(/\/commands\//u), 'if-match', none)],
])('not failed: %s', async (_, wrap) => {
  const { ended } = await judged(['validator/if-match'], { wrap });
  expect(ended('fail')).toEqual([]);
});
