import { type Ask, isShownAt, type Kept, sendDeletion } from '../core/cleanup/deletion.ts';
import { type Deleted, isStillThere, lookAgain, type Seen, STILL_SHOWN } from '../core/cleanup/still-there.ts';
import type { HttpRequest } from '../core/http/exchange.ts';
import { absolute, type Home } from '../core/http/origins.ts';
import type { RecordResource } from '../core/records/record-claim.ts';
import { deleteRequestOf } from '../core/records/record-requests.ts';
import { REDACTED } from '../core/redaction/redact.ts';
import type { Clock } from '../core/run/clock.ts';

/** What became of one thing that a run made. What was tried and answered is empty where it is known to be gone. */
export interface Cleaned extends Kept {
  /** `unseen` where its deletion was answered as done, and nothing shows whether it is. */
  readonly end: 'deleted' | 'gone' | 'unseen' | 'stays';
}

/** A deletion, and what it deletes. */
export interface Removal {
  readonly resource: RecordResource;
  readonly request: HttpRequest;
  /** Absent at an address that the run made up. */
  readonly id?: string;
  /** Everything that the record was sent; empty where that is not known. */
  readonly payloads: readonly unknown[];
}

/** The deletions that a ledger leads to. */
export interface Removals {
  remove(removal: Removal): Promise<Cleaned>;
  /** Sends deletions that were refused once more, one at a time: a server may break down where requests meet (a locked database). */
  tryAgain(cleaned: readonly Cleaned[]): Promise<readonly Cleaned[]>;
  /** Looks whether what was deleted is gone. */
  look(cleaned: readonly Cleaned[]): Promise<readonly Cleaned[]>;
}

/** What deletions are sent and looked at with. */
export interface RemovalsOptions {
  readonly ask: Ask;
  readonly home: Home;
  readonly nonce: string;
  /** A value that the run never used. */
  readonly neverUsed: string;
  readonly clock: Clock;
}

/** A record that was deleted and is to be looked at. */
interface Looked extends Deleted {
  readonly one: Cleaned;
  readonly resource: RecordResource;
}

/** Opens the deletions of one clean-up. */
export function openRemovals({ ask, home, nonce, neverUsed, clock }: RemovalsOptions): Removals {
  const removals = new Map<Cleaned, Removal>();
  const sent = new Set<string>();

  const send = async (removal: Removal, again: boolean): Promise<Cleaned> => {
    const { resource, request } = removal;
    const { end, answered, exchange } = await sendDeletion(ask, resource, request, again);
    const place = { resource: resource.name, address: absolute(home, request.address) };
    const told: Cleaned = { ...place, tried: 'DELETE', end, answered, exchange };
    removals.set(told, removal);
    return told;
  };

  const isGone = async ({ id, payloads, resource }: Removal): Promise<boolean> => {
    if (id === undefined) return false;
    const deleted: Deleted = { id, payloads };
    return (await lookAgain([deleted], { ask, resource, nonce, clock }, 1)).get(deleted) === 'gone';
  };

  /** What is seen of each deletion: records by resource, and each address that the run made up by itself. */
  const see = async (cleaned: readonly Cleaned[]): Promise<ReadonlyMap<Cleaned, Seen>> => {
    const seen = new Map<Cleaned, Seen>();
    const byResource = new Map<string, Looked[]>();
    for (const one of cleaned) {
      const removal = one.end === 'stays' ? undefined : removals.get(one);
      if (removal === undefined) continue;
      const { id, payloads, resource, request } = removal;
      if (id === undefined) {
        seen.set(one, (await isShownAt(ask, resource, request.address, neverUsed)) ? 'read' : 'gone');
        continue;
      }
      byResource.set(resource.name, [...(byResource.get(resource.name) ?? []), { id, payloads, one, resource }]);
    }
    for (const [first, ...more] of byResource.values()) {
      if (first === undefined) continue;
      const found = await lookAgain([first, ...more], { ask, resource: first.resource, nonce, clock });
      for (const [{ one }, what] of found) seen.set(one, what);
    }
    return seen;
  };

  return {
    async remove(removal) {
      const address = absolute(home, removal.request.address);
      // A second DELETE would be one of what is not there, which some servers carry out on another record.
      if (sent.has(address)) return { resource: removal.resource.name, address, end: 'gone', tried: '', answered: '' };
      sent.add(address);
      return send(removal, false);
    },
    async tryAgain(cleaned) {
      const tried: Cleaned[] = [];
      for (const one of cleaned) {
        const removal = one.end === 'stays' ? removals.get(one) : undefined;
        if (removal === undefined) tried.push(one);
        // What was refused may be done all the same, and its id be another's by now.
        else if (await isGone(removal)) tried.push(asSeen({ ...one, end: 'gone' }, 'gone'));
        else tried.push(await send(removal, true));
      }
      return tried;
    },
    async look(cleaned) {
      const seen = await see(cleaned);
      return cleaned.map((one) => (removals.has(one) && one.end !== 'stays' ? asSeen(one, seen.get(one)) : one));
    },
  };
}

/** What a deletion came to, once its record was looked at. */
function asSeen(one: Cleaned, seen: Seen | undefined): Cleaned {
  if (isStillThere(seen)) return { ...one, end: 'stays', answered: `${one.answered}, ${STILL_SHOWN[seen]}` };
  if (seen === 'unseen') return { ...one, end: 'unseen' };
  const { exchange: _, ...told } = one;
  return { ...told, tried: '', answered: '' };
}

/** How a record is deleted; undefined where its resource offers no deletion. */
export function deletionOf(
  home: Home,
  resource: RecordResource,
  id: string,
  kept: string | undefined,
): HttpRequest | undefined {
  if (resource.delete === undefined || resource.never.includes('DELETE')) return undefined;
  // What was kept has the query that the record's own creation told.
  if (kept !== undefined && !kept.includes(REDACTED)) return { method: 'DELETE', address: kept, alone: true };
  return deleteRequestOf(home, resource, { id });
}
