import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { isJson, json, judged, type Server } from './judged.ts';

/** What is refused for its type, its shape or null does nothing. */
interface Case extends Omit<Server, 'wrap'> {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
  readonly wrap: (fetch: Fetch) => Fetch;
}

type Ask = (body: string, path?: string) => Promise<Response>;

/** A server that looks at a request with a body before the mock does; `ask` sends the mock another body as JSON. */
function meeting(
  take: (sent: { request: Request; path: string; body: string }, ask: Ask) => Promise<Response | undefined>,
): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const { pathname, origin } = new URL(request.url);
    const body = request.method === 'GET' || request.method === 'HEAD' ? '' : await request.clone().text();
    const headers = { 'content-type': 'application/json' };
    const ask: Ask = (other, path = pathname) =>
      fetch(new Request(origin + path, { method: request.method, headers, body: other }));
    return (body === '' ? undefined : await take({ request, path: pathname, body }, ask)) ?? fetch(request);
  };
}

const isText = (request: Request): boolean => request.headers.get('content-type') === 'text/plain';
const isTwice = (body: string): boolean => body.startsWith('[{') && isJson(body);
const firstOf = (body: string): string => JSON.stringify((JSON.parse(body) as unknown[])[0]);

/** Carries out a text that it refuses. */
const refusingTexts = (where: RegExp): ((fetch: Fetch) => Fetch) =>
  meeting(async ({ request, path, body }, ask) => {
    if (!isText(request) || !where.test(path)) return undefined;
    await ask(body);
    return json(415, { error: 'no text' });
  });

/** Takes two in a list for the first. */
const takingTheFirst = (where: RegExp): ((fetch: Fetch) => Fetch) =>
  meeting(async ({ path, body }, ask) => (where.test(path) && isTwice(body) ? ask(firstOf(body)) : undefined));

const COMMAND = { rule: 'command/malformed', subject: 'command:HoldDeal' };
const MISSING = 'operation/missing-parameter';
const forms = (...operationForms: ('A' | 'E' | 'F' | 'G')[]): Pick<Server, 'options'> => ({
  options: { operationForms },
});

const WRONG: readonly Case[] = [
  { title: 'refuses a command as text, and carries it out', ...COMMAND, wrap: refusingTexts(/^\/command\//u) },
  { title: 'takes two commands in a list', ...COMMAND, wrap: takingTheFirst(/^\/command\//u) },
  {
    title: 'takes two holds in a list',
    rule: MISSING,
    subject: 'HoldDeal/E',
    ...forms('E'),
    wrap: takingTheFirst(/\/holds$/u),
  },
  {
    title: 'takes two global commands in a list',
    rule: MISSING,
    subject: 'HoldDeal/G',
    ...forms('G'),
    wrap: takingTheFirst(/^\/commands\//u),
  },
  {
    title: 'lets a command be read that it refused as text',
    rule: 'operation/malformed',
    subject: 'HoldDeal/F',
    ...forms('F'),
    wrap: (fetch) => {
      const kept = new Map<string, string>();
      const reading: Fetch = async (request) => {
        const response = await fetch(request);
        const known = kept.get(request.url);
        return request.method === 'GET' && response.status === 404 && known !== undefined
          ? json(200, JSON.parse(known))
          : response;
      };
      return meeting(async ({ request, body }) => {
        if (isText(request) && request.url.includes('/commands/')) kept.set(request.url, body);
        return undefined;
      })(reading);
    },
  },
  {
    title: 'lists a hold that it refused as text',
    rule: 'operation/malformed',
    subject: 'HoldDeal/E',
    ...forms('E'),
    wrap: (fetch) => {
      const kept = new Map<string, unknown[]>();
      const reading: Fetch = async (request) => {
        const response = await fetch(request);
        const known = kept.get(request.url);
        if (request.method !== 'GET' || !response.ok || known === undefined) return response;
        // The mock's own list of records.
        return json(200, [...((await response.json()) as unknown[]), ...known]);
      };
      return meeting(async ({ request, body }) => {
        if (isText(request) && request.url.endsWith('/holds')) kept.set(request.url, [JSON.parse(body)]);
        return undefined;
      })(reading);
    },
  },
  {
    title: 'refuses null for the price, and creates a deal all the same',
    rule: 'create/refused',
    subject: 'deals',
    ...forms('A'),
    wrap: meeting(async ({ path, body }, ask) => {
      if (!path.endsWith('/deals/') || !body.includes('"price":null')) return undefined;
      await ask(body.replace('"price":null', '"price":1'));
      return json(400, { error: 'no price' });
    }),
  },
];

const LEGAL: readonly Case[] = [
  {
    title: 'takes texts for JSON',
    rule: 'operation/malformed',
    subject: 'HoldDeal/E',
    ...forms('E'),
    wrap: meeting(async ({ request, body }, ask) => (isText(request) ? ask(body) : undefined)),
  },
  {
    title: 'takes commands as text',
    ...COMMAND,
    wrap: meeting(async ({ request, body }, ask) => (isText(request) ? ask(body) : undefined)),
  },
  {
    title: 'finds no deal in a list of commands',
    ...COMMAND,
    wrap: meeting(async ({ path, body }) =>
      path.startsWith('/command/') && body.startsWith('[') && isJson(body) ? json(404, {}) : undefined,
    ),
  },
  {
    title: 'finds no deal in a list of global commands',
    rule: MISSING,
    subject: 'HoldDeal/G',
    ...forms('G'),
    wrap: meeting(async ({ path, body }) =>
      path.startsWith('/commands/') && isTwice(body) ? json(404, {}) : undefined,
    ),
  },
  {
    title: 'reads null as no price',
    rule: 'create/refused',
    subject: 'deals',
    ...forms('A'),
    file: { resources: [{ name: 'deals' }, { name: 'users' }] },
    wrap: meeting(async ({ path, body }, ask) =>
      path.endsWith('/deals/') && body.includes('"price":null')
        ? ask(body.replace('"price":null', '"price":0'))
        : undefined,
    ),
  },
];

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', { tags: ['night'] }, async ({ rule, subject, ...server }) => {
    expect((await judged([`${rule}#${subject}`], server)).of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL))('$title fails nothing', async ({ rule, subject, ...server }) => {
    expect((await judged([`${rule}#${subject}`], server)).of(rule, subject)).toMatchObject({ outcome: 'pass' });
  });
});
