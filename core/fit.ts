import type { Dictionary, KnownFault } from './known-faults.ts';
import type { RunEvidence } from './run-evidence.ts';
import { signKey } from './signs.ts';

/** How well a known fault fits what a run saw. */
export interface Fit {
  readonly fault: KnownFault;
  /** By the key of a sign: the subjects whose failures the fault explains. */
  readonly explains: ReadonlyMap<string, readonly string[]>;
  /** The worth of what it explains. */
  readonly explained: number;
  /** The worth of what it should break, and what was seen to hold. */
  readonly missing: number;
  /** The worth of what failed otherwise than it makes it fail. */
  readonly differing: number;
}

/** How much a sign is worth: much where few faults show it. */
export type Worth = (key: string) => number;

/** What each sign of the dictionary is worth. */
export function worthIn({ faults }: Dictionary): Worth {
  const counts = new Map<string, number>();
  for (const { signs } of faults)
    for (const key of new Set(signs.map(signKey))) counts.set(key, (counts.get(key) ?? 0) + 1);
  return (key) => Math.log((faults.length + 2) / ((counts.get(key) ?? 0) + 1));
}

/** How well a fault fits the failures that are left to be explained, `left` by the key of their sign. */
export function fitOf(
  fault: KnownFault,
  left: ReadonlyMap<string, ReadonlySet<string>>,
  seen: RunEvidence,
  worth: Worth,
): Fit {
  const explains = new Map<string, readonly string[]>();
  let explained = 0;
  let missing = 0;
  let differing = 0;
  for (const sign of fault.signs) {
    const key = signKey(sign);
    const all = seen.shown.get(key)?.size ?? 0;
    const found = [...(left.get(key) ?? [])].filter((subject) => isAmong(subject, sign.subjects));
    if (found.length > 0) explains.set(key, found);
    explained += all === 0 ? 0 : (worth(key) * found.length) / all;
    const exercised = exercisedOf(sign.rule, sign.subjects, seen);
    const held = exercised.filter((subject) => seen.passed.get(sign.rule)?.has(subject) === true);
    missing += exercised.length === 0 ? 0 : (worth(key) * held.length) / exercised.length;
    const otherwise = all === 0 && exercised.length > held.length;
    differing += otherwise ? (worth(key) * (exercised.length - held.length)) / exercised.length : 0;
  }
  return { fault, explains, explained, missing, differing };
}

/** What speaks for a fault less what speaks against it. */
export function gainOf({ explained, missing, differing }: Fit): number {
  return explained - missing - differing / 2;
}

/** From 0 to 1: the part of what a fault breaks that failed just so. */
export function shareOf({ explained, missing, differing }: Fit): number {
  const all = explained + missing + differing;
  return all === 0 ? 0 : explained / all;
}

/** Whether a sign on these subjects is one on that subject: another operation in the same form is as good. */
export function isAmong(subject: string, subjects: readonly string[]): boolean {
  if (subjects.includes(subject)) return true;
  const form = formOf(subject);
  return form !== undefined && subjects.length > 1 && subjects.some((other) => formOf(other) === form);
}

function exercisedOf(rule: string, subjects: readonly string[], { passed, failed }: RunEvidence): readonly string[] {
  return subjects.filter(
    (subject) => passed.get(rule)?.has(subject) === true || failed.get(rule)?.has(subject) === true,
  );
}

// `HoldDeal/A`.
function formOf(subject: string): string | undefined {
  return /\/([A-G])$/u.exec(subject)?.[1];
}
