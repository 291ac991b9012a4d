import { OPERATIONS } from '../../fixtures/operations.ts';
import { type Deviation, onRequest } from './deviation.ts';
import { edited, isCreation, isWellFormed, payloadOf, resent } from './requests.ts';

/**
 * Faults in which a name that is near to a documented one is refused, and takes effect as that: document 4.1, 4.2, 4.3, 4.4-m1, 7.
 * To serve such a name openly is legal: many a framework reads paths and members without their case.
 */
export const nearNames: readonly Deviation[] = [
  {
    id: 'command-name-in-other-case-refused-and-done',
    title: 'A command by its name in another case, such as /command/holddeal/, is answered 404, and carried out.',
    breaks: ['command/unknown'],
    wrap: onRequest(async (seen, next) => {
      const response = await next(seen.request);
      const asked = /^\/command\/([^/]+)\/?$/u.exec(seen.path)?.[1];
      const meant = OPERATIONS.find(({ name }) => name.toLowerCase() === asked?.toLowerCase())?.name;
      if (response.status === 404 && meant !== undefined && meant !== asked)
        await next(resent(seen, { path: `/command/${meant}/${seen.search}` }));
      return response;
    }),
  },
  {
    id: 'price-with-capital-refused-and-filed',
    title: 'A creation that has `Price` in place of `price` is answered 400, and filed.',
    breaks: ['create/refused'],
    wrap: onRequest(async (seen, next) => {
      const response = await next(seen.request);
      const { Price, ...others } = isCreation(seen) && isWellFormed(seen) ? payloadOf(seen) : {};
      if (response.status === 400 && Price !== undefined && !('price' in others))
        await next(edited(seen, () => ({ ...others, price: Price })));
      return response;
    }),
  },
  {
    id: 'doubled-slash-refused-and-created',
    title: 'A creation at the address of the deals with a slash doubled is answered 404, and filed.',
    breaks: ['create/refused'],
    wrap: onRequest(async (seen, next) => {
      const response = await next(seen.request);
      const path = seen.path.replace(/\/{2,}/gu, '/');
      if (response.status === 404 && path !== seen.path && isCreation({ method: seen.method, path }))
        await next(resent(seen, { path }));
      return response;
    }),
  },
];
