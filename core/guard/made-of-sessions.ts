import { type Exchange, header } from '../http/exchange.ts';
import { absolute, type Home } from '../http/origins.ts';
import { type Read, readList } from '../records/listed-before.ts';
import type { RecordResource } from '../records/record-claim.ts';
import { textsIn } from '../records/shows-sent.ts';
import { listed } from './harm-in-words.ts';
import { entriesOf } from './states.ts';

/** A shorter text may be that of somebody else. */
const LEAST_TEXT = 5;

/** Words of JSON and numbers, which any record may show. */
const ORDINARY = /^(?:true|false|null|undefined|[\d.+-]+)$/iu;

/** So much of an id is written out: one may be made of a long text. */
const LONGEST_ID = 40;

/** The values that a run sent as cookies and made up: those of its own session are not among them. */
function madeUpCookies(exchanges: readonly Exchange[], own: string | undefined): ReadonlySet<string> {
  const lines = new Set(exchanges.map(({ request }) => header(request.headers, 'cookie')));
  const owned = new Set(valuesOf(own));
  return new Set([...lines].flatMap(valuesOf).filter((value) => !owned.has(value)));
}

function valuesOf(line: string | undefined): readonly string[] {
  const pairs = (line ?? '').split(';').filter((pair) => pair.includes('='));
  return pairs.map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
}

/** What is read, and held against what was sent. */
export interface OfSessions {
  readonly home: Home;
  readonly read: Read;
  /** How a list showed records at first. */
  readonly first: ReadonlyMap<string, unknown>;
  readonly exchanges: readonly Exchange[];
  /** Whether the run was given the id by a creation: its own records show what it put there. */
  readonly isOwn: (id: string) => boolean;
}

/** That records came which show such a value: the service makes one of each session that it does not know. */
export async function toldOfSessions(
  resource: RecordResource,
  { home, read, first, exchanges, isOwn }: OfSessions,
): Promise<readonly string[]> {
  const { name, list } = resource;
  if (list === undefined || first.size === 0) return [];
  const address = absolute(home, list.address);
  const listing = exchanges.find(({ request, response }) => request.url === address && response?.status === 200);
  const cookies = madeUpCookies(exchanges, listing && header(listing.request.headers, 'cookie'));
  // A run that made no session up has none to look for.
  const answer = cookies.size === 0 ? undefined : await readList(resource, read);
  if (answer === undefined) return [];
  const isOfRun = ([id, entry]: readonly [string, unknown]): boolean =>
    !first.has(id) && !isOwn(id) && textsIn(entry).some((text) => cookies.has(text));
  const all = entriesOf(answer, resource).filter(isOfRun);
  const isSure = ([, entry]: readonly [string, unknown]): boolean =>
    textsIn(entry).some((text) => text.length >= LEAST_TEXT && !ORDINARY.test(text) && cookies.has(text));
  // Where one of them is made so, those of short texts are.
  if (!all.some(isSure)) return [];
  const made = all.map(([id]) => (id.length > LONGEST_ID ? `${id.slice(0, LONGEST_ID)}…` : id));
  const [records, show] = made.length === 1 ? ['1 record', 'shows'] : [`${made.length} records`, 'show'];
  return [
    `${records} came into ${name} during this run and ${show} what it sent as session cookies: ${listed(made)} (left behind: the service makes one of a session that it does not know, and the run deletes none of them)`,
  ];
}
