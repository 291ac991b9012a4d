import type { Answer } from '../core/answer.ts';
import type { Claims } from '../core/claims.ts';
import { fillTemplate } from '../core/http/address.ts';
import { listedIn } from '../core/representation/entries.ts';
import { at } from '../core/representation/json-pointer.ts';
import { idText, isObject } from '../core/representation/json-value.ts';
import type { Nested } from '../core/target.ts';
import { aloneIn } from './alone.ts';
import type { Step, Versioned } from './ask-creation.ts';
import { askQuery, comparedMember } from './ask-query.ts';
import { isBroken, isOddSuccess, toldBroken } from './broken-answer.ts';
import type { Draft, DraftResource } from './draft.ts';
import { withResource } from './draft.ts';
import type { Inquiry } from './inquiry.ts';

/** What one resource's records tell. */
interface Records {
  readonly resource: DraftResource;
  /** All listed records that show an id, none of this run. */
  readonly entries: readonly unknown[];
  /** Ids of the first listed records. */
  readonly ids: readonly string[];
  /** The first listed record, with what its own address shows of it. */
  readonly record: Record<string, unknown>;
  readonly notes: readonly string[];
}

// Names by which other services call what the document calls id.
const ID_MEMBERS: readonly string[] = ['_id', 'uuid', 'userId', 'key', 'name'];
// How many owners are looked into for a nested record.
const TRIED = 5;

/** Finds an existing record of a resource, what a query matches, and an owner of nested records. */
export async function askRecords(inquiry: Inquiry, draft: Versioned, name: string): Promise<Step> {
  const resource = draft.resources.find((r) => r.name === name);
  if (resource === undefined || !wantsRecords(resource)) return { draft, notes: [] };
  const records = await readRecords(inquiry, resource);
  const [query, nested] = await Promise.all([askQuery(inquiry, records), askNested(inquiry, draft.claims, records)]);
  const change = (): DraftResource => ({ ...records.resource, ...query.found, nested: nested.nested });
  // Only resources change here, so the version stays known.
  return {
    draft: withResource(draft, name, change) as Versioned,
    notes: [...records.notes, ...query.notes, ...nested.notes],
  };
}

function wantsRecords({ list, item, known, query, nested }: DraftResource): boolean {
  if (list === undefined && known === undefined) return false;
  const lacksQuery = query !== undefined && query.matches === undefined;
  return (item !== undefined && known === undefined) || lacksQuery || nested.some(isOpen);
}

async function readRecords(inquiry: Inquiry, resource: DraftResource): Promise<Records> {
  const { list, item } = resource;
  const answer = list === undefined ? undefined : await inquiry.ask({ method: 'GET', address: list.address }, resource);
  const found = answer?.status === 200 ? listedIn(answer.representation.value, resource) : undefined;
  const entries = found ?? [];
  const unlisted = isBroken(answer) ? { unlisted: toldBroken(answer) } : {};
  const spelt = await withIdMember(inquiry, resource, entries[0]);
  const idOf = (entry: unknown): string | undefined => idText(at(entry, spelt.list?.id ?? '/id'));
  // What this run made is deleted again, and so is not known to exist.
  const ids = entries.map(idOf).filter((id): id is string => id !== undefined && !inquiry.isOwn(id));
  const eligible = new Set(ids);
  const others = entries.filter((entry) => eligible.has(idOf(entry) ?? ''));
  const alone = others.find(findable(resource, others));
  const known = resource.known ?? idOf(alone) ?? ids[0];
  const read = known === undefined ? undefined : await readItem(inquiry, spelt, known);
  const whole = read?.status === 200 ? at(read.representation.value, item?.envelope ?? '') : undefined;
  const entry = entries.find((e) => idOf(e) === known);
  const isFound = resource.known === undefined && known !== undefined;
  const which = known === ids[0] ? 'first' : 'first without a namesake';
  return {
    resource: known === undefined ? { ...spelt, ...unlisted } : { ...spelt, known },
    entries: others,
    ids: known === undefined ? ids : [known, ...ids.filter((id) => id !== known)],
    record: { ...(isObject(whole) ? whole : {}), ...(isObject(entry) ? entry : {}) },
    notes: [
      ...(isFound ? [`${resource.name}: known id ${known} (${which} of GET ${list?.address})`] : []),
      ...(found === undefined ? unseenOthers(inquiry, resource, answer) : []),
    ],
  };
}

/** What a reader has to know of a run that writes: no list shows what became of records of others. */
function unseenOthers(
  inquiry: Inquiry,
  { name, list, create }: DraftResource,
  answer: Answer | undefined,
): readonly string[] {
  if (!inquiry.mayWrite || create === undefined || list === undefined || answer === undefined) return [];
  const got = `GET ${list.address} was answered ${answer.status}${answer.succeeded ? ' without a list' : ''}`;
  return [`${name}: whether records of others stay as they are is not seen (${got})`];
}

/** Which records would do as the one that a query finds alone; all where it is not known what the query compares. */
function findable({ query }: DraftResource, entries: readonly unknown[]): (entry: unknown) => boolean {
  const pointer = query === undefined ? undefined : comparedMember(query);
  return pointer === undefined ? () => true : aloneIn(entries, pointer);
}

async function readItem(inquiry: Inquiry, resource: DraftResource, id: string): Promise<Answer | undefined> {
  const { item } = resource;
  return item === undefined
    ? undefined
    : inquiry.ask({ method: 'GET', address: fillTemplate(item.address, { id }) }, resource);
}

/**
 * The resource with its id where the first entry shows one, when that is not where it is usually. The document does not
 * show a user's fields (2), so any other member counts as an id only where a record is read by it.
 */
async function withIdMember(inquiry: Inquiry, resource: DraftResource, entry: unknown): Promise<DraftResource> {
  const { list, item } = resource;
  if (list === undefined || idText(at(entry, list.id)) !== undefined) return resource;
  const text = idText(entry);
  // An id is one segment of a path (document 2): what has a slash is an address.
  if (text?.includes('/') === true) return resource;
  if (text !== undefined) return { ...resource, list: { ...list, entries: 'ids', id: '' } };
  if (list.id !== '/id') return resource;
  const withId = (member: string): DraftResource => {
    const own = item?.id === '/id' ? { item: { ...item, id: `/${member}` } } : {};
    return { ...resource, list: { ...list, id: `/${member}` }, ...own };
  };
  let broken: string | undefined;
  for (const member of ID_MEMBERS) {
    const id = idText(at(entry, `/${member}`));
    const read = id === undefined ? undefined : await readItem(inquiry, resource, id);
    if (isBroken(read)) broken ??= member;
    if (read?.status === 200) return withId(member);
  }
  // No address that names nothing is known to break down, so this one may name a record.
  return broken === undefined ? resource : withId(broken);
}

function isOpen(nested: Nested): boolean {
  return nested.owner === undefined || nested.index === undefined;
}

async function askNested(
  inquiry: Inquiry,
  claims: Partial<Claims>,
  { resource, ids }: Records,
): Promise<{ nested: Nested[]; notes: string[] }> {
  const asked = await Promise.all(
    resource.nested.map(async (nested) => {
      const found = isOpen(nested) ? await findNested(inquiry, claims, resource, nested, ids) : undefined;
      return { nested: found?.nested ?? nested, found };
    }),
  );
  const notes = asked.flatMap(({ found }) =>
    found === undefined
      ? []
      : [`${resource.name}: ${found.nested.name} ${found.nested.index} of ${found.nested.owner} (${found.told})`],
  );
  return {
    nested: asked.map(({ nested }) => nested),
    notes,
  };
}

async function findNested(
  inquiry: Inquiry,
  claims: Partial<Claims>,
  resource: DraftResource,
  nested: Nested,
  ids: readonly string[],
): Promise<{ nested: Nested; told: string } | undefined> {
  const owners = nested.owner === undefined ? ids.slice(0, TRIED) : [nested.owner];
  const usual = claims.indexBase === undefined ? [0, 1] : [claims.indexBase];
  const indexes = nested.index === undefined ? usual : [nested.index];
  let broken: { nested: Nested; told: string } | undefined;
  for (const owner of owners) {
    for (const index of indexes) {
      const address = fillTemplate(nested.address, { id: owner, index });
      const answer = await inquiry.ask({ method: 'GET', address }, resource);
      const place = { ...nested, owner, index };
      if (answer?.status === 200) return { nested: place, told: 'answered 200' };
      const told = answer === undefined ? 'not answered' : `answered ${answer.status}`;
      const isOdd = answer !== undefined && isOddSuccess(answer);
      if (isOdd || isBroken(answer) || inquiry.isSilent(address)) broken ??= { nested: place, told };
    }
  }
  // Who breaks down over it is judged there: an endpoint that is broken is not an endpoint that is not offered.
  return broken;
}

/** The lowest index that the file names or that did not answer 404: 0 or 1 is where counting begins. */
export function seenIndexBase(draft: Draft): 0 | 1 | undefined {
  const indexes = draft.resources.flatMap((r) => r.nested.map((nested) => nested.index));
  return indexes.includes(0) ? 0 : indexes.includes(1) ? 1 : undefined;
}
