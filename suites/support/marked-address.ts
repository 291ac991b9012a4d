import type { Answer } from '../../core/answer.ts';
import { partsOf } from '../../core/http/address.ts';
import { fail } from '../../core/results/outcome.ts';
import type { Trial } from '../../core/run/trial.ts';

const SUFFIX = /\.(?:json|xml|html)$/u;

/** Whether the address of a record is marked by a representation, and not since its id, which the body shows whole, ends like that. */
export function isMarked(location: string, { representation }: Pick<Answer, 'representation'>): boolean {
  if (!URL.canParse(location)) return false;
  if (new URL(location).searchParams.has('format')) return true;
  const last = partsOf(location)?.segments.at(-1) ?? '';
  return SUFFIX.test(last) && !representation.strings.includes(last);
}

/**
 * Demands of the Location of what was made that it is the address of that itself, which does not depend on a representation (document 4.4-c2,
 * 4.5-2): one that chooses one is another address where both are read. A server that reads nothing without a choice has no other.
 */
export async function isOfItself(trial: Trial, made: Answer, location: string): Promise<void> {
  if (!isMarked(location, made)) return;
  const bare = new URL(location);
  bare.searchParams.delete('format');
  bare.pathname = bare.pathname.replace(SUFFIX, '');
  const read = await trial.send({ method: 'GET', address: bare.href });
  if (read.status === 200) fail(`the Location ${bare.href}, where it is read`, location, made, read);
}
