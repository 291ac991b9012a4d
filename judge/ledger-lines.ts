import type { Member } from '../core/records/own-entry.ts';
import type { RecordResource } from '../core/records/record-claim.ts';

/** The first line of a ledger: which run wrote it, and where its records are. */
export interface LedgerHead {
  readonly format: 'assayer-ledger/1';
  readonly baseUrl: string;
  /** The base address in the target file, where the run was given another one. */
  readonly declared?: string;
  readonly origins: readonly string[];
  /** Every value that the run made up holds it. */
  readonly nonce: string;
  readonly pid: number;
  readonly host: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Names of the fields that every request of the run carried; values may be secret and are not kept. */
  readonly fields: readonly string[];
}

/** How the records of a resource are listed, read and deleted. Of its header fields there are names alone. */
export interface LedgerResource extends Omit<RecordResource, 'create' | 'update' | 'known' | 'headers'> {
  readonly fields: readonly string[];
}

/** What the run was about to do, and what came of it: a line each. */
export type LedgerLine =
  | { readonly resource: LedgerResource }
  /** The ids that the collection showed before the first creation. */
  | { readonly listed: readonly string[]; readonly of: string }
  /** By now it is shown that these were all that it had. */
  | { readonly wholeBefore: string }
  /** Creations that agree in these places made different records, so no key within them puts one in the place of another. */
  | { readonly makesNew: readonly string[]; readonly of: string }
  /** Creations that agree in these places alone named one record: it may be older than the run, as may each that such a creation named. */
  | { readonly namesSame: readonly string[]; readonly of: string }
  /** Ids of records that were there before the run, which the collection need not have shown. */
  | { readonly known: readonly string[]; readonly of: string }
  /** From here on the run deletes nothing of a resource. */
  | { readonly deletesNoMore: string; readonly of: string }
  | {
      readonly creating: number;
      readonly of: string;
      readonly method: string;
      readonly address: string;
      /** What was sent, without its secrets; absent where that was no JSON, or long with no value of the run in what is short. */
      readonly payload?: unknown;
      /** Long members are left out of the payload. */
      readonly cut?: true;
      /** Where the payload is not kept as a whole: the members with a value of the run, the beginning of each and its length. */
      readonly texts?: readonly (readonly [name: string, begins: string, length: number])[];
      /** Where values are that hold nothing of the run. */
      readonly fixed: readonly string[];
      /** Whether a value of the run is in what was sent, so that a list shows whose the record is. */
      readonly marked: boolean;
      /** It was sent without the credentials of the run. */
      readonly anonymous?: true;
      readonly time: string;
    }
  | {
      readonly made: number;
      readonly id?: string;
      readonly others: readonly string[];
      readonly address?: string;
      /** The address that DELETE is sent to; absent where the resource offers no deletion. */
      readonly delete?: string;
      /** Why its answer names no record. */
      readonly problem?: string;
    }
  | { readonly refused: number }
  | { readonly unanswered: number }
  | { readonly changing: number; readonly payload: unknown }
  /** The run does not delete what a creation named, and why. */
  | { readonly kept: number; readonly why: string }
  | { readonly gone: number }
  /** Looked at again, it was there. */
  | { readonly stillThere: number }
  | { readonly stray: string; readonly of: string }
  | { readonly strayGone: string };

/** One creation, as the lines of a ledger tell of it. */
export interface Entry {
  readonly number: number;
  readonly resource: LedgerResource;
  readonly method: string;
  readonly address: string;
  readonly marked: boolean;
  readonly fixed: readonly string[];
  /** Everything that it was sent, the creation first. */
  readonly payloads: readonly unknown[];
  /** Long members of the creation are left out. */
  readonly isCut: boolean;
  /** What is known instead of them, or of a payload that is no JSON. */
  readonly members: readonly Member[];
  readonly made?: Extract<LedgerLine, { made: number }>;
  readonly isAnonymous: boolean;
  /** Why the run did not delete what it named. */
  readonly kept?: string;
}

/** What a collection showed before the first creation. */
export interface Before {
  readonly ids: ReadonlySet<string>;
  /** It is shown that these were all. */
  readonly isWhole: boolean;
}

/** A ledger as read. */
export interface LedgerContent {
  readonly head: LedgerHead;
  readonly resources: ReadonlyMap<string, LedgerResource>;
  /** What was not deleted. */
  readonly entries: readonly Entry[];
  /** What was deleted, by what its deletion was answered. */
  readonly deleted: readonly Entry[];
  /** What each collection showed before the first creation, by the name of the resource. */
  readonly before: ReadonlyMap<string, Before>;
  /** Sets of places of what was sent, by the name of the resource: creations that agree there make new records. */
  readonly makesNew: ReadonlyMap<string, readonly ReadonlySet<string>[]>;
  /** The same: creations that agree there alone named one record. */
  readonly namesSame: ReadonlyMap<string, readonly ReadonlySet<string>[]>;
  /** Ids, `resource id`, of records that were there before the run, which no list need have shown. */
  readonly known: ReadonlySet<string>;
  /** Why nothing of a resource is deleted, by its name. */
  readonly deletesNoMore: ReadonlyMap<string, string>;
  /** Every id that the run was given, `resource id`, those that it deleted too. */
  readonly given: ReadonlySet<string>;
  /** Those of them that the run was given for several records that were there at the same time. */
  readonly toldOfOthers: ReadonlySet<string>;
  readonly strays: readonly { readonly address: string; readonly resource: LedgerResource }[];
  /** The numbers of lines that cannot be read, from 1. */
  readonly spoiltLines: readonly number[];
}
