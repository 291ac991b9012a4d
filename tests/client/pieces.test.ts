import { randomFillSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createShelf } from '../../client/bytes.ts';
import { createPieces } from '../../client/pieces.ts';
import { createSpool } from '../../client/spool.ts';

const NOISE = randomFillSync(Buffer.alloc(300_000));

test.each([
  ['nothing', Buffer.alloc(0)],
  ['one byte', Buffer.from('a')],
  ['one byte again and again', Buffer.alloc(300_000, 'a')],
  ['noise', NOISE],
])('a body of %s comes back as it was', (_, body) => {
  expect(Buffer.from(createPieces(createSpool())(body)()).equals(body)).toBe(true);
});

test('a body is put together again, whatever came between', { tags: ['night'] }, () => {
  const shared = createShelf();
  const bodies = Array.from({ length: 60 }, (_, i) => {
    const at = (i * 7919) % NOISE.length;
    return Buffer.concat([NOISE.subarray(0, at), Buffer.from(`${i}`), NOISE.subarray(at)]);
  });
  const kept = bodies.map((body) => shared(Uint8Array.from(body)));
  expect(bodies.filter((body, i) => !body.equals(kept[i]?.bytes ?? Buffer.alloc(0)))).toEqual([]);
});
