import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { type Carriage, carried } from './carriage.ts';
import { answers, type Variation, type Wrap } from './variation.ts';

// Another coding is another representation, so it has a strong tag of its own (RFC 9110 8.8.3.3).
const MARK = '-coded"';

/** Gives a 304 the length and the type of the 200 that would be sent without the precondition. */
const describedAsWhole: Wrap = (fetch) => async (request) => {
  const asked = new Headers(request.headers);
  for (const name of ['if-none-match', 'if-modified-since']) asked.delete(name);
  if ([...asked].length === [...request.headers].length) return fetch(request);
  const whole = async (): Promise<{ length: string; type: string }> => {
    const response = await fetch(new Request(request.url, { headers: asked }));
    const { byteLength } = await response.arrayBuffer();
    return { length: String(byteLength), type: response.headers.get('content-type') ?? '' };
  };
  const before = await whole();
  const response = await fetch(request);
  const after = await whole();
  // What another request changes meanwhile has no length that could be told.
  if (response.status !== 304 || before.length !== after.length) return response;
  const headers = new Headers(response.headers);
  headers.set('content-length', after.length);
  headers.set('content-type', after.type);
  return new Response(null, { status: 304, headers });
};

/** Codes every body that there is. */
function coded(coding: string, code: (body: Uint8Array) => Uint8Array): Wrap {
  const coder = codes(coding, code);
  return (fetch, mock) => coder((request) => fetch(withoutMark(request)), mock);
}

function withoutMark(request: Request): Request {
  for (const name of ['if-none-match', 'if-match']) {
    const tags = request.headers.get(name);
    if (tags?.includes(MARK) === true) request.headers.set(name, tags.replaceAll(MARK, '"'));
  }
  return request;
}

function codes(coding: string, code: (body: Uint8Array) => Uint8Array): Wrap {
  return answers(async (response, { method }) => {
    const headers = new Headers(response.headers);
    const etag = headers.get('etag');
    if (etag !== null) headers.set('etag', etag.replace(/"$/u, MARK));
    if (response.body === null && method !== 'HEAD') return new Response(null, { status: response.status, headers });
    headers.set('content-encoding', coding);
    headers.delete('content-length');
    headers.append('vary', 'Accept-Encoding');
    // A view on a shared buffer is no BodyInit to TypeScript; zlib gives none.
    const body =
      response.body === null ? null : (code(new Uint8Array(await response.arrayBuffer())) as Uint8Array<ArrayBuffer>);
    return new Response(body, { status: response.status, headers });
  });
}

const BY_HAND: NonNullable<Carriage['byHand']> = {
  version: '1.1',
  chunk: (size) => size.toString(16),
  space: [' ', ''],
  saysClose: true,
};

function byHand(how: Partial<NonNullable<Carriage['byHand']>>, rest: Partial<Carriage> = {}): Wrap {
  return carried((carriage) => ({ ...carriage, ...rest, byHand: { ...BY_HAND, ...carriage.byHand, ...how } }));
}

function respelt(spell: (name: string) => string): Wrap {
  return carried((carriage) => ({ ...carriage, fields: carriage.fields.map(([n, v]) => [spell(n), v] as const) }));
}

function more(...lines: readonly (readonly [string, string])[]): Wrap {
  return carried((carriage) => ({ ...carriage, fields: [...carriage.fields, ...lines] }));
}

const CODINGS: readonly Variation[] = [
  { id: 'coding-gzip', title: 'Bodies are gzipped unasked.', wrap: coded('gzip', gzipSync) },
  {
    id: 'coding-x-gzip',
    title: 'Bodies are gzipped under the old name of the coding.',
    wrap: coded('x-gzip', gzipSync),
  },
  { id: 'coding-deflate', title: 'Bodies are deflated unasked.', wrap: coded('deflate', deflateSync) },
  { id: 'coding-brotli', title: 'Bodies are coded with Brotli unasked.', wrap: coded('br', brotliCompressSync) },
  {
    id: 'coding-twice',
    title: 'Bodies are deflated and then gzipped.',
    wrap: coded('deflate, gzip', (body) => gzipSync(deflateSync(body))),
  },
].map((variation) => ({
  ...variation,
  source: 'RFC 9110 12.5.3: without Accept-Encoding any coding may be used',
  layer: 'coding',
  group: 'coding',
}));

/** How bodies are coded and answers travel. */
export const connections: readonly Variation[] = [
  ...CODINGS,
  ...[
    {
      id: 'chunked',
      title: 'Bodies are chunked.',
      source: 'RFC 9112 7.1',
      group: 'framing',
      wrap: carried((carriage) => ({ ...carriage, framing: 'chunked' })),
    },
    {
      id: 'chunked-with-trailers',
      title: 'Bodies are chunked, and trailers follow.',
      source: 'RFC 9112 7.1.2',
      group: 'framing',
      wrap: carried((carriage) => ({ ...carriage, framing: 'chunked', trailers: [['Server-Timing', 'db;dur=1']] })),
    },
    {
      id: 'chunk-extensions',
      title: 'Chunks have extensions, leading zeros and capital digits.',
      source: 'RFC 9112 7.1.1',
      group: 'framing',
      wrap: byHand({ chunk: (n) => `00${n.toString(16).toUpperCase()};name="a;b"` }, { framing: 'chunked', piece: 43 }),
    },
    {
      id: 'close-delimited',
      title: 'Bodies have no length and end with the connection.',
      source: 'RFC 9112 6.3',
      group: 'framing',
      wrap: carried((carriage) => ({ ...carriage, framing: 'close' })),
    },
    {
      id: 'http-1-0',
      title: 'Answers are HTTP/1.0.',
      source: 'RFC 9110 6.2: a server may answer a version lower than the request’s',
      group: 'framing',
      wrap: byHand({ version: '1.0' }, { framing: 'close' }),
    },
    {
      id: 'connection-close',
      title: 'Each connection is closed after one answer.',
      source: 'RFC 9112 9.6',
      group: 'framing',
      wrap: more(['Connection', 'close']),
    },
    {
      id: 'closed-after-refusals',
      title: 'A connection is closed after each refusal.',
      source: 'RFC 9112 9.6: a server may close a connection with any answer that says so',
      group: 'framing',
      wrap: carried((carriage) =>
        carriage.status < 400 ? carriage : { ...carriage, fields: [...carriage.fields, ['Connection', 'close']] },
      ),
    },
    {
      id: 'closed-without-a-word',
      title: 'Each connection is closed after one answer, which does not say so.',
      source: 'RFC 9112 9.5: a server may close an idle connection at any time',
      group: 'framing',
      wrap: byHand({ saysClose: false }),
    },
    {
      id: 'keep-alive-field',
      title: 'Answers tell how long the connection is kept.',
      source: 'RFC 9112 C.2.2',
      group: 'framing',
      wrap: carried((carriage, { request }) =>
        request.headers.get('connection') === 'close'
          ? { ...carriage, fields: [...carriage.fields, ['Keep-Alive', 'timeout=5, max=1000']] }
          : { ...carriage, fields: [...carriage.fields, ['Connection', 'keep-alive'], ['Keep-Alive', 'timeout=5']] },
      ),
    },
    {
      id: 'byte-by-byte',
      unseen: 'the same bytes, in other pieces',
      title: 'Bodies are written in pieces of seven bytes.',
      source: 'RFC 9112 2.2: how a stream is cut into segments means nothing',
      wrap: carried((carriage) => ({ ...carriage, piece: 7 })),
    },
    {
      id: 'early-hints',
      title: 'A 103 comes before each answer.',
      source: 'RFC 8297',
      wrap: carried((carriage) => ({ ...carriage, interim: [...carriage.interim, 'hints'] })),
    },
    {
      id: 'interim-answers',
      title: 'A 100 and a 102 that nobody asked for come before each answer.',
      source: 'RFC 9110 15.2: a client has to be able to read interim answers that it does not expect',
      wrap: carried((carriage) => ({ ...carriage, interim: [...carriage.interim, 'continue', 'processing'] })),
    },
    {
      id: 'slow',
      unseen: 'the same bytes, later',
      title: 'Each answer takes a little time.',
      source: 'document 8: no limits are shown',
      wrap: carried((carriage) => ({ ...carriage, delayMs: carriage.delayMs + 5 })),
    },
    {
      id: 'fields-in-mixed-case',
      title: 'Field names are in lower case and capitals by turns.',
      source: 'RFC 9110 5.1: names have no case',
      group: 'spelling',
      wrap: respelt((name) => Array.from(name, (c, i) => (i % 2 === 0 ? c : c.toUpperCase())).join('')),
    },
    {
      id: 'fields-in-capitals',
      title: 'Field names are in capitals.',
      source: 'RFC 9110 5.1: names have no case',
      group: 'spelling',
      wrap: respelt((name) => name.toUpperCase()),
    },
    {
      id: 'fields-with-tabs',
      title: 'Values stand behind two spaces and before a tab.',
      source: 'RFC 9112 5: optional white space is no part of the value',
      wrap: byHand({ space: ['  ', ' \t'] }),
    },
    {
      id: 'fields-without-spaces',
      title: 'No space stands between the colon and the value.',
      source: 'RFC 9112 5: the white space is optional',
      wrap: byHand({ space: ['', ''] }),
    },
    {
      id: 'fields-in-latin-1',
      title: 'A field holds letters beyond ASCII.',
      source: 'RFC 9110 5.5: obs-text',
      wrap: more(['X-Servi', 'caf\u00e9 \u00fcber']),
    },
    {
      id: 'fields-repeated',
      title: 'Harmless fields are repeated.',
      source: 'RFC 9110 5.3: a list may stand on several lines',
      // Its fields are added behind the one that gives a 304 the fields of the 200.
      group: 'fields of a 304',
      wrap: more(
        ['Vary', 'Accept'],
        ['Vary', 'Cookie'],
        ['Cache-Control', 'private'],
        ['Link', '</a>; rel="a"'],
        ['Link', '</b>; rel="b"'],
      ),
    },
    {
      id: 'fields-long-and-many',
      title: 'There is one field of 6 kB and a hundred others.',
      source: 'RFC 9110 5.4: no limit is set',
      wrap: more(
        ['Content-Security-Policy', `default-src 'self' ${'https://cdn.example '.repeat(300)}`.trim()],
        ...Array.from({ length: 100 }, (_, i) => [`X-Trace-${i}`, `value ${i}`] as const),
      ),
    },
    {
      id: 'fields-empty',
      title: 'Some fields are empty.',
      source: 'RFC 9110 5.5: a value may be empty',
      wrap: more(['X-Empty', ''], ['Server', ''], ['Accept-Ranges', '']),
    },
    {
      id: 'no-reason-phrase',
      title: 'The status line has no reason phrase.',
      source: 'RFC 9112 4: the phrase is optional',
      group: 'reason',
      wrap: byHand({}, { reason: '' }),
    },
    {
      id: 'other-reason-phrase',
      title: 'The status line has a phrase of its own.',
      source: 'RFC 9112 4: a client is to ignore the phrase',
      group: 'reason',
      wrap: carried((carriage) => ({ ...carriage, reason: 'Schon gut' })),
    },
    {
      id: 'head-without-length',
      title: 'HEAD is answered without Content-Length.',
      source: 'RFC 9110 9.3.2: fields that are known only with the content may be left out',
      wrap: carried((carriage, { method }) =>
        method === 'HEAD' ? { ...carriage, fields: carriage.fields.filter(([n]) => n !== 'content-length') } : carriage,
      ),
    },
    {
      id: 'not-modified-with-length',
      title: 'A 304 has the Content-Length and the Content-Type of the 200.',
      source: 'RFC 9110 8.6, 15.4.5',
      group: 'fields of a 304',
      wrap: describedAsWhole,
    },
    {
      id: 'no-date',
      title: 'No answer has a Date.',
      source: 'RFC 9110 6.6.1: a server without a clock sends none',
      wrap: carried((carriage) => ({
        ...carriage,
        fields: carriage.fields.filter(([name]) => name.toLowerCase() !== 'date'),
      })),
    },
  ].map((variation): Variation => ({ ...variation, layer: 'connection' }) as Variation), // literals widen in a mixed list
];
