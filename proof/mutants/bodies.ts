import { withFields } from '../deviations/deviation.ts';
import { reading, resent } from '../deviations/requests.ts';
import { fragmentsOf } from './fragments.ts';
import { type Call, type Cell, everyNth, type Fault, type Operator } from './mutant.ts';
import { clauseOfStatus } from './status.ts';

const MARK = '\ufeff';
const CLAUSE = '4.4-c3, 4.5-1';

/** Bodies emptied, truncated, mislabelled, prefixed, wrapped, stale, or another record's: document 4.4-c3, 4.5, RFC 8259 8.1. */
export const bodies: readonly Operator[] = [
  onText('body-empty', 'is empty', (text) => text && ''),
  onText('body-truncated', 'ends in the middle', (text) => text.slice(0, Math.ceil(text.length / 2)), { errors: true }),
  onText('body-twice', 'comes twice', (text) => text + text),
  onText('body-mark', 'begins with a byte order mark', (text) => MARK + text, {
    only: ['json', 'problem'],
    errors: true,
  }),
  onText('body-notice', 'begins with a line of another program', (text) => `Warning: undefined index\n${text}`),
  onText('body-wrapped', 'is wrapped in an object', (text) => `{"data":${text}}`, { only: ['json'] }),
  onText('body-in-array', 'is wrapped in an array', (text) => `[${text}]`, { only: ['json'] }),
  onText('body-as-text', 'is JSON inside a JSON string', (text) => JSON.stringify(text), { only: ['json'] }),
  onText('body-null', 'is null', () => 'null', { only: ['json'] }),
  onText('body-object', 'is an empty object', () => '{}', { only: ['json'] }),
  onText('body-single-quotes', 'is written with single quotes', (text) => text.replaceAll('"', "'")),
  onText('body-comma', 'has a comma after its last member', (text) => text.replace(/([}\]])\s*$/u, ',$1'), {
    only: ['json', 'problem'],
    errors: true,
  }),
  onText('body-raw-ampersand', 'has “&” that is not escaped', (text) => text.replace(/(<\/[a-z]+>)/u, ' & co$1'), {
    only: ['xml'],
  }),
  onText('body-unclosed', 'has an element that is not closed', (text) => text.replace(/<\/(?:id|dd)>/u, ''), {
    only: ['xml'],
  }),
  onText('body-message', 'is a message of success and nothing else', () => '{"message":"success"}', { only: ['json'] }),
  {
    name: 'body-mislabelled',
    per: 'representation',
    at: ({ representation, status, place }) =>
      representation === 'none' || (status >= 400 && !isError({ status, place }))
        ? []
        : ['application/json', 'application/xml', 'text/html', 'text/plain', 'application/octet-stream', 'json']
            .filter((type) => !type.includes(representation) || type === 'json')
            .filter((type) => representation !== 'problem' || type === 'application/xml')
            .map((type) => ({
              args: type.split('/').at(-1) ?? type,
              says: `the body is labelled ${type}`,
              clause: status >= 400 ? '7' : CLAUSE,
              answer: (response) => withFields(response, { 'content-type': type }),
            })),
  },
  {
    name: 'body-charset',
    per: 'representation',
    at: ({ representation, status, place }) =>
      representation === 'none' || status >= 400 || place.endsWith('.head')
        ? []
        : [
            {
              args: 'latin1',
              says: 'the body is encoded in ISO 8859-1 and labelled UTF-8',
              clause: CLAUSE,
              answer: async (response) => inLatin1(response),
            },
            {
              args: 'twice',
              says: 'the body is encoded in UTF-8 twice',
              clause: CLAUSE,
              answer: async (response) =>
                new Response(Buffer.from(await response.text(), 'utf8').toString('latin1'), response),
            },
            {
              args: 'ascii',
              says: 'letters beyond ASCII are question marks in the body',
              clause: CLAUSE,
              answer: async (response) =>
                new Response((await response.text()).replace(/[^\p{ASCII}]/gu, '?'), response),
            },
          ],
  },
  {
    name: 'body-stale',
    per: 'representation',
    at: (cell) => (isShown(cell) ? [stale('body', 'the body', false), stale('answer', 'the whole answer', true)] : []),
  },
  {
    name: 'body-of-another',
    per: 'representation',
    at: (cell) =>
      isShown(cell) && /:(?:id|index|commandId)$/u.test(cell.pattern)
        ? [
            {
              args: '',
              says: 'the body is that of another record',
              answer: async (response, call) => ofAnother(response, call),
            },
          ]
        : [],
  },
  {
    name: 'body-now-and-then',
    per: 'representation',
    at: (cell) =>
      isShown(cell)
        ? [
            nth('empty', 'is empty', () => ''),
            nth('truncated', 'ends in the middle', (text) => text.slice(0, Math.ceil(text.length / 2))),
            nth('emptied', 'shows no record', (text) => (fragmentsOf(text, 'json').list ? '[]' : '{}')),
          ]
        : [],
  },
  {
    name: 'body-on-204',
    per: 'status',
    at: (cell) =>
      cell.status === 204 && !cell.place.endsWith('.options')
        ? [
            {
              args: 'type',
              says: 'the 204 says that it has a body of JSON',
              clause: '4.4-m4',
              answer: (response) => withFields(response, { 'content-type': 'application/json', 'content-length': '2' }),
            },
          ]
        : [],
  },
  {
    name: 'body-of-200',
    per: 'representation',
    at: (cell) =>
      cell.place === 'command.name.post' && cell.status === 200
        ? [
            {
              args: '',
              says: 'the answer has a body',
              clause: '4.3',
              answer: (response) =>
                withFields(new Response('{"ok":true}', { status: 200, headers: response.headers }), {
                  'content-type': 'application/json',
                  'content-length': undefined,
                }),
            },
          ]
        : [],
  },
];

// The body of the root's 401 is the document's own (5.4). Of all others the format is open, and one program writes most of them.
function isError({ status, place }: Pick<Cell, 'status' | 'place'>): boolean {
  return place === 'root.get' || [400, 404, 406].includes(status);
}

interface Which {
  readonly only?: readonly string[];
  /** Whether errors have it too; the format of their bodies is open (document 7), not what makes it JSON or XML. */
  readonly errors?: boolean;
}

function onText(name: string, says: string, change: (text: string) => string, which: Which = {}): Operator {
  const { only = ['json', 'xml', 'html', 'problem'], errors = false } = which;
  return {
    name,
    per: 'representation',
    at: (cell) =>
      !only.includes(cell.representation) ||
      cell.place.endsWith('.head') ||
      (cell.status >= 400 && !(errors && isError(cell)))
        ? []
        : [
            {
              args: '',
              says: `the body ${says}`,
              clause: cell.status >= 400 ? clauseOfStatus(cell) : cell.status === 201 ? '4.4-c3' : cell.clause,
              answer: async (response) => rewritten(response, change),
            },
          ],
  };
}

async function rewritten(response: Response, change: (text: string) => string): Promise<Response> {
  // HEAD has no body to be changed.
  if (response.body === null) return response;
  const text = change(await response.text());
  return withFields(new Response(text, { status: response.status, headers: response.headers }), {
    'content-length': undefined,
  });
}

async function inLatin1(response: Response): Promise<Response> {
  const bytes = new Uint8Array(Buffer.from(await response.text(), 'latin1'));
  return new Response(bytes, { status: response.status, headers: response.headers });
}

function isShown({ status, representation, place }: Cell): boolean {
  return (
    status === 200 && place.endsWith('.get') && /^(?:json|xml|html)$/u.test(representation) && place !== 'root.get'
  );
}

function stale(args: string, what: string, whole: boolean): Fault {
  return {
    args,
    says: `${what} is as it was when it was first read`,
    async answer(response, call) {
      const key = `${call.path}${call.search} ${response.headers.get('content-type') ?? ''}`;
      const text = await response.text();
      const before = call.memory.get(key);
      const first =
        before instanceof Object && 'text' in before ? before : { text, headers: new Headers(response.headers) };
      call.memory.set(key, first);
      const kept = first as { readonly text: string; readonly headers: Headers }; // nothing else is put there
      return new Response(kept.text, { status: response.status, headers: whole ? kept.headers : response.headers });
    },
  };
}

/** The body of the record beside, or the first that is read in place of it. */
async function ofAnother(response: Response, call: Call): Promise<Response> {
  const { store } = call.mock.tenants.of('');
  const own =
    call.path
      .split('/')
      .at(-1)
      ?.replace(/\.(?:json|xml|html)$/u, '') ?? '';
  const among = call.pattern === '/users/:id' ? store.users.entries : store.deals.entries;
  const other = call.pattern.endsWith(':id') ? [...among.keys()].find((id) => id !== own) : own === '0' ? '1' : '0';
  const path = call.path.replace(/\/[^/.]*((?:\.(?:json|xml|html))?)$/u, `/${other ?? own}$1`);
  const accept = call.request.headers.get('accept');
  const request = resent(reviewed(call), { path: path + call.search, method: 'GET' });
  if (accept !== null) request.headers.set('accept', accept);
  const answer = await call.mock.fetch(request);
  return answer.status === 200 ? new Response(await answer.text(), response) : response;
}

// A condition of the request is about the record that was asked for.
function reviewed(call: Call): Call {
  const request = reading(call, call.path + call.search);
  for (const name of ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since'])
    request.headers.delete(name);
  return { ...call, request };
}

function nth(args: string, says: string, change: (text: string) => string): Fault {
  return {
    args,
    says: `every third body ${says}`,
    answer: everyNth(3, (response) => rewritten(response, change)),
  };
}
