import { type Clock, pause } from './clock.ts';
import type { RecordResource } from './record-claim.ts';

/** Ids of records of this run that a list shows; undefined where it shows none of its records now. */
export type Look = (resource: RecordResource) => Promise<readonly string[] | undefined>;

/** How long a list may go on showing what was deleted, and how often it is looked at within that time. */
const LATE_MS = 1500;
const LOOKS = 3;

/**
 * The records that a list still shows, though their deletion was answered with success or with 404: whoever believes that answer
 * leaves them behind untold. A list that follows late is given some time.
 */
export async function stillListed(
  look: Look,
  clock: Clock,
  resource: RecordResource,
  removed: ReadonlySet<string>,
): Promise<readonly string[]> {
  let listed: readonly string[] = [];
  for (let i = 0; i < LOOKS; i += 1) {
    if (i > 0) await pause(clock, LATE_MS / (LOOKS - 1));
    listed = ((await look(resource)) ?? []).filter((id) => removed.has(id));
    if (listed.length === 0) return [];
  }
  return listed;
}
