import type { JsonObject, Resource } from '../../../core/target.ts';
import { isNothing } from '../nothing.ts';
import { showsDue } from '../operation/deal-state.ts';
import { isMark, isVolatile } from '../payload/payloads.ts';
import { tellsSent } from '../view/notation.ts';
import { canonical } from '../view/same-words.ts';

export type Shown = Readonly<Record<string, unknown>>;

/** Whether an update sends the sample of a creation, as it does where nobody tells its payload. */
export function isSampleUpdate({ create, update }: Resource): boolean {
  return canonical(update?.payload) === canonical(create?.sample);
}

/** The members of an update that its record shows afterwards, where it shows such members at all. */
export function storedMembers({ create, computed = [], update }: Resource, sent: JsonObject): readonly string[] {
  const taken = Object.keys(update?.from ?? {});
  const others = [...(create?.writeOnly ?? []), ...computed, ...taken];
  return Object.keys(sent).filter((member) => !others.includes(member) && !isVolatile(member) && !isMark(member));
}

/** The members of the sample without which no record is made, and those with a fresh value; all where none has one. */
export function barely({ create }: Resource): (payload: JsonObject) => JsonObject {
  const sample = create?.sample ?? {};
  const isFresh = (member: string): boolean => JSON.stringify(sample[member] ?? null).includes('{unique}');
  const isDue = (member: string): boolean => isFresh(member) || create?.required.includes(member) === true;
  if (!Object.keys(sample).some(isFresh)) return (payload) => payload;
  return (payload) => Object.fromEntries(Object.entries(payload).filter(([member]) => isDue(member)));
}

/** What a record shows before and after an update of these members, and what a new record of the sample shows. */
export interface Looks {
  readonly sent: JsonObject;
  readonly before: Shown;
  readonly now: Shown;
  readonly usual: Shown;
}

/** What became of members that were sent. What shows what was sent, in whatever notation, is in none of these. */
export interface Became {
  /** Were shown, sent, and are shown no more. */
  readonly lost: readonly string[];
  /** Are as they were, and were not as they were sent. */
  readonly ignored: readonly string[];
  /** Are neither as they were nor as they were sent: a service may write a value in a way of its own. */
  readonly other: readonly string[];
  /** Are shown by no record so far: an update may add them, or a service may never show them. */
  readonly unseen: readonly string[];
  /** Whether any member came to show something else than before. */
  readonly isMoved: boolean;
}

/** Sorts these members by what became of them. */
export function becameOf(members: readonly string[], { sent, before, now, usual }: Looks): Became {
  const isShown = (member: string): boolean => [before, now, usual].some((look) => !isNothing(look[member]));
  const shown = members.filter(isShown);
  const wrong = shown.filter((member) => !isToldBy(now[member], sent[member]));
  const isLost = (member: string): boolean => isGone(now[member]) && !isGone(before[member]);
  const isSame = (member: string): boolean => showsDue(now[member], before[member]);
  const asked = wrong.filter((member) => !isLost(member) && !isToldBy(before[member], sent[member]));
  return {
    lost: wrong.filter(isLost),
    ignored: asked.filter(isSame),
    other: asked.filter((member) => !isSame(member)),
    unseen: members.filter((member) => !isShown(member) && !isNothing(sent[member])),
    isMoved: shown.some((member) => !isSame(member)),
  };
}

/** Not there or empty: false may be what a service makes of a flag. */
function isGone(value: unknown): boolean {
  return value !== false && (isNothing(value) || (Array.isArray(value) && value.length === 0));
}

/** Whether a value tells what was sent, in other letters, signs or order as well. */
export function isToldBy(shown: unknown, sent: unknown): boolean {
  if (showsDue(shown, sent) || tellsSent(sent, shown)) return true;
  if (Array.isArray(shown) && Array.isArray(sent)) return inOrder(shown) === inOrder(sent);
  return typeof shown === 'string' && typeof sent === 'string' && lettersOf(shown) === lettersOf(sent);
}

function inOrder(values: readonly unknown[]): string {
  return values.map(canonical).toSorted().join();
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
