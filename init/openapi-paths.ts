import { isObject } from '../core/representation/json-value.ts';

/** A part of an OpenAPI document, whose members may be anything. */
export type Api = Readonly<Record<string, unknown>>;
/** What a path offers, by method in lower case. */
export type Methods = Readonly<Record<string, Api>>;
/** The paths of a document. */
export type Paths = ReadonlyMap<string, Methods>;

/** The paths that begin with a slash, and the methods of each, with the parameters that they have in common. */
export function pathsOf({ paths }: Api): Paths {
  const entries = isObject(paths) ? Object.entries(paths) : [];
  return new Map(
    entries.flatMap(([path, item]): [string, Methods][] =>
      isObject(item) && path.startsWith('/') ? [[path, methodsOf(item)]] : [],
    ),
  );
}

function methodsOf(item: Api): Methods {
  const shared = parametersOf(item);
  return Object.fromEntries(
    Object.entries(item)
      .filter((pair): pair is [string, Api] => isObject(pair[1]))
      .map(([method, own]) => [method, { ...own, parameters: [...parametersOf(own), ...shared] }]),
  );
}

/** The parameters of a path or of one of its methods. */
export function parametersOf(part: Api | undefined): readonly Api[] {
  const all = part?.['parameters'];
  return Array.isArray(all) ? all.filter(isObject) : [];
}

/** A path with the names of its places that a target file has. */
export function withPlaces(path: string): string {
  const names = path.startsWith('/rest/{') ? ['version', 'id', 'index'] : ['id', 'index'];
  return path
    .replace(/\{[^}]+\}/gu, () => `{${names.shift() ?? 'index'}}`)
    .replace(/^\/rest\/[^/{]+\//u, '/rest/{version}/');
}

/** The JSON of a request body or a response. */
export function jsonContent(message: unknown): Api | undefined {
  const content = isObject(message) ? message['content'] : undefined;
  const found = isObject(content) ? Object.entries(content).find(([type]) => /[/+]json\b/u.test(type))?.[1] : undefined;
  return isObject(found) ? found : undefined;
}
