import { describe, expect, it } from 'vitest';
import { inGate } from '../in-gate.ts';
import { before, isJson, json, judged, type Look, type Server } from './judged.ts';

/** What is refused does nothing, whatever it is refused for. */
interface Case extends Server {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
}

type Wrap = NonNullable<Server['wrap']>;
type Next = (changed?: Partial<Look>) => Promise<Response>;

const isRefused = (response: Response): boolean => response.status >= 400 && response.status < 500;
const dealAt = (path: string): string | undefined => /\/deals\/([^/]+)/u.exec(path)?.[1];
const hold = (next: Next, id: string): Promise<Response> =>
  next({ method: 'PUT', path: `/rest/1/deals/${id}/hold`, body: '{"reason":"all the same"}' });

/** Answers a request as it is due, and does this besides where it was refused. */
const after = (isMeant: (look: Look) => boolean, also: (look: Look, next: Next) => Promise<unknown>): Wrap =>
  before(async (look, next) => {
    const response = await next();
    if (isMeant(look) && isRefused(response)) await also(look, next);
    return response;
  });

const holding = (isMeant: (look: Look) => boolean): Wrap =>
  after(isMeant, ({ path }, next) => hold(next, dealAt(path) ?? ''));

const named = ({ body }: Look): string => /"id"\s*:\s*"?(\w+)/u.exec(body)?.[1] ?? '';

const METHOD = { rule: 'method/refused', subject: 'deals' };
const VERSION = { rule: 'version/unknown', subject: 'deals' };

const WRONG: readonly Case[] = [
  { title: 'refuses PATCH of a deal, and holds it', ...METHOD, wrap: holding(({ method }) => method === 'PATCH') },
  {
    title: 'refuses POST to the address of a hold, and carries it out',
    ...METHOD,
    options: { operationForms: ['A'] },
    wrap: after(
      ({ method, path }) => method === 'POST' && path.endsWith('/hold'),
      ({ path, body }, next) => next({ method: 'PUT', path, body }),
    ),
  },
  {
    title: 'refuses DELETE of the address of a hold, and deletes the deal',
    ...METHOD,
    options: { operationForms: ['A'] },
    wrap: after(
      ({ method, path }) => method === 'DELETE' && path.endsWith('/hold'),
      ({ path }, next) => next({ method: 'DELETE', path: path.replace('/hold', ''), body: '' }),
    ),
  },
  {
    title: 'deletes a deal under another version, and answers 404',
    ...VERSION,
    wrap: after(
      ({ method, path }) => method === 'DELETE' && !path.startsWith('/rest/1/'),
      ({ path }, next) => next({ path: `/rest/1/deals/${dealAt(path) ?? ''}` }),
    ),
  },
  {
    title: 'holds a deal under another version, and answers 404',
    ...VERSION,
    wrap: holding(({ method, path }) => method === 'PUT' && !path.startsWith('/rest/1/')),
  },
  {
    title: 'carries out a command that it does not know, and answers 404',
    rule: 'command/unknown',
    subject: 'command:HoldDeal',
    wrap: after(
      ({ method, path }) => method === 'POST' && path.startsWith('/command/'),
      (look, next) => hold(next, named(look)),
    ),
  },
  {
    title: 'carries out a command in broken JSON, and answers 400',
    rule: 'command/malformed',
    subject: 'command:HoldDeal',
    wrap: after(
      ({ path, body }) => path.startsWith('/command/') && !isJson(body),
      (look, next) => hold(next, named(look)),
    ),
  },
  {
    title: 'changes the price by a verb that it does not know',
    rule: 'operation/unknown-action',
    subject: 'ChangePrice/A',
    options: { operationForms: ['A'] },
    wrap: after(
      ({ method, body }) => method === 'PUT' && body.includes('newPrice'),
      ({ path, body }, next) => next({ path: `/rest/1/deals/${dealAt(path) ?? ''}/change-price`, body }),
    ),
  },
  {
    title: 'reads a hold below a deal that was deleted',
    rule: 'read/made',
    subject: 'deals',
    options: { operationForms: ['E'] },
    wrap: (fetch) => {
      const kept = new Map<string, Response>();
      return async (request) => {
        const response = await fetch(request);
        const isHold = request.method === 'GET' && /\/holds\/\d+$/u.test(request.url);
        const known = kept.get(request.url);
        if (isHold && response.ok) kept.set(request.url, response.clone());
        return isHold && response.status === 404 && known !== undefined ? known.clone() : response;
      };
    },
  },
];

const LEGAL: readonly Case[] = [
  {
    title: 'encodes a character of an id in Location that needs it not',
    ...VERSION,
    wrap: (fetch) => async (request) => {
      const response = await fetch(request);
      const location = response.headers.get('location');
      if (location === null) return response;
      const headers = new Headers(response.headers);
      headers.set(
        'location',
        location.replace(/.$/u, (last) => `%${last.charCodeAt(0).toString(16)}`),
      );
      return new Response(response.body, { status: response.status, headers });
    },
  },
  {
    title: 'takes PATCH of a deal',
    ...METHOD,
    wrap: before(async (look, next) => {
      if (look.method !== 'PATCH' || !/\/deals\/[^/]+$/u.test(look.path)) return next();
      const held = await hold(next, dealAt(look.path) ?? '');
      return held.ok ? json(200, {}) : held;
    }),
  },
];

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ rule, subject, ...server }) => {
    expect((await judged([rule], server)).of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it.each(LEGAL)('$title fails nothing', async ({ rule, ...server }) => {
    expect((await judged([rule], server)).ended('fail')).toEqual([]);
  });
});
