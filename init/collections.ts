import { type Answer, answerOf } from '../core/answer.ts';
import { encodeSegment } from '../core/http/address.ts';
import type { Transport } from '../core/http/exchange.ts';
import { at } from '../core/representation/json-pointer.ts';
import { idText, isObject } from '../core/representation/json-value.ts';
import { sameValue } from '../core/representation/same-value.ts';
import type { ResourceFile } from '../target-file/file.ts';
import { inWords, listIn } from '../target-file/list-place.ts';
import type { Finding } from './finding.ts';
import { sampleLike } from './sample.ts';
import { answeredAt } from './slashes.ts';

/** Asks by GET; undefined where there is no answer. */
export type Ask = (address: string) => Promise<Answer | undefined>;

/** Asks by GET alone, through a transport. */
export function asking(transport: Transport): Ask {
  return async (address) => {
    const exchange = await transport.send({ method: 'GET', address });
    return exchange.response === null ? undefined : answerOf(exchange, exchange.response);
  };
}

/** A collection that was found, as a target file says it. */
export interface FoundCollection {
  readonly resource: ResourceFile;
  readonly findings: readonly Finding[];
}

/** More than this are not looked into: each costs several requests. */
const MOST = 20;

/** The addresses of collections that a service tells of itself: an object of arrays at `/db`, or links at its root. */
export async function findCollections(ask: Ask): Promise<readonly string[]> {
  const found = [...membersThatAreServed(await ask('/db')), ...linksOf(await ask('/'))];
  return [...new Set(found)].slice(0, MOST);
}

// json-server shows all that it serves there.
function membersThatAreServed(answer: Answer | undefined): string[] {
  const value = answer?.status === 200 ? answer.representation.value : undefined;
  if (!isObject(value)) return [];
  return Object.keys(value)
    .filter((name) => Array.isArray(value[name]))
    .map((name) => `/${encodeSegment(name)}`);
}

function linksOf(answer: Answer | undefined): string[] {
  if (answer?.status !== 200) return [];
  const { url } = answer.exchange.request;
  const base = url.replace(/\/$/u, '');
  return answer.representation.links.flatMap((link) => {
    if (!URL.canParse(link, url)) return [];
    const { href, search, hash } = new URL(link, url);
    const path = href.startsWith(`${base}/`) ? href.slice(base.length) : '';
    return search === '' && hash === '' && /^\/[^{}.]+$/u.test(path) ? [path] : [];
  });
}

/** Reads one collection and its first record: where the array is, where ids are, a query, and the shape of a payload. */
export async function readCollection(ask: Ask, named: string): Promise<FoundCollection | undefined> {
  const listed = await ask(named);
  const list = listIn(listed);
  if (listed === undefined || list === undefined) return undefined;
  const collection = answeredAt(named, listed);
  const name = decodeURIComponent(
    collection
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? collection,
  );
  const place = `resources.${name}`;
  const findings: Finding[] = [];
  const evidence = (member: string, text: string): void =>
    void findings.push({ place: `${place}.${member}`, evidence: text });
  evidence('list', inWords(collection, list));
  const [first] = list.entries;
  const item = await readItem(ask, collection, first);
  if (item !== undefined)
    evidence('item', `GET ${item.address} was answered 200 with the record at ${item.envelope || 'the top'}`);
  const sample = sampleLike(item?.record ?? first, item?.member ?? 'id');
  if (sample !== undefined) evidence('sample', 'made up in the shape of the first record');
  const query = await readQuery(ask, collection, list.pointer, first);
  if (query !== undefined) evidence('query', `GET ${query.address} was seen to find what matches, and nothing else`);
  const envelope = {
    ...(list.pointer === '' ? {} : { list: list.pointer }),
    ...(item === undefined || item.envelope === '' ? {} : { item: item.envelope, created: item.envelope }),
  };
  return {
    findings,
    resource: {
      name,
      collection,
      ...(item === undefined && first !== undefined ? { item: false, delete: false, update: false } : {}),
      ...(item?.address.endsWith('/') ? membersAt(`${collection.replace(/\/$/u, '')}/{id}/`) : {}),
      // Without an id nothing that is made could be found and deleted again.
      ...(sample === undefined || item === undefined ? { create: false } : { sample }),
      ...(item === undefined || item.member === 'id' ? {} : { id: `/${item.member}` }),
      ...(Object.keys(envelope).length === 0 ? {} : { envelope }),
      ...(query === undefined ? {} : { query: { address: query.address, field: query.field } }),
    },
  };
}

function membersAt(address: string): Pick<ResourceFile, 'item' | 'delete'> {
  return { item: address, delete: address };
}

interface Item {
  readonly member: string;
  readonly address: string;
  readonly envelope: string;
  readonly record: unknown;
}

const ENVELOPES: readonly string[] = ['', '/data', '/item', '/result', '/record'];
const TRIED = 5;

/** The first record by its own address: the member that names it is the one by which it is read. */
async function readItem(ask: Ask, collection: string, entry: unknown): Promise<Item | undefined> {
  if (!isObject(entry)) return undefined;
  const usual = ['id', '_id', 'uuid', 'key'].filter((member) => member in entry);
  const others = Object.keys(entry).filter((member) => /id$/iu.test(member) && !usual.includes(member));
  for (const member of [...usual, ...others, 'name'].slice(0, TRIED)) {
    const id = idText(entry[member]);
    if (id === undefined) continue;
    const address = `${collection.replace(/\/$/u, '')}/${encodeSegment(id)}`;
    const answer = await ask(address);
    if (answer?.status !== 200) continue;
    const body = answer.representation.value;
    const envelope = ENVELOPES.find((pointer) =>
      sameValue(entry[member], (at(body, pointer) as typeof entry | undefined)?.[member]),
    ); // only looked into
    if (envelope !== undefined)
      return { member, address: answeredAt(address, answer), envelope, record: at(body, envelope) };
  }
  return undefined;
}

/** A parameter named as a text member, which finds the record and leaves out what does not match. */
async function readQuery(
  ask: Ask,
  collection: string,
  pointer: string,
  entry: unknown,
): Promise<{ address: string; field: string } | undefined> {
  if (!isObject(entry)) return undefined;
  const members = Object.entries(entry).filter(([name, value]) => isText(value) && /^\w+$/u.test(name));
  for (const [name, value] of members.slice(0, 2)) {
    const found = await entriesOf(ask, `${collection}?${name}=${encodeSegment(String(value))}`, pointer);
    if (found === undefined || found.length === 0 || !found.every((one) => isObject(one) && one[name] === value))
      continue;
    const none = await entriesOf(ask, `${collection}?${name}=assayer-${crypto.randomUUID()}`, pointer);
    if (none?.length === 0) return { address: `${collection}?${name}={value}`, field: `/${name}` };
  }
  return undefined;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= 100;
}

async function entriesOf(ask: Ask, address: string, pointer: string): Promise<readonly unknown[] | undefined> {
  const answer = await ask(address);
  if (answer?.status === 204) return [];
  const found = answer?.status === 200 ? at(answer.representation.value, pointer) : undefined;
  return Array.isArray(found) ? found : undefined;
}
