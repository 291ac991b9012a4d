import type { RecordResource } from '../core/records/record-claim.ts';
import { UsageProblem } from './options.ts';

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
  | {
      readonly creating: number;
      readonly of: string;
      readonly method: string;
      readonly address: string;
      /** What was sent, without its secrets; absent where that was no JSON or too long. */
      readonly payload?: unknown;
      /** Where values are that hold nothing of the run. */
      readonly fixed: readonly string[];
      /** Whether a value of the run is in what was sent, so that a list shows whose the record is. */
      readonly marked: boolean;
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
  readonly made?: Extract<LedgerLine, { made: number }>;
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
  /** Every id that the run was given, `resource id`, those that it deleted too. */
  readonly given: ReadonlySet<string>;
  /** Those of them that the run was given for several records that were there at the same time. */
  readonly toldOfOthers: ReadonlySet<string>;
  readonly strays: readonly { readonly address: string; readonly resource: LedgerResource }[];
}

/** Reads a ledger. A last line that was cut off when the run was killed is left out. Throws a UsageProblem for what is no ledger. */
export function parseLedger(text: string, name: string): LedgerContent {
  const lines = text.split('\n').slice(0, -1);
  try {
    const [head, ...rest] = lines.map((line): unknown => JSON.parse(line));
    if (isHead(head)) return gather(head, rest.filter(isLine));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new UsageProblem(`${name} is not a ledger of assayer; give the file that a run named when it ended`);
}

function isHead(value: unknown): value is LedgerHead {
  if (typeof value !== 'object' || value === null) return false;
  const { format, baseUrl, nonce, origins, fields, pid } = value as Partial<Record<keyof LedgerHead, unknown>>;
  const isFound = format === 'assayer-ledger/1' && typeof pid === 'number' && URL.canParse(String(baseUrl));
  // A short nonce would be found in any record.
  const isMarked = typeof nonce === 'string' && /^[a-z]{10}$/u.test(nonce);
  return isFound && isMarked && Array.isArray(origins) && Array.isArray(fields);
}

// Only assayer writes ledgers: past the head, a line is trusted to be one by its being an object.
function isLine(value: unknown): value is LedgerLine {
  return typeof value === 'object' && value !== null;
}

function gather(head: LedgerHead, lines: readonly LedgerLine[]): LedgerContent {
  const resources = new Map<string, LedgerResource>();
  const entries = new Map<number, Entry>();
  const deleted = new Map<number, Entry>();
  const before = new Map<string, Before>();
  const makesNew = new Map<string, readonly ReadonlySet<string>[]>();
  const given = new Set<string>();
  const toldOfOthers = new Set<string>();
  const holders = new Map<string, number>();
  const strays = new Map<string, { address: string; resource: LedgerResource }>();
  for (const line of lines) {
    if ('resource' in line) resources.set(line.resource.name, line.resource);
    else if ('listed' in line) before.set(line.of, { ids: new Set(line.listed), isWhole: false });
    else if ('wholeBefore' in line) {
      before.set(line.wholeBefore, { ids: before.get(line.wholeBefore)?.ids ?? new Set(), isWhole: true });
    } else if ('makesNew' in line) {
      makesNew.set(line.of, [...(makesNew.get(line.of) ?? []), new Set(line.makesNew)]);
    } else if ('creating' in line) {
      const { creating: number, of, method, address, marked, payload, fixed = [] } = line;
      const resource = resources.get(of);
      if (resource !== undefined)
        entries.set(number, { number, resource, method, address, marked, fixed, payloads: [payload] });
    } else if ('made' in line) {
      change(entries, line.made, (entry) => ({ ...entry, made: line }));
      const { name } = entries.get(line.made)?.resource ?? {};
      if (line.id === undefined || name === undefined) continue;
      given.add(`${name} ${line.id}`);
      const holder = holders.get(`${name} ${line.id}`);
      if (holder !== undefined && entries.has(holder)) toldOfOthers.add(`${name} ${line.id}`);
      holders.set(`${name} ${line.id}`, line.made);
    } else if ('changing' in line) {
      change(entries, line.changing, (entry) => ({ ...entry, payloads: [...entry.payloads, line.payload] }));
    } else if ('refused' in line) entries.delete(line.refused);
    else if ('gone' in line) move(line.gone, entries, deleted);
    else if ('stillThere' in line) move(line.stillThere, deleted, entries);
    else if ('stray' in line) {
      const resource = resources.get(line.of);
      if (resource !== undefined) strays.set(line.stray, { address: line.stray, resource });
    } else if ('strayGone' in line) strays.delete(line.strayGone);
  }
  return {
    head,
    resources,
    entries: [...entries.values()],
    deleted: [...deleted.values()],
    before,
    makesNew,
    given,
    toldOfOthers,
    strays: [...strays.values()],
  };
}

function move(number: number, from: Map<number, Entry>, to: Map<number, Entry>): void {
  const entry = from.get(number);
  if (entry !== undefined) to.set(number, entry);
  from.delete(number);
}

function change(entries: Map<number, Entry>, number: number, changed: (entry: Entry) => Entry): void {
  const entry = entries.get(number);
  if (entry !== undefined) entries.set(number, changed(entry));
}
