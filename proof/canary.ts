import type { Deviation } from './deviations/deviation.ts';
import { DEVIATIONS } from './deviations/index.ts';
import { proveOne } from './prove.ts';

/** The known fault that a run may ask for first: plain, and shown by one request. */
const KNOWN = 'delete-answers-202';

/**
 * Judges one known fault in this process, by the rules that it breaks. Gives in a sentence what was missed; undefined where the
 * fault was caught, and nothing besides.
 */
export async function missedByCanary(
  fault: Deviation | undefined = DEVIATIONS.find(({ id }) => id === KNOWN),
): Promise<string | undefined> {
  if (fault === undefined) return `the known fault ${KNOWN} is not there`;
  const { survived, misattributed } = await proveOne(fault, 1, true);
  if (survived.length > 0) return `“${fault.title}” was not caught by ${survived.join(', ')}`;
  if (misattributed.length > 0) return `“${fault.title}” made ${misattributed.join(', ')} fail, which holds`;
  return undefined;
}
