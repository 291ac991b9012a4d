import { expect, test } from 'vitest';
import { before, judged } from './judged.ts';

// A router may take a segment as it is written where a letter, digit or mark is percent-encoded that need not be. RFC 3986 6.2.2.2 has both
// spellings name the same, which is a should of the catalogue; the document says nothing of spellings.

const RULES = ['create/lasting', 'create/every', 'delete/every', 'delete/status', 'query/status', 'address/equivalent'];
const NEEDLESS = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/iu;

test('a service that finds nothing under needlessly encoded segments fails the rule about spellings alone', {
  tags: ['night'],
}, async () => {
  const wrap = before(async ({ path }, next) =>
    NEEDLESS.test(path) ? Response.json('not found', { status: 404 }) : next(),
  );
  const { ended } = await judged(RULES, { wrap, options: { commandQuery: true } });
  expect(ended('fail')).toEqual(['address/equivalent deals']);
});

test('so does one whose queries alone do so', { tags: ['night'] }, async () => {
  const wrap = before(async ({ path }, next) =>
    path.startsWith('/query/') && NEEDLESS.test(path) ? Response.json('not found', { status: 404 }) : next(),
  );
  const { ended, of } = await judged(RULES, { wrap, options: { commandQuery: true } });
  expect(ended('fail')).toEqual(['address/equivalent deals']);
  expect(of('address/equivalent', 'deals').reason).toContain('what the query finds');
});
