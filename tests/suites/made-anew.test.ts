import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** Two creations that say the same give two addresses, or the second is refused (document 4.4-c1). */
const RULE = 'create/distinct';
const SUBJECT = 'deals';

/** Gives the answer to the first creation of a key to later ones; what `as` makes of it. */
function remembering(keyOf: (body: string, accept: string) => string | undefined, as = (first: Response) => first) {
  return (fetch: Fetch): Fetch => {
    const known = new Map<string, Response>();
    return async (request) => {
      const isCreation = request.method === 'POST' && request.url.endsWith('/deals/');
      const body = isCreation ? await request.clone().text() : '';
      const key = isCreation ? keyOf(body, request.headers.get('accept') ?? '') : undefined;
      const first = key === undefined ? undefined : known.get(key);
      if (first !== undefined) return as(first.clone());
      const response = await fetch(request);
      if (key !== undefined && response.status === 201) known.set(key, response.clone());
      return response;
    };
  };
}

const sorted = (body: string): string =>
  JSON.stringify(Object.entries(Object(JSON.parse(body))).sort(([a], [b]) => (a < b ? -1 : 1)));

const WRONG: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['takes XML for the one before', remembering((body, accept) => (accept.includes('xml') ? body : undefined))],
  ['takes a page for the one before', remembering((body, accept) => (accept.includes('html') ? body : undefined))],
  ['takes the same members for the one before', inAnyOrder()],
];

/** Makes a record of what it has word for word, and none of what it has in another order. */
function inAnyOrder(): (fetch: Fetch) => Fetch {
  const seen = new Set<string>();
  return remembering((body) => {
    const isFirst = ![...seen].some((one) => sorted(one) === sorted(body));
    const isSame = seen.has(body);
    seen.add(body);
    return isFirst || !isSame ? sorted(body) : undefined;
  });
}

test.each(inGate(WRONG, 2))('found: a server that %s', async (_, wrap) => {
  const { of } = await judged([`${RULE}#${SUBJECT}`], { wrap });
  expect(of(RULE, SUBJECT)).toMatchObject({ outcome: 'fail' });
});

const refused = (): Response => Response.json({ status: 409 }, { status: 409 });
const given = (first: Response): Response => new Response(first.body, { status: 200, headers: first.headers });

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['refuses what it has', remembering(sorted, refused)],
  ['gives what it has with 200', remembering((body) => body, given)],
  ['makes all of them', (fetch) => fetch],
];

test.each(inGate(LEGAL, 2))('legal: a server that %s', async (_, wrap) => {
  const { ended } = await judged([`${RULE}#${SUBJECT}`, 'create/every#deals'], { wrap });
  expect(ended('fail')).toEqual([]);
});
