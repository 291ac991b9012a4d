import type { AppliedWaiver, Result, Results } from '../core/results.ts';
import { signatureOf } from '../core/signature.ts';
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
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  const findings: Finding[] = [];
  for (const members of groups.values()) {
    const [first] = members;
    if (first === undefined) continue;
    const others = [...groups.values()].filter((group) => group !== members).flat();
    const repeats = repeatedRule(first, others) ?? repeatedExchange(members, findings);
    findings.push({ first, results: members, ...(repeats === undefined ? {} : { repeats }) });
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
function repeatedRule({ expected = '', rule, waiver }: Result, others: readonly Result[]): string | undefined {
  const named = /\(([a-z0-9-]+\/[a-z0-9-]+)\)$/u.exec(expected)?.[1];
  const found = others.find((other) => other.rule === named && other.rule !== rule && isSame(other.waiver, waiver));
  return found === undefined ? undefined : `repeats ${found.rule} on ${found.subject}`;
}

function repeatedExchange(members: readonly Result[], earlier: readonly Finding[]): string | undefined {
  // What an exception lets pass must not hide what none does.
  const told = earlier
    .filter(({ repeats, first }) => repeats === undefined && isSame(first.waiver, members[0]?.waiver))
    .flatMap(({ results }) => results);
  const shown = new Map(told.toReversed().map((result) => [decidingExchange(result), result]));
  const sources = members.map((member) => shown.get(decidingExchange(member)));
  const [source] = sources;
  if (source === undefined || sources.includes(undefined)) return undefined;
  return `the same exchange as ${source.rule} on ${source.subject}`;
}

function isSame(a: AppliedWaiver | undefined, b: AppliedWaiver | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

// The last exchange is the one that shows the failure; those before it lead there.
function decidingExchange({ rule, subject, witness }: Result): string {
  return witness.at(-1) ?? `none of ${rule} on ${subject}`;
}
