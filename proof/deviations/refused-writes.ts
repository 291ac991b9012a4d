import type { Json, JsonObject } from '../../fixtures/json.ts';
import { asksFor, operationIn, type Which } from './asked-operation.ts';
import { type Deviation, onAnswer, onRequest, type RequestView, withJson } from './deviation.ts';
import { dealIn, isCreation, payloadOf, remembering, resent } from './requests.ts';

/** Faults where what is refused is stored in part or as a whole: document 4.1, 4.2, 7, RFC 9110 13.1.1, 15.5. */
export const refusedWrites: readonly Deviation[] = [
  filed(
    'creation-406-filed',
    'A creation whose Accept cannot be met is answered 406, and filed.',
    406,
    'create/refused',
    (request) => request.headers.delete('accept'),
  ),
  filed(
    'creation-415-filed',
    'A creation in another type than JSON is answered 415, and filed.',
    415,
    'create/refused',
    (request) => request.headers.set('content-type', 'application/json'),
  ),
  {
    id: 'creation-of-text-price-filed',
    title: 'A creation whose price is a text is answered 400, and the deal is filed with a price of 0.',
    breaks: ['create/invalid', 'create/refused'],
    wrap: onRequest(async (seen, next) => {
      const response = await next(seen.request);
      const payload = payloadOf(seen);
      if (!isCreation(seen) || response.status !== 400 || typeof payload['price'] !== 'string') return response;
      await next(resent(seen, { body: JSON.stringify({ ...payload, price: 0 }) }));
      return response;
    }),
  },
  {
    id: 'creation-under-other-version-filed',
    title: 'A creation under a version that is not served is answered 404, and filed.',
    breaks: ['create/refused'],
    inWholeRun: true,
    wrap: onRequest(async (seen, next) => {
      const response = await next(seen.request);
      if (isCreation(seen) && response.status === 404) await next(resent(seen, { path: '/rest/1/deals/' }));
      return response;
    }),
  },
  refused(
    'refused-hold-holds',
    'A hold in form D without its reason is answered 400, and the deal is on hold.',
    { form: 'D', action: 'HoldDeal' },
    400,
    'operation/missing-parameter',
    (seen) => resent(seen, { body: JSON.stringify({ held: true, holdReason: '' }) }),
  ),
  refused(
    'refused-cancellation-cancels',
    'A cancellation in form C without an amercement is answered 400, and the deal is canceled.',
    { form: 'C', action: 'CancelDeal' },
    400,
    'operation/missing-parameter',
    (seen) =>
      resent(seen, { body: JSON.stringify({ action: 'CancelDeal', params: { amercement: 0, reason: 'none' } }) }),
  ),
  refused(
    'refused-hold-record-holds',
    'A hold in form E that is answered 400 puts the deal on hold.',
    { form: 'E', action: 'HoldDeal' },
    400,
    ['operation/malformed', 'operation/missing-parameter'],
    (seen) => resent(seen, { body: '{"reason":"none"}' }),
  ),
  refused(
    'operation-415-done',
    'An operation in another type than JSON is answered 415, and carried out.',
    {},
    415,
    'operation/malformed',
    (seen) => {
      const request = resent(seen, {});
      request.headers.set('content-type', 'application/json');
      return request;
    },
  ),
  refused(
    'operation-412-done',
    'An operation whose If-Match fails is answered 412, and carried out.',
    {},
    412,
    'operation/malformed',
    (seen) => {
      const request = resent(seen, {});
      for (const name of ['if-match', 'if-none-match', 'if-unmodified-since']) request.headers.delete(name);
      return request;
    },
  ),
  {
    id: 'refused-date-change-keeps-why',
    title: 'A change of date in form A without a date is answered 400, and the deal shows why it was changed.',
    breaks: ['operation/missing-parameter'],
    wrap: remembering(
      () => new Map<string, Json>(),
      (reasons) =>
        onAnswer((response, seen) => {
          const { whyChanged } = payloadOf(seen) as { whyChanged?: Json };
          const asked = operationIn(seen);
          if (asked !== undefined && asksFor(seen, { form: 'A', action: 'ChangeCompletionDate' })) {
            if (response.status === 400 && typeof whyChanged === 'string') reasons.set(asked.deal, whyChanged);
            if (response.ok) reasons.delete(asked.deal);
          }
          const why =
            seen.method === 'GET' && response.status === 200 ? reasons.get(dealIn(seen.path) ?? '') : undefined;
          return why === undefined
            ? response
            : withJson(response, (deal) => ({ ...(deal as JsonObject), whyChanged: why }));
        }),
    ),
  },
  {
    id: 'refused-deletion-releases-the-deal',
    title: 'A deletion that is answered 412 releases the deal before it looks at the tag.',
    breaks: ['validator/if-match'],
    wrap: onRequest(async (seen, next) => {
      const response = await next(seen.request);
      if (seen.method !== 'DELETE' || response.status !== 412) return response;
      const request = resent(seen, { method: 'PUT', path: `${seen.path}/unhold`, body: '' });
      for (const name of ['if-match', 'if-unmodified-since', 'if-none-match']) request.headers.delete(name);
      await next(request);
      return response;
    }),
  },
];

/** A creation that is refused with this status is filed all the same. */
function filed(id: string, title: string, status: number, rule: string, mend: (request: Request) => void): Deviation {
  return {
    id,
    title,
    breaks: [rule],
    wrap: onRequest(async (seen, next) => {
      const response = await next(seen.request);
      if (!isCreation(seen) || response.status !== status) return response;
      const request = resent(seen, {});
      mend(request);
      await next(request);
      return response;
    }),
  };
}

/** An operation that is refused with this status is carried out in part, or as a whole. */
function refused(
  id: string,
  title: string,
  which: Which,
  status: number,
  rule: string | readonly string[],
  done: (seen: RequestView) => Request | undefined,
): Deviation {
  return {
    id,
    title,
    breaks: typeof rule === 'string' ? [rule] : rule,
    wrap: onRequest(async (seen, next) => {
      const response = await next(seen.request);
      const request = asksFor(seen, which) && response.status === status ? done(seen) : undefined;
      if (request !== undefined) await next(request);
      return response;
    }),
  };
}
