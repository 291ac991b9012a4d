import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { answered, before, json, judged, type Look, type Server } from './judged.ts';

/** What operations create: judged where it shows, and nowhere else. */
interface Case extends Server {
  readonly title: string;
  readonly subject: string;
}

const isHoldE = ({ method, path }: Look): boolean => method === 'POST' && /\/deals\/[^/]+\/holds$/u.test(path);
const readsHoldE = ({ method, path }: Look): boolean => method === 'GET' && /\/holds\/[^/]+$/u.test(path);
const isG = ({ method, path }: Look): boolean => method === 'PUT' && path.startsWith('/commands/');
const readsG = ({ method, path }: Look): boolean => method === 'GET' && path.startsWith('/commands/');
const readsMade = ({ method, path }: Look): boolean =>
  method === 'GET' && /\/(?:commands|holds|unholds|completions|cancellations|[a-z-]+-changes)\/[^/]+$/u.test(path);

const located = (response: Response, change: (location: string) => string): Response =>
  answered(response, response.status, { location: change(response.headers.get('location') ?? '') });

let readings = 0;
const everyThird = (): boolean => {
  readings += 1;
  return readings % 3 === 0;
};

/** The text of a hold that is read as XML, changed. */
const inXml =
  (change: (xml: string) => string) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    const isIt = /\/holds\/[^/]+$/u.test(new URL(request.url).pathname) && response.ok;
    if (!isIt || request.headers.get('accept') !== 'application/xml') return response;
    return new Response(change(await response.text()), { headers: response.headers });
  };

const dealIn = (url: string): string => /\/deals\/([^/]+)\//u.exec(new URL(url).pathname)?.[1] ?? '';

/** Remembers the address of the latest hold of each deal, and reads that one where `isLatest` says so. */
const latestHold = (
  isLatest: (path: string) => boolean,
  named: (response: Response) => Response = (response) => response,
): ((fetch: Fetch) => Fetch) => {
  const latest = new Map<string, string>();
  return (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    const last = latest.get(dealIn(request.url));
    if (request.method === 'GET' && last !== undefined && isLatest(pathname))
      return fetch(new Request(last, { headers: request.headers }));
    const response = await fetch(request);
    const location = response.headers.get('location');
    if (request.method !== 'POST' || !/\/holds$/u.test(pathname) || location === null) return response;
    latest.set(dealIn(request.url), new URL(location, request.url).href);
    return named(response);
  };
};

/** Gives the answer to the first of two equal requests for a hold to the second one too, with this status. */
const sameAgain = (status: number): ((fetch: Fetch) => Fetch) => {
  const given = new Map<string, Response>();
  return (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'POST' || !/\/holds$/u.test(pathname)) return fetch(request);
    const key = `${pathname} ${await request.clone().text()}`;
    const known = given.get(key);
    if (known !== undefined) return new Response(known.clone().body, { status, headers: known.headers });
    const response = await fetch(request);
    if (response.status === 201) given.set(key, response.clone());
    return response;
  };
};

const WRONG: readonly Case[] = [
  {
    title: 'reads each hold as the newest',
    subject: 'HoldDeal/E',
    wrap: latestHold((path) => /\/holds\/\d+$/u.test(path)),
  },
  { title: 'names the hold of before with 201', subject: 'HoldDeal/E', wrap: sameAgain(201) },
  {
    title: 'shows an empty reason of a hold in XML',
    subject: 'HoldDeal/E',
    wrap: inXml((xml) => xml.replace(/<reason>[^<]*<\/reason>/u, '<reason/>')),
  },
  {
    title: 'shows null as the reason of a hold',
    subject: 'HoldDeal/E',
    wrap: before(async (look, next) => {
      const response = await next();
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      return readsHoldE(look) && response.ok && isJson
        ? json(200, { ...(await response.json()), reason: null })
        : response;
    }),
  },
  {
    title: 'names the collection as what a hold created',
    subject: 'HoldDeal/E',
    wrap: before(async (look, next) =>
      isHoldE(look) ? located(await next(), (l) => l.replace(/\/[^/]+$/u, '')) : next(),
    ),
  },
  {
    title: 'names the next record',
    subject: 'HoldDeal/E',
    wrap: before(async (look, next) => (isHoldE(look) ? located(await next(), (l) => `${l}7`) : next())),
  },
  {
    title: 'names a record of another host',
    subject: 'HoldDeal/E',
    wrap: before(async (look, next) =>
      isHoldE(look) ? located(await next(), () => 'http://other.example/1') : next(),
    ),
  },
  {
    title: 'links to another version of what a hold created',
    subject: 'HoldDeal/E',
    wrap: before(async (look, next) => {
      const response = await next();
      if (!isHoldE(look)) return response;
      return json(201, JSON.parse((await response.text()).replace('/rest/1/', '/rest/2/')), {
        location: response.headers.get('location') ?? '',
      });
    }),
  },
  {
    title: 'gives an empty body for every third reading of a hold',
    subject: 'HoldDeal/E',
    wrap: before(async (look, next) =>
      readsHoldE(look) && everyThird() ? new Response('', { headers: { 'content-type': 'application/json' } }) : next(),
    ),
  },
  {
    title: 'names the collection as what a command created',
    subject: 'HoldDeal/G',
    wrap: before(async (look, next) => (isG(look) ? located(await next(), () => '/commands/') : next())),
  },
  {
    title: 'shows null as the command document',
    subject: 'HoldDeal/G',
    wrap: before(async (look, next) => (readsG(look) ? json(200, null) : next())),
  },
  {
    title: 'shows another action in the command document',
    subject: 'UnholdDeal/G',
    wrap: before(async (look, next) => {
      const response = await next();
      return readsG(look) && response.status === 200
        ? json(200, { ...(await response.json()), action: 'HoldDeal' })
        : response;
    }),
  },
  {
    title: 'cuts the body of the 201 of a command short',
    subject: 'HoldDeal/G',
    wrap: before(async (look, next) => {
      const response = await next();
      if (!isG(look) || response.status !== 201) return response;
      return new Response((await response.text()).slice(0, 20), {
        status: 201,
        headers: { 'content-type': 'application/json', location: response.headers.get('location') ?? '' },
      });
    }),
  },
];

const LEGAL: readonly Case[] = [
  { title: 'answers the same hold again with 200', subject: 'HoldDeal/E', wrap: sameAgain(200) },
  {
    title: 'has one address for the hold of a deal',
    subject: 'HoldDeal/E',
    wrap: latestHold(
      (path) => /\/holds\/current$/u.test(path),
      (response) => located(response, (location) => location.replace(/[^/]+$/u, 'current')),
    ),
  },
  {
    title: 'shows no reason of a hold in XML',
    subject: 'HoldDeal/E',
    wrap: inXml((xml) => xml.replace(/<reason>[^<]*<\/reason>/u, '')),
  },
  {
    title: 'lets nobody read what operations create',
    subject: 'HoldDeal/E',
    wrap: before(async (look, next) => (readsMade(look) ? json(405, {}, { allow: 'PUT' }) : next())),
  },
  {
    title: 'knows no address of what a hold created but that of its Location',
    subject: 'HoldDeal/E',
    wrap: before(async (look, next) => (readsMade(look) ? json(404, {}) : next())),
  },
  {
    title: 'gives no body with a 201',
    subject: 'HoldDeal/G',
    wrap: before(async (look, next) => {
      const response = await next();
      if (response.status !== 201 || (!isG(look) && !isHoldE(look))) return response;
      return new Response(null, { status: 201, headers: { location: response.headers.get('location') ?? '' } });
    }),
  },
  {
    title: 'shows how far a command has come and nothing of what was sent',
    subject: 'HoldDeal/G',
    wrap: before(async (look, next) => {
      const response = await next();
      return readsG(look) && response.status === 200
        ? json(200, { state: everyThird() ? 'done' : 'under way' })
        : response;
    }),
  },
  {
    title: 'writes the parameters of a command as texts',
    subject: 'CancelDeal/G',
    wrap: before(async (look, next) => {
      const response = await next();
      return readsG(look) && response.status === 200
        ? json(200, JSON.parse((await response.text()).replaceAll(/:(\d+)/gu, ':"$1"')))
        : response;
    }),
  },
];

const rule = 'operation/status';

const OTHERS: readonly (Case & { readonly rule: string })[] = [
  {
    title: 'shows a command document under any id',
    rule: 'operation/command-id',
    subject: 'HoldDeal/G',
    wrap: before(async (look, next) => {
      const response = await next();
      return readsG(look) && response.status === 404 ? json(200, { action: 'HoldDeal' }) : response;
    }),
  },
  {
    title: 'does nothing at every third hold',
    rule: 'operation/effect',
    subject: 'HoldDeal/E',
    wrap: before(async (look, next) => (isHoldE(look) && everyThird() ? answered(json(200, {}), 204) : next())),
  },
];

describe.concurrent('a server that', () => {
  it.each(inGate(WRONG, Infinity))('$title fails', { tags: ['night'] }, async ({ subject, ...server }) => {
    const seen = await judged([rule], { options: { operationForms: ['E', 'G'] }, ...server });
    expect(seen.of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it.each(OTHERS)('$title fails', async ({ subject, rule: other, ...server }) => {
    const seen = await judged([other], { options: { operationForms: ['E', 'G'] }, ...server });
    expect(seen.of(other, subject)).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL))('$title fails nothing', { tags: ['night'] }, async (server) => {
    const seen = await judged([rule], { options: { operationForms: ['E', 'G'] }, ...server });
    expect(seen.ended('fail')).toEqual([]);
    expect(seen.of(rule, server.subject).outcome).toBe('pass');
  });
});
