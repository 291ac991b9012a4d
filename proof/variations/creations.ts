import { isObject } from '../../core/representation/json-value.ts';
import type { RequestView } from '../deviations/deviation.ts';
import {
  answers,
  instead,
  records,
  redirected,
  rewritten,
  type Shown,
  type Variation,
  type Wrap,
} from './variation.ts';

const isCreation = ({ method, path }: RequestView): boolean => method === 'POST' && /\/deals\/?$/u.test(path);

/** Changes what a deal is created from: any object is a deal to this server. */
const anyObject: Wrap = instead((seen, next) => {
  // Bytes that are no UTF-8 are the mock's to refuse: it sees them as they came.
  const payload = isCreation(seen) && !seen.body.includes('\ufffd') ? objectIn(seen.body) : undefined;
  if (payload === undefined) return undefined;
  const { name, price } = payload;
  const whole = {
    ...payload,
    name: typeof name === 'string' && name !== '' ? name : 'unnamed',
    price: typeof price === 'number' ? price : 0,
  };
  return next(redirected(seen.request, seen.path, JSON.stringify(whole)));
});

function objectIn(body: string): Shown | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Gives the lowest free number to a new deal. */
const reusing: Wrap = (fetch, mock) => async (request) => {
  const response = await fetch(request);
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'POST' || response.status !== 201 || !/\/deals\/$/u.test(pathname)) return response;
  const { store } = mock.tenants.of('');
  const location = new URL(response.headers.get('location') ?? '', origin).href;
  const made = store.deals.entries.get(location.slice(location.lastIndexOf('/') + 1));
  let free = 1;
  while (store.deals.entries.has(String(free))) free += 1;
  if (made === undefined || free > Number(made.id)) return response;
  store.removeDeal(made);
  store.putDeal({ id: String(free), data: made.data });
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  // Of the deal by its other number.
  headers.delete('etag');
  headers.set('location', location.replace(/\d+$/u, String(free)));
  const renumbered = (await response.text())
    .replaceAll(`/deals/${made.id}"`, `/deals/${free}"`)
    .replaceAll(`"id":"${made.id}"`, `"id":"${free}"`)
    .replaceAll(`<id>${made.id}<`, `<id>${free}<`)
    .replaceAll(`<dt>id</dt><dd>${made.id}<`, `<dt>id</dt><dd>${free}<`);
  return new Response(renumbered, { status: 201, headers });
};

const onCreations = (change: (response: Response, seen: RequestView) => Response | Promise<Response>): Wrap =>
  answers((response, seen) => (isCreation(seen) && response.ok ? change(response, seen) : response));

/** How creations are taken and answered: document 4.1, 4.4. */
export const creations: readonly Variation[] = [
  {
    id: 'created-id-and-link',
    title: 'A creation is answered with the id and a link alone.',
    source: 'document 4.4-c3: the body describes and links to what was created, and its shape is left open',
    group: 'envelope',
    departs: { 'create/shows-values': 'the body describes what was created by its id alone' },
    wrap: records((record, { method, request }) => {
      if (method !== 'POST' || !('id' in record)) return record;
      const { id, _links } = record;
      const self = isObject(_links) ? _links['self'] : undefined;
      const href = isObject(self) ? String(self['href']) : String(self);
      return { id, href: new URL(href, request.url).href };
    }),
  },
  {
    id: 'created-without-location',
    title: 'A 201 has no Location, and the body tells the id.',
    source: 'document 4.4-c2: it may be absent, and the target file says that it is optional and where the id stands',
    group: 'location',
    needsFile: 'without a promise to the contrary, a 201 owes a Location (4.1)',
    file: { resources: [{ name: 'deals', location: 'optional', id: '/id' }] },
    hides: {
      'create/location*': 'there is none',
      'create/path': 'the address is not told',
      'create/links': 'where the id stands is told for JSON, and the link is there as well',
      'negotiate/same-address on deals': 'the address is not told',
    },
    wrap: onCreations(({ status, headers, body }) => {
      const changed = new Headers(headers);
      changed.delete('location');
      return new Response(body, { status, headers: changed });
    }),
  },
  {
    id: 'any-object-is-a-deal',
    title: 'Every JSON object creates a deal, {} and {"first-name":1} as well.',
    source: 'document 2: required flags are not shown',
    group: 'refused',
    file: { resources: [{ name: 'deals', required: [], invalid: {} }] },
    hides: { 'create/refused*': 'no object is refused' },
    wrap: anyObject,
  },
  {
    id: 'ids-come-back',
    title: 'The id of a deleted deal is given to the next new one.',
    source: 'document 2, 4.4: how ids are given is not shown; 4.4-m1 and m3 speak of what does not exist',
    group: 'ids',
    unseen: 'it shows when a deal is made after a deletion, and the answers that are compared hold none',
    hides: {
      'create/etag-agrees': 'the tag is of the deal by another number, and left out',
      'delete/every': 'of several deals with one address it cannot be told which one was deleted',
      'delete/again': 'a deal that was made beside the check may have the id before it is deleted again',
    },
    wrap: reusing,
  },
  {
    id: 'created-in-full-with-other-etag',
    title: 'A creation is answered 200 with the object, an ETag of that answer and a Location of the collection.',
    source:
      'document 4.4-c6; RFC 9110 8.8.3, 10.2.2: what the fields of a 200 to POST say is not about the new resource',
    group: 'etag location',
    options: { create: 'full-result' },
    needsFile: 'a creation owes 201 until a file claims otherwise',
    wrap: onCreations(({ status, headers, body }, { path }) => {
      const changed = new Headers(headers);
      changed.set('etag', `"answer-${crypto.randomUUID()}"`);
      changed.set('location', path);
      return new Response(body, { status, headers: changed });
    }),
  },
  {
    id: 'created-with-server-values',
    title: 'A new deal is shown with values that the server added: an owner, a number, a time.',
    source: 'document 2: which fields a record has is not shown',
    wrap: answers(async (response, seen) =>
      isCreation(seen) && response.ok
        ? rewritten(response, (text) =>
            /^\s*\{/u.test(text) ? text.replace('{', '{"owner":"system","number":4711,"created":"2030-01-01",') : text,
          )
        : response,
    ),
  },
];
