import { answerOf } from '../core/answer.ts';
import type { Ask } from '../core/cleanup/deletion.ts';
import { addressOf } from '../core/cleanup/leftover.ts';
import { isStillThere, lookAtSome } from '../core/cleanup/still-there.ts';
import type { Transport } from '../core/http/exchange.ts';
import { absolute, type Home } from '../core/http/origins.ts';
import type { RecordResource } from '../core/records/record-claim.ts';
import { REDACTED } from '../core/redaction/redact.ts';
import { type Clock, SYSTEM_CLOCK } from '../core/run/clock.ts';
import type { Entry, LedgerContent, LedgerResource } from './ledger-lines.ts';
import { openLedgerListed } from './ledger-listed.ts';
import { openLedgerRecords, unknownMade } from './ledger-records.ts';
import { type Cleaned, deletionOf, openRemovals, type Removals } from './ledger-removals.ts';

/** What became of a ledger. */
export interface LedgerOutcome {
  readonly cleaned: readonly Cleaned[];
  /** What the user should know besides, a line each. */
  readonly notes: readonly string[];
}

/** How to clean up by a ledger. */
export interface CleanLedgerOptions {
  readonly transport: Transport;
  /** The clock of this machine by default. */
  readonly clock?: Clock;
  /** What the target file says of a resource, which holds the values that a ledger leaves out. */
  readonly known: (name: string) => RecordResource | undefined;
}

/**
 * Deletes what a ledger says that a run made. Before each deletion the record is asked for: what shows other values than
 * those that the run sent is somebody else's by now, and stays. After it, it is asked for again.
 */
export async function cleanLedger(ledger: LedgerContent, options: CleanLedgerOptions): Promise<LedgerOutcome> {
  const { head, entries, strays } = ledger;
  const { transport, known, clock = SYSTEM_CLOCK } = options;
  const home: Home = { baseUrl: head.baseUrl, origins: head.origins };
  const ask: Ask = async (request) => {
    const exchange = await transport.send(request);
    return exchange.response === null ? exchange : answerOf(exchange, exchange.response);
  };
  // A later process has no values of the run that were never used but those that go on after its last ones.
  const neverUsed = `${head.nonce}zzzzzz`;
  const resourceOf = (kept: LedgerResource): RecordResource => withFields(kept, known(kept.name));
  const removals = openRemovals({ ask, home, nonce: head.nonce, neverUsed, clock });
  const records = openLedgerRecords({ ledger, home, ask, removals, neverUsed, resourceOf });
  const { whyNoMore, wasShown } = records;
  const lists = openLedgerListed({ ledger, home, ask, removals, resourceOf, whyNoMore, wasShown });

  const named = entries.filter(({ made }) => made?.id !== undefined);
  const nameless = entries.filter(({ made }) => made?.id === undefined);
  const cleaned: Cleaned[] = [];
  // One at a time: deletions that meet may take what neither of them names, and nobody looks after others' records here.
  for (const entry of named.toReversed()) cleaned.push(await records.byName(entry));
  for (const { address, resource } of strays) cleaned.push(await records.byAddress(address, resource));
  // What a GET says is gone is deleted all the same where the list shows it.
  const met = named.toReversed().filter((_, i) => cleaned[i]?.end !== 'gone' || cleaned[i]?.tried !== '');
  const handled = new Set(met.map(({ resource, made }) => `${resource.name} ${made?.id ?? ''}`));
  const notes: string[] = [];
  const unknown = new Set<string>();
  for (const resource of ledger.resources.values()) {
    const lost = nameless.filter((entry) => entry.resource.name === resource.name);
    const found = await lists.inList(resource, (id) => handled.has(`${resource.name} ${id}`));
    cleaned.push(...found.cleaned);
    const { whyUnseen } = found;
    if (whyUnseen !== undefined) cleaned.push(...lost.map((entry) => unknownMade(entry, whyUnseen)));
    for (const [id, why] of found.unknown) {
      unknown.add(`${resource.name} ${id}`);
      // It may be nobody's to delete, and it is there because of the run: as the run itself tells it.
      const address = addressOf(home, resourceOf(resource), id);
      cleaned.push({ resource: resource.name, address, end: 'stays', tried: `nothing: ${why}`, answered: '' });
    }
    const hidden = lost.filter(({ marked }) => !marked).length;
    if (whyUnseen === undefined && hidden > 0) {
      notes.push(
        `${hidden === 1 ? 'a creation' : `${hidden} creations`} of ${resource.name} had no success as an answer and held no value of the run: what came of it, if anything, cannot be told apart`,
      );
    }
  }
  const look = { ask, nonce: head.nonce, clock };
  const deleted = ledger.deleted.filter(({ resource, made }) => !unknown.has(`${resource.name} ${made?.id ?? ''}`));
  const stillThere = await removeStillThere(deleted, {
    home,
    look,
    removals,
    resourceOf,
    whyNot: async (resource, id) => whyNoMore(resource) ?? (await lists.whyNotThere(resource, id)),
  });
  return { cleaned: await removals.look(await removals.tryAgain([...cleaned, ...stillThere])), notes };
}

/** The ledger has the addresses that the run found; where one of them holds a secret, only the target file has it. */
function withFields(kept: LedgerResource, told: RecordResource | undefined): RecordResource {
  const isWhole = told === undefined || !JSON.stringify(kept).includes(REDACTED);
  return isWhole ? { ...kept, headers: told?.headers ?? {} } : told;
}

interface StillThereOptions {
  readonly home: Home;
  readonly look: Omit<Parameters<typeof lookAtSome>[1], 'resource'>;
  readonly removals: Removals;
  readonly resourceOf: (kept: LedgerResource) => RecordResource;
  /** Why what is at the address of an id is not deleted. */
  readonly whyNot: (resource: RecordResource, id: string) => Promise<string | undefined>;
}

/** Of what the run deleted, by the answers that it got: what is there still is deleted once more. */
async function removeStillThere(
  deleted: readonly Entry[],
  { home, look, removals, resourceOf, whyNot }: StillThereOptions,
): Promise<readonly Cleaned[]> {
  const cleaned: Cleaned[] = [];
  for (const name of new Set(deleted.map(({ resource }) => resource.name))) {
    const own = deleted.filter((entry) => entry.resource.name === name);
    // Its id may be another's by now: only a value of the run shows that it is not.
    const payloads: readonly unknown[] = [];
    const records = own.flatMap(({ made, resource }) =>
      made?.id === undefined ? [] : [{ id: made.id, payloads, kept: made.delete, resource: resourceOf(resource) }],
    );
    const [first] = records;
    if (first === undefined) continue;
    const seen = await lookAtSome(records, { ...look, resource: first.resource });
    for (const [{ id, kept, resource }, what] of seen) {
      const request = deletionOf(home, resource, id, kept);
      if (!isStillThere(what) || request === undefined) continue;
      const why = await whyNot(resource, id);
      const address = absolute(home, request.address);
      if (why === undefined) cleaned.push(await removals.remove({ resource, request, id, payloads }));
      else cleaned.push({ resource: resource.name, address, end: 'stays', tried: `nothing: ${why}`, answered: '' });
    }
  }
  return cleaned;
}
