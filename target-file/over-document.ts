import { DOCUMENT_RESOURCES, documentResource } from './document.ts';
import type { ResourceFile } from './file.ts';

/** The members that say where a resource is, `collection` aside, and what the document gives it besides. */
const PLACES = ['create', 'list', 'item', 'delete', 'query'] as const;

/**
 * The document's own resource that a file's is laid over, member by member; undefined where the file's is another one: it has
 * another name, a `collection` of its own, or addresses that do not begin as the document's do.
 */
export function documentUnder(resource: ResourceFile): ResourceFile | undefined {
  const document = documentResource(resource.name);
  if (document === undefined || resource === document) return document;
  const given = [...PLACES.map((place) => resource[place]), resource.update].flatMap(addressOf);
  const isHere = resource.collection === undefined && given.every((address) => isWithin(address, document));
  return isHere ? document : undefined;
}

/** What a file's resource of the document's name leaves out though the document has it, where it is not laid over that. */
export function leftOut(resource: ResourceFile): string[] {
  const document = documentResource(resource.name);
  if (document === undefined || documentUnder(resource) !== undefined) return [];
  const derived = resource.collection === undefined ? [] : ['create', 'list', 'item', 'delete'];
  return [...PLACES, 'nested' as const].filter(
    (member) => document[member] !== undefined && resource[member] === undefined && !derived.includes(member),
  );
}

/** Every resource of a file, laid over the document's own where it is that; the document's where the file lists none. */
export function resourcesOver(files: readonly ResourceFile[] = DOCUMENT_RESOURCES): readonly ResourceFile[] {
  return files.map((resource) => ({ ...documentUnder(resource), ...resource }));
}

function addressOf(place: string | false | { readonly address?: string } | undefined): string[] {
  const address = typeof place === 'object' ? place.address : place;
  return typeof address === 'string' ? [address] : [];
}

// The file may have written the version out.
function isWithin(address: string, { list }: ResourceFile): boolean {
  const [collection = ''] = addressOf(list);
  const own = collection.replace(/\/$/u, '').split('{version}').map(literally).join('(?:\\{version\\}|[^/]+)');
  return new RegExp(`^${own}(?:[/?]|$)`, 'u').test(address);
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
}
