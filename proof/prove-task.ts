import type { KnownFault } from '../core/results/known-faults.ts';
import type { MutantResult, NullServerResult, VariationResult } from '../core/results/proof.ts';
import type { Result } from '../core/results/results.ts';
import type { MockOptions } from '../mock/index.ts';
import { type AssuredSetting, assureSetting, settingCalled } from './assure-one.ts';
import { DEVIATIONS } from './deviations/index.ts';
import { type DiagnosisDone, diagnoseOne } from './diagnose-one.ts';
import { learn } from './known-fault.ts';
import { NULL_SERVERS } from './null-servers.ts';
import { proveOne } from './prove.ts';
import { combinationsOf } from './prove-combinations.ts';
import { passesOfNothing } from './prove-null-servers.ts';
import { type Again, rejudgeDeviation, rejudgeVariation } from './prove-rejudge.ts';
import { judgeVaried } from './prove-variations.ts';
import { VARIATIONS } from './variations/index.ts';
import type { Variation } from './variations/variation.ts';

/** One server to be judged in a proof. */
export interface Task {
  readonly kind:
    | 'deviation'
    | 'variation'
    | 'combination'
    | 'nothing'
    | 'deviation again'
    | 'variation again'
    | 'learning'
    | 'diagnosis'
    | 'assurance';
  readonly id: string;
}

/** What came of it. */
export type Done =
  | { readonly kind: 'deviation'; readonly kill: MutantResult }
  | { readonly kind: 'variation' | 'combination'; readonly calm: VariationResult }
  | { readonly kind: 'nothing'; readonly nothing: NullServerResult }
  | { readonly kind: 'deviation again' | 'variation again'; readonly again: Again }
  | { readonly kind: 'learning'; readonly learnt: KnownFault }
  | { readonly kind: 'diagnosis'; readonly diagnosed: DiagnosisDone }
  | { readonly kind: 'assurance'; readonly assured: AssuredSetting };

/** Combinations of variations in a proof, unless another number is asked for. */
export const COMBINATIONS = 50;

/** Every server of a proof whose id `wanted` lets pass. */
export function tasks(wanted: (id: string) => boolean, combinations: number = COMBINATIONS): Task[] {
  const all: Task[] = [
    ...DEVIATIONS.map(({ id }): Task => ({ kind: 'deviation', id })),
    ...VARIATIONS.map(({ id }): Task => ({ kind: 'variation', id })),
    ...Array.from({ length: combinations }, (_, i): Task => ({ kind: 'combination', id: `combination-${i + 1}` })),
    ...Object.keys(NULL_SERVERS).map((id): Task => ({ kind: 'nothing', id })),
  ];
  return all.filter(({ id }) => wanted(id));
}

/** Every run that is judged again from its transcript: those of deviations and variations whose id `wanted` lets pass. */
export function tasksAgain(wanted: (id: string) => boolean): Task[] {
  const all: Task[] = [
    ...DEVIATIONS.map(({ id }): Task => ({ kind: 'deviation again', id })),
    ...VARIATIONS.map(({ id }): Task => ({ kind: 'variation again', id })),
  ];
  return all.filter(({ id }) => wanted(id));
}

/** Judges one server of a proof. */
export async function doTask({ kind, id }: Task, seed: number): Promise<Done> {
  if (kind === 'deviation again') return { kind, again: await rejudgeDeviation(id, seed) };
  if (kind === 'variation again') return { kind, again: await rejudgeVariation(id, seed) };
  if (kind === 'learning') return { kind, learnt: await learn(id, seed) };
  if (kind === 'diagnosis') return { kind, diagnosed: await diagnoseOne(id, seed) };
  if (kind === 'assurance') return { kind, assured: await assuredUnder(id, seed) };
  if (kind === 'nothing') return { kind, nothing: { server: id, passes: await passesOfNothing(id, seed) } };
  if (kind === 'combination') return { kind, calm: await calmTogether(Number(id.split('-')[1]), seed) };
  return kind === 'deviation' ? { kind, kill: await killOf(id, seed) } : { kind, calm: await calmOf(id, seed) };
}

// `5 under read-only`.
function assuredUnder(id: string, seed: number): Promise<AssuredSetting> {
  const [count = '', name = ''] = id.split(' under ');
  return assureSetting(settingCalled(name), Number(count), seed);
}

async function killOf(id: string, seed: number): Promise<MutantResult> {
  const deviation = DEVIATIONS.find((d) => d.id === id);
  if (deviation === undefined) throw new Error(`no deviation is called ${id}`);
  const { failures, requests: _, ...kill } = await proveOne(deviation, seed);
  const surprises = failures.filter(({ rule }) => kill.misattributed.includes(rule)).map(tell);
  return { ...kill, title: deviation.title, breaks: deviation.breaks, surprises };
}

// One form by path and one by command document: what is unusual is seldom so in one form alone.
const SOME_FORMS = { operationForms: ['A', 'F'] } as const;

async function calmOf(id: string, seed: number): Promise<VariationResult> {
  const variation = VARIATIONS.find((v) => v.id === id);
  if (variation === undefined) throw new Error(`no variation is called ${id}`);
  const alarms = await alarmsOf([variation], seed, SOME_FORMS);
  return { variation: id, title: variation.title, alarms };
}

// Drawn anew by each worker: the nth of a seed is the same in all of them.
async function calmTogether(nth: number, seed: number): Promise<VariationResult> {
  const together = combinationsOf(seed, nth).at(-1) ?? [];
  const alarms = await alarmsOf(together, seed + nth);
  return { variation: together.map(({ id }) => id).join(' + '), title: '', alarms };
}

// With a target file and without one; what only a file can tell of is left out of the second.
async function alarmsOf(variations: readonly Variation[], seed: number, options: MockOptions = {}): Promise<string[]> {
  const alarms: string[] = [];
  for (const file of [true, false]) {
    const judged = file ? variations : variations.filter(({ needsFile }) => needsFile === undefined);
    if (judged.length === 0) continue;
    const verdict = await judgeVaried(judged, { file, seed, options });
    alarms.push(...verdict.alarms.map(tell), ...verdict.lost.map(tell), ...verdict.harm.map((line) => `harm: ${line}`));
  }
  return alarms;
}

function tell({ outcome, rule, subject, reason, counterexample = '' }: Result): string {
  return `${outcome}: ${rule} on ${subject}: ${reason} ${counterexample}`.trim();
}
