import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Look, type Server } from './judged.ts';

/** An operation has its effect for every client, wherever the deal is shown, and on that deal alone. */
interface Case extends Server {
  readonly title: string;
}

const isHold = ({ method, path }: Look): boolean => method === 'PUT' && path.endsWith('/hold');
const holdOf = (look: Look): string => /\/deals\/(\d+)\/hold/u.exec(look.path)?.[1] ?? '';
const isFor = (request: Request, type: string): boolean => request.headers.get('accept') === type;
const isHoldRequest = ({ method, url }: Request): boolean => method === 'PUT' && url.endsWith('/hold');

/** Holds another deal as well, so many ids away. */
const holdingToo = (away: number): ((fetch: Fetch) => Fetch) =>
  before(async (look, next) => {
    const response = await next();
    if (isHold(look) && response.ok)
      await next({ path: look.path.replace(/\d+(?=\/hold)/u, String(Number(holdOf(look)) + away)) });
    return response;
  });

const WRONG: readonly Case[] = [
  {
    title: 'holds nothing for clients that accept HTML',
    wrap: (fetch) => async (request) =>
      isHoldRequest(request) && isFor(request, 'text/html') ? new Response(null, { status: 204 }) : fetch(request),
  },
  {
    title: 'answers 404 to a hold by clients that accept XML',
    wrap: (fetch) => async (request) =>
      isHoldRequest(request) && isFor(request, 'application/xml') ? json(404, {}) : fetch(request),
  },
  {
    title: 'answers 406 to a hold by clients that accept HTML, and carries it out',
    wrap: (fetch) => async (request) => {
      const response = await fetch(request);
      return isHoldRequest(request) && isFor(request, 'text/html') ? json(406, {}) : response;
    },
  },
  {
    title: 'refuses letters beyond ASCII in a reason, and takes the hold',
    wrap: before(async (look, next) => {
      const response = await next();
      return isHold(look) && /[^ -~]/u.test(look.body) ? json(400, {}) : response;
    }),
  },
  {
    title: 'loses letters of a reason',
    wrap: before(async (look, next) =>
      isHold(look) && look.body.includes('契約') ? next({ body: look.body.replace(/契約/u, '??') }) : next(),
    ),
  },
  {
    title: 'holds nothing where the reason is empty',
    wrap: before(async (look, next) =>
      isHold(look) && look.body.includes('""') ? new Response(null, { status: 204 }) : next(),
    ),
  },
  {
    title: 'shows no reason in XML',
    wrap: (fetch) => async (request) => {
      const response = await fetch(request);
      if (request.method !== 'GET' || !isFor(request, 'application/xml') || !response.ok) return response;
      const xml = (await response.text()).replaceAll(/<holdReason>[^<]*<\/holdReason>/gu, '<holdReason/>');
      return new Response(xml, { headers: response.headers });
    },
  },
  {
    title: 'shows deals without a hold where a query finds them',
    wrap: before(async (look, next) => {
      const response = await next();
      if (!look.path.startsWith('/query/deals/') || !response.ok) return response;
      const found = (await response.json()) as object[]; // The mock answers 200 with an array of records.
      return json(
        200,
        found.map((deal) => ({ ...deal, held: false })),
      );
    }),
  },
];

const looks = new Map<string, number>();
const LEGAL: readonly Case[] = [
  {
    title: 'answers no operation in HTML',
    wrap: (fetch) => async (request) =>
      isHoldRequest(request) && isFor(request, 'text/html') ? json(406, {}) : fetch(request),
  },
  {
    title: 'refuses an empty reason, and letters beyond ASCII',
    wrap: before(async (look, next) => (isHold(look) && /""|[^ -~]/u.test(look.body) ? json(400, {}) : next())),
  },
  {
    title: 'leads browsers to the deal',
    wrap: (fetch) => async (request) => {
      const response = await fetch(request);
      const location = request.url.replace('/hold', '');
      return isHoldRequest(request) && isFor(request, 'text/html')
        ? new Response(null, { status: 303, headers: { location } })
        : response;
    },
  },
  {
    title: 'shows a hold in queries a little later',
    wrap: before(async (look, next) => {
      const response = await next();
      if (!look.path.startsWith('/query/deals/') || !response.ok) return response;
      const count = (looks.get(look.path) ?? 0) + 1;
      looks.set(look.path, count);
      const found = (await response.json()) as object[]; // The mock answers 200 with an array of records.
      return json(200, count > 2 ? found : found.map((deal) => ({ ...deal, held: false })));
    }),
  },
  {
    title: 'shows other members of a deal where a query finds it',
    wrap: before(async (look, next) => {
      const response = await next();
      if (!look.path.startsWith('/query/deals/') || !response.ok) return response;
      const found = (await response.json()) as { id: string }[]; // The mock answers 200 with an array of records.
      return json(
        200,
        found.map(({ id }) => ({ id })),
      );
    }),
  },
];

/** Moves a deal to the id in the body of an update. */
const moving = (fetch: Fetch): Fetch => {
  const moved = new Map<string, string>();
  return before(async (look, next) => {
    const id = /"id":"(\w+)"/u.exec(look.body)?.[1];
    const own = /\/deals\/(\w+)$/u.exec(look.path)?.[1];
    const response = await next(
      own !== undefined && moved.has(own) ? { path: `/rest/1/deals/${moved.get(own)}` } : undefined,
    );
    if (look.method === 'PUT' && id !== undefined && own !== undefined && response.ok) moved.set(id, own);
    if (look.method !== 'GET' || own === undefined || !moved.has(own) || !response.ok) return response;
    return json(200, { ...(await response.json()), id: own });
  })(fetch);
};

const FORM_D = { options: { operationForms: ['D'] }, subject: 'HoldDeal/D' } as const;

const RULE = 'operation/effect';
const SUBJECT = 'HoldDeal/A';
const FORMS = { operationForms: ['A'] } as const;

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async (server) => {
    expect((await judged([RULE], { options: FORMS, ...server })).of(RULE, SUBJECT)).toMatchObject({ outcome: 'fail' });
  });

  it('holds the next deal as well fails', async () => {
    // Alone: the next deal has to be one of this check, and not one that another check has not read yet.
    const judging = await judged([`${RULE}#${SUBJECT}`], { options: FORMS, wrap: holdingToo(1), concurrency: 1 });
    expect(judging.of(RULE, SUBJECT)).toMatchObject({ outcome: 'fail' });
  });

  it('moves a deal to the id in an update fails', { tags: ['night'] }, async () => {
    const { subject, options } = FORM_D;
    expect((await judged([RULE], { options, wrap: moving })).of(RULE, subject)).toMatchObject({ outcome: 'fail' });
  });

  it('refuses an update with another id fails nothing', async () => {
    const { subject, options } = FORM_D;
    const wrap = before(async (look, next) =>
      look.method === 'PUT' && look.body.includes('"id"') ? json(400, {}) : next(),
    );
    expect((await judged([RULE], { options, wrap })).of(RULE, subject)).toMatchObject({ outcome: 'pass' });
  });

  it.each(inGate(LEGAL))('$title fails nothing', { tags: ['night'] }, async (server) => {
    expect((await judged([RULE], { options: FORMS, ...server })).of(RULE, SUBJECT)).toMatchObject({ outcome: 'pass' });
  });
});
