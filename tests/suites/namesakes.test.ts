import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { answered, before, json, judged, type Look, type Server } from './judged.ts';

/** Of records with equal members the one that is named is deleted and changed, and no other. */
interface Case {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
  readonly wrap: NonNullable<Server['wrap']>;
}

type Deal = Readonly<Record<string, unknown>>;

const DEAL = /\/rest\/1\/deals\/([^/]+)/u;
const idIn = (path: string): string => DEAL.exec(path)?.[1] ?? '';
const isCreation = ({ method, path }: Look): boolean => method === 'POST' && path.endsWith('/deals/');
const ofDeals = { rule: 'delete/only-it', subject: 'deals' } as const;
const ofHolds = { rule: 'operation/forms-agree', subject: 'HoldDeal' } as const;

/** A server that knows the deals by what they were created with, in their order. */
const knowing =
  (
    take: (look: Look, alike: readonly string[], next: (path?: string) => Promise<Response>) => Promise<Response>,
  ): ((fetch: Fetch) => Fetch) =>
  (fetch) => {
    const made: { readonly id: string; readonly body: string }[] = [];
    return before(async (look, next) => {
      if (isCreation(look)) {
        const response = await next();
        if (response.ok) made.push({ id: idIn(response.headers.get('location') ?? ''), body: look.body });
        return response;
      }
      const own = made.find(({ id }) => id === (idIn(look.path) || (/"id":"?(\w+)/u.exec(look.body)?.[1] ?? '')));
      const alike = made.filter(({ body }) => body === own?.body).map(({ id }) => id);
      return take(look, alike, (path) => next(path === undefined ? undefined : { path }));
    })(fetch);
  };

const at = (path: string, id = ''): string => path.replace(DEAL, `/rest/1/deals/${id}`);
const isOperation = ({ method, path }: Look): boolean => method === 'PUT' && /\/deals\/[^/]+\/holded$/u.test(path);

/** Shows each deal with these members once a deal of the same members was deleted. */
const marking = (members: Deal): ((fetch: Fetch) => Fetch) => {
  const marked = new Set<string>();
  return knowing(async (look, alike, next) => {
    const response = await next();
    if (look.method === 'DELETE') for (const id of alike) marked.add(id);
    const isShown = response.headers.get('content-type') === 'application/json' && /\/deals\/[^/]+$/u.test(look.path);
    if (look.method !== 'GET' || !response.ok || !isShown || !marked.has(idIn(look.path))) return response;
    // The mock's own deal.
    return json(200, { ...((await response.json()) as Deal), ...members });
  });
};

const WRONG: readonly Case[] = [
  {
    ...ofDeals,
    title: 'deletes the first deal of the same members',
    wrap: knowing((look, [first], next) => (look.method === 'DELETE' ? next(at(look.path, first)) : next())),
  },
  {
    ...ofDeals,
    title: 'deletes the last deal of the same members',
    wrap: knowing((look, alike, next) => (look.method === 'DELETE' ? next(at(look.path, alike.at(-1))) : next())),
  },
  {
    ...ofDeals,
    title: 'deletes each deal of the same members',
    wrap: knowing(async (look, alike, next) => {
      const response = await next();
      if (look.method === 'DELETE') for (const id of alike) await next(at(look.path, id));
      return response;
    }),
  },
  { ...ofDeals, title: 'changes the names of the others', wrap: marking({ name: 'none' }) },
  { ...ofDeals, title: 'changes the prices of the others', wrap: marking({ price: 0 }) },
  {
    ...ofHolds,
    title: 'holds the first deal of the same members',
    wrap: knowing((look, [first], next) => (isOperation(look) ? next(at(look.path, first)) : next())),
  },
  {
    rule: 'operation/effect',
    subject: 'ChangePrice/B',
    title: 'changes the price of each deal of the same members',
    wrap: knowing(async (look, alike, next) => {
      if (look.path.endsWith('/price-changed')) for (const id of alike) await next(at(look.path, id));
      return next();
    }),
  },
  {
    rule: 'operation/effect',
    subject: 'UnholdDeal/A',
    title: 'ends the hold of each deal of the same members',
    wrap: knowing(async (look, alike, next) => {
      if (look.path.endsWith('/unhold')) for (const id of alike) await next(at(look.path, id));
      return next();
    }),
  },
  {
    rule: 'command/effect',
    subject: 'command:HoldDeal',
    title: 'holds each deal of the same members with a command',
    wrap: (fetch) =>
      knowing(async (look, alike, next) => {
        const response = await next();
        if (look.path === '/command/HoldDeal/')
          for (const id of alike)
            await fetch(
              new Request(`http://127.0.0.1/rest/1/deals/${id}/hold`, {
                method: 'PUT',
                headers: { 'content-type': 'application/json' },
                body: JSON.stringify({ reason: 'all the same' }),
              }),
            );
        return response;
      })(fetch),
  },
  {
    ...ofHolds,
    title: 'holds each deal of the same members',
    wrap: knowing(async (look, alike, next) => {
      if (isOperation(look)) for (const id of alike) await next(at(look.path, id));
      return next();
    }),
  },
];

/** Answers a second creation of the same members so. */
const once =
  (again: (first: Response) => Response): ((fetch: Fetch) => Fetch) =>
  (fetch) => {
    const known = new Map<string, Response>();
    return before(async (look, next) => {
      if (!isCreation(look)) return next();
      const first = known.get(look.body);
      if (first !== undefined) return again(first.clone());
      const response = await next();
      if (response.ok) known.set(look.body, response.clone());
      return response;
    })(fetch);
  };

const TAKES_NO_SECOND: Readonly<Record<string, NonNullable<Server['wrap']>>> = {
  'refuses a second deal of the same members': once(() => json(409, {})),
  'refuses a second deal of the same members with 400': once(() => json(400, {})),
  'answers with the deal of the same members that is there': once((first) => answered(first, 200)),
};

const LEGAL: readonly Case[] = [
  ...Object.entries(TAKES_NO_SECOND).flatMap(([title, wrap]) => [
    { ...ofDeals, title, wrap },
    { rule: 'operation/effect', subject: 'ChangePrice/B', title, wrap },
    { rule: 'command/effect', subject: 'command:HoldDeal', title, wrap },
    { ...ofHolds, title, wrap },
  ]),
  { ...ofDeals, title: 'counts the deals of the same members', wrap: marking({ namesakes: 1, version: 2 }) },
];

const options = { operationForms: ['A', 'B', 'G'] } as const;

describe.concurrent('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ rule, subject, wrap }) => {
    expect((await judged([rule], { options, wrap })).of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL, 13))('$title fails nothing by $rule', async ({ rule, subject, wrap }) => {
    expect((await judged([rule], { options, wrap })).of(rule, subject)).toMatchObject({ outcome: 'pass' });
  });
});
