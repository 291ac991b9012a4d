import type { Call, Fault, Operator } from './mutant.ts';
import { allDeals, storeOf } from './touched.ts';

/** Identities shared, or taken from the client: document 4.1, 4.4-c1, c2. */
export const identity: readonly Operator[] = [
  {
    name: 'identity',
    per: 'place',
    at: ({ place, status }) =>
      place !== 'deals.post' || status !== 201
        ? []
        : [
            shared('second', 'every second creation has the address of the one before and takes its place', (call) => {
              const count = Number(call.memory.get('count') ?? 0) + 1;
              call.memory.set('count', count);
              return count % 2 === 0 ? String(call.memory.get('before')) : undefined;
            }),
            shared(
              'by-name',
              'a creation with a known name takes the place of the deal that has it',
              (call, made) =>
                allDeals(call).find(
                  ({ id, data }) => id !== made && data['name'] === storeOf(call).deals.entries.get(made)?.data['name'],
                )?.id,
            ),
            shared(
              'by-price',
              'a creation with a known price takes the place of the deal that has it',
              (call, made) =>
                allDeals(call).find(
                  ({ id, data }) =>
                    Number(id) > 3 &&
                    id !== made &&
                    data['price'] === storeOf(call).deals.entries.get(made)?.data['price'],
                )?.id,
            ),
            shared('from-body', 'the client’s member id decides, and a deal that has it is lost', (call) => {
              const asked: unknown = /"id"\s*:\s*"([^"]+)"/u.exec(call.body)?.[1];
              return typeof asked === 'string' ? asked : undefined;
            }),
          ],
  },
];

/** A creation that ends in the place of another deal; undefined for one that does not. */
function shared(args: string, says: string, other: (call: Call, made: string) => string | undefined): Fault {
  return {
    args,
    says,
    clause: '4.4-c1',
    async take(call, next) {
      const response = await next(call.request);
      const id = /[^/]*$/u.exec(response.headers.get('location') ?? '')?.[0] ?? '';
      const made = storeOf(call).deals.entries.get(id);
      if (response.status !== 201 || made === undefined) return response;
      const taken = other(call, id);
      call.memory.set('before', taken ?? id);
      if (taken === undefined || taken === id) return response;
      storeOf(call).removeDeal(made);
      storeOf(call).putDeal({ id: taken, data: made.data });
      return renamed(response, id, taken);
    },
  };
}

async function renamed(response: Response, from: string, to: string): Promise<Response> {
  const text = (await response.text())
    .replaceAll(`/deals/${from}`, `/deals/${to}`)
    .replace(`"id":"${from}"`, `"id":"${to}"`)
    .replace(`<id>${from}<`, `<id>${to}<`)
    .replace(`<dd>${from}<`, `<dd>${to}<`);
  const headers = new Headers(response.headers);
  headers.set('location', (headers.get('location') ?? '').replace(/[^/]*$/u, to));
  return new Response(text, { status: response.status, headers });
}
