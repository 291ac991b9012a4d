import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { isShownAlone, proveOne } from '../../judge/prove.ts';
import { DEVIATIONS } from '../../mock/deviations/index.ts';
import { drawnFromCode } from './proven-code.ts';

// DEVIATION='create-*' narrows it down while a fault is being written, and tries all rules on each.
const named = process.env['DEVIATION'];
const wanted = picomatch(named ?? '*');

/**
 * Every fault is held against the rules that it breaks. Against all rules each was held by the last whole proof, which
 * proof.test.ts says is of this very code; so that nobody has to take its word, every `WHOLE`-th is here too, and which
 * ones those are changes with the code. PROOF=all holds each against all, as `assayer prove` does.
 */
const WHOLE = process.env['PROOF'] === 'all' || named !== undefined ? 1 : 10;
const FIRST = await drawnFromCode(WHOLE);

/** Registers every `of`-th deviation, so that files can share the work between cores. */
export function proveShare(share: number, of: number): void {
  const chosen = DEVIATIONS.map((deviation, i) => ({ deviation, i })).filter(
    ({ deviation, i }) => i % of === share && wanted(deviation.id),
  );
  test.skipIf(chosen.length > 0)('no deviation of this share is wanted', () => undefined);
  describe.each(chosen.map(({ deviation, i }) => [deviation.id, deviation, i] as const))('%s', (_id, deviation, i) => {
    const alone = i % WHOLE !== FIRST && isShownAlone(deviation);
    test(`fails the rules that it breaks${alone ? '' : ', and no others'}`, async () => {
      const { survived, misattributed, failures } = await proveOne(deviation, 1, alone);
      const told = failures
        .filter(({ rule }) => misattributed.includes(rule))
        .map(({ rule, subject, reason, counterexample = '' }) => `${rule} on ${subject}: ${reason} ${counterexample}`);
      expect({ survived, misattributed: told }).toEqual({ survived: [], misattributed: [] });
    });
  });
}
