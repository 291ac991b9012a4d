import { bytesWithin } from '../faces/fetch.ts';
import type { MockResponse } from '../message.ts';
import { problem, Refusal } from '../service/problems.ts';

const MEBIBYTE = 1024 * 1024;
/** How large a state may be that is sent; some half a million deals are as large as this. */
const STATE_LIMIT: number = 64 * MEBIBYTE;

/** What may be sent to an address of the control API. */
interface BodyLimit {
  /** In bytes. */
  readonly limit: number;
  /** What somebody can do who has more. */
  readonly instead: string;
}

/** How long a body may be, given the path below `/_mock`: known before the first byte of it is read. */
export function bodyLimitAt(path: string): BodyLimit {
  if (/^\/(?:state|snapshots\/[^/]+)\/?$/u.test(path))
    return {
      limit: STATE_LIMIT,
      instead: 'begin with it: assayer mock --seed state.json, or the options seedFile and seed take any size',
    };
  if (/^\/stubs\/?$/u.test(path))
    return { limit: MEBIBYTE, instead: 'send the stubs one by one with POST /_mock/stubs, or give the option stubs' };
  return { limit: MEBIBYTE, instead: 'send less' };
}

/** Refuses a body that is larger than the path below `/_mock` takes. */
export function bodyTooLarge(path: string): MockResponse {
  const { limit, instead } = bodyLimitAt(path);
  const detail = `the body is larger than ${limit / MEBIBYTE} MiB, the most that this address takes; ${instead}`;
  return problem(413, detail, [], ['Cache-Control', 'no-store']);
}

/** The body as a text; refuses with 413 as soon as it shows that it is too large, and holds no more of it than the limit. */
export async function textWithin(request: Request, path: string): Promise<string> {
  const bytes = await bytesWithin(request, bodyLimitAt(path).limit);
  if (bytes === 'too-large') throw new Refusal(bodyTooLarge(path));
  return new TextDecoder().decode(bytes);
}
