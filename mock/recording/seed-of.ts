import { isObject } from '../../core/representation/json-value.ts';
import type { JsonObject } from '../../fixtures/json.ts';
import type { Seed, SeedDeal, SeedUser } from '../../fixtures/seed.ts';
import { jsonOf, type Recorded } from './recorded.ts';

/** Where in a recording the service is: an origin, and the path before all its own. */
export interface RecordedBase {
  readonly origin: string;
  readonly path: string;
}

const OWN = /^(.*?)(\/(?:users(?=[/?]|$)|rest\/[^/]+\/|command(?=\/)|commands(?=\/)|query(?=\/)).*)$/u;

/** Where most of what the convention names was asked; undefined: nothing of it was. */
export function baseOf(recorded: readonly Recorded[]): RecordedBase | undefined {
  const counts = new Map<string, { readonly base: RecordedBase; count: number }>();
  for (const { origin, path } of recorded) {
    const found = OWN.exec(path);
    if (found === null) continue;
    const base = { origin, path: found[1] ?? '' };
    const key = JSON.stringify(base);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { base, count: 1 });
    else known.count += 1;
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count)[0]?.base;
}

/** The path of an exchange below the base; undefined: it is elsewhere. */
export function localPath({ origin, path }: Recorded, base: RecordedBase): string | undefined {
  if (origin !== base.origin || !path.startsWith(`${base.path}/`)) return undefined;
  return path.slice(base.path.length);
}

/** The version segment that was asked for; undefined: none was. */
export function versionOf(recorded: readonly Recorded[], base: RecordedBase): string | undefined {
  for (const one of recorded) {
    const version = /^\/rest\/([^/]+)\//u.exec(localPath(one, base) ?? '')?.[1];
    if (version !== undefined) return version;
  }
  return undefined;
}

interface Draft {
  record: JsonObject;
  readonly nested: { readonly sshKeys: JsonObject[]; readonly addresses: JsonObject[] };
}

/** Users and deals as they were read last; what was deleted after that is left out. */
export function seedOf(recorded: readonly Recorded[], base: RecordedBase, indexBase: number): Seed {
  const drafts = { users: new Map<string, Draft>(), deals: new Map<string, Draft>() };
  for (const one of recorded) {
    const path = localPath(one, base);
    if (path === undefined) continue;
    if (one.method === 'GET' && one.status === 200) takeReading(drafts, path, one, indexBase);
    const deleted = one.method === 'DELETE' && one.status < 300 ? DEAL.exec(path)?.[1] : undefined;
    if (deleted !== undefined) drafts.deals.delete(decoded(deleted));
  }
  return {
    users: Array.from(
      drafts.users,
      ([id, { record, nested }]): SeedUser => ({ ...named(id, record), ...filled(nested) }),
    ),
    deals: Array.from(drafts.deals, ([id, { record }]): SeedDeal => named(id, record)),
  };
}

const DEALS = /^\/rest\/[^/]+\/deals\/?$/u;
const DEAL = /^\/rest\/[^/]+\/deals\/([^/]+)$/u;
const USER = /^\/users\/([^/]+)$/u;
const NESTED = /^\/users\/([^/]+)\/(ssh-keys|address)\/(\d+)$/u;

function takeReading(
  { users, deals }: { readonly users: Map<string, Draft>; readonly deals: Map<string, Draft> },
  path: string,
  one: Recorded,
  indexBase: number,
): void {
  const value = jsonOf(one);
  if (value === undefined) return;
  const [, owner, part, index] = NESTED.exec(path) ?? [];
  if (owner !== undefined) {
    const place = Number(index) - indexBase;
    if (!isObject(value) || place < 0 || place > LONGEST) return;
    const list = draftOf(users, decoded(owner)).nested[part === 'address' ? 'addresses' : 'sshKeys'];
    while (list.length < place) list.push({});
    list[place] = withoutLinks(value);
  } else if (path === '/users' || path === '/users/') takeList(users, value);
  else if (DEALS.test(path)) takeList(deals, value);
  else if (isObject(value)) {
    const [user, deal] = [USER.exec(path)?.[1], DEAL.exec(path)?.[1]];
    if (user !== undefined) takeRecord(users, decoded(user), value);
    if (deal !== undefined) takeRecord(deals, decoded(deal), value);
  }
}

// A record in between that was not asked for is empty: its place is all that is known.
const LONGEST = 100;

function takeList(drafts: Map<string, Draft>, value: unknown): void {
  if (!Array.isArray(value)) return;
  for (const record of value as readonly unknown[]) {
    if (!isObject(record)) continue;
    const { id } = record as { id?: unknown };
    if (typeof id === 'string' || typeof id === 'number') takeRecord(drafts, String(id), record as JsonObject); // read from JSON
  }
}

function takeRecord(drafts: Map<string, Draft>, id: string, record: JsonObject): void {
  const draft = draftOf(drafts, id);
  // A list may show less of a record than its own address does.
  draft.record = { ...draft.record, ...withoutLinks(record) };
}

function draftOf(drafts: Map<string, Draft>, id: string): Draft {
  const draft = drafts.get(id) ?? { record: {}, nested: { sshKeys: [], addresses: [] } };
  drafts.set(id, draft);
  return draft;
}

function named(id: string, { id: _, name, ...rest }: JsonObject): SeedDeal {
  // The mock finds records by name, so one without gets its id.
  return { id, name: typeof name === 'string' && name !== '' ? name : id, ...rest };
}

function filled({ sshKeys, addresses }: Draft['nested']): Partial<Draft['nested']> {
  return { ...(sshKeys.length === 0 ? {} : { sshKeys }), ...(addresses.length === 0 ? {} : { addresses }) };
}

// The mock makes links of its own.
function withoutLinks({ _links: _, ...record }: JsonObject): JsonObject {
  return record;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
