import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { withWrongType, written, wronglyTyped } from '../../suites/support/payload/wrong-types.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Look, type Server } from './judged.ts';

/** Values of another JSON type than the sample has are taken or refused, and break nothing (document 7). */
interface Case extends Server {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
}

const isCreation = ({ method, path }: Look): boolean => method === 'POST' && path.endsWith('/deals/');
const isHold = ({ path }: Look): boolean => path.endsWith('/hold');
const isCancel = ({ path }: Look): boolean => path.endsWith('/cancel');
const broken = (): Response => json(500, { error: 'Internal Server Error' });

/** Breaks down at some requests. */
const breaking = (isMet: (look: Look) => boolean): ((fetch: Fetch) => Fetch) =>
  before(async (look, next) => (isMet(look) ? broken() : next()));

/** Takes a price of another type for a price of 1, and a name in lists for that name, as lenient readers do. */
const lenient = (onTaken: () => void = () => {}): ((fetch: Fetch) => Fetch) =>
  before(async (look, next) => {
    if (!isCreation(look)) return next();
    const price = look.body.replace(/"price":(?:"many"|true|1e400|\{[^}]*\}|\[+\d+\]+)/u, '"price":1');
    const body = price.replace(/"name":\[+("[^"]*")\]+/u, '"name":$1');
    if (body === look.body) return next();
    onTaken();
    return next({ body });
  });

/** Stores a price of another type as it is, and shows it in JSON; a number beyond its own becomes null. */
const storing = (): ((fetch: Fetch) => Fetch) => {
  const prices = new Map<string, string>();
  const showing: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
    const response = await fetch(request);
    if (response.headers.get('content-type')?.includes('json') !== true) return response;
    const text = await response.text();
    const shown = text.replace(/("name":"([^"]*)","price":)1(?=[,}])/gu, (whole, start: string, name: string) => {
      const price = prices.get(name);
      return price === undefined ? whole : start + price;
    });
    return new Response(shown, { status: response.status, headers: response.headers });
  };
  const taking = before(async (look, next) => {
    const sent = /^\{"name":"([^"]*)","price":("many"|true|1e400|\{[^}]*\}|\[+\d+\]+)\}$/u.exec(look.body);
    if (!isCreation(look) || sent === null) return next();
    const [, name = '', price = ''] = sent;
    prices.set(name, price === '1e400' ? 'null' : price);
    return next({ body: JSON.stringify({ name, price: 1 }) });
  });
  return (fetch) => showing(taking(fetch));
};

/** Lists no more, once it has taken a value of another type. */
const listingNoMore = (): ((fetch: Fetch) => Fetch) => {
  let isTaken = false;
  const taking = lenient(() => {
    isTaken = true;
  });
  return (fetch) =>
    before(async (look, next) =>
      isTaken && look.method === 'GET' && look.path.endsWith('/deals/') ? broken() : next(),
    )(taking(fetch));
};

/** Creates no more, once it has met a value of another type. */
const creatingNoMore = (): ((fetch: Fetch) => Fetch) => {
  let isMet = false;
  return before(async (look, next) => {
    if (!isCreation(look)) return next();
    if (isMet) return broken();
    isMet = look.body.endsWith('[100]}') || isMet;
    return isMet ? json(400, {}) : next();
  });
};

const REFUSED = { rule: 'create/refused', subject: 'deals' };
const A = { rule: 'operation/malformed', options: { operationForms: ['A'] } } as const;

const WRONG: readonly Case[] = [
  {
    title: 'breaks down at an object for a price',
    ...REFUSED,
    wrap: breaking((look) => isCreation(look) && look.body.includes('"price":{')),
  },
  {
    title: 'breaks down at a list for a name',
    ...REFUSED,
    wrap: breaking((look) => isCreation(look) && look.body.includes('"name":[')),
  },
  {
    title: 'breaks down at a boolean for a price',
    ...REFUSED,
    wrap: breaking((look) => isCreation(look) && look.body.includes('"price":true')),
  },
  {
    title: 'breaks down at a number beyond its own',
    ...REFUSED,
    wrap: breaking((look) => isCreation(look) && look.body.includes('1e400')),
  },
  {
    title: 'breaks down at deep lists',
    ...REFUSED,
    wrap: breaking((look) => isCreation(look) && look.body.includes(`"price":${'['.repeat(40)}`)),
  },
  { title: 'lists no more after it took one', ...REFUSED, wrap: listingNoMore() },
  { title: 'creates no more after it refused one', ...REFUSED, wrap: creatingNoMore() },
  {
    title: 'breaks down at a boolean for a reason',
    ...A,
    subject: 'HoldDeal/A',
    wrap: breaking((look) => isHold(look) && look.body.includes('"reason":true')),
  },
  {
    title: 'breaks down at a penalty beyond its numbers',
    ...A,
    subject: 'CancelDeal/A',
    wrap: breaking((look) => isCancel(look) && look.body.includes('"amercement":1e400')),
  },
];

const LEGAL: readonly Case[] = [
  { title: 'takes what it can read', ...REFUSED, wrap: lenient() },
  // No validators: the mock's would be those of other bytes.
  { title: 'stores what it is given', ...REFUSED, options: { validators: false }, wrap: storing() },
  {
    title: 'calls them unprocessable',
    ...REFUSED,
    wrap: before(async (look, next) => {
      const isOther = isCreation(look) && /"price":(?:true|\{|\[|1e400)|"name":\[/u.test(look.body);
      return isOther ? json(422, { error: 'another type' }) : next();
    }),
  },
];

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ rule, subject, ...server }) => {
    expect((await judged([`${rule}#${subject}`], server)).of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL))('$title fails nothing', { tags: ['night'] }, async (server) => {
    expect((await judged(['create/*', 'read/*', 'negotiate/*', 'status/*'], server)).ended('fail')).toEqual([]);
  });
});

describe('the wrong types of a sample', () => {
  const sample = { name: 'assayer {unique}', price: 100, note: 'some words', tags: [] };

  it('are all of them for the first member of a type, and one for the next', () => {
    const all = wronglyTyped(sample, () => true);
    const of = (name: string): number => all.filter(({ member }) => member === name).length;
    expect([of('name'), of('price'), of('note'), of('tags')]).toEqual([7, 7, 1, 0]);
  });

  it('keep what may not be lost', () => {
    const all = wronglyTyped(sample, (member) => member !== 'name').filter(({ member }) => member === 'name');
    expect(all).not.toEqual([]);
    for (const one of all) expect(JSON.stringify(withWrongType(sample, one))).toContain('{unique}');
  });

  it('are other JSON, of which 1e400 is a number', () => {
    const texts = wronglyTyped(sample, () => true).map((one) => written(withWrongType(sample, one)));
    for (const text of texts) expect(JSON.parse(text)).not.toEqual(sample);
    expect(texts.filter((text) => text.includes(':1e400,'))).toHaveLength(2);
  });
});
