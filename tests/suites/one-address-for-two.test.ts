import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const RULE = 'create/distinct';
const DEALS = /\/deals\/$/u;

/** Which of two creations that are under way at a time gets the other one's id, and whether the list shows both. */
interface Race {
  readonly isGiven: (body: string) => boolean;
  readonly listsBoth: boolean;
}

/** A service that reads its counter, and writes it a little later: a creation that comes between is given the same id. */
const racing =
  ({ isGiven, listsBoth }: Race) =>
  (fetch: Fetch): Fetch => {
    // The id of the mock that each record shows another one's for.
    const shownAs = new Map<string, string>();
    let underWay: Promise<string> | undefined;
    const idIn = (response: Response): string => response.headers.get('location')?.split('/').at(-1) ?? '';
    const spelt = (text: string): string =>
      text.replaceAll(/(\/deals\/|"id":")(\d+)/gu, (_, before: string, id: string) => before + (shownAs.get(id) ?? id));
    return async (request) => {
      const url = new URL(request.url);
      if (request.method === 'POST' && DEALS.test(url.pathname)) {
        const body = await request.clone().text();
        const other = underWay;
        const making = fetch(request);
        const taken = making.then(idIn);
        underWay = taken;
        const response = await making;
        const own = idIn(response);
        const as = other === undefined ? '' : await other;
        if (response.status === 201 && as !== '' && isGiven(body)) shownAs.set(own, shownAs.get(as) ?? as);
        await pause(5);
        if (underWay === taken) underWay = undefined;
        return rewritten(response, spelt);
      }
      const named = /\/deals\/([^/]+)/u.exec(url.pathname)?.[1] ?? '';
      // The newest of them is found.
      const found = [...shownAs].findLast(([, as]) => as === named)?.[0] ?? named;
      const asked = new Request(url.origin + url.pathname.replace(named, found) + url.search, request);
      const response = await rewritten(await fetch(named === '' ? request : asked), spelt);
      if (listsBoth || request.method !== 'GET' || !DEALS.test(url.pathname) || !response.ok) return response;
      const all: readonly { readonly id: string }[] = await response.json();
      const last = all.filter(({ id }, i) => all.findLastIndex((one) => one.id === id) === i);
      return Response.json(last, { headers: response.headers });
    };
  };

async function rewritten(response: Response, spelt: (text: string) => string): Promise<Response> {
  const headers = new Headers(response.headers);
  const location = headers.get('location');
  if (location !== null) headers.set('location', spelt(location));
  headers.delete('content-length');
  const text = response.body === null ? null : spelt(await response.text());
  return new Response(text, { status: response.status, headers });
}

const options = { operationForms: ['A'], representations: ['json'] } as const;

test.each(
  inGate<[string, Race]>([
    ['lists both', { isGiven: () => true, listsBoth: true }],
    ['lists one of them', { isGiven: () => true, listsBoth: false }],
  ]),
)('a server that gives two creations one address and %s', { tags: ['night'] }, async (_, race) => {
  const { of, results } = await judged([RULE, 'create/*', 'delete/*'], { wrap: racing(race), options, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
  expect(results.map(({ reason }) => reason).join()).not.toContain('as places in a list do');
});

/** A service that names the latest of all records as what each creation made. */
const namingTheLatest = (fetch: Fetch): Fetch => {
  let latest = '';
  let underWay = 0;
  let haveMet = false;
  // On a busy machine the next creation comes late: until two have met, each is answered when another one is under way.
  const untilMet = async (): Promise<void> => {
    for (let waited = 0; waited < 100 && !haveMet; waited += 1) await pause(5);
    await pause(5);
  };
  return async (request) => {
    const response = await fetch(request);
    const location = response.headers.get('location');
    if (request.method !== 'POST' || !DEALS.test(new URL(request.url).pathname) || location === null) return response;
    latest = location;
    underWay += 1;
    haveMet ||= underWay > 1;
    await untilMet();
    underWay -= 1;
    return Response.json({}, { status: 201, headers: { location: latest } });
  };
};

test('a server that names the latest record is told of in true words', { tags: ['night'] }, async () => {
  const { results } = await judged(['create/*', 'delete/*'], { wrap: namingTheLatest, options, runs: 1 });
  const said = results.map(({ reason }) => reason).join();
  expect(said).toContain('different addresses');
  expect(said).toContain('two creations were given one address');
  expect(said).not.toContain('as places in a list do');
});

test('a server that tells them apart fails nothing', async () => {
  const wrap = racing({ isGiven: () => false, listsBoth: true });
  const { ended } = await judged([RULE], { wrap, options, runs: 1 });
  expect(ended('fail')).toEqual([]);
});
