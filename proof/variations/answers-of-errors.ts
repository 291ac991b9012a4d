import { answers, instead, redirected, refusal, type Variation } from './variation.ts';

const BODY = 'document 7: the format of error bodies is not shown';
const WEIGHTS = 'weights tell what is liked better, and a server may choose by itself (RFC 9110 12.1)';
const SERVED = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

const WRITTEN = {
  json: ['application/problem+json', (status: number) => JSON.stringify({ type: 'about:blank', status })],
  xml: ['application/problem+xml', (status: number) => `<problem><status>${status}</status></problem>`],
  html: [
    'text/html',
    (status: number) => `<!doctype html><title>${status}</title><h1>${status}</h1><a href="/">Home</a>`,
  ],
  text: ['text/plain', (status: number) => `error ${status}`],
} as const;

function wanted(accept: string): keyof typeof WRITTEN {
  const first = accept.split(',')[0] ?? '';
  if (first.includes('html')) return 'html';
  if (first.includes('xml')) return 'xml';
  return first.includes('text/') ? 'text' : 'json';
}

/** Errors as other frameworks tell them: document 7. */
export const answersOfErrors: readonly Variation[] = [
  {
    id: 'errors-negotiated',
    title: 'Errors are pages, XML, text or JSON, as Accept asks for.',
    source: `${BODY}; RFC 9110 12.5.1`,
    group: 'errors',
    // The root's 401 has a body that the document shows (5.4).
    wrap: answers(async (response, { request, method }) => {
      if (response.status < 400 || response.status === 401) return response;
      await response.body?.cancel();
      const [type, write] = WRITTEN[wanted((request.headers.get('accept') ?? '').toLowerCase())];
      const headers = new Headers(response.headers);
      headers.delete('content-length');
      headers.set('content-type', type);
      headers.append('vary', 'Accept');
      return new Response(method === 'HEAD' ? null : write(response.status), { status: response.status, headers });
    }),
  },
  {
    id: 'unserved-methods-404',
    title: 'A method that is not routed at an address is answered 404.',
    source: 'RFC 9110 15.5.5: nothing is found for that request, and nothing has to be disclosed; Rails does so',
    group: 'methods',
    hides: { 'status/405-allow': 'nothing is refused with 405' },
    wrap: answers((response, { method }) =>
      response.status === 405 ? (method === 'HEAD' ? new Response(null, { status: 404 }) : refusal(404)) : response,
    ),
  },
  {
    id: 'unserved-methods-403',
    title: 'Methods that the service never uses are refused with 403 at the door.',
    source: 'RFC 9110 15.5.4: the request was understood, and is refused',
    group: 'methods',
    wrap: instead(({ method }) => (SERVED.has(method) ? undefined : refusal(403))),
  },
  {
    id: 'accept-weights-ignored',
    title: 'Of what Accept names the first that is offered is taken, whatever its weight, unless that is 0.',
    source: 'RFC 9110 12.1: a client cannot rely on its preferences being honoured',
    group: 'accept',
    departs: {
      'negotiate/quality': WEIGHTS,
      'read/made': WEIGHTS,
    },
    wrap: instead(({ request, path }, next) => {
      const accept = request.headers.get('accept');
      if (accept === null || !/;\s*q\s*=\s*(?:0\.\d*[1-9]|1)/iu.test(accept)) return undefined;
      const plain = redirected(request, path);
      const kept = accept.split(',').filter((range) => /;\s*q\s*=\s*0(?:\.0*)?\s*(?:;|$)/iu.test(range));
      const first = accept.split(',').find((range) => !kept.includes(range) && /json|xml|html/iu.test(range));
      if (first === undefined) return undefined;
      plain.headers.set('accept', first.replace(/;\s*q\s*=[^;]*/iu, ''));
      return next(plain);
    }),
    unseen: 'no request that is compared has weights',
  },
];
