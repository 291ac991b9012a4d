import { load } from 'js-yaml';
import { isObject } from '../core/json-value.ts';
import { UsageProblem } from '../judge/options.ts';
import { DOCUMENT_RESOURCES, documentOperations } from '../target-file/document.ts';
import type { OperationFile, ResourceFile, TargetFile } from '../target-file/file.ts';
import type { Finding, Open } from './finding.ts';
import { requestSchema, sampleOf } from './openapi-schema.ts';

/** What an OpenAPI document says of a target. */
export interface Described {
  readonly file: TargetFile;
  readonly findings: readonly Finding[];
  readonly open: readonly Open[];
}

/** Reads an OpenAPI 3 document, JSON or YAML. Its references are followed within it, and nothing else is read or asked for. */
export async function describeOpenApi(text: string, source: string): Promise<Described> {
  const parsed = parse(text, source);
  if (!isObject(parsed) || typeof parsed['openapi'] !== 'string' || !parsed['openapi'].startsWith('3.')) {
    const what =
      isObject(parsed) && parsed['swagger'] !== undefined
        ? 'it is Swagger 2: convert it to OpenAPI 3'
        : 'it has no openapi: 3.x';
    throw new UsageProblem(`${source} is no OpenAPI 3 document: ${what}`);
  }
  // Only where it is needed: loading it takes as long as the rest.
  const { dereference } = await import('@readme/openapi-parser');
  try {
    // An object that was checked to be one; the parser says itself what in it is wrong.
    const document = await dereference(structuredClone(parsed) as unknown as Parameters<typeof dereference>[0], {
      resolve: { external: false },
      dereference: { circular: 'ignore' },
    });
    return describe(document as unknown as Api, source); // read with care below: every member may be anything
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageProblem(`${source} cannot be read as OpenAPI: ${why}`, { cause });
  }
}

function parse(text: string, source: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch {
    try {
      return load(text);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
      throw new UsageProblem(`${source} is neither JSON nor YAML: ${why}`, { cause });
    }
  }
}

type Api = Readonly<Record<string, unknown>>;
type Methods = Readonly<Record<string, Api>>;

function describe(api: Api, source: string): Described {
  const paths = pathsOf(api);
  const findings: Finding[] = [{ place: 'resources', evidence: `the paths of ${source}` }];
  const open: Open[] = [];
  const resources = collectionsOf(paths).map((collection) =>
    describeCollection(paths, collection, source, findings, open),
  );
  const version = versionOf(paths);
  if (version !== undefined) findings.push({ place: 'version', evidence: `the paths of ${source}` });
  const server = serverOf(api);
  const cookieName = cookieOf(api);
  const title = isObject(api['info']) ? api['info']['title'] : undefined;
  const isOwn = resources.some(({ name }) => DOCUMENT_RESOURCES.some((one) => one.name === name));
  const operations = isOwn ? operationsOf(paths, version) : [];
  for (const address of isOwn ? [] : verbsOf(paths, resources))
    open.push({
      place: 'operations',
      question: `${address} looks like an operation (4.2): name it in operations if it is one`,
    });
  return {
    file: {
      ...(typeof title === 'string' && title !== '' ? { name: title } : {}),
      ...(server === undefined ? {} : { baseUrl: server }),
      ...(version === undefined ? {} : { version }),
      ...(cookieName === undefined || cookieName === 'USER_TOKEN' ? {} : { session: { cookieName } }),
      ...(resources.length === 0 ? {} : { resources }),
      ...(operations.length === 0 ? {} : { operations }),
    },
    findings,
    open,
  };
}

function pathsOf({ paths }: Api): ReadonlyMap<string, Methods> {
  const entries = isObject(paths) ? Object.entries(paths) : [];
  return new Map(
    entries.flatMap(([path, item]): [string, Methods][] => {
      if (!isObject(item) || !path.startsWith('/')) return [];
      return [
        [path, Object.fromEntries(Object.entries(item).filter((pair): pair is [string, Api] => isObject(pair[1])))],
      ];
    }),
  );
}

/** Paths that hold a list or take creations, and below which one record is addressed by an id. */
function collectionsOf(paths: ReadonlyMap<string, Methods>): string[] {
  return [...paths].flatMap(([path, methods]) => {
    const inside = path.replace('{version}', '');
    if (path === '/' || inside.includes('{') || /^\/(?:command|query)\//u.test(path)) return [];
    const isCollection = methods['get'] !== undefined || methods['post'] !== undefined;
    return isCollection && itemOf(paths, path) !== undefined ? [path] : [];
  });
}

function itemOf(paths: ReadonlyMap<string, Methods>, collection: string): string | undefined {
  const base = collection.replace(/\/$/u, '');
  return [...paths.keys()].find(
    (path) => path.startsWith(`${base}/`) && /^\{\w+\}\/?$/u.test(path.slice(base.length + 1)),
  );
}

function describeCollection(
  paths: ReadonlyMap<string, Methods>,
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
    ...updateOf(one, item, sample, document !== undefined),
    ...(sample === undefined || own['post'] === undefined ? {} : { sample }),
    ...(schema === undefined || sample === undefined || document !== undefined ? {} : { schema }),
    ...requiredOf(schema, sample),
    query: queries ?? false,
    nested: nestedOf(paths, itemPath),
  };
}

/** A path with the names of its places that a target file has. */
function withPlaces(path: string): string {
  const names = path.startsWith('/rest/{') ? ['version', 'id', 'index'] : ['id', 'index'];
  return path
    .replace(/\{[^}]+\}/gu, () => `{${names.shift() ?? 'index'}}`)
    .replace(/^\/rest\/[^/{]+\//u, '/rest/{version}/');
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

function jsonContent(message: unknown): Api | undefined {
  const content = isObject(message) ? message['content'] : undefined;
  const found = isObject(content) ? Object.entries(content).find(([type]) => /[/+]json\b/u.test(type))?.[1] : undefined;
  return isObject(found) ? found : undefined;
}

function exampleOf(body: Api | undefined): unknown {
  const examples = isObject(body?.['examples']) ? Object.values(body['examples']) : [];
  const [first] = examples;
  const schema = isObject(body?.['schema']) ? body['schema'] : {};
  return body?.['example'] ?? (isObject(first) ? first['value'] : undefined) ?? schema['example'];
}

/** The first parameter of the list's query that is named as a member of its records. */
function queryOf(get: Api | undefined, collection: string): ResourceFile['query'] | undefined {
  const parameters = Array.isArray(get?.['parameters']) ? get['parameters'].filter(isObject) : [];
  const members = membersOf(get);
  const name = parameters.find(
    ({ in: where, name: called }) => where === 'query' && members.includes(String(called)),
  )?.['name'];
  if (name === undefined) return undefined;
  return { address: `${withPlaces(collection)}?${String(name)}={value}`, field: `/${String(name)}` };
}

function membersOf(get: Api | undefined): string[] {
  const responses = isObject(get?.['responses']) ? get['responses'] : {};
  const schema = jsonContent(responses['200'])?.['schema'];
  const items = isObject(schema) ? schema['items'] : undefined;
  return isObject(items) && isObject(items['properties']) ? Object.keys(items['properties']) : [];
}

function nestedOf(paths: ReadonlyMap<string, Methods>, itemPath: string): string[] {
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

function versionOf(paths: ReadonlyMap<string, Methods>): string | undefined {
  const [first] = [...paths.keys()].flatMap((path) => /^\/rest\/([^/{]+)\//u.exec(path)?.[1] ?? []);
  return first;
}

function serverOf({ servers }: Api): string | undefined {
  const url = Array.isArray(servers) && isObject(servers[0]) ? servers[0]['url'] : undefined;
  return typeof url === 'string' && /^https?:\/\//u.test(url) && !url.includes('{') ? url : undefined;
}

function cookieOf({ components }: Api): string | undefined {
  const schemes = isObject(components) && isObject(components['securitySchemes']) ? components['securitySchemes'] : {};
  const cookie = Object.values(schemes).find(
    (one) => isObject(one) && one['type'] === 'apiKey' && one['in'] === 'cookie',
  );
  return isObject(cookie) && typeof cookie['name'] === 'string' ? cookie['name'] : undefined;
}

/** The document's operations in the forms whose addresses are there. C and D share one address with other updates. */
function operationsOf(paths: ReadonlyMap<string, Methods>, version = '{version}'): OperationFile[] {
  const known = new Map([...paths].map(([path, methods]) => [path.replaceAll(/\{[^}]+\}/gu, '{}'), methods]));
  const bare = (address: string): string => address.replace('{version}', version).replaceAll(/\{[^}]+\}/gu, '{}');
  return documentOperations(['A', 'B', 'E', 'F', 'G']).flatMap(({ name, parameters, effect, after, forms }) => {
    const there = Object.entries(forms).filter(([, { address, method }]) => {
      return known.get(bare(address))?.[method.toLowerCase()] !== undefined;
    });
    if (there.length === 0) return [];
    const bodies = there.map(
      ([, { address, method }]) => known.get(bare(address))?.[method.toLowerCase()]?.['requestBody'],
    );
    const schemas = bodies.map((body) => jsonContent(body)?.['schema']);
    const isRequired = (parameter: string): boolean =>
      schemas.some(
        (schema) => isObject(schema) && Array.isArray(schema['required']) && schema['required'].includes(parameter),
      );
    const told = parameters.map(({ name: parameter, ...rest }) => [
      parameter,
      { ...rest, required: isRequired(parameter) },
    ]);
    return [
      {
        name,
        parameters: Object.fromEntries(told),
        effect,
        ...(after === undefined ? {} : { after }),
        forms: Object.fromEntries(there.map(([form, { address }]) => [form, address])),
      },
    ];
  });
}

function verbsOf(paths: ReadonlyMap<string, Methods>, resources: readonly ResourceFile[]): string[] {
  const items = resources.flatMap(({ item }) => (typeof item === 'string' ? [item] : []));
  return [...paths].flatMap(([path, methods]) => {
    const method = ['put', 'post'].find((one) => methods[one] !== undefined);
    const isVerb = items.some((item) => withPlaces(path).startsWith(`${item}/`)) && !path.endsWith('}');
    return method !== undefined && isVerb ? [`${method.toUpperCase()} ${path}`] : [];
  });
}
