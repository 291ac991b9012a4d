import type { Claims } from '../core/claims.ts';
import type { Nested, Resource } from '../core/target.ts';
import type { DraftResource } from './draft.ts';
import type { CreateFile, PlaceFile, ResourceFile, UpdateFile } from './file.ts';

const MEDIA_TYPES: Resource['mediaTypes'] = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  request: 'application/json',
};

/** A resource with the file's shorthands written out. */
export function resolveResource(
  file: ResourceFile,
  claims: Partial<Claims>,
): Omit<DraftResource, 'ifSeen' | 'sampleIsGuess' | 'ofDocument'> {
  const member = memberAddress(file);
  const representations = file.representations ?? claims.representations;
  const selectors = file.selectors ?? claims.selectors;
  const create = creation(file, claims);
  return {
    name: file.name,
    ...given('create', create),
    ...given('list', list(file)),
    ...given('item', item(file, member)),
    ...given('delete', deletion(file, member)),
    ...given('update', update(file, member)),
    idFrom: idFrom(file, create),
    ...given('known', file.known === undefined ? undefined : String(file.known)),
    unknownIds: file.unknownIds ?? 'any',
    ...given('query', query(file)),
    nested: (file.nested ?? []).map(nested),
    ...given('computed', file.computed),
    ...given('representations', representations),
    ...given('selectors', selectors),
    mediaTypes: { ...MEDIA_TYPES, ...file.mediaTypes },
    headers: file.headers ?? {},
    never: (file.never ?? []).map((method) => method.toUpperCase()),
  };
}

// exactOptionalPropertyTypes: a member that is not known is left out, never set to undefined.
function given<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  // A computed key widens to string; this object has exactly that key, or none.
  return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V };
}

function memberAddress({ collection }: ResourceFile): string | undefined {
  return collection === undefined ? undefined : `${collection.replace(/\/$/u, '')}/{id}`;
}

function creation(file: ResourceFile, claims: Partial<Claims>): Resource['create'] {
  const { sample } = file;
  if (file.create === false || sample === undefined) return undefined;
  const place: CreateFile | undefined = addressed(file.create ?? file.collection);
  if (place === undefined) return undefined;
  const method = place.method ?? 'POST';
  const answer = file.answer ?? claims.create ?? 'created';
  const promised = method === 'POST' && answer === 'created';
  return {
    method,
    address: place.address,
    answer,
    location: file.location ?? (promised ? 'promised' : 'optional'),
    sample,
    ...given('schema', file.schema),
    required: file.required ?? [],
    invalid: Object.entries(file.invalid ?? {}).map(([title, payload]) => ({ title, payload })),
    writeOnly: file.writeOnly ?? [],
    envelope: file.envelope?.created ?? '',
  };
}

function list(file: ResourceFile): Resource['list'] {
  const place = placeOf(file.list, file.collection);
  if (place === undefined) return undefined;
  const entries = file.entries ?? 'records';
  const id = place.id ?? (entries === 'ids' ? '' : recordId(file));
  const { records } = typeof file.list === 'object' ? file.list : {};
  return { address: place.address, envelope: file.envelope?.list ?? '', entries, id, ...given('records', records) };
}

function item(file: ResourceFile, member: string | undefined): Resource['item'] {
  const place = placeOf(file.item, member);
  if (place === undefined) return undefined;
  return { address: place.address, envelope: file.envelope?.item ?? '', id: place.id ?? recordId(file) };
}

function deletion(file: ResourceFile, member: string | undefined): Resource['delete'] {
  const address = file.delete ?? member;
  if (address === undefined || address === false) return undefined;
  const parameters = Object.entries(file.deleteQuery ?? {});
  const fixed = parameters.filter(([, value]) => !value.startsWith('/'));
  // A value that is a JSON Pointer differs from record to record: `?rev=` of a document store.
  const found = parameters.filter(([, value]) => value.startsWith('/'));
  const search = fixed.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  const separator = address.includes('?') ? '&' : '?';
  return {
    address: search === '' ? address : address + separator + search,
    ...given('query', found.length === 0 ? undefined : Object.fromEntries(found)),
  };
}

function update(file: ResourceFile, member: string | undefined): Resource['update'] {
  if (file.update === false) return undefined;
  const own: UpdateFile = addressed(file.update) ?? {};
  const address = own.address ?? placeOf(file.item, member)?.address;
  const payload = own.payload ?? (changes(file.sample) || file.update !== undefined ? file.sample : undefined);
  if (address === undefined || payload === undefined) return undefined;
  if (file.update === undefined && file.collection === undefined) return undefined;
  return { method: own.method ?? 'PUT', address, payload, ...given('from', own.from) };
}

// Without a fresh value in it, the sample sent again would change nothing.
function changes(sample: ResourceFile['sample']): boolean {
  return JSON.stringify(sample ?? {}).includes('{unique}');
}

function idFrom(file: ResourceFile, create: Resource['create']): Resource['idFrom'] {
  const { id } = file;
  const envelope = file.envelope?.created ?? '';
  if (id === 'location' || id === 'request') return id;
  if (id !== undefined) return pointer(envelope + id);
  if (create?.method === 'PUT') return 'request';
  return create === undefined || create.location === 'promised' ? 'location' : pointer(`${envelope}/id`);
}

function pointer(text: string): `/${string}` {
  return text.startsWith('/') ? `/${text.slice(1)}` : `/${text}`;
}

function recordId({ id }: ResourceFile): string {
  return id === undefined || id === 'location' || id === 'request' ? '/id' : id;
}

function query(file: ResourceFile): Resource['query'] {
  if (file.query === undefined || file.query === false) return undefined;
  return typeof file.query === 'string' ? { address: file.query } : file.query;
}

function nested(entry: NonNullable<ResourceFile['nested']>[number]): Nested {
  const given = typeof entry === 'string' ? { address: entry } : entry;
  const { owner, ...rest } = given;
  const name = given.name ?? /(?<![^/{}])([^/{}]+)\/\{index\}/u.exec(given.address)?.[1] ?? given.address;
  return { ...rest, name, ...(owner === undefined ? {} : { owner: String(owner) }) };
}

function placeOf(own: string | false | PlaceFile | undefined, usual: string | undefined): PlaceFile | undefined {
  return own === false ? undefined : addressed(own ?? usual);
}

function addressed<T extends object>(place: string | T | undefined): { readonly address: string } | T | undefined {
  return typeof place === 'string' ? { address: place } : place;
}
