import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { proveOne } from '../../judge/prove.ts';
import { DEVIATIONS } from '../../mock/deviations/index.ts';

// DEVIATION='create-*' narrows it down while a fault is being written.
const wanted = picomatch(process.env['DEVIATION'] ?? '*');

/** Registers every `of`-th deviation, so that files can share the work between cores. */
export function proveShare(share: number, of: number): void {
  const chosen = DEVIATIONS.filter(({ id }, i) => i % of === share && wanted(id));
  test.skipIf(chosen.length > 0)('no deviation of this share is wanted', () => undefined);
  describe.each(chosen.map((deviation) => [deviation.id, deviation] as const))('%s', (_id, deviation) => {
    test('fails the rules that it breaks, and no others', async () => {
      const { survived, misattributed, failures } = await proveOne(deviation, 1, true);
      const told = failures
        .filter(({ rule }) => misattributed.includes(rule))
        .map(({ rule, subject, reason, counterexample = '' }) => `${rule} on ${subject}: ${reason} ${counterexample}`);
      expect({ survived, misattributed: told }).toEqual({ survived: [], misattributed: [] });
    });
  });
}
