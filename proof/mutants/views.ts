import { withFields } from '../deviations/deviation.ts';
import { CONDITIONS, isConditional, isShown } from './caches.ts';
import { fragmentsOf, withFragments, withMember } from './fragments.ts';
import { type Cell, changed, type Fault, type Operator } from './mutant.ts';
import { representationOf } from './places.ts';
import { allDeals, storeOf } from './touched.ts';

const CLAUSE = '4.5-1, 4.5-2';

/** Representations that tell different things of one record, lists and creations that tell another one: document 4.4-c3, 4.5. */
export const views: readonly Operator[] = [
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
      const all = allDeals(call);
      const own = storeOf(call).deals.entries.get(call.params['id'] ?? '');
      const first = all.find(({ data }) => data['name'] === own?.data['name']);
      if (own === undefined || first === undefined || first === own) return response;
      const free = Object.fromEntries(CONDITIONS.map((field) => [field, undefined]));
      const path = `${call.path.slice(0, call.path.lastIndexOf('/'))}/${first.id}${call.search}`;
      const other = await call.mock.fetch(changed(call, free, { path }));
      return new Response(await other.text(), response);
    },
  };
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
