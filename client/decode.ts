import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { type HeaderLines, headerLines } from '../core/http/exchange.ts';
import type { Failure } from './reply.ts';
import { type SizeLimits, wordTooLarge } from './size-limits.ts';

const gunzipAsync = promisify(gunzip);
const inflateAsync = promisify(inflate);
const inflateRawAsync = promisify(inflateRaw);
const brotliAsync = promisify(brotliDecompress);

/** A body without its content codings (RFC 9110 8.4), or why it cannot be had. A coding that is not known here is left as it is. */
export async function decodeBody(
  body: Uint8Array,
  headers: HeaderLines,
  limits: SizeLimits,
): Promise<Uint8Array | Failure> {
  const codings = headerLines(headers, 'content-encoding')
    .flatMap((line) => line.split(','))
    .map((coding) => coding.trim().toLowerCase());
  let bytes = body;
  try {
    for (const coding of codings.reverse()) {
      if (bytes.length === 0) return bytes;
      bytes = await undo(coding, bytes, limits.body);
    }
    return bytes;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') {
      return { kind: 'too-large', message: `once decoded, ${wordTooLarge('body', limits)}` };
    }
    return {
      kind: 'miscoded',
      message: `the body is not ${codings.join(', ')} as its Content-Encoding says: ${error}`,
    };
  }
}

async function undo(coding: string, bytes: Uint8Array, limit: number): Promise<Uint8Array> {
  const options = { maxOutputLength: limit };
  if (coding === 'gzip' || coding === 'x-gzip') return gunzipAsync(bytes, options);
  if (coding === 'br') return brotliAsync(bytes, options);
  if (coding !== 'deflate') return bytes;
  // RFC 9110 8.4.1.2: some send the bare stream without the zlib wrapper, and everybody reads it.
  const wrapped = ((bytes[0] ?? 0) & 0x0f) === 8;
  return wrapped ? inflateAsync(bytes, options) : inflateRawAsync(bytes, options);
}
