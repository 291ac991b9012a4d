import type { Fetch } from '../../mock/interface.ts';
import { answers, asItIs, instead, refusal, type Variation, type Wrap } from './variation.ts';

const SUCCESS = 'document 4.2: payloads and success status of operations are not shown; 4.4-m4';
const isOperation = (path: string): boolean => /\/deals\/[^/]+(?:\/|$)|^(?:\/[^/]+)*\/commands\//u.test(path);
const isForm = { E: /\/deals\/[^/]+\/[a-z-]+$/u, document: /\/commands\/[^/]+$/u };

/** Answers PUTs that were done in another way. */
function done(method: 'PUT' | 'POST', where: RegExp, answer: (response: Response) => Response): Wrap {
  return answers((response, seen) =>
    seen.method === method && response.status < 300 && where.test(seen.path) ? answer(response) : response,
  );
}

const told = (status: number, value: unknown = { result: 'done' }): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });
const bare = (status: number): Response => new Response(null, { status });

/** How long the effect of an operation stays hidden. */
const LATER_MS = 40;

/** The effect of a PUT shows a little later: until then a deal reads as it was. */
function later(): Wrap {
  const before = new Map<string, { readonly text: string; readonly headers: Headers; readonly until: number }>();
  return (fetch: Fetch) => async (request) => {
    const { pathname, origin } = new URL(request.url);
    const deal = /^(.*\/deals\/[^/]+)(?:\/.*)?$/u.exec(pathname)?.[1] ?? (await dealNamedIn(request, pathname));
    if (request.method === 'GET' && deal === pathname) {
      const old = before.get(deal);
      const asksJson = /json|^\*\/\*$/u.test(request.headers.get('accept') ?? '*/*');
      if (old !== undefined && asksJson && performance.now() < old.until)
        return new Response(old.text, { headers: old.headers });
    }
    if (request.method === 'DELETE' && deal !== undefined) before.delete(deal);
    if ((request.method !== 'PUT' && request.method !== 'POST') || deal === undefined) return fetch(request);
    const read = await fetch(new Request(origin + deal, { headers: { accept: 'application/json' } }));
    const text = await read.text();
    const response = await fetch(request);
    if (!response.ok) return response;
    const pending = before.get(deal);
    const isPending = pending !== undefined && performance.now() < pending.until;
    if (request.method === 'POST' && !isPending) return response;
    const [shown, headers] = isPending ? [pending.text, pending.headers] : [text, read.headers];
    before.set(deal, { text: shown, headers, until: performance.now() + LATER_MS });
    return request.method === 'PUT' ? bare(202) : response;
  };
}

async function dealNamedIn(request: Request, path: string): Promise<string | undefined> {
  if (!/\/commands\/[^/]+$/u.test(path) || request.body === null) return undefined;
  try {
    const value: unknown = await request.clone().json();
    const isNamed = typeof value === 'object' && value !== null && 'deal' in value;
    return isNamed ? `/rest/1/deals/${String(value.deal)}` : undefined;
  } catch {
    return undefined;
  }
}

/** The document shows no success status of a command document (4.2); HTTP alone asks for 201 where a GET shows that there was none before. */
const NOT_TOLD_AS_MADE = 'a PUT that makes what was not there is answered 201 (RFC 9110 9.3.4)';
const NO_204 = 'no operation is answered 204';

/** Answers of operations: document 4.2. */
export const operations: readonly Variation[] = [
  {
    id: 'put-answers-200',
    title: 'A PUT that was done is answered 200 with a body.',
    source: SUCCESS,
    group: 'put',
    wrap: done('PUT', /./u, () => told(200)),
    hides: { 'operation/empty': NO_204 },
  },
  {
    id: 'put-answers-200-text',
    title: 'A PUT that was done is answered 200 with a word of plain text.',
    source: SUCCESS,
    group: 'put',
    wrap: done('PUT', /./u, () => new Response('done\n', { headers: { 'content-type': 'text/plain' } })),
    hides: { 'operation/empty': NO_204 },
  },
  {
    id: 'put-answers-202',
    title: 'A PUT is answered 202 with a ticket, and was done at once.',
    source: `${SUCCESS}; 7 (202)`,
    group: 'put',
    wrap: done('PUT', /./u, () => told(202, { ticket: 17, status: '/tickets/17' })),
    hides: { 'operation/empty': NO_204 },
  },
  {
    id: 'put-takes-effect-later',
    title: 'A PUT is answered 202, and its effect shows a little later.',
    source: `${SUCCESS}; 7 (202)`,
    group: 'put held',
    settleMs: 1500,
    wrap: later(),
    hides: {
      'operation/empty': NO_204,
      'operation/idempotent': 'a deal that may still change by itself shows nothing',
      'operation/command-id': 'a deal that may still change by itself shows nothing',
    },
  },
  {
    id: 'command-documents-always-200',
    title: 'A command document is answered 200 with the document, the first time and again.',
    source: SUCCESS,
    group: 'put',
    wrap: done('PUT', isForm.document, () => told(200, { action: 'HoldDeal', state: 'done' })),
    hides: { 'operation/empty': NO_204 },
    departs: { 'operation/effect': NOT_TOLD_AS_MADE },
  },
  {
    id: 'command-documents-always-204',
    title: 'A command document is answered 204, the first time and again.',
    source: SUCCESS,
    group: 'put',
    wrap: done('PUT', isForm.document, () => bare(204)),
    departs: { 'operation/effect': NOT_TOLD_AS_MADE },
  },
  {
    id: 'command-documents-refused-again',
    title: 'A command document that was taken is refused with 409 when it is sent again.',
    source: 'document 4.2 F, G: the id is unique; RFC 9110 15.5.10',
    group: 'put',
    wrap: done('PUT', isForm.document, (response) => (response.status === 201 ? response : refusal(409))),
    hides: { 'operation/empty': NO_204 },
  },
  {
    id: 'holds-answer-200',
    title: 'Form E answers 200 with a body and no address.',
    source: 'document 4.4-c5',
    group: 'holds',
    wrap: done('POST', isForm.E, () => told(200, { held: true })),
    hides: { 'operation/empty': 'form E is answered with a body' },
  },
  {
    id: 'holds-answer-204',
    title: 'Form E answers 204.',
    source: 'document 4.4-c5',
    group: 'holds',
    wrap: done('POST', isForm.E, () => bare(204)),
  },
  {
    id: 'holds-answer-202',
    title: 'Form E answers 202.',
    source: 'document 7 (202)',
    group: 'holds',
    wrap: done('POST', isForm.E, () => told(202)),
    hides: { 'operation/empty': 'form E is answered with a body' },
  },
  {
    id: 'holds-answer-201-without-body',
    title: 'Form E answers 201 with a Location and without a body.',
    source: 'document 4.4-c5',
    group: 'holds',
    wrap: done(
      'POST',
      isForm.E,
      ({ headers }) => new Response(null, { status: 201, headers: { location: headers.get('location') ?? '' } }),
    ),
  },
  {
    id: 'transitions-enforced',
    title: 'An unhold without a hold and anything after an end is refused with 409.',
    source: 'document 3: transitions are not shown',
    options: { requireTransitions: true },
    wrap: asItIs,
  },
  {
    id: 'operations-refuse-more',
    title: 'An operation with a parameter that it does not know is refused with 400.',
    source: 'document 7 (400)',
    wrap: instead(({ method, path, body }) => {
      if (method !== 'PUT' || !isOperation(path)) return undefined;
      return /"(?!(?:reason|amercement|newPrice|newDate|whyChanged|held|holdReason|name|price|action|params|deal|completionDate|state|completed|cancelled|priceReason|cancelReason|dateReason)")\w+":/u.test(
        body,
      ) &&
        !body.includes('"held"') &&
        !/"name"/u.test(body)
        ? refusal(400)
        : undefined;
    }),
  },
];
