import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Nested } from '../../../core/target.ts';
import { collection, entryId, kindOf } from '../evidence.ts';
import { withoutVolatile } from '../payload/payloads.ts';
import { entriesOf } from '../query/queries.ts';
import { resourceOf } from '../subjects.ts';
import { canonical } from '../view/same-words.ts';

/** The nested records of one owner, read index by index. */
export interface Walk {
  readonly owner: string;
  /** The owner as the collection lists it; undefined where it does not. */
  readonly entry: unknown;
  /** What was found, from the first index on. */
  readonly found: readonly Answer[];
  /** The answer at the first index that found nothing; undefined where the walk was given up before. */
  readonly end: Answer | undefined;
}

/** The nested collection of this trial. The rule's `on` promised one. */
export function nestedOf(trial: Trial): Nested {
  const { nested } = trial.subject;
  if (nested === undefined) throw new Error(`subject ${trial.subject.id} has no nested records`);
  return nested;
}

/** An index that no owner has reached. */
export const FAR = 99_999;

const LONGEST = 20;

/** Reads the records of an owner from this index on, up to the first that is not there; shared. */
export const walked: Evidence<Walk, [owner: string, start: number]> = evidence(
  ({ subject }, owner, start) => `${subject.id} ${owner} ${start}`,
  async (shared, owner, start) => {
    const resource = resourceOf(shared);
    const { address } = nestedOf(shared);
    const entries = resource.list === undefined ? [] : entriesOf(await collection(shared), resource);
    const entry = entries.find((one) => entryId(one, resource) === owner);
    const found: Answer[] = [];
    for (let index = start; index <= start + LONGEST; index += 1) {
      const answer = await shared.send({ method: 'GET', address: fillTemplate(address, { id: owner, index }) });
      if (answer.status !== 200) return { owner, entry, found, end: answer };
      found.push(answer);
    }
    return { owner, entry, found, end: undefined };
  },
);

// Others may see less than an owner, or not so often.
const WITHHELD: readonly number[] = [401, 403, 429];

// Somebody may have deleted the owner since it was listed (document 7).
const GONE = 410;

/** Whether an owner's records may not be read, or the owner is gone: of which nothing can be said. */
export function isWithheld({ found, end }: Walk): boolean {
  return found.length === 0 && end !== undefined && [...WITHHELD, GONE].includes(end.status);
}

/** Demands that 404 follows the last record (document 4.4-m1). What is there to be read is a record, so nothing is its end. */
export function isWholeWalk({ found, end }: Walk): readonly Answer[] {
  for (const answer of found.slice(1)) {
    const value = at(answer.json(), '');
    answer.owes(value !== null && !isEmpty(value), 'one record, or 404 past the end', kindOf(value));
  }
  if (end === undefined || WITHHELD.includes(end.status)) return found.slice(-1);
  return [end.hasStatus(404)];
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** The records that were found, each in words by which it is known again. */
export function textsOf({ found }: Pick<Walk, 'found'>): readonly string[] {
  return found.map(textOf);
}

/** One of them. */
export function textOf({ representation }: Answer): string {
  return plain(representation.value);
}

/** A record in words by which it is known again. */
export function plain(record: unknown): string {
  return canonical(withoutVolatile(record));
}
