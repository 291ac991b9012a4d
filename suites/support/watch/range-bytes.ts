import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { withFields } from '../with-fields.ts';

/** One range in each form, and such as reach over either end: what they select of a body of this length (RFC 9110 14.1.2). */
const FORMS: readonly (readonly [
  range: string,
  selects: (length: number) => readonly [first: number, last: number],
])[] = [
  ['bytes=0-0', () => [0, 0]],
  ['bytes=1-2', () => [1, 2]],
  ['bytes=1-', (length) => [1, length - 1]],
  ['bytes=-2', (length) => [length - 2, length - 1]],
  ['bytes=1-99999999', (length) => [1, length - 1]],
  ['bytes=-99999999', (length) => [0, length - 1]],
];

/** What each of them selects is in it. */
const LEAST = 4;

/**
 * Demands of a place that answers a Range with a part that each form of one range gives the bytes that it selects: a range that reaches over the
 * end is what there is, and no reason to refuse (RFC 9110 14.1.2). The whole may come in place of any. A part of a packed body is one of
 * its packed bytes (14.1.2, 8.4).
 */
export async function givesTheBytes(trial: Trial, request: HttpRequest, plain: Answer): Promise<readonly Answer[]> {
  if (plain.status !== 200 || isCoded(plain) || plain.size < LEAST) return [];
  const answers: Answer[] = [];
  for (const [range, selects] of FORMS) {
    const ask = (): Promise<Answer> => trial.send(withFields(request, { range }));
    const first = await ask();
    answers.push(first);
    if (whatIsWrong(first, plain, selects(plain.size)) === undefined) continue;
    const before = await trial.send(request);
    const again = await ask();
    const after = await trial.send(request);
    // What tells when it was read, and what others change meanwhile, says nothing.
    if (after.status !== 200 || isCoded(after) || !areSame(before.body, after.body)) continue;
    const [from, to] = selects(after.size);
    const wrong = whatIsWrong(again, after, [from, to]);
    again.owes(wrong === undefined, `bytes ${from}-${to} of ${after.size} for Range: ${range}`, wrong);
  }
  return [...answers, ...(await partOfPacked(trial, request))];
}

type Part = readonly [first: number, last: number];

/** How an answer is none to this range, in words. A proxy in front may have reasons of its own to refuse. */
function whatIsWrong(answer: Answer, whole: Answer, [first, last]: Part): string | undefined {
  if (answer.status === 416) return 'status 416';
  if (answer.status !== 206 || isCoded(answer) || answer.mediaType === 'multipart/byteranges') return undefined;
  const told = answer.header('Content-Range') ?? '';
  const [, from, to, of] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/u.exec(told) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const isTold = Number(from) === first && Number(to) === last && (of === '*' || Number(of) === whole.size);
  if (!isTold) return `Content-Range: ${told}`;
  return areSame(answer.body, whole.body.subarray(first, last + 1)) ? undefined : `other bytes: ${answer.brief}`;
}

/** The first two bytes of a body in gzip are always the same (RFC 1952 2.3.1). */
async function partOfPacked(trial: Trial, request: HttpRequest): Promise<readonly Answer[]> {
  const fields = { 'accept-encoding': 'gzip', range: 'bytes=0-1' };
  const part = await trial.send(withFields(request, fields));
  if (part.status !== 206 || part.header('Content-Encoding')?.trim().toLowerCase() !== 'gzip') return [part];
  if (part.mediaType === 'multipart/byteranges') return [part];
  const isIt = areSame(part.body, GZIP);
  return [part.owes(isIt, 'the first two bytes of the packed body for Range: bytes=0-1', () => part.brief)];
}

const GZIP = new Uint8Array([0x1f, 0x8b]);

function isCoded(answer: Answer): boolean {
  const coding = answer.header('Content-Encoding')?.trim().toLowerCase() ?? '';
  return coding !== '' && coding !== 'identity';
}

function areSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
