import { type Deviation, type Next, onRequest, type RequestView, withFields, withStatus } from './deviation.ts';
import { TYPES } from './representations.ts';
import { isCreation, isWellFormed, payloadOf, remembering, resent } from './requests.ts';

/** Faults in which two creations, one after the other, come to one address: document 4.4-c1. */
export const sameAddress: readonly Deviation[] = [
  {
    ...shared(
      'same-name-same-deal',
      'A creation by a name that a deal has already is answered 201 with the address of that deal, whatever the price.',
      (seen) => {
        const { name, price } = payloadOf(seen);
        return typeof name === 'string' && typeof price === 'number' ? name : undefined;
      },
    ),
    alsoStrikes: { 'operation/effect': 'it works with deals of one name, which are one deal here' },
  },
  shared(
    'page-sent-twice-same-deal',
    'A creation by a client that accepts HTML is taken for a double click if an earlier one had the same body.',
    ({ request, body }) => ((request.headers.get('accept') ?? '').startsWith(TYPES.html) ? body : undefined),
  ),
  shared(
    'same-values-in-other-order-same-deal',
    'A creation whose members are those of an earlier one in another order is answered with the address of that.',
    (seen) => JSON.stringify(Object.entries(payloadOf(seen)).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    (body, before) => body !== before,
  ),
];

/** Creations that have one key have one deal, as long as it is there. */
function shared(
  id: string,
  title: string,
  keyOf: (seen: RequestView) => string | undefined,
  isMeant: (body: string, before: string) => boolean = () => true,
): Deviation {
  return {
    id,
    title,
    breaks: ['create/distinct'],
    wrap: remembering(
      () => new Map<string, { readonly location: string; readonly body: string }>(),
      (made) =>
        onRequest(async (seen, next) => {
          const key = isCreation(seen) && isWellFormed(seen) ? keyOf(seen) : undefined;
          const before = key === undefined ? undefined : made.get(key);
          if (before !== undefined && isMeant(seen.body, before.body)) {
            const shown = await createdBefore(seen, next, before.location);
            if (shown !== undefined) return shown;
          }
          const response = await next(seen.request);
          const location = response.headers.get('location');
          if (key !== undefined && response.status === 201 && location !== null)
            made.set(key, { location, body: seen.body });
          return response;
        }),
    ),
  };
}

async function createdBefore(seen: RequestView, next: Next, location: string): Promise<Response | undefined> {
  const path = new URL(location, seen.request.url).pathname;
  const response = await next(resent(seen, { method: 'GET', path, body: '' }));
  return response.status === 200 ? withFields(withStatus(response, 201), { location }) : undefined;
}
