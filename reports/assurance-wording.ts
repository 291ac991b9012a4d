import type { Results } from '../core/results.ts';
import { plural } from './wording.ts';

/** What a run would have caught, in a line; undefined where nobody counted. */
export function assuranceLine({ assurance }: Results): string | undefined {
  if (assurance === undefined) return undefined;
  return `This run would have caught ${assurance.caught} of ${plural(assurance.known, 'known fault')}`;
}
