import { type Exchange, header } from '../http/exchange.ts';
import { absolute, type Home } from '../http/origins.ts';
import { type Read, readList } from '../records/listed-before.ts';
import type { RecordResource } from '../records/record-claim.ts';
import { textsIn } from '../representation/json-value.ts';
import { listed } from './harm-in-words.ts';
import { entriesOf, isMarked } from './states.ts';

/** A shorter text may be that of somebody else. */
const LEAST_TEXT = 5;

/** Words of JSON and numbers, which any record may show. */
const ORDINARY = /^(?:true|false|null|undefined|[\d.+-]+)$/iu;

/** So much of an id is written out: one may be made of a long text. */
const LONGEST_ID = 40;

/** A cookie of a request. */
type Pair = readonly [name: string, value: string];

/** The cookies that a run sent and made up: those of its own session are not among them. */
function madeUpCookies(exchanges: readonly Exchange[], own: readonly Pair[]): readonly Pair[] {
  const lines = new Set(exchanges.map(({ request }) => header(request.headers, 'cookie')));
  const owned = new Set(own.map(([, value]) => value));
  return [...lines].flatMap(pairsOf).filter(([, value]) => !owned.has(value));
}

function pairsOf(line: string | undefined): readonly Pair[] {
  const pairs = (line ?? '').split(';').map((pair) => pair.split('='));
  return pairs.flatMap(([name = '', ...value]) => (value.length === 0 ? [] : [[name.trim(), value.join('=').trim()]]));
}

/** How many sessions a run made up: the values of cookies that are called as one of its own is. */
function countOf(made: readonly Pair[], own: readonly Pair[]): number {
  const names = new Set(own.map(([name]) => name));
  return new Set(made.flatMap(([name, value]) => (names.has(name) && value !== '' ? [value] : []))).size;
}

/** Fewer may have come by chance; and their number is about that of the sessions within these bounds. */
const [LEAST, ABOUT] = [6, [0.75, 1.25]] as const;

/** What is read, and held against what was sent. */
export interface OfSessions {
  readonly home: Home;
  readonly read: Read;
  /** How a list showed records at first. */
  readonly first: ReadonlyMap<string, unknown>;
  readonly exchanges: readonly Exchange[];
  /** Whether the run was given the id by a creation: its own records show what it put there. */
  readonly isOwn: (id: string) => boolean;
  /** What every value of the run holds: a creation may have made a record that it did not name. */
  readonly nonce: string;
}

/** That records came which show such a value: the service makes one of each session that it does not know. */
export async function toldOfSessions(
  resource: RecordResource,
  { home, read, first, exchanges, isOwn, nonce }: OfSessions,
): Promise<readonly string[]> {
  const { name, list, create } = resource;
  if (list === undefined || first.size === 0) return [];
  const address = absolute(home, list.address);
  const listing = exchanges.find(({ request, response }) => request.url === address && response?.status === 200);
  const own = pairsOf(listing && header(listing.request.headers, 'cookie'));
  const made = madeUpCookies(exchanges, own);
  // A run that made no session up has none to look for.
  const answer = made.length === 0 ? undefined : await readList(resource, read);
  if (answer === undefined) return [];
  const came = entriesOf(answer, resource).filter(([id]) => !first.has(id) && !isOwn(id));
  const told = toldOf(name, marked(came, new Set(made.map(([, value]) => value))));
  const unmarked = came.filter(([, entry]) => !isMarked(entry, nonce));
  // Where records are created by POST, other clients do so as well.
  return told ?? (create === undefined ? toldOfAsMany(name, unmarked, countOf(made, own)) : []);
}

type Entry = readonly [id: string, entry: unknown];

/** Those that show what the run sent. */
function marked(came: readonly Entry[], cookies: ReadonlySet<string>): readonly Entry[] {
  const all = came.filter(([, entry]) => textsIn(entry).some((text) => cookies.has(text)));
  const isSure = ([, entry]: Entry): boolean =>
    textsIn(entry).some((text) => text.length >= LEAST_TEXT && !ORDINARY.test(text) && cookies.has(text));
  // Where one of them is made so, those of short texts are.
  return all.some(isSure) ? all : [];
}

function toldOf(name: string, entries: readonly Entry[]): readonly string[] | undefined {
  if (entries.length === 0) return undefined;
  const [records, show] = entries.length === 1 ? ['1 record', 'shows'] : [`${entries.length} records`, 'show'];
  return [
    `${records} came into ${name} during this run and ${show} what it sent as session cookies: ${idsOf(entries)} (left behind: the service makes one of a session that it does not know, and the run deletes none of them)`,
  ];
}

/** Those that show nothing of it, where they are about as many as the sessions that the run made up. */
function toldOfAsMany(name: string, entries: readonly Entry[], sessions: number): readonly string[] {
  const [least, most] = ABOUT;
  const { length } = entries;
  if (length < LEAST || length < least * sessions || length > most * sessions) return [];
  return [
    `${length} records came into ${name} during this run, which sent ${sessions} session cookies that it made up: ${idsOf(entries)} (the service may make one of a session that it does not know, or somebody else made them; the run deletes none of them)`,
  ];
}

function idsOf(entries: readonly Entry[]): string {
  return listed(entries.map(([id]) => (id.length > LONGEST_ID ? `${id.slice(0, LONGEST_ID)}…` : id)));
}
