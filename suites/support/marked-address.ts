import type { Answer } from '../../core/answer.ts';
import { partsOf } from '../../core/http/address.ts';

/** Whether the address of a record is marked by a representation, and not since its id, which the body shows whole, ends like that. */
export function isMarked(location: string, { representation }: Pick<Answer, 'representation'>): boolean {
  if (!URL.canParse(location)) return false;
  if (new URL(location).searchParams.has('format')) return true;
  const last = partsOf(location)?.segments.at(-1) ?? '';
  return /\.(?:json|xml|html)$/u.test(last) && !representation.strings.includes(last);
}
