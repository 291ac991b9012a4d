import type { Result } from '../results/results.ts';
import { failureName, type Seen, type Sign, signKey, signsOf } from '../results/signs.ts';

/** A failure, and what it shows. */
export interface Failure {
  readonly name: string;
  readonly rule: string;
  readonly subject: string;
  readonly signs: readonly Sign[];
}

/** What a run saw, as far as it tells for or against a fault. */
export interface RunEvidence {
  readonly failures: readonly Failure[];
  /** By the key of a sign: the subjects that show it. */
  readonly shown: ReadonlyMap<string, ReadonlySet<string>>;
  /** By rule: the subjects on which it passed. */
  readonly passed: ReadonlyMap<string, ReadonlySet<string>>;
  /** By rule: the subjects on which it failed. */
  readonly failed: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What the results of a run show. */
export function evidenceOf(results: readonly Seen[]): RunEvidence {
  const failures = results
    .filter(({ outcome }) => outcome === 'fail')
    .map((result) => ({
      name: failureName(result),
      rule: result.rule,
      subject: result.subject,
      signs: signsOf(result),
    }));
  return {
    failures,
    shown: grouped(failures.flatMap(({ signs, subject }) => signs.map((sign) => [signKey(sign), subject] as const))),
    passed: grouped(pairs(results, 'pass')),
    failed: grouped(pairs(results, 'fail')),
  };
}

function pairs(results: readonly Seen[], wanted: Result['outcome']): (readonly [string, string])[] {
  return results.filter(({ outcome }) => outcome === wanted).map(({ rule, subject }) => [rule, subject]);
}

function grouped(all: readonly (readonly [string, string])[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const [key, member] of all) {
    const group = groups.get(key) ?? new Set();
    groups.set(key, group.add(member));
  }
  return groups;
}
