import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { DEVIATIONS } from '../../proof/deviations/index.ts';
import { isShownAlone, proveOne } from '../../proof/prove.ts';
import { inGate, SHARE, TRIES_ALL } from '../in-gate.ts';

// DEVIATION='create-*' narrows it down while a fault is being written, and tries all rules on each.
const named = process.env['DEVIATION'];
const wanted = picomatch(named ?? '*');

/**
 * In the gate a share of the faults is judged by the rules that they break, and every `WHOLE`-th of those by all rules: a
 * prime, so that each file gets its part of those. TESTS=all judges every fault by all rules, as `assayer prove` does in the scheduled proof.
 */
const WHOLE = TRIES_ALL || named !== undefined ? 1 : 29;

/** Registers every `of`-th deviation, so that files can share the work between cores. */
export function proveShare(share: number, of: number): void {
  const tried = named === undefined ? inGate(DEVIATIONS, SHARE) : DEVIATIONS;
  const chosen = tried
    .map((deviation, i) => ({ deviation, i }))
    .filter(({ deviation, i }) => i % of === share && wanted(deviation.id));
  if (chosen.length === 0) test('no deviation of this share is wanted', () => undefined);
  describe.each(chosen.map(({ deviation, i }) => [deviation.id, deviation, i] as const))('%s', (_id, deviation, i) => {
    const alone = i % WHOLE !== WHOLE - 1 && isShownAlone(deviation);
    test(`fails the rules that it breaks${alone ? '' : ', and no others'}`, async () => {
      const { survived, misattributed, failures } = await proveOne(deviation, 1, alone);
      const told = failures
        .filter(({ rule }) => misattributed.includes(rule))
        .map(({ rule, subject, reason, counterexample = '' }) => `${rule} on ${subject}: ${reason} ${counterexample}`);
      expect({ survived, misattributed: told }).toEqual({ survived: [], misattributed: [] });
    });
  });
}
