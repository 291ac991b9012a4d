import type { Answer } from '../answer.ts';
import type { StrayLeft } from '../cleanup/leftover.ts';
import type { AimlessDeletions } from '../guard/aimless.ts';
import type { Overwritten } from '../guard/overwritten.ts';
import type { Replaced } from '../guard/replaced.ts';
import type { SafeMethod, SafeMethodGuard } from '../guard/safe-methods.ts';
import type { WatchedWrites } from '../guard/watched-writes.ts';
import type { WrongRecords } from '../guard/wrong-record.ts';
import type { Exchange, HttpRequest } from '../http/exchange.ts';
import type { Home } from '../http/origins.ts';
import type { FreshIds } from '../ids/fresh-ids.ts';
import type { Claim, RecordResource } from './record-claim.ts';
import type { Undoing } from './undoing.ts';

/** What a run asks of its records, and tells them. One for detection, rules and clean-up together. */
export interface Records {
  readonly home: Home;
  readonly fresh: FreshIds;
  /** When the run began, in milliseconds since 1970; undefined where nobody says, as of traffic that others recorded. */
  readonly beganAt?: number;
  /** How many milliseconds the target may follow late, in what it deletes and in what it makes. */
  readonly lateMs: number;
  /** Every creation that was answered with success, in order. */
  readonly claims: readonly Claim[];
  /** Those of them that were sent only to show that POST makes new records: nobody else deletes them. */
  readonly beside: readonly Claim[];
  /** Those that were sent for that and not answered with success. */
  readonly besideUnknown: readonly UnknownCreation[];
  /** Looks once, before the first creation, at what the collection lists: none of that is ours. Tells the log what is sent. */
  beforeCreation(resource: RecordResource, request: HttpRequest): Promise<Sending>;
  /** Whether an answer to a creation that is no success says that nothing was made. */
  madeNothing(resource: RecordResource, answer: Answer): boolean;
  /** Whether a creation was answered as the collection was read before it, by a server that answers everything alike. */
  isAnsweredAlike(claim: Claim): boolean;
  /** Why no more is created, where no creation of a resource made anything; undefined where some may. `share`: of those that are tried. */
  whyNoneMade(resource: RecordResource, share: number): string | undefined;
  /** Notes ids of records that were there before the run. */
  know(resource: RecordResource, ids: readonly string[]): void;
  /** Names all collections of the target: a write to one may reach records of another one, or what those have below them. */
  knowCollections(resources: readonly RecordResource[]): void;
  /** Reads every answer of the run for what it says of records. */
  observe(answer: Answer): void;
  /** Tells the log of a write to a record, or to an address at which nothing of this run is known, before it is sent. */
  beforeWrite(resource: RecordResource, id: string, request: HttpRequest): void;
  /** The claim that was made of a creation's answer. */
  claimOf(answer: Answer): Claim | undefined;
  /** The latest claim of an id that the run was given. */
  claimOfId(resource: RecordResource, id: string): Claim | undefined;
  /** Why a record may not be written to; undefined where it is ours. Reads it, unless it was seen to be ours already. */
  whyNotOurs(claim: Claim): Promise<string | undefined>;
  /** Finds out whether a creation made its record or changed one of before. May create another one like it. */
  showNew(claim: Claim): Promise<void>;
  /** Why what a collection lists with a value of the run may not be deleted; undefined where it may. */
  whyNotListed(resource: RecordResource, id: string): Promise<string | undefined>;
  /** Whether a record was seen before the first creation of the run. */
  wasListed(resource: RecordResource, id: string): boolean;
  /** The same, also where the run creates nothing in that collection: it was looked at before the first creation of all. */
  wasOthers(resource: RecordResource, id: string): boolean;
  /** The ids of others that a list showed before the first creation of all; none where it was not read then. */
  listedFirst(resource: RecordResource): readonly string[];
  /** What became of records of others while the run only read, by what it sent before its first write, in sentences. */
  toldReading(exchanges: readonly Exchange[]): Promise<readonly string[]>;
  /** What became of records that others made during the run, in sentences. Once it is over. */
  toldNewcomers(): Promise<readonly string[]>;
  /** All rules were tried, and what they shared is deleted: the first deletions of that are looked at where there is reason to. */
  last(): void;
  /** The run deletes what it kept to its end: in the time for that nothing is looked at that only serves to know more. */
  ending(): void;
  /** Runs a task while no write of the run is under way. */
  alone(task: () => Promise<void>): Promise<void>;
  /** Tells the log of a record that the answer to a change named as made. */
  mayBeMade(stray: StrayLeft): void;
  /** Why a record that the answer to a change named may have been there before; undefined where the list shows that it was not. */
  whyNotMade(resource: RecordResource, id: string): Promise<string | undefined>;
  /** How many records the list of a resource showed before the first creation; undefined where none was read. */
  countBefore(resource: RecordResource): number | undefined;
  /** Whether a record of this claim was there before, for all that is known, though it shows what was sent. */
  isDoubtful(claim: Claim): boolean;
  /** Whether a GET showed this record as the run's own: only then does a 404 say that it is gone. */
  wasShown(claim: Claim): boolean;
  /** Whether a GET showed another record in its place than the one that was sent. */
  isAnothers(claim: Claim): boolean;
  /** Whether no record has an id that was made up. Asks for it, where that is possible and not sure already. */
  isFree(resource: RecordResource, id: string): Promise<boolean>;
  /** Deletions of what is not there. */
  readonly aimless: AimlessDeletions;
  /** Deletions of the run's records, which may take others with them. */
  readonly deletions: WatchedWrites;
  /** Creations, which may take records of others away. */
  readonly creations: WatchedWrites;
  /** Changes of records, which may come to another one than they name. */
  readonly wrong: WrongRecords;
  /** Creations, which may change records of others. */
  readonly overwritten: Omit<Overwritten, 'look'>;
  /** Readings by HEAD and OPTIONS, which may delete. */
  readonly safe: Readonly<Record<SafeMethod, SafeMethodGuard>>;
  /** Records whose ids may be another client's by now. */
  readonly replaced: Replaced;
  /** Where many records of others came to harm by the run: so long after a write jobs of the service may do more. */
  harmDueMs(): number | undefined;
  /** What was done to the run's own records and can be undone, where that keeps them from being deleted. */
  readonly undoing: Pick<Undoing, 'know' | 'requestFor'>;
}

/** A creation that was not answered with success. */
export interface UnknownCreation {
  readonly resource: RecordResource;
  readonly request: HttpRequest;
  readonly answer?: Answer;
}

/** A creation under way. */
export interface Sending {
  /** Reads its answer; undefined where it was no success. */
  answered(answer: Answer): Claim | undefined;
  /** It had no answer, so that nobody knows what it made. */
  unanswered(): void;
  /** It was not sent after all. */
  notSent(): void;
}
