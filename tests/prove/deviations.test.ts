import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { proveOne } from '../../judge/prove.ts';
import { DEVIATIONS } from '../../mock/deviations/index.ts';

// DEVIATION='create-*' narrows it down while a fault is being written.
const wanted = picomatch(process.env['DEVIATION'] ?? '*');
const chosen = DEVIATIONS.filter(({ id }) => wanted(id));

describe.each(chosen.map((deviation) => [deviation.id, deviation] as const))('%s', (_id, deviation) => {
  test('fails the rules that it breaks, and no others', async () => {
    const { survived, misattributed, failures } = await proveOne(deviation);
    const told = failures
      .filter(({ rule }) => misattributed.includes(rule))
      .map(({ rule, subject, reason, counterexample = '' }) => `${rule} on ${subject}: ${reason} ${counterexample}`);
    expect({ survived, misattributed: told }).toEqual({ survived: [], misattributed: [] });
  });
});
