import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged } from './judged.ts';

/** Where the links of users to themselves lead (document 4.5-2). */
type Case = readonly [what: string, wrap: (fetch: Fetch) => Fetch];

const EQUIVALENT = 'negotiate/equivalent#users';

/** How the path of a link is written in an answer of this type; `undefined` leaves it. */
type Respell = (path: string, at: { readonly type: string; readonly url: string }) => string;

/** Writes the links of users to themselves otherwise, and answers those addresses by `serve`. */
const linking =
  (respell: Respell, serve: (request: Request, fetch: Fetch) => Promise<Response> = (r, fetch) => fetch(r)) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await serve(request, fetch);
    const type = response.headers.get('content-type') ?? '';
    if (request.method !== 'GET' || !response.ok) return response;
    const text = (await response.text()).replace(
      /(href[^\w/]{2,3})(\/users\/\d+)(?=")/gu,
      (_, start: string, path: string) => start + respell(path, { type, url: request.url }),
    );
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(text, { status: response.status, headers });
  };

const at =
  (place: RegExp, status: number) =>
  async (request: Request, fetch: Fetch): Promise<Response> =>
    place.test(request.url) ? json(status, {}) : fetch(request);

const passing =
  (place: RegExp, path: string) =>
  async (request: Request, fetch: Fetch): Promise<Response> =>
    fetch(new Request(request.url.replace(place, path), request));

const isPage = (type: string): boolean => type.includes('html');
const isList = (url: string): boolean => /\/users$/u.test(url);

const WRONG: readonly Case[] = [
  [
    'a page that links to itself by a suffix that is not there',
    linking((path, { type }) => (isPage(type) ? `${path}.html` : path), at(/\/users\/\d+\.html$/u, 404)),
  ],
  [
    'a list in XML whose links cannot be read',
    linking(
      (path, { type, url }) => (type.includes('xml') && isList(url) ? `${path}.xml` : path),
      at(/\/users\/\d+\.xml$/u, 405),
    ),
  ],
  [
    'a list in JSON whose links are gone',
    linking(
      (path, { type, url }) => (type.includes('json') && isList(url) ? `${path}.json` : path),
      at(/\/users\/\d+\.json$/u, 410),
    ),
  ],
  [
    'links of each representation to an address that nobody serves',
    linking((path) => path.replace('/users', '/people'), at(/\/people\//u, 404)),
  ],
  ['lists that link all records to one', linking((path, { url }) => (isList(url) ? '/users/1' : path))],
];

const LEGAL: readonly Case[] = [
  ['links by suffixes that are served', linking((path, { type }) => (isPage(type) ? `${path}.html` : path))],
  [
    'links to another address of each record',
    linking((path) => path.replace('/users', '/people'), passing(/\/people\//u, '/users/')),
  ],
  ['links that need other credentials', linking((path) => path.replace('/users', '/people'), at(/\/people\//u, 403))],
  ['links to another host', linking((path) => `http://users.example${path}`)],
  ['relative links', linking((path) => path.slice(1))],
  ['links into a page', linking((path) => `${path}/page#top`)],
  ['templates', linking((path) => `${path}/{view}`)],
];

test.each(inGate(WRONG))('found: %s', async (_, wrap) => {
  expect((await judged([EQUIVALENT], { wrap })).ended('fail')).not.toEqual([]);
});

test.each(inGate(LEGAL))('legal: %s', async (_, wrap) => {
  expect((await judged([EQUIVALENT], { wrap })).ended('fail')).toEqual([]);
});
