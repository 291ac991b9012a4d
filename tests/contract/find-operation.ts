import type { HttpMethod, Operation, Parameter, Reference } from '../../fixtures/openapi/document.ts';
import type { OpenApi } from '../../fixtures/openapi.ts';

/** What the description has at an address. */
export interface DescribedPath {
  /** The template, as the description spells it. */
  readonly template: string;
  readonly operations: Readonly<Partial<Record<HttpMethod, Operation>>>;
}

/** The described path that a request's address is an instance of, or undefined. */
export function findPath(api: OpenApi, url: string): DescribedPath | undefined {
  const path = pathBelow(api, url);
  if (path === undefined || !canBeDecoded(path)) return undefined;
  for (const [template, operations] of Object.entries(api.paths))
    if (expressionOf(api, template, operations).test(path)) return { template, operations };
  return undefined;
}

function pathBelow(api: OpenApi, url: string): string | undefined {
  // As it was sent: a URL object would resolve dot segments, even `%2e%2e`.
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*/u, '').replace(/[?#].*$/su, '') || '/';
  const basePath = (api.servers[0]?.url ?? '').replace(/^[a-z]+:\/\/[^/]*/u, '').replace(/\/$/u, '');
  if (path === basePath) return '/';
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}

// A malformed percent-encoding is no value of any parameter.
function canBeDecoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function expressionOf(api: OpenApi, template: string, operations: DescribedPath['operations']): RegExp {
  const values = valuesOf(api, operations);
  const source = template
    .split(/(\{\w+\})/u)
    .map((part) => (part.startsWith('{') ? (values.get(part.slice(1, -1)) ?? '[^/]+') : part.replaceAll('.', '\\.')))
    .join('');
  // The description says at its top that a path which ends in a slash is served without it too.
  return new RegExp(`^${source.length > 1 ? source.replace(/\/$/u, '/?') : source}$`, 'u');
}

/** The parameters of the path that have a few values only. */
function valuesOf(api: OpenApi, operations: DescribedPath['operations']): ReadonlyMap<string, string> {
  const listed = Object.values(operations).flatMap(({ parameters = [] }) => parameters);
  const parameters = listed.map((parameter) => dereference<Parameter>(api, parameter));
  return new Map(
    parameters.flatMap(({ in: place, name, schema }): [string, string][] =>
      place === 'path' && Array.isArray(schema['enum']) ? [[name, `(?:${schema['enum'].join('|')})`]] : [],
    ),
  );
}

/** What a reference stands for; anything else is itself. */
export function dereference<T extends object>(api: OpenApi, value: T | Reference): T {
  if (!('$ref' in value)) return value;
  const [kind = '', name = ''] = value.$ref.replace('#/components/', '').split('/');
  const components: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { ...api.components };
  const found = components[kind]?.[name];
  if (found === undefined) throw new Error(`the description refers to ${value.$ref}, which is not there`);
  // Whoever refers to a kind of component means one of that kind.
  return found as T;
}
