import { byHand, type Change, type HostileServer, headOf, message, sends, spoiling } from '../hostile-server.ts';

const one = (id: string, title: string, change: Change): HostileServer => ({
  id: `framing-${id}`,
  title,
  kind: 'framing',
  start: spoiling(change),
});

const chunked = (id: string, title: string, body: (text: string) => string): HostileServer =>
  one(
    id,
    title,
    sends(({ status, fields, body: bytes }) =>
      headOf(status, fields, ['transfer-encoding: chunked']).concat(body(bytes.toString('latin1'))),
    ),
  );

const whole = (text: string): string => (text === '' ? '' : `${text.length.toString(16)}\r\n${text}\r\n`);
const SMUGGLED = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n"smuggled"';

/** Bodies that are shorter, longer or otherwise cut than they say. */
export const framing: readonly HostileServer[] = [
  one(
    'body-too-short',
    'The body ends before its length.',
    sends(({ status, fields, body }) => `${headOf(status, fields, [`content-length: ${body.length + 100}`])}${body}`),
  ),
  one(
    'body-too-long',
    'More bytes follow than the length says.',
    sends((honest) => `${message(honest)}${'x'.repeat(5000)}`),
  ),
  one(
    'length-0-with-body',
    'The length is 0, and a body follows.',
    sends(({ status, fields, body }) => `${headOf(status, fields, ['content-length: 0'])}${body}`),
  ),
  one(
    'second-answer',
    'A second answer follows that nobody asked for.',
    byHand((socket, honest) => {
      socket.write(Buffer.from(message(honest) + SMUGGLED, 'latin1'));
      setTimeout(() => socket.end(), 200).unref();
    }),
  ),
  one(
    'body-after-204',
    'Every answer is a 204 with a body.',
    sends(({ body }) => `HTTP/1.1 204 No Content\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
  ),
  one(
    'body-after-head',
    'HEAD is answered with a body.',
    sends((honest) => `${message(honest)}${honest.seen.method === 'HEAD' ? '{"a":"body"}' : ''}`),
  ),
  one(
    'closed-at-once',
    'The connection is closed without an answer.',
    byHand((socket) => void socket.end()),
  ),
  one(
    'reset-at-once',
    'The connection is reset without an answer.',
    byHand((socket) => void socket.resetAndDestroy()),
  ),
  one(
    'reset-in-body',
    'The connection is reset in the middle of the body.',
    byHand((socket, honest) => {
      const text = message(honest);
      socket.write(Buffer.from(text.slice(0, text.length - honest.body.length / 2), 'latin1'), () =>
        setTimeout(() => socket.resetAndDestroy(), 20).unref(),
      );
    }),
  ),
  one(
    'noise',
    'The answer is noise.',
    sends(() => Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 167 + 13) % 256))),
  ),
  chunked('chunk-too-long', 'A chunk is longer than it says.', (text) => `3\r\n${text}\r\n0\r\n\r\n`),
  chunked('chunk-too-short', 'A chunk is shorter than it says.', (text) => `ffff\r\n${text}\r\n0\r\n\r\n`),
  chunked('chunk-size-word', 'The size of a chunk is a word.', (text) => `xyz\r\n${text}\r\n0\r\n\r\n`),
  chunked('chunk-size-negative', 'The size of a chunk is negative.', (text) => `-3\r\n${text}\r\n0\r\n\r\n`),
  chunked('chunk-size-huge', 'The size of a chunk has 30 digits.', (text) => `${'f'.repeat(30)}\r\n${text}`),
  chunked('chunk-without-last', 'The last chunk is missing.', (text) => whole(text)),
  chunked(
    'chunk-extension-long',
    'A chunk has an extension of a megabyte.',
    (text) => `${text.length.toString(16)};a="${'b'.repeat(1_000_000)}"\r\n${text}\r\n0\r\n\r\n`,
  ),
  chunked(
    'trailers-many',
    'Twenty thousand trailers follow.',
    (text) => `${whole(text)}0\r\n${'X-Trailer: and another one\r\n'.repeat(20_000)}\r\n`,
  ),
  chunked(
    'trailers-of-the-head',
    'Trailers say another status, length and type.',
    (text) => `${whole(text)}0\r\nContent-Length: 3\r\nContent-Type: text/html\r\nLocation: /users/1\r\n\r\n`,
  ),
  one(
    'chunks-of-one-byte',
    'A body of 500,000 bytes comes in chunks of one byte.',
    byHand((socket, { status, fields }) => {
      socket.write(headOf(status, fields, ['transfer-encoding: chunked']));
      socket.end(`1\r\n"\r\n${'1\r\nx\r\n'.repeat(500_000)}1\r\n"\r\n0\r\n\r\n`);
    }),
  ),
];
