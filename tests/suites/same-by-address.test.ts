import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged } from './judged.ts';

/** Queries and lists of form E, chosen by suffix and by parameter. */
type Case = readonly [what: string, rule: string, wrap: (fetch: Fetch) => Fetch];

const EQUIVALENT = 'negotiate/equivalent#users';
const MADE = 'read/made#deals';

/** Answers these addresses otherwise. */
const meeting =
  (place: RegExp, answer: (request: Request, fetch: Fetch) => Promise<Response>) =>
  (fetch: Fetch): Fetch =>
  async (request) =>
    place.test(request.url) ? answer(request, fetch) : fetch(request);

const asOther =
  (change: (address: string) => string) =>
  (request: Request, fetch: Fetch): Promise<Response> =>
    fetch(new Request(change(request.url), { headers: { accept: '*/*' } }));

const QUERY_AS_XML = /\?name=[^&]+&format=xml/u;
const QUERY_CHOSEN = /(?:\?name=[^&]+&format=|users\.\w+\?name)/u;
const HOLDS_AS_HTML = /\/holds\?format=html/u;
const missing = async (): Promise<Response> => json(404, {});

const WRONG: readonly Case[] = [
  [
    'XML of nobody by the parameter',
    EQUIVALENT,
    meeting(
      QUERY_AS_XML,
      asOther((url) => url.replace(/name=[^&]+/u, 'name=zz')),
    ),
  ],
  ['no page by the parameter, but XML', EQUIVALENT, meeting(/\?name=[^&]+&format=html/u, missing)],
  ['no page of holds by the parameter, but XML', MADE, meeting(HOLDS_AS_HTML, missing)],
];

const LEGAL: readonly Case[] = [
  ['a query that reads neither', EQUIVALENT, meeting(QUERY_CHOSEN, missing)],
  [
    'JSON of a query whatever the address says',
    EQUIVALENT,
    meeting(
      QUERY_CHOSEN,
      asOther((url) => url.replace(/\.\w+(?=\?name)|&format=\w+/u, '')),
    ),
  ],
  ['a list of holds that reads neither', MADE, meeting(/\/holds(?:\.\w+|\?format=\w+)$/u, missing)],
];

const options = { operationForms: ['E'] } as const;

test.each(WRONG)('found: %s', async (_, rule, wrap) => {
  expect((await judged([rule], { wrap, options })).ended('fail')).not.toEqual([]);
});

test.each(inGate(LEGAL, 2))('legal: %s', async (_, rule, wrap) => {
  expect((await judged([rule], { wrap, options })).ended('fail')).toEqual([]);
});
