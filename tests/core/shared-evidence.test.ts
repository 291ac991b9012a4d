import { expect, test } from 'vitest';
import { createScope, evidence, shareEvidence } from '../../core/run/shared-evidence.ts';
import type { EvidenceScope, Trial } from '../../core/run/trial.ts';

// The part of a trial that evidence uses.
function trialIn(scope: EvidenceScope): Trial {
  const trial = { scope, apart: <T>(take: (shared: Trial) => Promise<T>) => take(trial) } as Trial; // see above
  return trial;
}

function counting(): { readonly numbered: ReturnType<typeof evidence<string, [string]>>; readonly taken: string[] } {
  const taken: string[] = [];
  const numbered = evidence<string, [string]>(
    (_, of) => of,
    async (_, of) => `${of} ${taken.push(of)}`,
  );
  return { numbered, taken };
}

test('evidence is taken once for each thing that it is about', async () => {
  const { numbered, taken } = counting();
  const trial = trialIn(createScope());
  expect(await Promise.all([numbered(trial, 'deals'), numbered(trial, 'users'), numbered(trial, 'deals')])).toEqual([
    'deals 1',
    'users 2',
    'deals 1',
  ]);
  expect(taken).toEqual(['deals', 'users']);
});

test('two kinds about the same thing do not mix, and neither do two runs', async () => {
  const [one, other] = [counting(), counting()];
  const trial = trialIn(createScope());
  expect([await one.numbered(trial, 'deals'), await one.numbered(trialIn(createScope()), 'deals')]).toEqual([
    'deals 1',
    'deals 2',
  ]);
  expect(await other.numbered(trial, 'deals')).toBe('deals 1');
});

test('what could be taken replaces what another scope has; what could not does not', async () => {
  let isUp = false;
  const reading = evidence<string, [string]>(
    (_, of) => of,
    async (_, of) => {
      if (isUp !== (of === 'deals')) throw new Error(`${of} broke down`);
      return of;
    },
  );
  const [first, alone] = [createScope(), createScope()];
  await expect(reading(trialIn(first), 'deals')).rejects.toThrow('deals broke down');
  expect(await reading(trialIn(first), 'users')).toBe('users');
  isUp = true;
  await reading(trialIn(alone), 'deals');
  await expect(reading(trialIn(alone), 'users')).rejects.toThrow('users broke down');
  await shareEvidence(alone, first);
  expect(await reading(trialIn(first), 'deals')).toBe('deals');
  expect(await reading(trialIn(first), 'users')).toBe('users');
});
