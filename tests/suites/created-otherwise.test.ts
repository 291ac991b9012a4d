import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged, type Server } from './judged.ts';

/** A creation under another Content-Type, or with an Accept that nothing fits, is refused or made. */
interface Case extends Omit<Server, 'wrap'> {
  readonly title: string;
  readonly rule?: 'create/status';
  readonly wrap: (fetch: Fetch) => Fetch;
}

/** Makes of a creation whatever the mock makes of it as JSON, or of another body. */
type Make = (body?: string) => Promise<Response>;
type Answering = (make: Make, request: Request) => Promise<Response> | Response;

const isText = ({ headers }: Request): boolean => headers.get('content-type') === 'text/plain';
const isForNoOne = ({ headers }: Request): boolean => headers.get('accept') === 'application/x-assayer';
const isForXml = ({ headers }: Request): boolean => headers.get('accept')?.includes('/xml') === true;

const creating =
  (isMeant: (request: Request) => boolean, answer: Answering): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    if (request.method !== 'POST' || !request.url.endsWith('/deals/') || !isMeant(request)) return fetch(request);
    const sent = await request.clone().text();
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    return answer((body = sent) => fetch(new Request(request.url, { method: 'POST', headers, body })), request);
  };

const answering =
  (status: number): Answering =>
  () =>
    new Response(null, { status });

const WRONG: readonly Case[] = [
  { title: 'finds no deals for a text', wrap: creating(isText, answering(404)) },
  { title: 'says that deals are gone to whom nothing fits', wrap: creating(isForNoOne, answering(410)) },
  { title: 'finds no deals for who accepts XML', rule: 'create/status', wrap: creating(isForXml, answering(404)) },
  {
    title: 'answers 201 to a text, and makes nothing',
    wrap: creating(isText, (_, { url }) => json(201, {}, { location: `${url}none` })),
  },
  { title: 'answers 200 to a text, and makes nothing', wrap: creating(isText, () => json(200, {})) },
  {
    title: 'names an earlier deal to whom nothing fits',
    wrap: creating(isForNoOne, (_, { url }) => json(201, {}, { location: `${url}1` })),
  },
];

const LEGAL: readonly Case[] = [
  { title: 'takes a text for JSON', wrap: creating(isText, (make) => make()) },
  { title: 'makes a deal of its own of a text', wrap: creating(isText, (make) => make('{"name":"text","price":1}')) },
  { title: 'answers in JSON whatever fits', wrap: creating(isForNoOne, (make) => make()) },
  { title: 'accepts a text for later', wrap: creating(isText, answering(202)) },
  { title: 'forbids a text', wrap: creating(isText, answering(403)) },
  { title: 'shows no creation as XML', rule: 'create/status', wrap: creating(isForXml, answering(406)) },
  {
    title: 'answers creations 200 with the whole deal, those of a text too',
    options: { create: 'full-result' },
    wrap: creating(isText, (make) => make()),
  },
];

describe.concurrent('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ rule = 'create/malformed', ...server }) => {
    expect((await judged([`${rule}#deals`], server)).of(rule, 'deals')).toMatchObject({ outcome: 'fail' });
  });

  it.each(inGate(LEGAL))('$title fails nothing', async ({ rule = 'create/malformed', ...server }) => {
    expect((await judged([`${rule}#deals`], server)).of(rule, 'deals')).toMatchObject({ outcome: 'pass' });
  });
});
