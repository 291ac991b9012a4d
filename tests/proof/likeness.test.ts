import { describe, expect, test } from 'vitest';
import { likenessIn } from '../../cli/mock-like.ts';
import { diagnose } from '../../core/results/diagnose.ts';
import type { Dictionary } from '../../core/results/known-faults.ts';
import type { Results } from '../../core/results/results.ts';
import { DEVIATIONS } from '../../proof/deviations/index.ts';
import { together } from '../../proof/deviations/together.ts';
import { judgeWrapped } from '../../proof/judge-wrapped.ts';
import { learn, rulesThatMayFail } from '../../proof/known-fault.ts';
import { deviated } from '../../proof/prove.ts';
import { TRIES_ALL } from '../in-gate.ts';

// TESTS=all tries every eleventh fault. A prime, so that all families get their part.
const EVERY = TRIES_ALL ? 11 : 379;
const SOME = DEVIATIONS.filter((_, i) => i % EVERY === 3);

// Made here: the one that is shipped may be older than a rule.
const known = Promise.all(SOME.map(({ id }) => learn(id, 2))).then(
  (faults): Dictionary => ({ format: 'assayer-dictionary/1', reads: [], faults }),
);

describe.each(SOME.map((deviation) => [deviation.id, deviation] as const))(
  'a mock like one with %s',
  (_, deviation) => {
    test('gets the same verdicts', { tags: ['night'] }, async () => {
      const wrapped = deviated(deviation, 77);
      // One after another: what a fault does to deletions that run side by side differs from run to run.
      const how = { ...wrapped.how, concurrency: 1, rules: rulesThatMayFail(deviation) };
      const results = await judgeWrapped({ ...wrapped, how });
      const diagnosis = diagnose(results, await known);
      const { options, faults } = await likenessIn({ target: results.target, ...(diagnosis && { diagnosis }) });
      const twin = await judgeWrapped({ ...wrapped, how, options, wrap: together(faults) });
      expect(results.results.filter(({ outcome }) => outcome === 'fail')).not.toEqual([]);
      expect(verdicts(twin)).toEqual(verdicts(results));
    });
  },
);

function verdicts({ results }: Results): readonly string[] {
  return results.map(({ rule, subject, outcome }) => `${rule} on ${subject}: ${outcome}`);
}
