import { describe, expect, test } from 'vitest';
import { likenessIn } from '../../cli/mock-like.ts';
import type { Results } from '../../core/results.ts';
import { DEVIATIONS } from '../../proof/deviations/index.ts';
import { together } from '../../proof/deviations/together.ts';
import { judgeWrapped } from '../../proof/judge-wrapped.ts';
import { rulesThatMayFail } from '../../proof/known-fault.ts';
import { deviated } from '../../proof/prove.ts';
import { TRIES_ALL } from '../in-gate.ts';

// TESTS=all tries every eleventh fault. A prime, so that all families get their part.
const EVERY = TRIES_ALL ? 11 : 151;
const SOME = DEVIATIONS.filter((_, i) => i % EVERY === 3);

describe.each(SOME.map((deviation) => [deviation.id, deviation] as const))(
  'a mock like one with %s',
  (_, deviation) => {
    test('gets the same verdicts', async () => {
      const wrapped = deviated(deviation, 77);
      const how = { ...wrapped.how, rules: rulesThatMayFail(deviation) };
      const results = await judgeWrapped({ ...wrapped, how });
      const { options, faults } = await likenessIn(results);
      const twin = await judgeWrapped({ ...wrapped, how, options, wrap: together(faults) });
      expect(results.results.filter(({ outcome }) => outcome === 'fail')).not.toEqual([]);
      expect(verdicts(twin)).toEqual(verdicts(results));
    });
  },
);

function verdicts({ results }: Results): readonly string[] {
  return results.map(({ rule, subject, outcome }) => `${rule} on ${subject}: ${outcome}`);
}
