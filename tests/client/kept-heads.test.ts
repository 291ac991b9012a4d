import { expect, test } from 'vitest';
import { createShelf } from '../../client/bytes.ts';
import { createHeadShelf } from '../../client/kept.ts';

test.each([0, 3, 400])('a head of %i fields comes back as it was, whatever came between', (count) => {
  const kept = createHeadShelf(createShelf());
  const heads = Array.from({ length: 40 }, (_, head) =>
    Array.from({ length: count }, (_, i) => [`X-${head}-${i}`, `ü\u0080 ${'v'.repeat(100)}`] as const),
  );
  const getters = heads.map(kept);
  expect(getters.map((lines) => lines())).toEqual(heads);
});
