import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { seenEachTime } from '../steady/seen-each-time.ts';
import { withFields } from '../with-fields.ts';

/**
 * Reads a collection, or else the session check, for who takes deflate alone. A target need not have it; where it sends it, that is the zlib
 * format, and not the bare stream within it (RFC 9110 8.4.1.2), which some readers cannot tell from it.
 */
export async function deflatesInZlib(trial: Trial): Promise<void> {
  const reading = readingOf(trial);
  if (reading === undefined) return;
  const request = withFields(reading, { 'accept-encoding': 'deflate' });
  const look = async (): Promise<Answer | undefined> => {
    const answer = await trial.probe(request);
    return isBareStream(answer) ? answer : undefined;
  };
  const bare = await seenEachTime(await look(), look);
  if (bare !== undefined)
    fail('deflate in the zlib format (RFC 1950)', 'another format, such as its bare stream', bare);
}

function readingOf({ target }: Trial): HttpRequest | undefined {
  const listed = target.resources.find(
    ({ list, never, unserved }) => list !== undefined && unserved === undefined && !never.includes('GET'),
  );
  if (listed?.list === undefined)
    return target.claims.session === 'none' ? undefined : { method: 'GET', address: target.session.address };
  return withFieldsOf(listed, { method: 'GET', address: listed.list.address });
}

/** Whether a body that is said to be deflate does not begin as the zlib format does: method 8, and a check over both bytes (RFC 1950 2.2). */
function isBareStream(answer: Answer): boolean {
  const codings = answer.header('Content-Encoding')?.trim().toLowerCase();
  if (codings !== 'deflate' || answer.wire === undefined) return false;
  const [a, b] = withoutFraming(answer, answer.wire.afterHeaders);
  if (a === undefined || b === undefined) return false;
  return (a & METHOD) !== DEFLATE || (a * BYTE + b) % CHECK !== 0;
}

const METHOD = 0x0f;
const DEFLATE = 8;
const BYTE = 256;
const CHECK = 31;

const LINE_FEED = 0x0a;

/** The first chunk of a chunked body follows the line of its size (RFC 9112 7.1); a chunk of one byte says nothing. */
function withoutFraming(answer: Answer, bytes: Uint8Array): Uint8Array {
  if (answer.header('Transfer-Encoding') === undefined) return bytes;
  const end = bytes.indexOf(LINE_FEED) + 1;
  const size = Number.parseInt(new TextDecoder().decode(bytes.subarray(0, end)), 16);
  return size < 2 ? new Uint8Array() : bytes.subarray(end);
}
