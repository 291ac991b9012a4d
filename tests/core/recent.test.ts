import { expect, test } from 'vitest';
import { createRecent } from '../../core/representation/recent.ts';

test('what was made of the latest bodies is kept, and the oldest goes first', () => {
  const recent = createRecent<number>(10);
  const [a, b, c] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.alloc(4)];
  recent.keep(a, 'json', 1);
  recent.keep(b, 'json', 2);
  recent.keep(c, 'json', 3);
  expect([a, b, c].map((body) => recent.get(body, 'json'))).toEqual([undefined, 2, 3]);
});

test('a body counts once for each kind', () => {
  const recent = createRecent<number>(10);
  const body = Buffer.alloc(4);
  const kinds = Array.from({ length: 100 }, (_, i) => `kind ${i}`);
  for (const [i, kind] of kinds.entries()) recent.keep(body, kind, i);
  expect(kinds.filter((kind) => recent.get(body, kind) !== undefined).length).toBeLessThanOrEqual(2);
  expect(recent.get(body, 'kind 99')).toBe(99);
});

test('the last body stays however large, and is replaced', () => {
  const recent = createRecent<string>(10);
  const [large, other] = [Buffer.alloc(100), Buffer.alloc(1)];
  recent.keep(large, 'json', 'large');
  expect(recent.get(large, 'json')).toBe('large');
  recent.keep(other, 'json', 'other');
  expect([recent.get(large, 'json'), recent.get(other, 'json')]).toEqual([undefined, 'other']);
});
