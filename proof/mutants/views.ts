import { withFields } from '../deviations/deviation.ts';
import { fragmentsOf, withFragments, withMember } from './fragments.ts';
import { type Call, type Cell, changed, type Fault, type Next, type Operator } from './mutant.ts';
import { representationOf } from './places.ts';
import { storeOf } from './touched.ts';

const CLAUSE = '4.5-1, 4.5-2';

/** Representations that tell different things, and caches with a key or a lifetime that is wrong: document 4.4, 4.5, RFC 9110 8.8, 15.4.5. */
export const views: readonly Operator[] = [
  {
    name: 'cache-key',
    per: 'place',
    at: (cell) => {
      if (!isShown(cell)) return [];
      const { place, pattern } = cell;
      const isOne = place.startsWith('query');
      return [
        ...(isOne ? [] : [keyed('accept', 'the representation that was read first comes for each', CLAUSE, stateKey)]),
        ...(place === 'users.query.get'
          ? [
              keyed(
                'query',
                'the result that was read first comes for each query',
                '4.4 (query by name)',
                (_call, type) => type,
              ),
              keyed(
                'length',
                'queries of one length have one result',
                '4.4 (query by name)',
                ({ search }, type) => `${search.length} ${type}`,
              ),
            ]
          : []),
        ...(pattern.endsWith('/:index') || pattern.endsWith('/:commandId')
          ? [
              keyed(
                'owner',
                'what was read first comes below each owner',
                '4.4, 4.2',
                (call, type) => `${call.path.split('/').slice(-1).join()} ${type}`,
              ),
              keyed(
                'index',
                'what was read first comes for each that the owner has',
                '4.4, 4.2',
                (call, type) => `${call.path.split('/').slice(0, -1).join('/')} ${type}`,
              ),
            ]
          : []),
      ];
    },
  },
  {
    name: 'cache-kept',
    per: 'place',
    at: (cell) => {
      if (!isShown(cell)) return [];
      return [
        sticky('not-modified', 'a 304 is kept for the next who asks without a condition', 'RFC 9110 15.4.5', 304),
        ...(cell.place.startsWith('query')
          ? []
          : [sticky('refusal', 'a 406 is kept for the next who asks', '4.5-1', 406)]),
        ...(/deals|commands/u.test(cell.place) && cell.pattern.includes(':')
          ? [sticky('unknown', 'what was once unknown stays unknown', '4.4-m1', 404)]
          : []),
        ...(cell.place === 'deals.id.get' ? [afterDeletion()] : []),
        ...(/^(?:deals\.(?:id\.)?get$|query\.deals)/u.test(cell.place)
          ? [
              lagging('once', 'the first reading after a change shows the state before it', true),
              lagging('behind', 'readings show the state before the last change', false),
            ]
          : []),
      ];
    },
  },
  {
    name: 'view-of-json',
    per: 'place',
    at: (cell) =>
      /^deals\.(?:id\.)?get$/u.test(cell.place) && cell.status === 200 ? [ofFirstJson('xml'), ofFirstJson('html')] : [],
  },
  {
    name: 'view-of',
    per: 'representation',
    at: (cell) =>
      !isShown(cell) || !/^(?:deals|users)\.id\.get$/u.test(cell.place)
        ? []
        : [
            {
              args: 'previous',
              says: 'the body is that of the record that was asked for before',
              clause: CLAUSE,
              answer: async (response, { memory }) => {
                const text = await response.text();
                const before = String(memory.get('text') ?? text);
                memory.set('text', text);
                return new Response(before, response);
              },
            },
            ...(cell.place === 'deals.id.get' ? [ofNamesake()] : []),
          ],
  },
  {
    name: 'view-text',
    per: 'representation',
    at: (cell) => {
      if (!isShown(cell) || !cell.members.includes('name')) return [];
      return [
        onText('accents', 'accents are lost', (text) => text.normalize('NFD').replace(/\p{M}/gu, '')),
        ...(cell.place === 'deals.id.get'
          ? [
              onText('astral', 'characters beyond the first 65536 are lost', (text) =>
                text.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
              ),
              onText('quotes', 'curved quotation marks become others', (text) => text.replace(/[“”]/gu, '´')),
              ...(cell.representation === 'xml'
                ? [
                    onText('surrogates', 'characters beyond the first 65536 are written as two references', (text) =>
                      text.replace(/[\u{10000}-\u{10ffff}]/gu, (letter) =>
                        [0, 1].map((i) => `&#${letter.charCodeAt(i)};`).join(''),
                      ),
                    ),
                  ]
                : []),
            ]
          : []),
      ];
    },
  },
  {
    name: 'list-summary',
    per: 'representation',
    at: (cell) =>
      !isShown(cell) || !cell.list || !cell.members.includes('name')
        ? []
        : [
            onNames('shortened', 'long names end in “…”', cell, (name) => name.replace(/^(.{8}).{2,}$/su, '$1…')),
            onNames('turned', 'the last word of a name comes first', cell, (name) =>
              name.replace(/^(.+) (\S+)$/su, '$2, $1'),
            ),
          ],
  },
  {
    name: 'created-shows',
    per: 'representation',
    at: ({ place, status, representation }) =>
      status !== 201 || !place.endsWith('.post') || representation === 'none'
        ? []
        : [
            {
              args: 'before',
              says: 'the body describes what was created before',
              clause: '4.4-c3',
              answer: async (response, { memory }) => {
                const text = await response.text();
                const before = String(memory.get('text') ?? text);
                memory.set('text', text);
                return new Response(before, response);
              },
            },
          ],
  },
];

function isShown({ place, status, representation }: Cell): boolean {
  return place.endsWith('.get') && status === 200 && representation !== 'none' && place !== 'root.get';
}

const CONDITIONS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

function isConditional({ request }: Call): boolean {
  return CONDITIONS.some((field) => request.headers.has(field));
}

/** The address, and the state that the tag tells. */
function stateKey({ path, search }: Call, _type: string, etag: string): string {
  return `${path}${search.replace(/[?&]format=\w+/u, '')} ${etag.replace(/-\w+"$/u, '')}`;
}

interface Kept {
  readonly text: string;
  readonly etag: string;
  readonly fields: Headers;
}

async function keptOf(response: Response): Promise<Kept> {
  const { headers } = response;
  return { text: await response.text(), etag: headers.get('etag') ?? '', fields: new Headers(headers) };
}

function shown({ text, fields }: Kept): Response {
  return new Response(text, { headers: fields });
}

/** A cache that tells too few requests apart. */
function keyed(
  args: string,
  says: string,
  clause: string,
  keyOf: (call: Call, type: string, etag: string) => string,
): Fault {
  return {
    args,
    says,
    clause,
    async take(call, next) {
      const response = await next(call.request);
      if (response.status !== 200 || isConditional(call)) return response;
      const now = await keptOf(response);
      const key = keyOf(call, representationOf(response), now.etag);
      const known = (call.memory.get(key) ?? now) as Kept; // nothing else is put there
      call.memory.set(key, known);
      return shown(known);
    },
  };
}

/** An answer that is kept for the next one, or for good where it is a 404. */
function sticky(args: string, says: string, clause: string, status: number): Fault {
  return {
    args,
    says,
    clause,
    async take(call, next) {
      const key = call.path + call.search;
      const known = call.memory.get(key) === status;
      if (known && status !== 404) call.memory.delete(key);
      if (known) return new Response(null, { status });
      const response = await next(call.request);
      if (response.status === status) call.memory.set(key, status);
      return response;
    },
  };
}

function afterDeletion(): Fault {
  return {
    args: 'deleted',
    says: 'a deal that was read before it was deleted is still shown',
    clause: '4.1, 4.4-m1',
    async take(call, next) {
      const response = await next(call.request);
      const key = `${call.path}${call.search} ${call.request.headers.get('accept') ?? ''}`;
      if (response.status === 200) call.memory.set(key, await keptOf(response.clone()));
      const known = call.memory.get(key) as Kept | undefined; // nothing else is put there
      return response.status === 404 && known !== undefined ? shown(known) : response;
    },
  };
}

function lagging(args: string, says: string, isOnce: boolean): Fault {
  return {
    args,
    says,
    clause: '4.2, 4.4-c4',
    async take(call, next) {
      const response = await next(call.request);
      if (response.status !== 200 || isConditional(call)) return response;
      const key = `${call.path}${call.search} ${representationOf(response)}`;
      const now = await keptOf(response);
      const { last = now, before = now } = (call.memory.get(key) ?? {}) as { last?: Kept; before?: Kept }; // as below
      const isNew = last.etag !== now.etag;
      const older = isNew ? last : isOnce ? now : before;
      call.memory.set(key, { last: now, before: older });
      return shown(older);
    },
  };
}

/** Another representation made of what JSON was when it was first read. */
function ofFirstJson(kind: 'xml' | 'html'): Fault {
  return {
    args: kind,
    says: `${kind} is made of what was first read in JSON`,
    clause: CLAUSE,
    async take(call, next) {
      const response = await next(call.request);
      const type = representationOf(response);
      if (response.status !== 200 || isConditional(call)) return response;
      if (type === 'json' && !call.memory.has(call.path)) {
        const accept = kind === 'xml' ? 'application/xml' : 'text/html';
        const other = await call.mock.fetch(changed(call, { accept }, { path: call.path.replace(/\.json$/u, '') }));
        call.memory.set(call.path, await other.text());
      }
      const text = call.memory.get(call.path);
      return type === kind && typeof text === 'string' ? new Response(text, response) : response;
    },
  };
}

function ofNamesake(): Fault {
  return {
    args: 'namesake',
    says: 'of several deals with one name the body is that of the first',
    clause: CLAUSE,
    answer: async (response, call) => {
      const all = [...storeOf(call).deals.entries.values()];
      const own = storeOf(call).deals.entries.get(call.params['id'] ?? '');
      const first = all.find(({ data }) => data['name'] === own?.data['name']);
      if (own === undefined || first === undefined || first === own) return response;
      const free = Object.fromEntries(CONDITIONS.map((field) => [field, undefined]));
      const path = `${call.path.slice(0, call.path.lastIndexOf('/'))}/${first.id}${call.search}`;
      const other: Response = await nextOf(call)(changed(call, free, { path }));
      return new Response(await other.text(), response);
    },
  };
}

function nextOf({ mock }: Call): Next {
  return mock.fetch;
}

function onText(args: string, says: string, change: (text: string) => string): Fault {
  return {
    args,
    says: `in the body, ${says}`,
    clause: CLAUSE,
    answer: async (response) =>
      withFields(new Response(change(await response.text()), response), { 'content-length': undefined }),
  };
}

function onNames(args: string, says: string, { representation }: Cell, write: (name: string) => string): Fault {
  return {
    args,
    says: `in the list, ${says}`,
    clause: '2, 4.4',
    answer: async (response) => {
      const text = await response.text();
      const { list, all } = fragmentsOf(text, representation);
      if (!list) return new Response(text, response);
      const quote = representation === 'json' ? '"' : '';
      const written = all.map((one) =>
        withMember(one, 'name', representation, (value) =>
          quote !== '' && !value.startsWith(quote)
            ? value
            : quote + write(quote === '' ? value : value.slice(1, -1)) + quote,
        ),
      );
      return new Response(withFragments(text, representation, written), response);
    },
  };
}
