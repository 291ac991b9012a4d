import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { withFieldsOf } from '../../../core/http/resource-fields.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource, Target } from '../../../core/target.ts';
import { aboutUnknown, unknownIds } from '../ids.ts';
import { variesBy } from '../negotiate/vary.ts';
import { readingsOf } from '../unchanged.ts';
import { withFields } from '../with-fields.ts';

/**
 * Reads each kind of address as a usual client does, which takes gzip: the trial ends where a body is not in the coding that it
 * names (RFC 9110 8.4). In which coding a body comes is left to the target (12.5.3). What came packed is asked for as it is, too.
 */
export async function readsInCodings(trial: Trial): Promise<void> {
  const plainOnes: Answer[] = [];
  for (const resource of trial.target.resources) {
    if (resource.never.includes('GET') || resource.unserved !== undefined) continue;
    const requests = [...readingsOf(resource), ...nestedOnes(resource), ...missing(trial, resource)];
    for (const request of requests) plainOnes.push(...(await readsInCoding(trial, withFieldsOf(resource, request))));
  }
  for (const request of checks(trial.target)) plainOnes.push(...(await readsInCoding(trial, request)));
  leavesCodingsOut(plainOnes);
}

/** One address for who takes gzip; where that came packed, gives what it is for who takes nothing packed. */
async function readsInCoding(trial: Trial, request: HttpRequest): Promise<readonly Answer[]> {
  const ask = (coding: string): Promise<Answer> => trial.send(withFields(request, { 'accept-encoding': coding }));
  const packed = await ask('gzip');
  isDecoded(packed);
  if (!isPacked(packed)) return [];
  const plain = await ask('identity');
  toldApart(plain, packed);
  leavesGzipOut(plain, await ask('gzip;q=0'));
  return [plain];
}

/**
 * Who takes nothing packed is given it so (RFC 9110 12.5.3). A target may have bodies in one coding only; where it has plain ones at
 * most of the addresses that it packs for others, it is held to it at each.
 */
function leavesCodingsOut(plainOnes: readonly Answer[]): void {
  const wrong = plainOnes.filter(isPacked);
  if (wrong.length * 2 >= plainOnes.length) return;
  for (const answer of wrong)
    answer.owes(false, 'a plain body for Accept-Encoding: identity', `Content-Encoding: ${codingOf(answer)}`);
}

function codingOf(answer: Answer): string {
  return answer.header('Content-Encoding') ?? '';
}

/** The session check, with a session and without (document 4.4, 5). */
function checks({ claims, session }: Target): readonly HttpRequest[] {
  const request = { method: 'GET', address: session.address };
  return claims.session === 'none' ? [] : [request, { ...request, anonymous: true }];
}

/** Demands that a body that was unpacked as its Content-Encoding says is not packed still: that names every coding (RFC 9110 8.4). */
function isDecoded(answer: Answer): void {
  const { syntax } = answer.representation;
  const isText = syntax === 'json' || syntax === 'xml' || syntax === 'html' || answer.mediaType.startsWith('text/');
  if (!isText) return;
  const [a, b] = answer.body;
  const named = answer.header('Content-Encoding') ?? 'absent';
  // No text begins with these two bytes, and every gzip stream does (RFC 1952 2.3.1).
  const isStill = a === 0x1f && b === 0x8b;
  answer.owes(!isStill, 'a Content-Encoding that names every coding', `Content-Encoding: ${named}, and gzip below it`);
}

const CODING = /\b(?:x-)?gzip\b|\bdeflate\b|\bbr\b|\bzstd\b/iu;

/** Whether an answer came packed, as its Content-Encoding says. */
function isPacked(answer: Answer): boolean {
  return CODING.test(answer.header('Content-Encoding') ?? '');
}

/** Demands no gzip for who takes none (RFC 9110 12.4.2, 12.5.3), where another client is given the plain body. */
export function leavesGzipOut(plain: Answer, answer: Answer): Answer {
  const coding = answer.header('Content-Encoding') ?? '';
  // A refusal is packed for nobody who takes none either.
  const isGzip = /\bgzip\b/iu.test(coding) && plain.status === answer.status && plain.size > 0 && !isPacked(plain);
  return answer.owes(!isGzip, 'no gzip for Accept-Encoding: gzip;q=0', `Content-Encoding: ${coding}`);
}

/**
 * Demands that what came packed is told from what came as it is: by another tag, unless that is weak (RFC 9110 8.8.3.3), and by
 * Vary where a cache may keep it (12.5.5). One that is always packed, or never, is told from nothing.
 */
export function toldApart(plain: Answer, packed: Answer): void {
  if (plain.status !== 200 || packed.status !== 200 || isPacked(plain) || !isPacked(packed)) return;
  if (plain.size === 0) return;
  const tag = packed.header('ETag') ?? '';
  const isShared = tag.startsWith('"') && tag === plain.header('ETag');
  packed.owes(!isShared, 'another strong ETag for the packed body, or a weak one', `${tag} for both`);
  if (/no-store|private/iu.test(packed.header('Cache-Control') ?? '')) return;
  packed.owes(
    variesBy(packed, 'accept-encoding'),
    'Vary: Accept-Encoding on what is packed for who takes it',
    `Vary: ${packed.header('Vary') ?? 'absent'}`,
  );
}

function nestedOnes({ nested }: Resource): readonly HttpRequest[] {
  return nested.flatMap(({ address, owner, index }) =>
    owner === undefined || index === undefined
      ? []
      : [{ method: 'GET', address: fillTemplate(address, { id: owner, index }) }],
  );
}

function missing(trial: Trial, resource: Resource): readonly HttpRequest[] {
  const [plain] = unknownIds(resource, trial.records.fresh).always ?? [];
  if (plain === undefined || resource.item === undefined) return [];
  return [aboutUnknown({ method: 'GET', address: resource.item.address }, plain)];
}
