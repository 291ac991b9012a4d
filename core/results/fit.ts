import type { RunEvidence } from '../run/run-evidence.ts';
import type { Dictionary, KnownFault } from './known-faults.ts';
import { signKey } from './signs.ts';
import { isAmong, type KnownSubjects, knownSubjects } from './subject-kinds.ts';

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

/** What a dictionary says of all faults together. */
export interface Knowledge {
  /** How much a sign is worth, by its key: much where few faults show it. */
  readonly worth: (key: string) => number;
  readonly known: KnownSubjects;
}

const byDictionary = new WeakMap<Dictionary, Knowledge>();

/** What each sign of a dictionary is worth, and which subjects it has; counted once for each dictionary. */
export function knowledgeIn(dictionary: Dictionary): Knowledge {
  const knowledge = byDictionary.get(dictionary) ?? counted(dictionary);
  byDictionary.set(dictionary, knowledge);
  return knowledge;
}

function counted(dictionary: Dictionary): Knowledge {
  const { faults } = dictionary;
  const counts = new Map<string, number>();
  for (const { signs } of faults)
    for (const key of new Set(signs.map(signKey))) counts.set(key, (counts.get(key) ?? 0) + 1);
  return {
    worth: (key) => Math.log((faults.length + 2) / ((counts.get(key) ?? 0) + 1)),
    known: knownSubjects(dictionary),
  };
}

/** How well a fault fits the failures that are left to be explained, `left` by the key of their sign. */
export function fitOf(
  fault: KnownFault,
  left: ReadonlyMap<string, ReadonlySet<string>>,
  seen: RunEvidence,
  knowledge: Knowledge,
): Fit {
  const { worth, known } = knowledge;
  const explains = new Map<string, readonly string[]>();
  let explained = 0;
  let missing = 0;
  let differing = 0;
  for (const sign of fault.signs) {
    const key = signKey(sign);
    const all = seen.shown.get(key)?.size ?? 0;
    const found = [...(left.get(key) ?? [])].filter((subject) => isAmong(subject, sign.subjects, known));
    if (found.length > 0) explains.set(key, found);
    explained += all === 0 ? 0 : (worth(key) * found.length) / all;
    const exercised = exercisedOf(sign.rule, sign.subjects, seen, knowledge);
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

function exercisedOf(
  rule: string,
  subjects: readonly string[],
  seen: RunEvidence,
  { known }: Knowledge,
): readonly string[] {
  const all = new Set([...(seen.passed.get(rule) ?? []), ...(seen.failed.get(rule) ?? [])]);
  return [...all].filter((subject) => isAmong(subject, subjects, known));
}
