import type { Results } from '../core/results/results.ts';
import { plural } from './wording.ts';

/** What a run would have caught, in a line; undefined where nobody counted. */
export function assuranceLine({ assurance, run }: Results): string | undefined {
  if (assurance === undefined) return undefined;
  const { caught, known } = assurance;
  const line = `This run would have caught ${caught} of ${plural(known, 'known fault')}`;
  // The list is the kit's own: it is no sample of what may be wrong.
  if (run.selection.fast !== true) return `${line}; one that is not in its list may stay unseen`;
  return `${line} and missed ${known - caught}: --fast tries each rule on one subject`;
}
