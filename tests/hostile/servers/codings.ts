import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { type Change, type HostileServer, jsonBody, plus, spoiling, withBody } from '../hostile-server.ts';

const one = (id: string, title: string, change: Change): HostileServer => ({
  id: `coding-${id}`,
  title,
  kind: 'coding',
  start: spoiling(change),
});

// What unpacks to a hundred megabytes; made once, when the first server asks.
const ZEROS = 100 * 1024 * 1024;
const bomb = once(() => gzipSync(Buffer.alloc(ZEROS)));

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** A body under a name of a coding. */
function coded(coding: string, body: (text: string) => Buffer): Change {
  // A buffer of zlib or Buffer.from stands on an ArrayBuffer; the type of Buffer leaves it open.
  return jsonBody((text) => new Uint8Array(body(text)), { 'content-encoding': coding });
}

/** Bodies that are not what their coding says, or much more. */
export const codings: readonly HostileServer[] = [
  one('gzip-bomb', 'Bodies unpack to 100 MB.', coded('gzip', bomb)),
  one(
    'gzip-bomb-twice',
    'Bodies unpack twice to 100 MB.',
    coded(
      'gzip, gzip',
      once(() => gzipSync(bomb())),
    ),
  ),
  one(
    'brotli-bomb',
    'Brotli bodies unpack to 100 MB.',
    coded(
      'br',
      once(() => brotliCompressSync(Buffer.alloc(ZEROS), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })),
    ),
  ),
  one(
    'deflate-bomb',
    'Deflated bodies unpack to 100 MB.',
    coded(
      'deflate',
      once(() => deflateSync(Buffer.alloc(ZEROS))),
    ),
  ),
  one('gzip-untrue', 'Bodies say gzip and are plain.', plus(['content-encoding', 'gzip'])),
  one(
    'gzip-cut',
    'Bodies in gzip are cut short.',
    coded('gzip', (text) => gzipSync(text).subarray(0, 20)),
  ),
  one(
    'gzip-damaged',
    'Bodies in gzip have a wrong checksum.',
    coded('gzip', (text) => {
      const bytes = gzipSync(text);
      return bytes.fill(0, bytes.length - 8);
    }),
  ),
  one(
    'gzip-with-more',
    'Noise follows bodies in gzip.',
    coded('gzip', (text) => Buffer.concat([gzipSync(text), Buffer.from('noise')])),
  ),
  one('unknown', 'The coding has a name that nobody knows.', plus(['content-encoding', 'rot13'])),
  one(
    'sixty',
    'Bodies name sixty codings.',
    plus(['content-encoding', Array.from({ length: 60 }, () => 'gzip').join(', ')]),
  ),
  one('of-a-204', 'A 204 has a coding.', (honest, seen, around) =>
    honest.status === 204 ? plus(['content-encoding', 'gzip'])(honest, seen, around) : honest,
  ),
  one('gzip-of-nothing', 'Bodies in gzip are empty.', async (honest) =>
    honest.body === null ? honest : withBody(honest, '', { 'content-encoding': 'gzip' }),
  ),
];
