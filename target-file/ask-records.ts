import type { Answer } from '../core/answer.ts';
import type { Claims } from '../core/claims.ts';
import { fillTemplate } from '../core/http/address.ts';
import { mayBeAsked } from '../core/ids/query-values.ts';
import { foundIn, listedIn } from '../core/representation/entries.ts';
import { at } from '../core/representation/json-pointer.ts';
import { idText, isObject } from '../core/representation/json-value.ts';
import type { Nested } from '../core/target.ts';
import type { Step, Versioned } from './ask-creation.ts';
import { isBroken, isOddSuccess, toldBroken } from './broken-answer.ts';
import type { Draft, DraftResource } from './draft.ts';
import { withResource } from './draft.ts';
import type { Inquiry } from './inquiry.ts';

/** What one resource's records tell. */
interface Records {
  readonly resource: DraftResource;
  /** Ids of the first listed records. */
  readonly ids: readonly string[];
  /** The first listed record, with what its own address shows of it. */
  readonly record: Record<string, unknown>;
  readonly notes: readonly string[];
}

// Names by which other services call what the document calls id.
const ID_MEMBERS: readonly string[] = ['_id', 'uuid', 'userId', 'key', 'name'];
// How many owners are looked into for a nested record, and how many members are tried in a query.
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
  const isAlone = aloneIn(resource, entries);
  const alone = entries.find((entry) => eligible.has(idOf(entry) ?? '') && isAlone(entry));
  const known = resource.known ?? idOf(alone) ?? ids[0];
  const read = known === undefined ? undefined : await readItem(inquiry, spelt, known);
  const whole = read?.status === 200 ? at(read.representation.value, item?.envelope ?? '') : undefined;
  const entry = entries.find((e) => idOf(e) === known);
  const isFound = resource.known === undefined && known !== undefined;
  const which = known === ids[0] ? 'first' : 'first without a namesake';
  return {
    resource: known === undefined ? { ...spelt, ...unlisted } : { ...spelt, known },
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

// A record that shares the value which the query compares could not show that one match is still an array (4.4).
function aloneIn({ query }: DraftResource, entries: readonly unknown[]): (entry: unknown) => boolean {
  const pointer = query === undefined ? undefined : (query.field ?? parameterOf(query.address));
  if (pointer === undefined) return () => true;
  const counts = new Map<string | undefined, number>();
  const comparedIn = (entry: unknown): string | undefined => idText(at(entry, pointer));
  for (const value of entries.map(comparedIn)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return (entry) => comparedIn(entry) === undefined || counts.get(comparedIn(entry)) === 1;
}

function parameterOf(address: string): string | undefined {
  const name = /[?&]([^=&?]+)=\{value\}/u.exec(address)?.[1];
  return name === undefined ? undefined : `/${name}`;
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

async function askQuery(
  inquiry: Inquiry,
  { resource, record }: Records,
): Promise<{ found: Pick<DraftResource, 'query'>; notes: string[] }> {
  const { query, name } = resource;
  if (query === undefined) return { found: {}, notes: [] };
  const own = query.field ?? parameterOf(query.address);
  const shown = own === undefined ? undefined : idText(at(record, own));
  const value = shown !== undefined && mayBeAsked(query, shown) ? shown : undefined;
  const field = shown === undefined ? query.field : own;
  const described = { ...query, ...(field === undefined ? {} : { field }) };
  if (query.matches !== undefined) return { found: { query: described }, notes: [] };
  if (value !== undefined) {
    const notes = [`${name}: query value "${value}" (${own?.slice(1)} of the known record)`];
    return { found: { query: { ...described, matches: value } }, notes };
  }
  let broken: readonly [member: string, text: string] | undefined;
  for (const [member, text] of stringsOf(record).filter(([, text]) => mayBeAsked(query, text))) {
    const address = fillTemplate(query.address, { value: text });
    const answer = await inquiry.ask({ method: 'GET', address }, resource);
    if (isBroken(answer)) broken ??= [member, text];
    const entries = foundIn(answer?.representation.value, resource) ?? [];
    if (answer?.status !== 200 || entries.length === 0) continue;
    const notes = [`${name}: query value "${text}" (${member} of the known record, which the query finds)`];
    return { found: { query: { ...described, field: `/${member}`, matches: text } }, notes };
  }
  if (broken === undefined) return { found: { query: described }, notes: [] };
  const [member, text] = broken;
  const notes = [`${name}: query value "${text}" (${member} of the known record; the query for it broke down)`];
  return { found: { query: { ...described, field: `/${member}`, matches: text } }, notes };
}

function stringsOf(record: Record<string, unknown>): [string, string][] {
  const strings = Object.entries(record).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return strings.filter(([, text]) => text !== '' && text.length <= 200).slice(0, TRIED);
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
