import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { rewritingJson } from './rewriting.ts';

/** What a query of document 4.3 finds of a deal after an operation in each form. */
type Records = readonly Readonly<Record<string, unknown>>[];

const QUERY = /\/query\/deals\//u;
const RULE = 'negotiate/equivalent';

/** Goes on to find a deal as it was before what is meant, for so many milliseconds after it. */
const keeping =
  (isMeant: (request: Request) => boolean, ms = Number.POSITIVE_INFINITY) =>
  (fetch: Fetch): Fetch => {
    const old = new Map<string, readonly [until: number, deal: unknown]>();
    const found = rewritingJson<Records>(QUERY, (records) =>
      records.map((record) => {
        const [until = 0, deal] = old.get(String(record['id'])) ?? [];
        return Date.now() < until ? deal : record;
      }),
    )(fetch);
    return async (request) => {
      const id = /\/deals\/(\d+)/u.exec(request.url)?.[1];
      if (id === undefined || !isMeant(request)) return found(request);
      const before = await fetch(new Request(request.url.replace(/(\/deals\/\d+).*/u, '$1')));
      const response = await fetch(request);
      if (response.ok && before.ok) old.set(id, [Date.now() + ms, await before.json()]);
      return response;
    };
  };

const inForm =
  (method: string, place: RegExp) =>
  (request: Request): boolean =>
    request.method === method && place.test(request.url);

const WRONG: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['form A', keeping(inForm('PUT', /\/deals\/\d+\/[a-z-]+$/u))],
  ['form E', keeping(inForm('POST', /\/deals\/\d+\/[a-z-]+$/u))],
  ['form F', keeping(inForm('PUT', /\/deals\/\d+\/commands\//u))],
];

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['follows a little later', keeping(inForm('POST', /\/deals\/\d+\/[a-z-]+$/u), 150)],
  ['tells ids and names', rewritingJson<Records>(QUERY, (all) => all.map(({ id, name }) => ({ id, name })))],
  ['finds nothing by such a text', (fetch) => (request) => (QUERY.test(request.url) ? missing() : fetch(request))],
];

const missing = (): Promise<Response> => Promise.resolve(Response.json({}, { status: 404 }));
const options = { operationForms: ['A', 'E', 'F'] } as const;

test.each(inGate(WRONG, 3))('found: a query that finds a deal as it was before %s', async (_, wrap) => {
  expect((await judged([`${RULE}#deals`], { wrap, options })).ended('fail')).toEqual([`${RULE} deals`]);
});

test.each(LEGAL)('legal: a query that %s', { tags: ['night'] }, async (_, wrap) => {
  expect((await judged([`${RULE}#deals`], { wrap, options })).ended('fail')).toEqual([]);
});
