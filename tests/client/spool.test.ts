import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createShelf } from '../../client/bytes.ts';
import { createHeadShelf } from '../../client/kept.ts';
import { createSpool, type Spool } from '../../client/spool.ts';
import { temporaryFolder } from '../cli/assayer.ts';

afterEach(() => vi.unstubAllEnvs());

/** A spool that tells how many bytes it keeps in memory. */
function counting(inMemory: number): { readonly spool: Spool; readonly held: () => number } {
  const inner = createSpool(inMemory);
  let held = 0;
  return {
    spool(bytes) {
      const kept = inner(bytes);
      if (typeof kept !== 'function') held += kept.length;
      return kept;
    },
    held: () => held,
  };
}

test('beyond its bound nothing stays in memory, and all of it comes back from a file that has no name', async () => {
  await using folder = await temporaryFolder();
  vi.stubEnv('TMPDIR', folder.path);
  const { spool, held } = counting(100_000);
  const shared = createShelf(spool);
  // As they are, compressed as a whole, and in several pieces.
  const bodies = Array.from({ length: 60 }, (_, i) => randomBytes(2000 + (i % 3) * 40_000));
  const kept = bodies.map((body) => shared(Uint8Array.from(body)));
  expect(bodies.filter((body, i) => !body.equals(kept[i]?.bytes ?? Buffer.alloc(0)))).toEqual([]);
  expect(held()).toBeGreaterThan(0);
  expect(held()).toBeLessThanOrEqual(100_000);
  expect(await readdir(folder.path)).toEqual([]);
});

test('heads that are always new are put away with the bodies, and those that come again are not', () => {
  const { spool, held } = counting(Number.POSITIVE_INFINITY);
  const keptHead = createHeadShelf(createShelf(spool));
  const head = (nth: string): [string, string][] => [
    ['Date', 'Wed, 25 Nov 2026 16:00:00 GMT'],
    ['Content-Security-Policy', 'p'.repeat(5000)],
    ['X-Id', nth],
  ];
  for (let nth = 0; nth < 100; nth += 1) expect(keptHead(head(`${nth}`))()).toEqual(head(`${nth}`));
  // The first of them alone: nobody knows yet that the policy will come again.
  expect(held()).toBeLessThan(2 * 5500);
  const long = 'x'.repeat(5000);
  for (let nth = 0; nth < 100; nth += 1) keptHead(head(`${nth}${long}`));
  expect(held()).toBeGreaterThan(100 * 5000);
});

test('equal lines of heads are one', () => {
  const keptHead = createHeadShelf(createShelf());
  const [one, other] = ['1', '2'].map((nth) =>
    keptHead([
      ['Vary', 'Accept'],
      ['X-Id', nth],
    ])(),
  );
  expect(other?.[0]).toBe(one?.[0]);
  expect(other?.[1]).toEqual(['X-Id', '2']);
});

test('where no file can be made, all stays in memory', () => {
  vi.stubEnv('TMPDIR', '/dev/null/nowhere');
  const { spool, held } = counting(1000);
  const bodies = Array.from({ length: 5 }, () => randomBytes(900));
  const shelf = bodies.map(spool);
  expect(shelf).toEqual(bodies);
  expect(held()).toBe(4500);
});
