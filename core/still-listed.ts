import { type Clock, pause } from './clock.ts';

/** How long a list may go on showing what was deleted, and how often it is looked at within that time. */
const LATE_MS = 1500;
const LOOKS = 3;

/**
 * What a list still shows, though its deletion was answered with success or with 404: whoever believes that answer leaves it behind
 * untold. `look` gives the ids of such records that are listed now. A list that follows late is given some time.
 */
export async function stillListed(look: () => Promise<readonly string[]>, clock: Clock): Promise<readonly string[]> {
  let listed: readonly string[] = [];
  for (let i = 0; i < LOOKS; i += 1) {
    if (i > 0) await pause(clock, LATE_MS / (LOOKS - 1));
    listed = await look();
    if (listed.length === 0) return [];
  }
  return listed;
}
