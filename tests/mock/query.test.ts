import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queryValue } from '../../mock/service/query.ts';

const piece = fc.constantFrom(
  'name',
  'n%61me',
  'na',
  'x',
  '=',
  '&',
  '+',
  '%',
  '%20',
  '%C3%A9',
  '%ff',
  '%EF%BB%BF',
  'é',
  '?',
  '#',
);

test('a value is what URLSearchParams reads', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const query = pieces.join('');
      expect(queryValue(query, 'name')).toBe(new URLSearchParams(`?${query}`).get('name') ?? undefined);
    }),
    { numRuns: 5000 },
  );
});
