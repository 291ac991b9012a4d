import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../../core/representation/json.ts';
import { casesInGate } from '../in-gate.ts';

test.each([
  ['an id beyond 2 to the 53rd', '{"id":1784512345754398701}', { id: '1784512345754398701' }],
  ['a negative one', '[-9007199254740993]', ['-9007199254740993']],
  ['one of 400 digits', `[${'9'.repeat(400)}]`, ['9'.repeat(400)]],
  ['one that a number holds', '[18446744073709551616, 1000000000000000000000]', [2 ** 64, 1e21]],
  ['one as JavaScript writes a number', `[${Number('1784512345754398701')}]`, [Number('1784512345754398701')]],
  [
    'what is no integer',
    '[1784512345754398701.5, 1784512345754398701e3]',
    [Number('1784512345754398701.5'), Number('1784512345754398701e3')],
  ],
  ['digits in a string', '["\\"1784512345754398701"]', ['"1784512345754398701']],
])('%s', (_, text, value) => {
  expect(parseJson(text)).toEqual({ value });
});

test('a number with a leading zero is no JSON, however long', () => {
  expect(parseJson('[01784512345754398701]')).toHaveProperty('problem');
});

test('what JSON.stringify writes is read as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(parseJson(text)).toEqual({ value: JSON.parse(text) });
    }),
    { numRuns: casesInGate(1000) },
  );
});

test('integers keep their digits', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.string(), (integer, name) => {
      const text = `{${JSON.stringify(name)}: ${integer}}`;
      const { value } = parseJson(text) as { readonly value: Record<string, unknown> }; // an object was written
      expect(BigInt(value[name] as string | number)).toBe(integer); // an integer is read as one of these
    }),
    { numRuns: casesInGate(1000) },
  );
});
