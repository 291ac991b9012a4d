import { expect, test } from 'vitest';
import type { Fetch, Mock } from '../../mock/index.ts';
import { json, judged, type Server } from '../suites/judged.ts';

const RULES = ['create/any-valid', 'delete/again', 'delete/removes', 'model/sequence', 'validator/if-match'];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const idIn = (path: string): string | undefined => /\/deals\/(\d+)$/u.exec(path)?.[1];

/** Gives the lowest free number to a new deal, and takes so long to delete what is not there that it is there by then. */
function reusing(losesAll: boolean): NonNullable<Server['wrap']> {
  return (fetch: Fetch, mock: Mock): Fetch => {
    const deals = () => mock.tenants.of('').store.deals.entries;
    return async (request) => {
      const { pathname } = new URL(request.url);
      const id = idIn(pathname);
      if (request.method === 'DELETE') for (let i = 0; i < 8 && !deals().has(id ?? ''); i += 1) await pause(5);
      const response = await fetch(request);
      if (request.method !== 'POST' || response.status !== 201) return response;
      const { id: made } = (await response.json()) as { id: string }; // The mock shows the id of a new deal.
      const deal = deals().get(made);
      let free = 1;
      while (deals().has(String(free))) free += 1;
      if (deal === undefined || free > Number(made)) return renumbered(response, made, deal?.data ?? {});
      const { store } = mock.tenants.of('');
      store.removeDeal(deal);
      if (!losesAll) store.putDeal({ id: String(free), data: deal.data });
      await pause(10);
      return renumbered(response, String(free), deal.data);
    };
  };
}

function renumbered({ headers }: Response, id: string, data: object): Response {
  const location = (headers.get('location') ?? '').replace(/\d+$/u, id);
  return json(201, { id, ...data, _links: { self: { href: location } } }, { location });
}

test('a check that met the record before, or the one after, is tried again alone', { tags: ['night'] }, async () => {
  const { ended } = await judged(RULES, { wrap: reusing(false) });
  expect(ended('fail')).toEqual([]);
  expect(ended('pass')).toContain('create/any-valid deals');
});

test('where a record whose id comes back is lost each time, the failure stays', { tags: ['night'] }, async () => {
  const { of } = await judged(RULES, { wrap: reusing(true) });
  expect(of('create/any-valid', 'deals')).toMatchObject({ outcome: 'fail' });
});
