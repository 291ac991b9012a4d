import { VARIATIONS, type Variation } from '../../proof/variations/index.ts';

/** What a variation puts before a server, to be judged beside a server that is broken besides. */
export function wrapOf(id: string): Variation['wrap'] {
  const found = VARIATIONS.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no variation ${id}`);
  return found.wrap;
}
