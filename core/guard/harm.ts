import type { RecordResource } from '../records/record-claim.ts';
import type { Records } from '../records/records.ts';

/** Why nothing more of a resource is created: writes of the run were seen to take records of others away, or to change them. */
export function harmOf(
  { deletions, creations, overwritten }: Pick<Records, 'deletions' | 'creations' | 'overwritten'>,
  resource: RecordResource,
): string | undefined {
  return deletions.whyNoMore(resource) ?? creations.whyNoMore(resource) ?? overwritten.whyNoMore(resource);
}
