import { type Deviation, onRequest } from './deviation.ts';
import { dealIn, isCreation, payloadOf, remembering, resent } from './requests.ts';

/** Faults in which what was refused takes effect with a later request, as a unit of work does that nobody emptied: document 7, RFC 9110 13.1.1, 15.5.1. */
export const laterEffects: readonly Deviation[] = [
  {
    id: 'refused-creation-filed-with-the-next',
    title: 'A creation without a price is answered 400, and filed together with the next one that is right.',
    breaks: ['create/refused'],
    alsoStrikes: { 'create/invalid': 'it looks for what came of its refused creations, too' },
    wrap: remembering(
      (): string[] => [],
      (refused) =>
        onRequest(async (seen, next) => {
          const response = await next(seen.request);
          if (!isCreation(seen)) return response;
          const payload = payloadOf(seen);
          if (response.status === 400 && typeof payload['name'] === 'string' && !('price' in payload))
            refused.push(JSON.stringify({ ...payload, price: 0 }));
          if (response.ok) for (const body of refused.splice(0)) await next(resent(seen, { body }));
          return response;
        }),
    ),
  },
  {
    id: 'refused-deletion-done-with-the-next',
    title: 'A deletion with an old tag is answered 412, and carried out together with the next deletion.',
    breaks: ['validator/if-match'],
    wrap: remembering(
      (): string[] => [],
      (refused) =>
        onRequest(async (seen, next) => {
          const response = await next(seen.request);
          if (seen.method !== 'DELETE' || dealIn(seen.path) === undefined) return response;
          if (response.status === 412) refused.push(seen.path);
          if (response.status !== 204) return response;
          for (const path of refused.splice(0)) {
            const request = resent(seen, { path });
            for (const name of ['if-match', 'if-none-match', 'if-unmodified-since']) request.headers.delete(name);
            await next(request);
          }
          return response;
        }),
    ),
  },
];
