import type { JsonObject } from '../../fixtures/json.ts';
import { onOperation, operationIn } from './asked-operation.ts';
import { type Deviation, onAnswer, withJson, withText } from './deviation.ts';
import { onRepresentation } from './representations.ts';
import { remembering } from './requests.ts';

/** Faults in how a deal is listed and found by name once an operation was carried out on it: document 4.2, 4.3, 4.4. */
export const listsAfterOperations: readonly Deviation[] = [
  {
    id: 'held-deals-missing-from-xml-list',
    title: 'The list in XML leaves out the deals that are on hold.',
    breaks: ['negotiate/equivalent'],
    wrap: onRepresentation(
      'xml',
      (response) =>
        withText(response, (text) =>
          text.replace(/<deal>(?:(?!<\/deal>).)*<held>true<\/held>(?:(?!<\/deal>).)*<\/deal>/gsu, ''),
        ),
      ({ path }) => /\/deals\/?$/u.test(path),
    ),
  },
  {
    id: 'held-deal-not-found-by-name',
    title: 'A query for deals by name does not find those that were put on hold in form A.',
    breaks: ['query/records'],
    wrap: remembering(
      () => new Set<string>(),
      (held) => (fetch, mock) =>
        onAnswer((response, seen) => {
          if (seen.method !== 'GET' || !seen.path.startsWith('/query/deals/') || response.status !== 200)
            return response;
          // The mock answers with an array of records.
          return withJson(response, (found) => (found as JsonObject[]).filter((deal) => !held.has(idOf(deal))));
        })(
          onOperation({ form: 'A', action: 'HoldDeal' }, async (seen, next) => {
            const response = await next(seen.request);
            const deal = operationIn(seen)?.deal;
            if (response.ok && deal !== undefined) held.add(deal);
            return response;
          })(fetch, mock),
          mock,
        ),
    ),
  },
];

function idOf(deal: JsonObject): string {
  return String(deal['id']);
}
