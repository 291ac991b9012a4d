import { expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { readingField } from './rewriting.ts';

/** A star in quotes, alone in If-None-Match, at each place that is read: a tag like any other (RFC 9110 8.8.3, 13.1.2). */
const RULES = ['validator/if-none-match', 'read/made'];
const star = (tags: string): string => (tags.trim() === '"*"' ? '*' : tags);
const PLACES: readonly (readonly [string, string, RegExp])[] = [
  ['the collection of deals', 'validator/if-none-match deals', /^\/rest\/1\/deals\/$/u],
  ['the collection of users, and queries of it', 'validator/if-none-match users', /^\/users$/u],
  ['nested records', 'validator/if-none-match users', /^\/users\/[^/]+\/./u],
  ['what a query of 4.3 finds', 'validator/if-none-match users', /^\/query\/users\//u],
  ['the list of holds', 'read/made deals', /\/holds$/u],
];

test.each(inGate(PLACES, 2))(
  'found: a star in quotes for any tag at %s',
  { tags: ['night'] },
  async (_, expected, place) => {
    const wrap = readingField((request, path) => request.method === 'GET' && place.test(path), 'if-none-match', star);
    const { ended } = await judged(RULES, { wrap, options: { operationForms: ['E'], representations: ['json'] } });
    expect(ended('fail')).toContain(expected);
  },
);

test('not failed: no condition is read in lists', { tags: ['night'] }, async () => {
  const isList = (_: Request, path: string): boolean => /^\/rest\/1\/deals\/$|^\/users$|\/holds$/u.test(path);
  const wrap = readingField(isList, 'if-none-match', (tags) => (tags === '"*"' ? undefined : tags));
  const { ended } = await judged(RULES, { wrap, options: { operationForms: ['E'], representations: ['json'] } });
  expect(ended('fail')).toEqual([]);
});
