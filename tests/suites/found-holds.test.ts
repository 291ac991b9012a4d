import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { json, judged } from './judged.ts';

const rule = 'operation/status';
const options = { operationForms: ['A', 'E'], representations: ['json'] } as const;

type Entry = Readonly<Record<string, unknown>>;

interface Hold {
  readonly deal: string;
  /** Its number among the records of its deal, and among all. */
  readonly inDeal: number;
  readonly inAll: number;
  /** Where the mock has it. */
  readonly own: string;
}

/** A service that numbers the records of form E in one way and finds them in another one. */
const numbered =
  (numberOf: (hold: Hold) => number, find: (all: readonly Hold[], deal: string, id: number) => Hold | undefined) =>
  (fetch: Fetch): Fetch => {
    const all: Hold[] = [];
    return async (request) => {
      const url = new URL(request.url);
      const [, base = '', deal = '', id] = /^(.*\/deals\/([^/]+)\/[a-z-]+)(?:\/(\d+))?$/u.exec(url.pathname) ?? [];
      if (base === '') return fetch(request);
      if (request.method === 'GET' && id !== undefined) {
        const found = find(all, deal, Number(id));
        if (found?.own.startsWith(`${base}/`) !== true) return json(404, {});
        return fetch(new Request(url.origin + found.own, { headers: request.headers }));
      }
      const response = await fetch(request);
      if (request.method !== 'POST' || response.status !== 201) return withoutIds(request, response);
      const own = new URL(response.headers.get('location') ?? '', request.url).pathname;
      const hold = { deal, own, inAll: all.length + 1, inDeal: all.filter((one) => one.deal === deal).length + 1 };
      all.push(hold);
      const { id: _, _links: __, ...body }: Entry = await response.json();
      return json(201, body, { location: `${base}/${numberOf(hold)}` });
    };
  };

/** A list that shows no ids, by which a record could be looked up. */
async function withoutIds(request: Request, response: Response): Promise<Response> {
  if (request.method !== 'GET' || response.status !== 200) return response;
  const value: unknown = await response.clone().json();
  if (!Array.isArray(value)) return response;
  return json(
    200,
    value.map(({ id: _, _links: __, ...entry }: Entry) => entry),
  );
}

const inAll = ({ inAll: number }: Hold): number => number;
const inDeal = ({ inDeal: number }: Hold): number => number;
const nth = (all: readonly Hold[], deal: string, id: number): Hold | undefined =>
  all.filter((one) => one.deal === deal)[id - 1];

describe.concurrent('a server that', () => {
  it.each([
    { title: 'numbers holds in all, and finds them by their place in the deal', wrap: numbered(inAll, nth) },
    {
      title: 'numbers holds in each deal, and finds them by their place in all',
      wrap: numbered(inDeal, (all, deal, id) => [all[id - 1]].find((one) => one?.deal === deal)),
    },
    {
      title: 'numbers holds in each deal, and keeps one of each number',
      wrap: numbered(inDeal, (all, deal, id) =>
        [all.findLast((one) => one.inDeal === id)].find((one) => one?.deal === deal),
      ),
    },
  ])('$title fails', { tags: ['night'] }, async ({ wrap }) => {
    // One after another: beside other operations, which record is the last of a number depends on which of them comes first.
    const seen = await judged([rule], { options, wrap, concurrency: 1 });
    expect(seen.of(rule, 'HoldDeal/E')).toMatchObject({ outcome: 'fail' });
  });

  it.each([
    { title: 'numbers holds in all', wrap: numbered(inAll, (all, _, id) => all[id - 1]) },
    { title: 'numbers holds in each deal', wrap: numbered(inDeal, nth) },
    { title: 'lets nobody read holds', wrap: numbered(inAll, () => undefined) },
  ])('$title fails nothing', async ({ wrap }) => {
    const seen = await judged([rule], { options, wrap });
    expect(seen.ended('fail')).toEqual([]);
  });
});
