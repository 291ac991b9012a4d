import { isObject } from '../../core/json-value.ts';
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
