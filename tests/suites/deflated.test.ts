import { deflateRawSync, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { failedOnSockets, type Take } from './on-sockets.ts';

const RULE = 'negotiate/labelled';
const OPTIONS = { representations: ['json'] } as const;

/** Packs the collection for who takes deflate. */
const packing =
  (pack: (text: string) => Uint8Array): Take =>
  (incoming, outgoing, next) => {
    if (incoming.url?.endsWith('/deals/') !== true || incoming.headers['accept-encoding'] !== 'deflate') return next();
    const headers = { 'content-type': 'application/json', 'content-encoding': 'deflate', vary: 'Accept-Encoding' };
    outgoing.writeHead(200, headers).end(pack('[]'));
  };

test('deflate without the zlib format fails', { tags: ['night'] }, async () => {
  const failed = await failedOnSockets([RULE], packing(deflateRawSync), OPTIONS);
  expect(failed.map(({ rule, reason }) => `${rule}: ${reason}`)).toEqual([
    expect.stringContaining(`${RULE}: expected deflate in the zlib format`),
  ]);
});

test.each([1, 9])('deflate in the zlib format at level %s is right', { tags: ['night'] }, async (level) => {
  expect(
    await failedOnSockets(
      [RULE],
      packing((text) => deflateSync(text, { level })),
      OPTIONS,
    ),
  ).toEqual([]);
});

test('another coding in place of deflate is not failed', { tags: ['night'] }, async () => {
  const take: Take = (incoming, _, next) => {
    if (incoming.headers['accept-encoding'] === 'deflate') incoming.headers['accept-encoding'] = 'identity';
    next();
  };
  expect(await failedOnSockets([RULE], take, OPTIONS)).toEqual([]);
});
