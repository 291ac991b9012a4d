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

/** A difference in status, unless the two are alike; then in the fields that the document asks for with that status. */
export function differs(rule: string, ours: Answer, theirs: Answer, alike: boolean): Difference | undefined {
  if (!alike) return { rule, expected: `status ${theirs.status}`, actual: `status ${ours.brief}` };
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
 * What a deal shows otherwise than its twin. Only what the document fixes is compared: the values sent on creation and the two
 * attributes of a hold; only where the target shows them; and where an operation changed them, only if the target file says
 * that it does. A reason may be shown, or kept, as the target likes, so it counts only while the deal is held.
 */
export function visibleDifference(
  target: Target,
  deals: Resource,
  done: readonly string[],
  [ours, theirs]: readonly [Answer, Answer],
  [deal, twin]: readonly [Deal, Deal],
): Difference | undefined {
  const [a, b] = [at(ours.representation.value, deals.item?.envelope ?? ''), theirs.representation.value];
  if (!isObject(a) || !isObject(b)) return undefined;
  const declared = new Set(
    target.operations.filter(({ name }) => done.includes(name)).flatMap(({ effect }) => Object.keys(effect)),
  );
  const sent: Readonly<Record<string, unknown>> = deal.payload;
  const original: Readonly<Record<string, unknown>> = twin.payload;
  const compared = [...new Set([...Object.keys(sent), ...OF_A_HOLD])].filter((member) => {
    if (!(member in a) || deals.create?.writeOnly.includes(member) === true) return false;
    // A target may write it as a number or a word: no type is shown but in one form of the hold (2).
    if (member === 'held' && typeof a[member] !== 'boolean' && !isSame(a[member], undefined)) return false;
    if (member === 'holdReason' && (b['held'] !== true || isSame(a[member], undefined))) return false;
    // Changed on one side and not meant to on the other: the two do not mean the same by it.
    return declared.has(member) || isSame(b[member], original[member]);
  });
  const other = compared.filter((member) => !showsDue(a[member], b[member]));
  if (other.length === 0) return undefined;
  const rule = other.some((member) => declared.has(member)) ? 'operation/effect' : 'create/any-valid';
  const list = (record: Readonly<Record<string, unknown>>): string =>
    other.map((member) => `${member} ${told(record[member])}`).join(', ');
  return { rule, expected: list(b), actual: list(a) };
}
