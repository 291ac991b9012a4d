import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged, type Server } from './judged.ts';

/** What bodies tell of the record that they are about: its id, its links, and its state. */
interface Case extends Server {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
}

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly type: string;
}

/** Rewrites successful bodies. */
const rewriting =
  (isMeant: (seen: Seen) => boolean, change: (text: string) => string): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const response = await fetch(request);
    const { pathname } = new URL(request.url);
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || !isMeant({ method: request.method, path: pathname, type })) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(change(await response.text()), { status: response.status, headers });
  };

const isCreation = ({ method, path }: Seen): boolean => method === 'POST' && path === '/rest/1/deals/';
const isUser = ({ path }: Seen): boolean => /^\/users\/\d+$/u.test(path);
const isUsers = ({ path }: Seen): boolean => path === '/users';
const isKey = ({ path }: Seen): boolean => path.includes('/ssh-keys/');
const isDeal = ({ method, path }: Seen): boolean => method === 'GET' && /\/deals\/\d+$/u.test(path);
const toUser4 = (text: string): string => text.replaceAll(/href="[^"]*"/gu, 'href="/users/4"');

/** Answers a change of a price with a deal: as it was before, or another one. */
const answeringWith =
  (dealOf: (own: string, ask: (path: string) => Promise<Response>) => Promise<Response>, isBefore: boolean) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const { pathname, origin } = new URL(request.url);
    if (request.method !== 'PUT' || !pathname.endsWith('/change-price')) return fetch(request);
    const own = pathname.replace('/change-price', '');
    const ask = (path: string): Promise<Response> => fetch(new Request(origin + path));
    const earlier = isBefore ? await dealOf(own, ask) : undefined;
    const response = await fetch(request);
    return response.ok ? json(200, await (earlier ?? (await dealOf(own, ask))).json()) : response;
  };

const ADDRESS = { rule: 'create/addressable', subject: 'deals' };
const USERS = { rule: 'negotiate/equivalent', subject: 'users' };
const DEALS = { rule: 'negotiate/equivalent', subject: 'deals' };
const PRICE = { rule: 'operation/effect', subject: 'ChangePrice/A', options: { operationForms: ['A'] } } as const;

const WRONG: readonly Case[] = [
  {
    title: 'calls a new deal by another id',
    ...ADDRESS,
    wrap: rewriting(isCreation, (text) => text.replace(/"id":"(\d+)"/u, '"id":"9$1"')),
  },
  {
    title: 'calls a hold by another id where it is made',
    rule: 'operation/status',
    subject: 'HoldDeal/E',
    options: { operationForms: ['E'] },
    wrap: rewriting(
      ({ method, path }) => method === 'POST' && path.endsWith('/holds'),
      (text) => text.replace(/"id":"(\d+)"/u, '"id":"9$1"'),
    ),
  },
  {
    title: 'links to another user in XML',
    ...USERS,
    wrap: rewriting((seen) => isUser(seen) && seen.type.includes('xml'), toUser4),
  },
  {
    title: 'links to one user from each entry in HTML',
    ...USERS,
    wrap: rewriting((seen) => isUsers(seen) && seen.type.includes('html'), toUser4),
  },
  {
    title: 'calls a link of a user to itself one to the next',
    ...USERS,
    wrap: rewriting(
      (seen) => isUser(seen) && seen.type.includes('xml'),
      (text) => text.replace('rel="self"', 'rel="next"'),
    ),
  },
  {
    title: 'links to the key of another user',
    ...USERS,
    wrap: rewriting(isKey, (text) => text.replaceAll('/users/1/ssh-keys', '/users/2/ssh-keys')),
  },
  {
    title: 'links to another deal in JSON',
    ...DEALS,
    wrap: rewriting(
      (seen) => isDeal(seen) && seen.type.includes('json'),
      (text) => text.replace(/"href":"[^"]*"/u, '"href":"/rest/1/deals/1"'),
    ),
  },
  {
    title: 'answers a change with the deal as it was',
    ...PRICE,
    wrap: answeringWith((own, ask) => ask(own), true),
  },
  {
    title: 'answers a change with another deal',
    ...PRICE,
    wrap: answeringWith((_own, ask) => ask('/rest/1/deals/1'), false),
  },
];

const LEGAL: readonly Case[] = [
  {
    title: 'has an id of its own for itself beside that of the path',
    ...ADDRESS,
    wrap: rewriting(
      (seen) => isCreation(seen) || isDeal(seen),
      (text) => text.replace(/"id":"(\d+)"/u, '"id":"internal-$1"'),
    ),
  },
  {
    title: 'links each user to its page elsewhere',
    ...USERS,
    wrap: (fetch) => {
      const linking = rewriting(isUser, (text) => text.replaceAll(/(href"?[=:]")\/users\/(\d+)/gu, '$1/people/u$2'));
      const linked = linking(fetch);
      return (request) => linked(new Request(request.url.replace('/people/u', '/users/'), request));
    },
  },
  {
    title: 'links to the next user beside itself',
    ...USERS,
    wrap: rewriting(
      (seen) => isUser(seen) && seen.type.includes('xml'),
      (text) => text.replace('</user>', '<link rel="next" href="/users/2"/></user>'),
    ),
  },
  {
    title: 'answers a change with the deal as it is',
    ...PRICE,
    wrap: answeringWith((own, ask) => ask(own), false),
  },
];

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ rule, subject, ...server }) => {
    expect((await judged([rule], server)).of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL))('$title fails nothing', async ({ rule, ...server }) => {
    expect((await judged([rule], server)).ended('fail')).toEqual([]);
  });
});
