import type { AppliedWaiver, Result, Results } from '../core/results/results.ts';
import { signatureOf } from '../core/results/signature.ts';
import { plural } from './wording.ts';

/** Failures that say the same: one rule, one expectation, one answer, on one subject or many. */
export interface Finding {
  /** The one that is shown. */
  readonly first: Result;
  /** All of them, in the order of the results. */
  readonly results: readonly Result[];
  /** Why it tells nothing new beside an earlier finding; undefined where it does. */
  readonly repeats?: string;
}

/** Every failure of a run, folded, in the order of the results. */
export function findingsOf(results: Results): readonly Finding[] {
  const groups = new Map<string, Result[]>();
  for (const result of results.results) {
    if (result.outcome !== 'fail') continue;
    const key = JSON.stringify([result.rule, signatureOf(result), result.waiver]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [result]);
    else group.push(result);
  }
  const firstOf = firstByRuleAndWaiver([...groups.values()].flat());
  // By deciding exchange and waiver: what is shown already. What an exception lets pass must not hide what none does.
  const shown = new Map<string, Result>();
  const findings: Finding[] = [];
  for (const members of groups.values()) {
    const [first] = members;
    if (first === undefined) continue;
    const repeats = repeatedRule(first, firstOf) ?? repeatedExchange(members, shown);
    findings.push({ first, results: members, ...(repeats === undefined ? {} : { repeats }) });
    if (repeats !== undefined) continue;
    for (const member of members) {
      const place = keyOf(decidingExchange(member), member.waiver);
      if (!shown.has(place)) shown.set(place, member);
    }
  }
  return findings;
}

/** `deals`, or `36 operations, the first: HoldDeal/A`. */
export function subjectsOf({ first, results }: Finding): string {
  if (results.length === 1) return first.subject;
  return `${countSubjects(results)}, the first: ${first.subject}`;
}

/** `36 operations`, `2 subjects`. */
export function countSubjects(results: readonly Result[]): string {
  const isOperation = results.every(({ rule }) => rule.startsWith('operation/'));
  return plural(results.length, isOperation ? 'operation' : 'subject');
}

// A rule about sequences names in its expectation, in parentheses at the end, the rule that a step breaks.
function repeatedRule(
  { expected = '', rule, waiver }: Result,
  firstOf: ReadonlyMap<string, Result>,
): string | undefined {
  const named = /\(([a-z0-9-]+\/[a-z0-9-]+)\)$/u.exec(expected)?.[1];
  const found = named === undefined || named === rule ? undefined : firstOf.get(keyOf(named, waiver));
  return found === undefined ? undefined : `repeats ${found.rule} on ${found.subject}`;
}

function repeatedExchange(members: readonly Result[], shown: ReadonlyMap<string, Result>): string | undefined {
  const sources = members.map((member) => shown.get(keyOf(decidingExchange(member), members[0]?.waiver)));
  const [source] = sources;
  if (source === undefined || sources.includes(undefined)) return undefined;
  return `the same exchange as ${source.rule} on ${source.subject}`;
}

function firstByRuleAndWaiver(results: readonly Result[]): ReadonlyMap<string, Result> {
  const first = new Map<string, Result>();
  for (const result of results) {
    const key = keyOf(result.rule, result.waiver);
    if (!first.has(key)) first.set(key, result);
  }
  return first;
}

function keyOf(name: string, waiver: AppliedWaiver | undefined): string {
  return JSON.stringify([name, waiver]);
}

// The last exchange is the one that shows the failure; those before it lead there.
function decidingExchange({ rule, subject, witness }: Result): string {
  return witness.at(-1) ?? `none of ${rule} on ${subject}`;
}
