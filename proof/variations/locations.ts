import { answers, asItIs, instead, redirected, type Variation, type Wrap } from './variation.ts';

const SOURCE = 'RFC 9110 10.2.2: Location is a URI reference, resolved against the request';

/** Writes every Location of a 201 in another way. */
function located(write: (location: URL, request: URL) => string): Wrap {
  return answers((response, { request }) => {
    const value = response.headers.get('location');
    if (response.status !== 201 || value === null) return response;
    const headers = new Headers(response.headers);
    headers.set('location', write(new URL(value, request.url), new URL(request.url)));
    return new Response(response.body, { status: response.status, headers });
  });
}

// From the folder of the one to the other: `7`, or `holds/1`.
function relative(to: URL, from: URL): string {
  const folder = from.pathname.slice(0, from.pathname.lastIndexOf('/') + 1);
  return to.pathname.startsWith(folder) ? to.pathname.slice(folder.length) : to.pathname;
}

/** A deal's address with a slash behind it is the same address to this server. */
const slashIsLetPass: Wrap = instead(({ request, path }, next) =>
  /\/deals\/[^/]+\/$/u.test(path) ? next(redirected(request, path.slice(0, -1))) : undefined,
);

function both(first: Wrap, second: Wrap): Wrap {
  return (fetch, mock) => second(first(fetch, mock), mock);
}

/** Ways to write a Location: document 4.4-c2. */
export const locations: readonly Variation[] = [
  {
    id: 'location-path-absolute',
    title: 'Location is an absolute path.',
    source: SOURCE,
    group: 'location',
    options: { location: 'relative' },
    wrap: asItIs,
  },
  {
    id: 'location-relative',
    title: 'Location is relative to the folder of the request.',
    source: SOURCE,
    group: 'location',
    wrap: located(relative),
  },
  {
    id: 'location-relative-with-dots',
    title: 'Location climbs up with dot segments and down again.',
    source: 'RFC 3986 5.2.4: dot segments are taken out when a reference is resolved',
    wrap: located((to) => to.pathname.replace(/\/([^/]+)\/([^/]+)$/u, '/$1/../$1/./$2')),
  },
  {
    id: 'location-without-scheme',
    title: 'Location begins with two slashes and the host.',
    source: 'RFC 3986 4.2: a network-path reference',
    wrap: located((to) => `//${to.host}${to.pathname}`),
  },
  {
    id: 'location-localhost',
    title: 'Location calls the machine by another of its names.',
    source: 'RFC 9110 10.2.2: any address of the resource will do, and this one answers',
    wrap: located((to) => to.href.replace('//127.0.0.1', '//localhost')),
  },
  {
    id: 'location-in-capitals',
    title: 'Location has its scheme and its host in capitals.',
    source: 'RFC 3986 6.2.2.1: neither has case',
    wrap: located((to) => to.href.replace('http://127.0.0.1', 'HTTP://LOCALHOST')),
  },
  {
    id: 'location-encoded',
    title: 'Location percent-encodes the last character of the id, which needs it not.',
    source: 'RFC 3986 6.2.2.2: an encoded unreserved character is the same as the bare one',
    wrap: located((to) => {
      // Not what is encoded already: of `%2B` the B is no character of the id.
      return to.pathname.replace(/(?<!%.?)[\w.~-]$/u, (last) => `%${last.charCodeAt(0).toString(16)}`);
    }),
  },
  {
    id: 'location-encoded-within',
    title: 'Location percent-encodes a letter of the fixed part of the path.',
    source: 'RFC 3986 6.2.2.2: an encoded unreserved character is the same as the bare one',
    group: 'location',
    wrap: both(
      located((to) => to.pathname.replace('/deals/', '/%64eals/')),
      instead(({ request, path }, next) =>
        path.includes('/%64eals/') ? next(redirected(request, path.replace('/%64eals/', '/deals/'))) : undefined,
      ),
    ),
  },
  {
    id: 'location-with-slash',
    title: 'Location ends in a slash, with which the resource is served as well.',
    source: 'document 4.4-c2: the header carries the address, whose form is left open',
    wrap: both(
      located((to) => (/\/deals\/[^/]+$/u.test(to.pathname) ? `${to.href}/` : to.href)),
      slashIsLetPass,
    ),
  },
  {
    id: 'location-with-fragment',
    title: 'Location has a fragment.',
    source: 'RFC 9110 10.2.2: a Location may have one',
    wrap: located((to) => `${to.pathname}#created`),
  },
  {
    id: 'location-with-query',
    title: 'Location has a query, which the server does not look at.',
    source: 'RFC 9110 10.2.2: a URI reference may have one',
    wrap: located((to) => `${to.pathname}?created=now`),
  },
  {
    id: 'location-on-success',
    title: 'Successes other than 201 carry a Location too.',
    source: 'RFC 9110 10.2.2: the field has no meaning there',
    wrap: answers((response, { request }) => {
      if (response.status !== 200 && response.status !== 204) return response;
      const headers = new Headers(response.headers);
      headers.set('location', new URL(request.url).pathname);
      return new Response(response.body, { status: response.status, headers });
    }),
  },
];
