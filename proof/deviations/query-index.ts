import type { Json } from '../../fixtures/json.ts';
import type { Mock } from '../../mock/interface.ts';
import type { Deal } from '../../mock/state/store.ts';
import { type Deviation, onRequest, type RequestView, type Take } from './deviation.ts';
import { decoded, reads } from './places.ts';
import { bareAnswer, dealIn, jsonAnswer, reading, remembering } from './requests.ts';

/** Faults in the index by which a query finds deals, once a deal was renamed or deleted: document 4.3. */
export const queryIndex: readonly Deviation[] = [
  byNames(
    'query-knows-deals-by-their-first-name',
    'A deal that was renamed is found by the name that it was created with, and not by the new one.',
    (names, asked) => names[0] === asked,
  ),
  byNames(
    'query-knows-deals-by-former-names-too',
    'A deal that was renamed is found by the new name and by each name that it had before.',
    (names, asked) => names.includes(asked),
  ),
  {
    id: 'query-loses-namesakes-of-the-deleted',
    title: 'A deletion takes the name out of the index, so that no query finds the other deals that have it.',
    breaks: ['query/records'],
    wrap: remembering(
      () => new Set<string>(),
      (lost) =>
        onRequest(async (seen, next, mock) => {
          const id = seen.method === 'DELETE' ? dealIn(seen.path) : undefined;
          const name = dealsOf(mock).find((deal) => id !== undefined && deal.id === decoded(id))?.data['name'];
          const response = await next(seen.request);
          if (name !== undefined && response.ok)
            for (const deal of dealsOf(mock)) if (deal.data['name'] === name) lost.add(deal.id);
          return given(seen, next, mock, response, (deal, asked) => deal.data['name'] === asked && !lost.has(deal.id));
        }),
    ),
  },
];

/** A fault in which of all its names, from the first on, a deal is found by. */
function byNames(id: string, title: string, isFound: (names: readonly string[], asked: string) => boolean): Deviation {
  return {
    id,
    title,
    breaks: ['query/records'],
    wrap: remembering(
      () => new Map<string, string[]>(),
      (known) => {
        const note = (mock: Mock): void => {
          for (const { id: of, data } of dealsOf(mock)) {
            const names = known.get(of) ?? [];
            const name = String(data['name']);
            if (names.at(-1) !== name) known.set(of, [...names, name]);
          }
        };
        return onRequest(async (seen, next, mock) => {
          note(mock);
          const response = await next(seen.request);
          note(mock);
          return given(seen, next, mock, response, (deal, asked) => isFound(known.get(deal.id) ?? [], asked));
        });
      },
    ),
  };
}

function dealsOf(mock: Mock): Deal[] {
  return [...mock.tenants.of('').store.deals.entries.values()];
}

/** The answer to a query for deals that finds these; any other answer, and one that finds the same, stays as it is. */
async function given(
  seen: RequestView,
  next: Parameters<Take>[1],
  mock: Mock,
  response: Response,
  isFound: (deal: Deal, asked: string) => boolean,
): Promise<Response> {
  const segment = reads(seen) ? /^\/query\/deals\/([^/]+)$/u.exec(seen.path)?.[1] : undefined;
  if (segment === undefined) return response;
  const asked = decoded(segment);
  const deals = dealsOf(mock);
  const due = deals.filter(({ data }) => data['name'] === asked);
  const found = deals.filter((deal) => isFound(deal, asked));
  if (due.length === found.length && due.every((deal) => found.includes(deal))) return response;
  if (found.length === 0) return bareAnswer(404);
  const records: Json[] = [];
  for (const { path } of found) {
    const request = reading(seen, path);
    for (const name of ['if-none-match', 'if-modified-since', 'if-match']) request.headers.delete(name);
    records.push((await (await next(request)).json()) as Json); // the mock shows a deal in JSON
  }
  const answer = jsonAnswer(200, records, { 'cache-control': 'no-cache' });
  return seen.method === 'HEAD' ? new Response(null, answer) : answer;
}
