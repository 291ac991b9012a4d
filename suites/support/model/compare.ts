import type { Answer } from '../../../core/answer.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import type { Resource, Target } from '../../../core/target.ts';
import { isSame, showsDue, told } from '../operation/deal-state.ts';
import type { Deal } from '../operation/operation-requests.ts';

/** Where target and reference part, and the rule that says what was due. */
export interface Difference {
  readonly rule: string;
  readonly expected: string;
  readonly actual: string;
}

/** A difference in status, unless the two are alike; then in the fields that the document asks for with that status. `due`: where more than theirs is right. */
export function differs(
  rule: string,
  ours: Answer,
  theirs: Answer,
  alike: boolean,
  due = `status ${theirs.status}`,
): Difference | undefined {
  if (!alike) return { rule, expected: due, actual: `status ${ours.brief}` };
  if (ours.status === 401 && lacks('WWW-Authenticate', ours, theirs))
    return { rule: 'session/challenge', expected: 'a WWW-Authenticate field', actual: 'none' };
  if (ours.succeeded && ours.body.length > 0 && theirs.body.length > 0 && lacks('Content-Type', ours, theirs))
    return { rule: 'negotiate/truthful', expected: 'a Content-Type field with the body', actual: 'none' };
  return undefined;
}

/** Whether ours has no such field though theirs does. */
export function lacks(field: string, ours: Answer, theirs: Answer): boolean {
  return theirs.header(field) !== undefined && ours.header(field) === undefined;
}

/** Whether an answer says that nothing is there; which of the two codes is free unless the target claims one (4.4-m3). */
export function saysGone(ours: Answer, { claims }: Target): boolean {
  return claims.deleted === undefined ? isGone(ours.status) : ours.status === claims.deleted;
}

/** Whether a status says that nothing is there, for now or for good. */
export function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

/** The attributes that the document itself puts on a deal that is held (2). */
export const OF_A_HOLD: readonly string[] = ['held', 'holdReason'];

/**
 * What a deal shows otherwise than its twin, of the values sent on its creation; only where the target shows them, and the reference shows
 * them as they were sent. To be asked before any operation was carried out: what those bring about, when, and what else they change is a
 * `should`, and operation/effect judges it. What a hold says is its matter from the start: a service may hold new deals until it looked at
 * them (document 3: no states are shown).
 */
export function visibleDifference(
  deals: Resource,
  [ours, theirs]: readonly [Answer, Answer],
  [deal, twin]: readonly [Deal, Deal],
): Difference | undefined {
  const [a, b] = [at(ours.representation.value, deals.item?.envelope ?? ''), theirs.representation.value];
  if (!isObject(a) || !isObject(b)) return undefined;
  const original: Readonly<Record<string, unknown>> = twin.payload;
  const other = Object.keys(deal.payload).filter((member) => {
    if (!(member in a) || OF_A_HOLD.includes(member) || deals.create?.writeOnly.includes(member) === true) return false;
    // Changed on one side alone: the two do not mean the same by it.
    return isSame(b[member], original[member]) && !showsDue(a[member], b[member]);
  });
  if (other.length === 0) return undefined;
  const list = (record: Readonly<Record<string, unknown>>): string =>
    other.map((member) => `${member} ${told(record[member])}`).join(', ');
  return { rule: 'create/any-valid', expected: list(b), actual: list(a) };
}
