import type { Exchange } from '../http/exchange.ts';
import type { Home } from '../http/origins.ts';
import { type Read, readList } from '../records/listed-before.ts';
import type { Span } from '../records/moments.ts';
import type { RecordResource } from '../records/record-claim.ts';
import type { Clock } from '../run/clock.ts';
import type { Bystanders } from './bystanders.ts';
import { toldOfSessions } from './made-of-sessions.ts';
import { type States, theirsIn } from './states.ts';
import { listedWhileReading, toldWhileReading } from './while-reading.ts';

/** By what it is told what a run did by reading alone. */
export interface ToldReadingOptions {
  readonly home: Home;
  readonly read: Read;
  /** What every value of the run holds. */
  readonly nonce: string;
  readonly others: Pick<Bystanders, 'first' | 'shownBefore'>;
  readonly span: () => Span;
  readonly clock: Clock;
  /** Aborted where the run has no time to read a list again. */
  readonly signal?: AbortSignal;
  /** Whether the run was given an id by a creation. */
  readonly isOwn: (resource: RecordResource, id: string) => boolean;
}

/** What became of records of others while the run only read, and what came of the sessions that it made up, in sentences. */
export async function toldReading(
  resource: RecordResource,
  exchanges: readonly Exchange[],
  { home, read, nonce, others, span, clock, signal, isOwn }: ToldReadingOptions,
): Promise<readonly string[]> {
  const lists = listedWhileReading(resource, exchanges, { home, nonce });
  const watched = others.first(resource);
  const [earliest] = lists;
  if (earliest !== undefined) others.shownBefore(resource, earliest.states);
  const first = earliest?.states ?? watched;
  const readAgain = async (): Promise<States> => {
    const answer = await readList(resource, read);
    return answer === undefined ? new Map() : theirsIn(answer, resource, nonce);
  };
  const again = signal?.aborted === true ? {} : { readAgain };
  return [
    ...(await toldWhileReading(resource, lists, { watched, span: span(), clock, ...again })),
    ...(await toldOfSessions(resource, { home, read, first, exchanges, nonce, isOwn: (id) => isOwn(resource, id) })),
  ];
}
