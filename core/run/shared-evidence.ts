import type { EvidenceScope, Trial } from './trial.ts';

/** Takes evidence, or gives what was taken before. */
export type Evidence<T, Of extends readonly unknown[] = []> = (trial: Trial, ...of: Of) => Promise<T>;

/**
 * Evidence that rules share: it is taken once in a run for each thing that it is `about`, by the rule that asks first. What it
 * creates is deleted at the end of the run. Each kind keeps its own evidence, so that none is given out as that of another.
 */
export function evidence<T, Of extends readonly unknown[] = []>(
  about: (trial: Trial, ...of: Of) => string,
  take: (shared: Trial, ...of: Of) => Promise<T>,
): Evidence<T, Of> {
  const byScope = new WeakMap<EvidenceScope, Map<string, Promise<T>>>();
  const takenIn = (scope: EvidenceScope): Map<string, Promise<T>> => {
    const taken = byScope.get(scope) ?? new Map<string, Promise<T>>();
    byScope.set(scope, taken);
    scope.kinds.add(kind);
    return taken;
  };
  const kind = {
    async share(from: EvidenceScope, to: EvidenceScope): Promise<void> {
      for (const [what, taking] of takenIn(from)) if (await isHad(taking)) takenIn(to).set(what, taking);
    },
  };
  return (trial, ...of) => {
    const taken = takenIn(trial.scope);
    const what = about(trial, ...of);
    const known = taken.get(what);
    if (known !== undefined) return known;
    const taking = trial.apart((shared) => take(shared, ...of));
    taken.set(what, taking);
    return taking;
  };
}

/** A place for evidence that holds none yet. */
export function createScope(): EvidenceScope {
  return { kinds: new Set() };
}

/** Puts the evidence of one scope that could be taken in place of what another has. */
export async function shareEvidence(from: EvidenceScope, to: EvidenceScope): Promise<void> {
  for (const kind of from.kinds) await kind.share(from, to);
}

function isHad(taking: Promise<unknown>): Promise<boolean> {
  return taking.then(
    () => true,
    () => false,
  );
}
