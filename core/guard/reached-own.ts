import type { Answer } from '../answer.ts';
import { type ClaimBook, recordKey } from '../records/claim-book.ts';
import type { Claim, RecordResource } from '../records/record-claim.ts';
import { cameToShow } from '../records/shows-sent.ts';
import type { Bystanders } from './bystanders.ts';

/** The records of a run by what changes named. */
export interface OwnRecords {
  /** A change that names this record is about to be sent. Undefined: it is not known which one, so that it may be any of them. */
  named(resource: RecordResource, id: string | undefined): void;
  /** Whether a record of the run that no change named shows what this one sent: nobody else can have brought it there. */
  reachedBy(resource: RecordResource, answer: Answer): Promise<boolean>;
}

/** So many of them are read. */
const FEW = 5;

/** Opens them: no change was sent yet. */
export function openOwnRecords(
  { all, idsGiven }: Pick<ClaimBook, 'all' | 'idsGiven'>,
  { state }: Pick<Bystanders, 'state'>,
): OwnRecords {
  const named = new Set<string>();
  const isUntouched = (resource: RecordResource, { resource: { name }, id, gone, isDeletionSent }: Claim): boolean =>
    name === resource.name && id !== undefined && !gone && !isDeletionSent && !named.has(recordKey(resource, id));
  return {
    named(resource, id) {
      const ids = id === undefined ? idsGiven(resource) : [id];
      for (const one of ids) named.add(recordKey(resource, one));
    },
    async reachedBy(resource, answer) {
      for (const { id = '', payload } of all.filter((claim) => isUntouched(resource, claim)).slice(0, FEW)) {
        if (cameToShow({ before: payload, now: await state(resource, id) }, answer)) return true;
      }
      return false;
    },
  };
}
