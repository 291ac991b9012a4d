import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged, type Server } from './judged.ts';

/** Where a 201 says that the new record is. */
interface Case extends Server {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
}

const HOLD = { rule: 'operation/every', subject: 'HoldDeal/E', options: { operationForms: ['E'] } } as const;
const PRICE = { rule: 'operation/every', subject: 'ChangePrice/E', options: { operationForms: ['E'] } } as const;
const CREATION = { rule: 'create/every', subject: 'deals' };

/** Says another Location in every n-th 201 to a POST at such a place, for clients that accept such a type. */
function locating(
  place: RegExp,
  changed: (location: string, url: string) => string,
  { n = 1, accept = '' }: { readonly n?: number; readonly accept?: string } = {},
): (fetch: Fetch) => Fetch {
  return (fetch) => {
    let count = 0;
    return async (request) => {
      const response = await fetch(request);
      const location = response.headers.get('location');
      const isMeant = request.method === 'POST' && place.test(new URL(request.url).pathname);
      const isAccepted = request.headers.get('accept')?.includes(accept) === true;
      if (!isMeant || !isAccepted || response.status !== 201 || location === null) return response;
      count += 1;
      if (count % n !== 0) return response;
      const headers = new Headers(response.headers);
      headers.set('location', changed(new URL(location, request.url).href, request.url));
      return new Response(response.body, { status: 201, headers });
    };
  };
}

/** The place that was told before, once there is one. */
const asBefore = (): ((location: string) => string) => {
  let last: string | undefined;
  return (location) => {
    last ??= location;
    return last;
  };
};

/** The first place that was told at an address, after so many others. */
const asFirstThere = (after: number): ((location: string, url: string) => string) => {
  const first = new Map<string, string>();
  let count = 0;
  return (location, url) => {
    count += 1;
    const known = first.get(url) ?? location;
    first.set(url, known);
    return count > after ? known : location;
  };
};

/** Keeps one change of the price of a deal, at one address. */
const keepingOne = (fetch: Fetch): Fetch => {
  const latest = new Map<string, string>();
  const told = locating(/price-changes$/u, (location) => {
    const one = location.replace(/\d+$/u, '1');
    latest.set(one, location);
    return one;
  })(fetch);
  return async (request) => {
    const own = latest.get(request.url);
    if (own !== undefined) return fetch(new Request(own, request));
    const answer = await told(request);
    if (answer.status !== 201 || !request.url.endsWith('price-changes')) return answer;
    // Its body names the one that is kept, as its Location does.
    const body = (await answer.text()).replace(/"id":"\d+"/u, '"id":"1"').replace(/(price-changes\/)\d+/gu, '$11');
    const headers = new Headers(answer.headers);
    headers.delete('content-length');
    return new Response(body, { status: 201, headers });
  };
};

/** Gives the id of the last record again, once that is deleted. */
const givingAgain = (fetch: Fetch): Fetch => {
  const told = new Map<string, string>();
  const free: string[] = [];
  return async (request) => {
    const { origin, pathname } = new URL(request.url);
    const [, before = '', name = '', after = ''] = /^(\/rest\/1\/deals\/)([^/]+)(.*)$/u.exec(pathname) ?? [];
    const own = told.get(name);
    const response = await fetch(
      own === undefined ? request : new Request(`${origin}${before}${own}${after}`, request),
    );
    if (request.method === 'DELETE' && response.status === 204 && name !== '') free.push(name);
    const location = response.headers.get('location');
    if (request.method !== 'POST' || !pathname.endsWith('/deals/') || location === null) return response;
    const again = free.pop();
    if (again === undefined) return response;
    const id = location.slice(location.lastIndexOf('/') + 1);
    told.set(again, id);
    const headers = new Headers(response.headers);
    headers.set('location', location.replace(/[^/]+$/u, again));
    headers.delete('content-length');
    const text = await response.text();
    const body = text.replace(/("id": ?"?|\/deals\/)\d+/gu, (_, start: string) => start + again);
    return new Response(body, { status: 201, headers });
  };
};

const at =
  (origin: string) =>
  (location: string): string =>
    origin + new URL(location).pathname;

const WRONG: readonly Case[] = [
  {
    title: 'names a host within in some creations',
    ...CREATION,
    wrap: locating(/deals\/$/u, at('http://app:8080'), { n: 4 }),
  },
  {
    title: 'names another host in XML',
    ...CREATION,
    wrap: locating(/deals\/$/u, at('http://example.org'), { accept: 'xml' }),
  },
  { title: 'names one record twice', ...CREATION, wrap: locating(/deals\/$/u, asBefore(), { n: 5 }) },
  { title: 'names the collection at times', ...CREATION, wrap: locating(/deals\/$/u, (_, url) => url, { n: 5 }) },
  {
    title: 'names another host for a price',
    ...PRICE,
    wrap: locating(/\/price-changes$/u, at('http://example.org'), { n: 3 }),
  },
  {
    title: 'names an earlier change of the price at times',
    ...PRICE,
    wrap: locating(/\/price-changes$/u, asFirstThere(6)),
  },
];

const LEGAL: readonly Case[] = [
  { title: 'tells paths', ...CREATION, wrap: locating(/deals\/$/u, (location) => new URL(location).pathname) },
  {
    title: 'tells no scheme',
    ...CREATION,
    wrap: locating(/deals\/$/u, (location) => location.replace(/^https?:/u, '')),
  },
  {
    title: 'tells relative references of holds',
    ...HOLD,
    wrap: locating(/holds$/u, (location) => location.replace(/^.*\/(?=holds)/u, '')),
  },
  { title: 'keeps one change of the price of a deal', ...PRICE, wrap: keepingOne },
  { title: 'gives ids again', rule: 'create/every', subject: 'deals', wrap: givingAgain },
  { title: 'tells a fragment', ...HOLD, wrap: locating(/holds$/u, (location) => `${location}#new`) },
];

describe.concurrent('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ rule, subject, ...server }) => {
    expect((await judged([`${rule}#${subject}`], server)).of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL))('$title does not fail it', { tags: ['night'] }, async ({ rule, subject, ...server }) => {
    expect((await judged([`${rule}#${subject}`, 'delete/*'], server)).of(rule, subject)).toMatchObject({
      outcome: 'pass',
    });
  });
});
