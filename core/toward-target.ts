import type { Transport } from './exchange.ts';
import { pastCaches } from './past-caches.ts';
import { followingSlash } from './slash.ts';
import { spellingAsTold } from './told-spelling.ts';

/** How a target is asked, by whoever asks one: past caches, along a redirect to the same address, and in the target's own spelling. */
export function towardTarget(client: Transport): Transport {
  return spellingAsTold(followingSlash(pastCaches(client)));
}
