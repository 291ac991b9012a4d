import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** Validators, Locations and records of form E and of creations, as each 201 tells them. */
interface Case {
  readonly title: string;
  readonly wrap: (fetch: Fetch) => Fetch;
}

const RULES = ['create/etag-agrees', 'read/made', 'operation/status'];

type Change = (response: Response, headers: Headers, request: Request) => Promise<BodyInit | null> | BodyInit | null;

/** Changes the 201 to what is sent to these addresses. */
function created(where: RegExp, type: string, change: Change): Case['wrap'] {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    const isIt = response.status === 201 && response.headers.get('content-type')?.includes(type) === true;
    if (!isIt || !where.test(new URL(request.url).pathname)) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    const body = await change(response, headers, request);
    return new Response(body, { status: 201, headers });
  };
}

const setting = (name: string, value: string): Change => {
  return (response, headers) => {
    headers.set(name, value);
    return response.body;
  };
};

const HOLDS = /\/holds$/u;
const DEALS = /\/deals\/$/u;
const LONG_AGO = 'Tue, 01 Jan 2019 00:00:00 GMT';

/** Names the first record of each collection in every 201 of a type. */
const firstNamed = (type: string): Case['wrap'] => {
  const firsts = new Map<string, string>();
  return created(HOLDS, '', (response, headers, { url }) => {
    const known = firsts.get(url) ?? headers.get('location') ?? '';
    firsts.set(url, known);
    if (headers.get('content-type')?.includes(type) === true) headers.set('location', known);
    return response.body;
  });
};

/** A record that is gone, or another one, after a later one was made. */
const lastAlone = (where: RegExp, answer: (response: Response) => Promise<Response> | Response): Case['wrap'] => {
  return (fetch) => {
    const last = new Map<string, string>();
    return async (request) => {
      const response = await fetch(request);
      const pathname = decodeURIComponent(new URL(request.url).pathname);
      const collection = pathname.replace(/\/[^/]+$/u, '');
      if (request.method === 'POST' && where.test(pathname) && response.status === 201)
        last.set(pathname, new URL(response.headers.get('location') ?? '', request.url).pathname);
      const isEarlier = request.method === 'GET' && last.has(collection) && last.get(collection) !== pathname;
      return isEarlier && response.ok ? answer(response) : response;
    };
  };
};

const WRONG: readonly Case[] = [
  { title: 'the tag of nothing with a deal in XML', wrap: created(DEALS, 'xml', setting('etag', '"of-nothing"')) },
  { title: 'an old date with a deal', wrap: created(DEALS, 'json', setting('last-modified', LONG_AGO)) },
  { title: 'an old date with a hold', wrap: created(HOLDS, 'json', setting('last-modified', LONG_AGO)) },
  { title: 'the tag of nothing with a hold in XML', wrap: created(HOLDS, 'xml', setting('etag', '"of-nothing"')) },
  { title: 'the first hold named in each 201 in XML', wrap: firstNamed('xml') },
  { title: 'the first hold named in each 201 in HTML', wrap: firstNamed('html') },
  {
    title: 'an earlier change of a price lost',
    wrap: lastAlone(/\/price-changes$/u, () => new Response(null, { status: 404 })),
  },
  {
    title: 'an earlier hold listed and lost',
    wrap: lastAlone(HOLDS, () => new Response(null, { status: 404 })),
  },
  {
    title: 'an earlier hold without its text',
    wrap: lastAlone(HOLDS, async (response) => {
      const isJson = response.headers.get('content-type') === 'application/json';
      const text = (await response.text()).replace(/"reason":"[^"]*(?:\\"[^"]*)*"/u, '"reason":"another"');
      return isJson ? new Response(text, { headers: { 'content-type': 'application/json' } }) : response;
    }),
  },
];

test.each(inGate(WRONG))('found: $title', async ({ wrap }) => {
  const { ended } = await judged(RULES, { wrap, options: { operationForms: ['E'] } });
  expect(ended('fail')).not.toEqual([]);
});

const RIGHT: readonly Case[] = [
  {
    title: 'a weak tag of the body that it came with',
    wrap: created(HOLDS, 'json', async (response, headers) => {
      const body = JSON.stringify({ links: [headers.get('location')] });
      headers.set('etag', `W/"${(await response.text()).length}"`);
      return body;
    }),
  },
  {
    title: 'no validators with a 201',
    wrap: created(/./u, '', (response, headers) => {
      headers.delete('etag');
      headers.delete('last-modified');
      return response.body;
    }),
  },
  {
    title: 'a 201 in one type, whatever Accept says',
    wrap: (fetch) => async (request) => {
      if (request.method !== 'POST') return fetch(request);
      const headers = new Headers(request.headers);
      headers.set('accept', 'application/json');
      return fetch(new Request(request, { headers }));
    },
  },
  {
    title: 'XML is refused where holds are made',
    wrap: (fetch) => async (request) => {
      const isOther = request.headers.get('accept')?.includes('json') !== true;
      return request.method === 'POST' && request.url.endsWith('/holds') && isOther
        ? Response.json({}, { status: 406 })
        : fetch(request);
    },
  },
  {
    title: 'one hold at a time',
    wrap: (fetch) => {
      const wrapped = lastAlone(HOLDS, () => new Response(null, { status: 404 }))(fetch);
      return async (request) => {
        const response = await wrapped(request);
        const isHolds = HOLDS.test(new URL(request.url).pathname);
        if (isHolds && request.method === 'HEAD') response.headers.delete('content-length');
        const isList = isHolds && request.method === 'GET';
        if (!isList || !response.ok || response.headers.get('content-type') !== 'application/json') return response;
        // The mock's own list of records.
        return Response.json(((await response.json()) as unknown[]).slice(-1), { headers: { vary: 'Accept' } });
      };
    },
  },
];

test.each(inGate(RIGHT))('not failed: $title', { tags: ['night'] }, async ({ wrap }) => {
  const { ended, of } = await judged(RULES, { wrap, options: { operationForms: ['E'] } });
  expect(
    [...ended('fail'), ...ended('error')].map((one) => of(one.split(' ')[0] ?? '', one.split(' ')[1] ?? '').reason),
  ).toEqual([]);
});
