import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { operationAddress } from '../operation/operation-requests.ts';
import type { Asked } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';
import { isEntityTag, weakly } from '../validator/entity-tag.ts';
import { isNotForTheStar } from '../validator/star-in-quotes.ts';
import { unchangedOnce } from '../validator/view-conditions.ts';
import { withFields } from '../with-fields.ts';
import { recordsInEach } from './every-record.ts';
import { otherNames } from './made-records.ts';
import { isKnownInLines } from './tags-in-lines.ts';

/**
 * The latest record that each of these operations made in form E, and the list that it is in, asked for with their tags: a condition is
 * read there as at each other address (RFC 9110 13.1.2), by HEAD as by GET (9.3.2). Whether they are read is not shown (document 4.2).
 */
export async function recordsOnConditions(trial: Trial, operations: readonly Asked[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const others = otherNames(trial);
  for (const [i, asked] of operations.entries()) {
    const { deal, made } = await recordsInEach(trial, asked);
    // A server may keep one record for each deal: an earlier one may be gone.
    const latest = made.at(-1);
    const list = operationAddress(asked, deal, trial.unique());
    for (const [n, address] of (latest === undefined ? [list] : [latest.address, list]).entries())
      answers.push(...(await isKnownByTag(trial, address, i + n)));
    const name = others[i];
    if (name !== undefined) answers.push(...(await listIsKnown(trial, list, name)));
  }
  return answers;
}

/** The list in another representation: another one for each of the first operations. */
async function listIsKnown(trial: Trial, address: string, name: RepresentationName): Promise<readonly Answer[]> {
  const request: HttpRequest = { method: 'GET', address, headers: { accept: resourceOf(trial).mediaTypes[name] } };
  const answer = await trial.send(request);
  if (answer.status !== 200 || answer.representation.syntax !== name) return [answer];
  return unchangedOnce(trial, { place: { kind: 'made', address }, name, request, answer });
}

async function isKnownByTag(trial: Trial, address: string, nth: number): Promise<readonly Answer[]> {
  const request: HttpRequest = { method: 'GET', address };
  const answer = await trial.send(request);
  const tag = answer.header('ETag') ?? '';
  if (answer.status !== 200 || !isEntityTag(tag)) return [answer];
  const view = { place: { kind: 'made', address }, name: 'json', request, answer } as const;
  const answers = [
    ...(await unchangedOnce(trial, view)),
    await isNotForTheStar(trial, view),
    await isKnownInLines(trial, view, nth),
  ];
  if (resourceOf(trial).never.includes('HEAD')) return answers;
  const head = await trial.send(withFields({ ...request, method: 'HEAD' }, { 'if-none-match': weakly(tag) }));
  // Where HEAD is not served at all, other rules tell.
  const isWhole = head.status === 200 && head.header('ETag') === tag;
  return [...answers, head.owes(!isWhole, `status 304 for If-None-Match: ${weakly(tag)}, as GET is answered`)];
}
