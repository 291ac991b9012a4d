import type { Variation, Wrap } from './variation.ts';

const SECOND = 1000;

/** Answers to readings of users come from a cache that stands before the service. */
const cached: Wrap = (fetch) => {
  const kept = new Map<string, { readonly text: string; readonly headers: Headers; readonly at: number }>();
  return async (request) => {
    const { pathname, href } = new URL(request.url);
    const asked = request.headers;
    // What is asked under a condition, for a part or for somebody is the service's to answer.
    const isPlain = !['if-', 'range', 'cookie', 'authorization', 'cache-control', 'origin'].some((word) =>
      [...asked.keys()].some((name) => name.startsWith(word)),
    );
    if (request.method !== 'GET' || !isPlain || !/\/users(?:\/|$)/u.test(pathname)) return fetch(request);
    const key = `${href} ${asked.get('accept') ?? ''}`;
    const known = kept.get(key);
    if (known !== undefined) {
      const headers = new Headers(known.headers);
      // As if the first of them had come a while ago.
      headers.set('age', String(7 + Math.floor((performance.now() - known.at) / SECOND)));
      headers.set('x-cache', 'HIT');
      return new Response(known.text, { status: 200, headers });
    }
    const response = await fetch(request);
    const headers = new Headers(response.headers);
    if (response.status === 200) headers.set('cache-control', 'public, max-age=300');
    const text = await response.text();
    if (response.status === 200) kept.set(key, { text, headers, at: performance.now() });
    return new Response(text === '' ? null : text, { status: response.status, headers });
  };
};

/** What stands between the service and its clients: RFC 9111. */
export const caches: readonly Variation[] = [
  {
    id: 'users-from-a-cache',
    title: 'Readings of users are answered by a shared cache, with their age and the date of the first answer.',
    source: 'RFC 9111 4, 5.1: what says how long it is fresh may be answered again, varied by what Vary names',
    // What changes users would have to reach the cache, and every answer told of anew would be stored.
    group: 'users etag order names coding session selectors query',
    wrap: cached,
  },
];
