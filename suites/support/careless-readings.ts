import { decodeSegment } from '../../core/http/address.ts';
import type { Trial } from '../../core/run/trial.ts';
import type { Resource } from '../../core/target.ts';

/** No store keeps longer numbers, so that a longer text is nobody's id. */
const LONGEST = 20;

/** From so many digits on, JavaScript writes a number with an exponent, of which a second reading keeps what stands before it. */
const WITH_EXPONENT = 22;

/** The largest numbers of the usual types: a service may take a larger one for the largest. */
const LARGEST: readonly string[] = ['2147483647', '4294967295', '9007199254740991', '9223372036854775807'];

/**
 * Whether a write to an id, as it stands in the path, could come to a record that the run did not make: a service that does not decode it
 * may take the number at one of its ends, all its digits, or what is not encoded, such as 9 of `9%34` and 20 of `x%20`; one that reads
 * a long number, the largest of its type or what stands before an exponent. Each of these has to be free, or the run's own.
 */
export async function mayMeetOthers(trial: Trial, resource: Resource, encoded: string): Promise<boolean> {
  for (const text of readingsOf(encoded)) if (await isOfOthers(trial, resource, text)) return true;
  return false;
}

function readingsOf(encoded: string): readonly string[] {
  const numbers = encoded.split(/\D/u);
  const all = [
    ...[numbers[0], numbers.at(-1), numbers.join(''), encoded.replace(/%[\dA-F]{2}/giu, '')],
    ...(numbers.length === 1 ? largeReadings(encoded) : []),
  ];
  const others = all.flatMap((text) => (text === undefined || text === '' || text.length > LONGEST ? [] : [text]));
  return [...new Set(others)].filter((text) => text !== decodeSegment(encoded));
}

function largeReadings(digits: string): readonly string[] {
  const smaller = LARGEST.filter((one) => one.length < digits.length || (one.length === digits.length && one < digits));
  return digits.length < WITH_EXPONENT ? smaller : [...smaller, digits.replace(/^0+/u, '').slice(0, 1)];
}

async function isOfOthers({ records }: Trial, resource: Resource, id: string): Promise<boolean> {
  const claim = records.claimOfId(resource, id);
  if (claim !== undefined) return (await records.whyNotOurs(claim)) !== undefined;
  return !(await records.isFree(resource, records.fresh.mint(id, 'checked')));
}
