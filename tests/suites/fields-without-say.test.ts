import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged } from './judged.ts';

/** What a server makes of fields that have no say in which representation comes. */
type Case = readonly [what: string, wrap: (fetch: Fetch) => Fetch];

const RULE = 'negotiate/accept';
const RULES = ['json', 'xml', 'html'].map((name) => `${RULE}#users:${name}`);

type IsMeant = (field: (name: string) => string, path: string) => boolean;

/** Gives another type than Accept names to those that are meant. */
const giving =
  (accept: string, isMeant: IsMeant) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const field = (name: string): string => request.headers.get(name) ?? '';
    if (request.method !== 'GET' || !isMeant(field, new URL(request.url).pathname)) return fetch(request);
    return fetch(new Request(request, { headers: { accept } }));
  };

/** Refuses those that are meant. */
const refusing =
  (isMeant: IsMeant, answer: () => Response) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const field = (name: string): string => request.headers.get(name) ?? '';
    return isMeant(field, new URL(request.url).pathname) ? answer() : fetch(request);
  };

const isBrowser: IsMeant = (field) => field('user-agent').startsWith('Mozilla/');

const WRONG: readonly Case[] = [
  ['pages for browsers', giving('text/html', isBrowser)],
  [
    'pages of the list alone for browsers',
    giving('text/html', (field, path) => isBrowser(field, path) && path === '/users'),
  ],
  ['JSON for curl', giving('application/json', (field) => field('user-agent').startsWith('curl/'))],
  ['JSON for scripts', giving('application/json', (field) => field('x-requested-with') !== '')],
  ['pages for who comes from a page', giving('text/html', (field) => field('referer') !== '')],
  ['XML for other origins', giving('application/xml', (field) => field('origin') !== '')],
];

const LEGAL: readonly Case[] = [
  ['forbids browsers', refusing(isBrowser, () => json(403, {}))],
  ['leads browsers elsewhere', refusing(isBrowser, () => json(302, {}, { location: '/app/' }))],
  [
    'asks browsers whether they are people',
    refusing(isBrowser, () => new Response('{"robot":true}', { headers: { 'content-type': 'text/plain' } })),
  ],
];

test.each(inGate(WRONG))('found: %s', async (_, wrap) => {
  expect((await judged(RULES, { wrap })).ended('fail')).not.toEqual([]);
});

test.each(inGate(LEGAL))('legal: a server that %s', async (_, wrap) => {
  expect((await judged(RULES, { wrap })).ended('fail')).toEqual([]);
});
