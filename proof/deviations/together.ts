import type { FaultLibrary } from '../../mock/control/faults.ts';
import type { Fetch, Mock, Wrap } from '../../mock/interface.ts';
import type { MockOptions } from '../../mock/options.ts';
import type { Deviation } from './deviation.ts';
import { owningUp } from './own-up.ts';

// By what they made of the service: whatever else wraps a mock is none of these.
const made = new WeakMap<Fetch, readonly Deviation[]>();

/** Every deviation, loaded when one is asked for: hundreds of wrappers that most mocks never need. */
export async function allDeviations(): Promise<readonly Deviation[]> {
  return (await import('./index.ts')).DEVIATIONS;
}

/** Several deviations as one wrapper, the first one innermost. */
export function together(deviations: readonly Deviation[]): Wrap {
  return (fetch, mock) => {
    const wrapped = deviations.reduce((inner, deviation) => owningUp(deviation, inner, mock), fetch);
    made.set(wrapped, deviations);
    return wrapped;
  };
}

/** The options under which they show; where two differ, the later one's. */
export function optionsOf(deviations: readonly Deviation[]): MockOptions {
  return Object.assign({}, ...deviations.map(({ options = {} }) => options));
}

/** The deviations that a mock serves with. */
export function activeIn({ wrapped }: Pick<Mock, 'wrapped'>): readonly Deviation[] {
  return wrapped === undefined ? [] : (made.get(wrapped) ?? []);
}

/** The deviations as the mock's control API is given them. */
export const faults: FaultLibrary = {
  all: allDeviations,
  together: async (ids) => together(await named(ids)),
  optionsOf: async (ids) => optionsOf(await named(ids)),
  activeIn: (mock) => activeIn(mock).map(({ id }) => id),
};

async function named(ids: readonly string[]): Promise<readonly Deviation[]> {
  const all = await allDeviations();
  return ids.map((id) => {
    const found = all.find((deviation) => deviation.id === id);
    if (found === undefined) throw new Error(`no deviation is called "${id}"`);
    return found;
  });
}
