import type { Fetch } from '../../mock/index.ts';

/** Changes each successful body of a type at these addresses, as GET reads it. HEAD tells no length, which would be another one. */
export function rewriting(
  type: string,
  path: RegExp,
  change: (text: string, request: Request) => string,
): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    const { pathname, search } = new URL(request.url);
    const isType = response.headers.get('content-type')?.includes(type) === true;
    if (!response.ok || !isType || !path.test(pathname + search)) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    if (request.method === 'HEAD') return new Response(null, { status: response.status, headers });
    if (request.method !== 'GET') return response;
    return new Response(change(await response.text(), request), { status: response.status, headers });
  };
}

/** The same of JSON, as values. */
export function rewritingJson<T>(path: RegExp, change: (value: T) => unknown): (fetch: Fetch) => Fetch {
  return rewriting('json', path, (text) => {
    const value: T = JSON.parse(text);
    return JSON.stringify(change(value));
  });
}

/** Changes the text of an element of XML. */
export function inElement(name: string, change: (text: string) => string): (text: string) => string {
  const element = new RegExp(`<${name}>([^<]*)</${name}>`, 'gu');
  return (text) => text.replace(element, (_, own: string) => `<${name}>${change(own)}</${name}>`);
}

/** Reads a field in another way where a request is meant; undefined takes the field away. */
export function readingField(
  isMeant: (request: Request, path: string) => boolean,
  name: string,
  change: (value: string) => string | undefined,
): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const value = request.headers.get(name);
    if (value === null || !isMeant(request, new URL(request.url).pathname)) return fetch(request);
    const headers = new Headers(request.headers);
    const other = change(value);
    if (other === undefined) headers.delete(name);
    else headers.set(name, other);
    return fetch(new Request(request, { headers }));
  };
}
