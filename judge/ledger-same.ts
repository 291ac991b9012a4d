import { agreement, sentBy } from '../core/ids/natural-keys.ts';
import { idSent } from '../core/records/record-claim.ts';
import type { Entry } from './ledger-lines.ts';

/**
 * In which places two creations agree that named one record, while neither was deleted: a record of before may have the same values there.
 * Undefined where the run itself put one in the place of the other: by the same request, by a value of its own, or by an id that it sent.
 */
export function placesAlike(first: Entry, second: Entry, nonce: string): ReadonlySet<string> | undefined {
  const [a, b] = [first.payloads[0], second.payloads[0]];
  // What is left out of both may differ.
  const isSame = a !== undefined && !first.isCut && !second.isCut && JSON.stringify(a) === JSON.stringify(b);
  if (isSame || [first, second].some(choseItsId)) return undefined;
  const { places, isMarked } = agreement(sentBy({ json: a ?? {} }, nonce), sentBy({ json: b ?? {} }, nonce));
  return isMarked ? undefined : places;
}

function choseItsId({ made, payloads: [payload], resource }: Entry): boolean {
  return made?.id !== undefined && idSent(resource, payload) === made.id;
}
