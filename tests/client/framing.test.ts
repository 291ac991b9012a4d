import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReader, readMessage } from '../../client/framing.ts';

interface Made {
  readonly method: string;
  readonly head: string;
  readonly after: Buffer;
  readonly body: Buffer;
  readonly interim: readonly number[];
}

const piece = fc.uint8Array({ minLength: 1, maxLength: 20 }).map((bytes) => Buffer.from(bytes));
const interims = fc.array(fc.constantFrom(100, 102, 103), { maxLength: 3 });

function headOf(interim: readonly number[], status: number, fields: string): string {
  const before = interim.map((code) => `HTTP/1.1 ${code} Wait\r\nLink: <a>\r\n\r\n`).join('');
  return `${before}HTTP/1.1 ${status} Reason\r\nX-A: 1\r\n${fields}\r\n`;
}

const chunked: fc.Arbitrary<Made> = fc
  .record({
    pieces: fc.array(piece, { maxLength: 5 }),
    interim: interims,
    extension: fc.constantFrom('', ';a', ';a=b', ' ; a="b"'),
    trailers: fc.constantFrom('', 'X-T: 1\r\n', 'X-T: 1\r\nX-U: 2\r\n'),
    upper: fc.boolean(),
  })
  .map(({ pieces, interim, extension, trailers, upper }) => {
    const size = (bytes: Buffer): string => {
      const hex = bytes.length.toString(16);
      return upper ? hex.toUpperCase() : hex;
    };
    const chunks = pieces.flatMap((bytes) => [`${size(bytes)}${extension}\r\n`, bytes, '\r\n']);
    const after = Buffer.concat([...chunks, `0${extension}\r\n${trailers}\r\n`].map((part) => Buffer.from(part)));
    const head = headOf(interim, 200, 'Transfer-Encoding: gzip, Chunked\r\n');
    return { method: 'GET', head, after, body: Buffer.concat(pieces), interim };
  });

const counted: fc.Arbitrary<Made> = fc.record({ body: piece, interim: interims }).map(({ body, interim }) => {
  const head = headOf(interim, 404, `content-length: ${body.length}\r\n`);
  return { method: 'GET', head, after: body, body, interim };
});

const bodiless: fc.Arbitrary<Made> = fc
  .record({
    shape: fc.constantFrom(['GET', 204] as const, ['GET', 304] as const, ['HEAD', 200] as const),
    fields: fc.constantFrom('', 'Content-Length: 7\r\n', 'Transfer-Encoding: chunked\r\n'),
    interim: interims,
  })
  .map(({ shape: [method, status], fields, interim }) => {
    const empty = Buffer.alloc(0);
    return { method, head: headOf(interim, status, fields), after: empty, body: empty, interim };
  });

describe('a message as it arrives', () => {
  it('is complete with its last byte and not before, and stays so whatever follows', () => {
    fc.assert(
      fc.property(fc.oneof(chunked, counted, bodiless), piece, (made, strays) => {
        const bytes = Buffer.concat([Buffer.from(made.head), made.after]);
        for (let length = 0; length < bytes.length; length += 1) {
          expect(readMessage(bytes.subarray(0, length), made.method).complete).toBe(false);
        }
        const whole = readMessage(bytes, made.method);
        expect(whole.complete).toBe(true);
        expect(whole.interim).toEqual(made.interim);
        expect(Buffer.from(whole.body).equals(made.body)).toBe(true);
        const reader = createReader(made.method);
        const bitByBit = [...bytes].map((byte) => reader.add(Uint8Array.of(byte))).at(-1);
        expect(bitByBit?.complete).toBe(true);
        expect(bitByBit?.interim).toEqual(made.interim);
        expect(Buffer.from(bitByBit?.body ?? []).equals(made.body)).toBe(true);
        const more = readMessage(Buffer.concat([bytes, strays]), made.method);
        expect(more.complete).toBe(true);
        expect(Buffer.from(more.body).equals(made.body)).toBe(true);
        expect(Buffer.from(more.rest).equals(Buffer.concat([made.after, strays]))).toBe(true);
      }),
    );
  });

  it('that is garbage is a SyntaxError or unfinished, never another error', () => {
    const garbage = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.string({ unit: fc.constantFrom(...'HTTP/1.1 20 OK\r\n\r\n:;0aF-') }).map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(garbage, (bytes) => {
        try {
          expect(readMessage(bytes, 'GET').complete).toBeDefined();
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
