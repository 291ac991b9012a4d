import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** A star in quotes, and tags in several lines, at what operations made. */
type Wrap = (fetch: Fetch) => Fetch;
type Meant = (request: Request, path: string) => boolean;

const at =
  (method: string, path: RegExp): Meant =>
  (request, own) =>
    request.method === method && path.test(own);

/** Reads a condition otherwise than it is written, at these requests; undefined is no condition. */
const reads =
  (isMeant: Meant, field: string, read: (tags: string) => string | undefined): Wrap =>
  (fetch) =>
  (request) => {
    const tags = request.headers.get(field);
    if (tags === null || !isMeant(request, new URL(request.url).pathname)) return fetch(request);
    const headers = new Headers(request.headers);
    headers.delete(field);
    const other = read(tags);
    if (other !== undefined) headers.set(field, other);
    return fetch(new Request(request, { headers }));
  };

/** A star is a star, in quotes or not. */
const star = (tags: string): string => (tags === '"*"' ? '*' : tags);
/** Only the first of two lines is read, or the last: no other list begins, or ends, as these do. */
const firstLine = (tags: string): string => (/^"assayer,nil","assayer-none"/u.test(tags) ? '"assayer-none"' : tags);
const lastLine = (tags: string): string => (tags.endsWith(', W/"assayer-none"') ? '"assayer-none"' : tags);

const RULES = ['read/made', 'validator/if-match'];
const [MADE, WRITES] = ['read/made deals', 'validator/if-match deals'];

const WRONG: readonly (readonly [string, string, Wrap])[] = [
  ['a star in quotes at a hold', MADE, reads(at('GET', /\/holds\/[^/]+$/u), 'if-none-match', star)],
  [
    'a star in quotes at a command of a deal',
    MADE,
    reads(at('GET', /\/deals\/[^/]+\/commands\//u), 'if-none-match', star),
  ],
  ['a star in quotes at a command', MADE, reads(at('GET', /^\/commands\//u), 'if-none-match', star)],
  ['the first line at a hold', MADE, reads(at('GET', /\/holds\/[^/]+$/u), 'if-none-match', firstLine)],
  [
    'the last line at a command of a deal',
    MADE,
    reads(at('GET', /\/deals\/[^/]+\/commands\//u), 'if-none-match', lastLine),
  ],
  ['a star in quotes where a command is written to', WRITES, reads(at('PUT', /^\/commands\//u), 'if-match', star)],
  [
    'a star in quotes where a command of a deal is not to be there',
    WRITES,
    reads(at('PUT', /\/deals\/[^/]+\/commands\//u), 'if-none-match', star),
  ],
];

test.each(inGate(WRONG, 4))('found: %s', { tags: ['night'] }, async (_, expected, wrap) => {
  const options = { operationForms: ['A', 'E', 'F', 'G'], representations: ['json'] } as const;
  const { ended, results } = await judged(RULES, { wrap, options });
  expect(ended('fail'), JSON.stringify(results.filter(({ outcome }) => outcome !== 'pass'))).toContain(expected);
});

const isBelow: Meant = (_, path) => /\/deals\/[^/]+\/.|^\/commands\//u.test(path);

const RIGHT: readonly (readonly [string, Wrap])[] = [
  [
    'no tags below a deal, nor at commands',
    (fetch) => async (request) => {
      if (!isBelow(request, new URL(request.url).pathname)) return fetch(request);
      const headers = new Headers(request.headers);
      for (const name of [...headers.keys()]) if (name.startsWith('if-')) headers.delete(name);
      const answer = await fetch(new Request(request, { headers }));
      const own = new Headers(answer.headers);
      for (const name of ['etag', 'last-modified']) own.delete(name);
      return new Response(answer.body, { status: answer.status, headers: own });
    },
  ],
  ['no condition of a write to a command', reads(at('PUT', /\/commands\//u), 'if-match', () => undefined)],
  [
    'no If-None-Match of a write',
    reads(
      (request) => !['GET', 'HEAD'].includes(request.method),
      'if-none-match',
      () => undefined,
    ),
  ],
];

test.each(inGate(RIGHT, 3))('not failed: %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended, of } = await judged(RULES, { wrap, options: { representations: ['json'] } });
  const told = ended('fail').map((one) => of(one.split(' ')[0] ?? '', one.split(' ')[1] ?? '').reason);
  expect(told).toEqual([]);
});
