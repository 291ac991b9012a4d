import fc from 'fast-check';

/**
 * Any code point but half of a surrogate pair: what fast-check's unit `binary` makes, which builds a table of them all when it is first
 * used. The table takes each worker some seconds.
 */
export const anyCodePoint: fc.Arbitrary<string> = fc
  .oneof(
    fc.integer({ max: 0x7f, min: 0 }),
    fc.integer({ max: 0xd7ff, min: 0x80 }),
    fc.integer({ max: 0x10ffff, min: 0xe000 }),
  )
  .map((code) => String.fromCodePoint(code));
