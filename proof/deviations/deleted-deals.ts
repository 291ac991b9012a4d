import { asksFor } from './asked-operation.ts';
import { type Deviation, onRequest, type RequestView } from './deviation.ts';
import { bareAnswer, payloadOf, remembering } from './requests.ts';

/** Faults in what a deal that was deleted still takes: document 4.2, 4.4-m1. */
export const deletedDeals: readonly Deviation[] = [
  {
    id: 'deleted-deal-takes-holds',
    title: 'A hold in form A of a deal that was deleted is answered 204.',
    breaks: ['operation/unknown-deal'],
    wrap: onDeleted((seen) => (asksFor(seen, { form: 'A', action: 'HoldDeal' }) ? bareAnswer(204) : undefined)),
  },
  {
    id: 'deleted-deal-takes-global-commands',
    title: 'A command of form G for a deal that was deleted is answered 204.',
    breaks: ['operation/unknown-deal'],
    wrap: onDeleted((seen) => (asksFor(seen, { form: 'G' }) ? bareAnswer(204) : undefined)),
  },
];

/** A fault in what is answered about deals that were deleted. */
function onDeleted(answer: (seen: RequestView) => Response | undefined): Deviation['wrap'] {
  return remembering(
    () => new Set<string>(),
    (deleted) =>
      onRequest(async (seen, next) => {
        const response = await next(seen.request);
        const own = /\/deals\/([^/]+)/u.exec(seen.path)?.[1] ?? String(payloadOf(seen)['deal'] ?? '');
        if (seen.method === 'DELETE' && response.status === 204) deleted.add(own);
        return deleted.has(own) && !response.ok ? (answer(seen) ?? response) : response;
      }),
  );
}
