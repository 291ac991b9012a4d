import type { Transport } from './exchange.ts';
import { joinedWhereRefused } from './joined-lines.ts';
import { pastCaches } from './past-caches.ts';
import { followingSlash } from './slash.ts';
import { spellingAsTold } from './told-spelling.ts';
import { withPreconditions } from './with-preconditions.ts';

/**
 * How a target is asked, by whoever asks one: past caches, along a redirect to the same address, in the target's own spelling, and with
 * preconditions where it asks for them and in one line where it takes no second one.
 */
export function towardTarget(client: Transport): Transport {
  return withPreconditions(joinedWhereRefused(spellingAsTold(followingSlash(pastCaches(client)))));
}
