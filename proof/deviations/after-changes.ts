import type { Json, JsonObject } from '../../fixtures/json.ts';
import { asksFor, onOperated, operationIn } from './asked-operation.ts';
import { type Deviation, onAnswer, onRequest, type RequestView, withFields, withJson, withText } from './deviation.ts';
import { dealRead } from './places.ts';
import { TYPES } from './representations.ts';
import { reading, remembering } from './requests.ts';

/** Faults that show once something was made, changed or deleted: document 4.1, 4.2, 4.3, 4.4-m1, 4.5, RFC 9110 9.3.2. */
export const afterChanges: readonly Deviation[] = [
  {
    id: 'hold-record-location-leads-nowhere',
    title: 'The Location of a hold in form E has the singular of the path, where nothing is.',
    breaks: ['operation/status'],
    wrap: onOperated({ form: 'E', action: 'HoldDeal' }, (response) => {
      const location = response.headers.get('location') ?? '';
      return withFields(response, { location: location.replace('/holds/', '/hold/') });
    }),
  },
  {
    id: 'list-of-holds-stays-empty',
    title: 'The list of the holds of a deal stays empty, though each hold has a record.',
    breaks: ['read/made'],
    wrap: onAnswer((response, { method, path }) => {
      if (!/\/deals\/[^/]+\/holds$/u.test(path) || response.status !== 200) return response;
      return method === 'HEAD' ? withFields(response, { 'content-length': '2' }) : withJson(response, () => []);
    }),
  },
  {
    id: 'query-finds-the-newest-namesake-only',
    title: 'The index of names holds one deal for each, so a query finds the newest of several.',
    breaks: ['query/records'],
    wrap: onDealQuery((found) => found.slice(-1)),
  },
  {
    id: 'query-shows-deals-as-first-found',
    title: 'A query shows each deal as it was when a query first found it.',
    breaks: ['query/records'],
    alsoStrikes: { 'negotiate/equivalent': 'it holds what a query gives against what is read elsewhere' },
    wrap: remembering(
      () => new Map<string, JsonObject>(),
      (kept) =>
        onDealQuery((found) =>
          found.map((deal) => {
            const id = String(deal['id']);
            const shown = kept.get(id) ?? deal;
            kept.set(id, shown);
            return shown;
          }),
        ),
    ),
  },
  {
    id: 'xml-as-before-the-cancellation',
    title: 'The XML of a deal that was cancelled is kept as it was before that.',
    breaks: ['negotiate/equivalent'],
    alsoStrikes: { 'operation/effect': 'it reads the effect of a cancellation in each representation' },
    wrap: remembering(
      () => new Map<string, string>(),
      (kept) =>
        onRequest(async (seen, next) => {
          const deal = asksFor(seen, { action: 'CancelDeal' }) ? operationIn(seen)?.deal : undefined;
          const shown = deal === undefined ? undefined : await next(readingXml(seen, deal));
          const response = await next(seen.request);
          if (deal !== undefined && shown?.ok === true && response.ok && !kept.has(deal))
            kept.set(deal, await shown.text());
          const before = seen.method === 'GET' ? kept.get(dealRead(seen) ?? '') : undefined;
          const isXml = response.status === 200 && response.headers.get('content-type')?.startsWith(TYPES.xml);
          return before !== undefined && isXml === true ? withText(response, () => before) : response;
        }),
    ),
  },
];

function readingXml(seen: RequestView, deal: string): Request {
  const request = reading(seen, `/rest/1/deals/${deal}`);
  request.headers.set('accept', TYPES.xml);
  return request;
}

/** A fault in the deals that a query by name gives. */
function onDealQuery(change: (found: readonly JsonObject[]) => Json): Deviation['wrap'] {
  return onAnswer((response, { method, path }: RequestView) =>
    method === 'GET' && path.startsWith('/query/deals/') && response.status === 200
      ? withJson(response, (found) => change(found as JsonObject[])) // the mock answers with an array of records
      : response,
  );
}
