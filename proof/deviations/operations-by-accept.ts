import { onOperation, operationIn, type Which } from './asked-operation.ts';
import { type Deviation, onAnswer, type RequestView, type Take, withText } from './deviation.ts';
import { dealRead } from './places.ts';
import { bareAnswer, dealIn, payloadOf, remembering, resent } from './requests.ts';

/** The deal before is one that another rule works with. */
const NEIGHBOUR = Object.fromEntries(
  [
    'operation/malformed',
    'operation/missing-parameter',
    'operation/unknown-action',
    'operation/command-id',
    'operation/idempotent',
    'operation/forms-agree',
    'command/effect',
    'command/malformed',
    'create/any-valid',
    'create/lasting',
    'negotiate/equivalent',
    'read/safe',
    'read/head',
    'validator/etag-stable',
    'validator/if-match',
    'validator/if-none-match',
    'model/sequence',
  ].map((rule) => [rule, 'the deal before is one that this rule works with']),
);

/** Faults of operations for clients that accept XML or HTML, and on deals beside the one that is meant: document 4.2, 4.5. */
export const operationsByAccept: readonly Deviation[] = [
  asked(
    'hold-for-pages-without-effect',
    'A hold in form A by a client that accepts HTML is answered 204 and has no effect.',
    'text/html',
    { form: 'A', action: 'HoldDeal' },
    async (seen, next) => ((await isThere(seen, next)) ? bareAnswer(204) : next(seen.request)),
  ),
  asked(
    'operation-for-xml-without-effect',
    'An operation in form B by a client that accepts XML is answered 204 and has no effect.',
    'application/xml',
    { form: 'B' },
    async (seen, next) => ((await isThere(seen, next)) ? bareAnswer(204) : next(seen.request)),
  ),
  shown('held-empty-in-xml', 'The reason of a hold is empty in XML.', /(<holdReason[^>]*>)[^<]*/u, 'application/xml'),
  shown(
    'new-date-empty-in-xml',
    'A completion date that was changed is empty in XML.',
    /(<completionDate[^>]*>)[^<]*/u,
    'application/xml',
  ),
  neighbour('hold-holds-the-deal-before', 'A hold in form A holds the deal before it as well.', {
    form: 'A',
    action: 'HoldDeal',
  }),
  {
    id: 'global-command-on-the-deal-before-too',
    title: 'A command of form G is carried out on the deal before it as well.',
    breaks: ['operation/effect'],
    alsoStrikes: NEIGHBOUR,
    // The deal before it is one of another rule that is tried at the same time.
    oneByOne: true,
    wrap: onOperation({ form: 'G' }, async (seen, next) => {
      const response = await next(seen.request);
      const { deal } = payloadOf(seen);
      if (!response.ok) return response;
      const body = JSON.stringify({ ...payloadOf(seen), deal: String(Number(deal) - 1) });
      await next(resent(seen, { path: `${seen.path}-too`, body }));
      return response;
    }),
  },
];

async function isThere(seen: RequestView, next: Parameters<Take>[1]): Promise<boolean> {
  const path = /^.*\/deals\/[^/]+/u.exec(seen.path)?.[0] ?? seen.path;
  return (await next(resent(seen, { method: 'GET', path, body: '' }))).ok;
}

/** A fault in such an operation where the client accepts this type before others. */
function asked(id: string, title: string, type: string, which: Which, take: Take): Deviation {
  return {
    id,
    title,
    breaks: ['operation/effect'],
    wrap: onOperation(which, (seen, next, mock) =>
      (seen.request.headers.get('accept') ?? '').startsWith(type) ? take(seen, next, mock) : next(seen.request),
    ),
  };
}

/** A member is left empty in a deal on which an operation was carried out. */
function shown(id: string, title: string, member: RegExp, type: string): Deviation {
  return {
    id,
    title,
    breaks: ['operation/effect'],
    alsoStrikes: { 'negotiate/equivalent': 'it compares the representations of a deal that was changed, too' },
    wrap: remembering(
      () => new Set<string>(),
      (changed) =>
        onAnswer((response, seen) => {
          const operation = operationIn(seen);
          if (operation !== undefined && response.ok) changed.add(operation.deal);
          const isMeant =
            changed.has(dealRead(seen) ?? '') && (response.headers.get('content-type') ?? '').startsWith(type);
          return isMeant && response.status === 200
            ? withText(response, (text) => text.replace(member, '$1'))
            : response;
        }),
    ),
  };
}

/** An operation is carried out on the deal whose id is one less, too. */
function neighbour(id: string, title: string, which: Which): Deviation {
  return {
    id,
    title,
    breaks: ['operation/effect'],
    alsoStrikes: NEIGHBOUR,
    // The deal before it is one of another rule that is tried at the same time.
    oneByOne: true,
    wrap: onOperation(which, async (seen, next) => {
      const response = await next(seen.request);
      if (!response.ok || dealIn(seen.path) !== undefined) return response;
      await next(resent(seen, { path: seen.path.replace(/(?<=\/deals\/)\d+/u, (own) => String(Number(own) - 1)) }));
      return response;
    }),
  };
}
