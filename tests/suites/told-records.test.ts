import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged, type Server } from './judged.ts';

/** What some of the 201s of a run tell, and the others do not. */
interface Case extends Server {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
}

const HOLD = { rule: 'operation/every', subject: 'HoldDeal/E', options: { operationForms: ['E'] } } as const;
const PRICE = { rule: 'operation/every', subject: 'ChangePrice/E', options: { operationForms: ['E'] } } as const;
const CREATION = { rule: 'create/every', subject: 'deals' };
const LABEL = { rule: 'negotiate/labelled', subject: 'target', options: { operationForms: ['E'] } } as const;

interface Told {
  readonly text: string;
  readonly headers: Headers;
}

const DEALS = /\/deals\/$/u;
const HOLDS = /\/holds$/u;
const PRICES = /\/price-changes$/u;

/** Changes every n-th 201 of a type to a POST at such a place. */
function telling(
  place: RegExp,
  type: string,
  change: (told: Told, count: number) => string,
  n = 1,
): (fetch: Fetch) => Fetch {
  return (fetch) => {
    let count = 0;
    return async (request) => {
      const response = await fetch(request);
      const isType = response.headers.get('content-type')?.includes(type) === true;
      const isPost = request.method === 'POST' && place.test(new URL(request.url).pathname);
      if (!isPost || !isType || response.status !== 201) return response;
      count += 1;
      if (count % n !== 0) return response;
      const headers = new Headers(response.headers);
      headers.delete('content-length');
      const body = change({ text: await response.text(), headers }, count);
      return new Response(body, { status: 201, headers });
    };
  };
}

const text =
  (change: (text: string) => string) =>
  ({ text: own }: Told): string =>
    change(own);
const withoutLinks = text((own) => own.replace(/,"_links":\{"self":\{[^}]*\}\}/u, ''));
const ofTheDeal = text((own) => own.replace(/\/holds\/\d+/gu, ''));
const nothing = text(() => '');
const located =
  (change: (location: string) => string) =>
  ({ text: own, headers }: Told): string => {
    headers.set('location', change(headers.get('location') ?? ''));
    return own;
  };
const labelled =
  (type: string) =>
  ({ text: own, headers }: Told): string => {
    headers.set('content-type', type);
    return own;
  };
const twice = ({ text: own, headers }: Told): string => {
  headers.append('location', '/rest/1/deals/1');
  return own;
};

const WRONG: readonly Case[] = [
  { title: 'links to no hold at times', ...HOLD, wrap: telling(HOLDS, 'json', withoutLinks, 3) },
  { title: 'links to the deal at times', ...HOLD, wrap: telling(HOLDS, 'json', ofTheDeal, 3) },
  { title: 'shows another reason at times', ...HOLD, wrap: telling(HOLDS, 'json', text(other('reason')), 5) },
  { title: 'leaves the reason out at times', ...HOLD, wrap: telling(HOLDS, 'json', text(without('reason')), 5) },
  {
    title: 'shows another price in XML',
    ...PRICE,
    wrap: telling(
      PRICES,
      'xml',
      text((own) => own.replace('</newPrice>', '0</newPrice>')),
    ),
  },
  { title: 'has no body at times', ...HOLD, wrap: telling(HOLDS, 'json', nothing, 4) },
  {
    title: 'marks the address of a hold by the representation at times',
    ...HOLD,
    wrap: telling(
      HOLDS,
      'json',
      located((own) => `${own}.json`),
      5,
    ),
  },
  { title: 'names two places for a price', ...PRICE, wrap: telling(PRICES, 'json', twice, 2) },
  { title: 'names two places for a deal at times', ...CREATION, wrap: telling(DEALS, 'json', twice, 9) },
  { title: 'has no body for a deal at times', ...CREATION, wrap: telling(DEALS, 'json', nothing, 9) },
  {
    title: 'marks the address of a deal by a parameter at times',
    ...CREATION,
    wrap: telling(
      DEALS,
      'json',
      located((own) => `${own}?format=json`),
      9,
    ),
  },
  { title: 'says that the JSON of a hold is a page', ...LABEL, wrap: telling(HOLDS, 'json', labelled('text/html'), 3) },
  {
    title: 'says that the XML of a hold is a plain text',
    ...LABEL,
    wrap: telling(HOLDS, 'xml', labelled('text/plain')),
  },
  {
    title: 'says that the page of a hold is of no kind',
    ...LABEL,
    wrap: telling(HOLDS, 'html', labelled('application/octet-stream')),
  },
];

const LEGAL: readonly Case[] = [
  { title: 'links to no hold', ...HOLD, wrap: telling(HOLDS, 'json', withoutLinks) },
  { title: 'has no body', ...HOLD, wrap: telling(HOLDS, '', nothing) },
  { title: 'has no body in XML', ...HOLD, wrap: telling(HOLDS, 'xml', nothing) },
  {
    title: 'shows the price as a text',
    ...PRICE,
    wrap: telling(
      PRICES,
      'json',
      text((own) => own.replace(/"newPrice":(-?[\d.]+)/u, (_, price) => `"newPrice":"${Number(price).toFixed(2)}"`)),
    ),
  },
  {
    title: 'marks the address of every deal',
    ...CREATION,
    wrap: telling(
      DEALS,
      '',
      located((own) => `${own}.json`),
    ),
  },
  {
    title: 'answers with JSON of a kind of its own',
    ...LABEL,
    wrap: telling(HOLDS, 'json', labelled('application/vnd.hold+json')),
  },
  {
    title: 'answers some in plain words',
    ...LABEL,
    wrap: telling(HOLDS, 'json', ({ headers }) => {
      headers.set('content-type', 'text/plain');
      return 'Made.';
    }),
  },
  {
    title: 'tells behind a page who made it',
    ...HOLD,
    wrap: telling(
      HOLDS,
      'html',
      text((own) => `${own}<!-- app 1 -->`),
    ),
  },
];

function other(member: string): (own: string) => string {
  return (own) => own.replace(new RegExp(`("${member}":"[^"]*)"`, 'u'), '$1 and more"');
}

function without(member: string): (own: string) => string {
  return (own) => own.replace(new RegExp(`"${member}":"[^"]*",?`, 'u'), '');
}

const run = async ({ rule, subject, ...server }: Case): Promise<unknown> =>
  (await judged([`${rule}#${subject}`, 'operation/status'], server)).of(rule, subject);

describe.concurrent('a server that', () => {
  it.each(inGate(WRONG))('$title fails', { tags: ['night'] }, async (server) => {
    expect(await run(server)).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL))('$title does not fail it', { tags: ['night'] }, async (server) => {
    expect(await run(server)).toMatchObject({ outcome: 'pass' });
  });
});
