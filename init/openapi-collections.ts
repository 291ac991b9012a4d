import { isObject } from '../core/representation/json-value.ts';
import { DOCUMENT_RESOURCES } from '../target-file/document.ts';
import type { ResourceFile } from '../target-file/file.ts';
import type { Finding, Open } from './finding.ts';
import { type Api, jsonContent, type Methods, type Paths, parametersOf, withPlaces } from './openapi-paths.ts';
import { requestSchema, sampleOf } from './openapi-schema.ts';

/** Paths that hold a list or take creations, and below which one record is addressed by an id. */
export function collectionsOf(paths: Paths): string[] {
  return [...paths].flatMap(([path, methods]) => {
    const inside = path.replace('{version}', '');
    if (path === '/' || inside.includes('{') || /^\/(?:command|query)\//u.test(path)) return [];
    const isCollection = methods['get'] !== undefined || methods['post'] !== undefined;
    return isCollection && itemOf(paths, path) !== undefined ? [path] : [];
  });
}

function itemOf(paths: Paths, collection: string): string | undefined {
  const base = collection.replace(/\/$/u, '');
  return [...paths.keys()].find(
    (path) => path.startsWith(`${base}/`) && /^\{\w+\}\/?$/u.test(path.slice(base.length + 1)),
  );
}

/** One collection, as a target file says it. */
export function describeCollection(
  paths: Paths,
  collection: string,
  source: string,
  findings: Finding[],
  open: Open[],
): ResourceFile {
  const own = paths.get(collection) ?? {};
  const itemPath = itemOf(paths, collection) ?? '';
  const one = paths.get(itemPath) ?? {};
  const name =
    collection
      .split('/')
      .filter((part) => part !== '' && !part.startsWith('{'))
      .at(-1) ?? collection;
  const place = `resources.${name}`;
  const document = DOCUMENT_RESOURCES.find((resource) => resource.name === name);
  const at = (address: string): string => withPlaces(address);
  const item = at(itemPath);
  const body = own['post'] === undefined ? undefined : jsonContent(own['post']['requestBody']);
  const schema = body === undefined ? undefined : requestSchema(body['schema']);
  const sample = schema === undefined ? document?.sample : sampleOf(schema, exampleOf(body));
  if (own['post'] !== undefined && sample === undefined)
    open.push({
      place: `${place}.create`,
      question: `${name}: ${source} shows no payload with a free text in it: give sample and create`,
    });
  if (sample !== undefined)
    findings.push({ place: `${place}.sample`, evidence: `made from the request body of POST ${collection}` });
  const queries = queryOf(own['get'], collection);
  return {
    name,
    create: own['post'] === undefined || sample === undefined ? false : at(collection),
    list: own['get'] === undefined ? false : at(collection),
    item: one['get'] === undefined ? false : item,
    delete: one['delete'] === undefined ? false : item,
    ...unknownIdsOf(one, itemPath),
    ...updateOf(one, item, sample, document !== undefined),
    ...(sample === undefined || own['post'] === undefined ? {} : { sample }),
    ...(schema === undefined || sample === undefined || document !== undefined ? {} : { schema }),
    ...requiredOf(schema, sample),
    query: queries ?? false,
    nested: nestedOf(paths, itemPath),
  };
}

/** The shape of ids, where the document tells it: a text may rightly be refused then (400), so that none is asked for in vain. */
function unknownIdsOf(one: Methods, itemPath: string): Pick<ResourceFile, 'unknownIds'> {
  const name = /\{(\w+)\}\/?$/u.exec(itemPath)?.[1];
  const [own] = Object.values(one).flatMap((method) =>
    parametersOf(method).filter((parameter) => parameter['in'] === 'path' && parameter['name'] === name),
  );
  const schema = isObject(own?.['schema']) ? own['schema'] : {};
  if (schema['type'] === 'integer' || schema['type'] === 'number') return { unknownIds: 'number' };
  return schema['format'] === 'uuid' ? { unknownIds: 'uuid' } : {};
}

/** Writes to records of the document's own collections: an update, or operations in form C or D (4.2), which only their owner can tell. */
export function undecidedWrites(paths: Paths, resources: readonly ResourceFile[]): Open[] {
  return resources
    .filter(({ name }) => DOCUMENT_RESOURCES.some((one) => one.name === name))
    .flatMap(({ name, item }) => {
      const [, methods = {}] = [...paths].find(([path]) => withPlaces(path) === item) ?? [];
      const written = ['put', 'patch'].filter((method) => methods[method] !== undefined);
      if (written.length === 0) return [];
      const method = written.map((one) => one.toUpperCase()).join(' and ');
      const what = `${method} of ${String(item)} may be an update, or operations in form C or D (4.2)`;
      return [{ place: `resources.${name}.update`, question: `${what}: give update, or operations` }];
    });
}

function updateOf(
  one: Methods,
  item: string,
  sample: ResourceFile['sample'],
  isDocument: boolean,
): Pick<ResourceFile, 'update'> {
  const method = one['put'] !== undefined ? 'PUT' : one['patch'] !== undefined ? 'PATCH' : undefined;
  // PUT at a deal is an operation of 4.2, form C or D.
  if (method === undefined || sample === undefined || isDocument) return { update: false };
  return { update: { ...(method === 'PUT' ? {} : { method }), address: item, payload: sample } };
}

function requiredOf(
  schema: ReturnType<typeof requestSchema>,
  sample: ResourceFile['sample'],
): Pick<ResourceFile, 'required'> {
  const names = Array.isArray(schema?.['required']) ? schema['required'].map(String) : [];
  const known = names.filter((name) => sample !== undefined && Object.hasOwn(sample, name));
  return known.length === 0 ? {} : { required: known };
}

function exampleOf(body: Api | undefined): unknown {
  const examples = isObject(body?.['examples']) ? Object.values(body['examples']) : [];
  const [first] = examples;
  const schema = isObject(body?.['schema']) ? body['schema'] : {};
  return body?.['example'] ?? (isObject(first) ? first['value'] : undefined) ?? schema['example'];
}

/** The first parameter of the list's query that is named as a member of its records. */
function queryOf(get: Api | undefined, collection: string): ResourceFile['query'] | undefined {
  const members = membersOf(get);
  const name = parametersOf(get).find(
    ({ in: where, name: called }) => where === 'query' && members.includes(String(called)),
  )?.['name'];
  if (name === undefined) return undefined;
  return { address: `${withPlaces(collection)}?${String(name)}={value}`, field: `/${String(name)}` };
}

function membersOf(get: Api | undefined): string[] {
  const responses = isObject(get?.['responses']) ? get['responses'] : {};
  const schema = jsonContent(responses['200'])?.['schema'];
  const items = isObject(schema) ? (schema['items'] ?? itemsWithin(schema['properties'])) : undefined;
  return isObject(items) && isObject(items['properties']) ? Object.keys(items['properties']) : [];
}

/** Of the only list among the members of an object: that of a page. */
function itemsWithin(properties: unknown): unknown {
  const lists = isObject(properties)
    ? Object.values(properties).filter((one) => isObject(one) && isObject(one['items']))
    : [];
  const [only] = lists;
  return lists.length === 1 && isObject(only) ? only['items'] : undefined;
}

function nestedOf(paths: Paths, itemPath: string): string[] {
  const base = `${itemPath.replace(/\/$/u, '')}/`;
  return (
    [...paths]
      .filter(([path, methods]) => path.startsWith(base) && methods['get'] !== undefined)
      .filter(([path]) => /^[^{}/]+\/\{(?:index|n|number|i)\}$/u.test(path.slice(base.length)))
      // What an operation of form E made is no nested record that was there before.
      .filter(([path]) => paths.get(path.slice(0, path.lastIndexOf('/')))?.['post'] === undefined)
      .map(([path]) => withPlaces(path))
  );
}
