import { withFields } from '../deviations/deviation.ts';
import { isOperation } from './effects.ts';
import type { Call, Cell, Fault, Operator } from './mutant.ts';
import { dealOf, type Kept, keep, storeOf } from './touched.ts';

const CLAUSE = '4.4-c4, RFC 9110 8.8';
const HOUR = 3600_000;

/** Tags and dates that stay, come back or contradict each other: document 4.4-c4, RFC 9110 8.8, 9.3.2, 15.3.2, 15.4.5. */
export const validators: readonly Operator[] = [
  {
    name: 'tag-after',
    per: 'place',
    at: (cell) => {
      if (isOperation(cell)) return [...recordTags(), listTag()];
      return cell.place === 'deals.post' || cell.place === 'deals.id.delete' ? [listTag()] : [];
    },
  },
  {
    // The revision of the mock's store is what its tags are made of, so all that has to do with tags agrees.
    name: 'tag-of-record',
    per: 'place',
    at: ({ place, status }) =>
      place !== 'deals.id.get' || status !== 200
        ? []
        : [
            recordTag('name', 'the name alone', ({ name }) => sum(name)),
            recordTag('name-price', 'name and price alone', ({ name, price }) => sum([name, price])),
            recordTag('length', 'the length of the record', (data) => JSON.stringify(data).length),
            recordTag('members', 'the names of the members', (data) => sum(Object.keys(data))),
            recordTag('second', 'the second of the last change', (_data, changedAt) => Math.floor(changedAt / 1000)),
          ],
  },
  {
    name: 'tag-of-list',
    per: 'place',
    at: ({ place, status }) =>
      place !== 'deals.get' || status !== 200
        ? []
        : [
            listTagOf('count', 'the number of records', (all) => all.length),
            listTagOf('last-id', 'the last id', (all) => Number(all.at(-1)?.id ?? 0)),
            listTagOf('first', 'the first record', (all) => all[0]?.revision ?? 0),
            listTagOf('newest', 'the record that was changed last', (all) =>
              all.reduce((highest, { revision }) => Math.max(highest, revision), 0),
            ),
            listTagOf('names', 'the names of the records', (all) => sum(all.map(({ data }) => data['name']))),
          ],
  },
  {
    name: 'head-tells',
    per: 'representation',
    at: (cell) => (/^(?:deals|users)\.(?:id\.)?head$/u.test(cell.place) && cell.status === 200 ? ofHead(cell) : []),
  },
  {
    name: 'not-modified-tells',
    per: 'status',
    at: ({ status, place }) =>
      status !== 304
        ? []
        : [
            ...(place.endsWith('.head')
              ? []
              : [
                  told('tag-echoed', 'the 304 has as ETag what If-None-Match said', '15.4.5', (etag, call) => ({
                    etag: call.request.headers.get('if-none-match') ?? etag,
                  })),
                ]),
            told('tag-weak', 'the 304 has a weak tag where the 200 has a strong one', '15.4.5', (etag) => ({
              etag: `W/${etag}`,
            })),
            told('tag-other', 'the 304 has a tag that no 200 has', '15.4.5', () => ({ etag: '"304"' })),
            // A result of 4.3 comes in one representation, so that nothing varies.
            ...(place.startsWith('query')
              ? []
              : [told('vary-lost', 'the 304 lacks the Vary of the 200', '15.4.5', () => ({ vary: undefined }))]),
          ],
  },
  {
    name: 'created-tells',
    per: 'representation',
    at: ({ place, status, fields }) =>
      status !== 201 || !place.endsWith('.post') || !fields.has('etag')
        ? []
        : [
            told('tag-before', 'the 201 has the tag of what was created before', '15.3.2', (etag, { memory }) => {
              const before = String(memory.get('etag') ?? etag);
              memory.set('etag', etag);
              return { etag: before };
            }),
            told('tag-of-list', 'the 201 has the tag of the collection', '15.3.2', (etag, call) => ({
              etag: withRevision(etag, storeOf(call).deals.revision),
            })),
            told('date-older', 'the 201 has a Last-Modified a day before its own', '15.3.2', (_etag, _call, date) => ({
              'last-modified': earlier(date),
            })),
          ],
  },
];

function recordTags(): Fault[] {
  return [
    afterwards('record', 'the ETag of the deal stays', ({ deal, state }) => retag(deal, state.revision)),
    afterwards('record-second', 'the ETag of the deal stays after every second change', ({ deal, state }, call) => {
      const count = Number(call.memory.get('count') ?? 0) + 1;
      call.memory.set('count', count);
      if (count % 2 === 0) retag(deal, state.revision);
    }),
    afterwards('record-back', 'the ETag of the deal is again that of an older state', ({ deal, state }, call) => {
      const older = call.memory.get(deal.id);
      call.memory.set(deal.id, state.revision);
      if (typeof older === 'number') retag(deal, older);
    }),
    afterwards('date-back', 'Last-Modified of the deal goes back by an hour', ({ deal, state }) => {
      deal.changedAt = state.changedAt - HOUR;
      deal.written = undefined;
    }),
    afterwards('date-ahead', 'Last-Modified of the deal is a day ahead', ({ deal }) => {
      deal.changedAt += 24 * HOUR;
      deal.written = undefined;
    }),
  ];
}

function retag(state: { revision: number; written: unknown }, revision: number): void {
  state.revision = revision;
  state.written = undefined;
}

function afterwards(args: string, says: string, happens: (before: Kept, call: Call) => void): Fault {
  return {
    args,
    says,
    clause: CLAUSE,
    async take(call, next) {
      const deal = dealOf(call);
      if (deal === undefined) return next(call.request);
      const before = keep(deal);
      const response = await next(call.request);
      if (response.ok && deal.revision !== before.state.revision) happens(before, call);
      return response;
    },
  };
}

function listTag(): Fault {
  return {
    args: 'list',
    says: 'the ETag of the list of deals stays',
    clause: CLAUSE,
    async take(call, next) {
      const { revision } = storeOf(call).deals;
      const response = await next(call.request);
      if (response.ok) retag(storeOf(call).deals, revision);
      return response;
    },
  };
}

/** A number made of a value; other values seldom give the same. */
function sum(value: unknown): number {
  return [...JSON.stringify(value ?? null)].reduce((all, letter) => (all * 31 + letter.charCodeAt(0)) % 1e9, 7);
}

function recordTag(args: string, what: string, revisionOf: (data: Kept['data'], changedAt: number) => number): Fault {
  return {
    args,
    says: `the ETag is made of ${what}`,
    clause: CLAUSE,
    take(call, next) {
      const deal = dealOf(call);
      if (deal !== undefined) retag(deal, revisionOf(deal.data, deal.changedAt));
      return next(call.request);
    },
  };
}

function listTagOf(args: string, what: string, revisionOf: (all: readonly Kept['deal'][]) => number): Fault {
  return {
    args,
    says: `the ETag is made of ${what}`,
    clause: CLAUSE,
    take(call, next) {
      const { deals } = storeOf(call);
      retag(deals, revisionOf([...deals.entries.values()]));
      return next(call.request);
    },
  };
}

function ofHead({ representation, place }: Cell): Fault[] {
  const told9 = (args: string, says: string, change: Tell): Fault => told(args, says, '9.3.2', change);
  return [
    told9('tag-weak', 'HEAD has a weak tag where GET has a strong one', (etag) => ({ etag: `W/${etag}` })),
    told9('date-older', 'HEAD has a Last-Modified a day before that of GET', (_etag, _call, date) => ({
      'last-modified': earlier(date),
    })),
    ...(representation === 'json'
      ? []
      : [
          told9('tag-of-json', 'HEAD has the tag of JSON', (etag) => ({ etag: etag.replace(/-\w+"$/u, '-json"') })),
          told9('type-of-json', 'HEAD says JSON', () => ({ 'content-type': 'application/json' })),
        ]),
    // Nothing that the document shows changes a user.
    ...(place.startsWith('deals')
      ? [
          told9('tag-first', 'HEAD has the tag that it had when it was first asked', (etag, { path, memory }) => {
            const first = String(memory.get(path) ?? etag);
            memory.set(path, first);
            return { etag: first };
          }),
        ]
      : []),
  ];
}

type Tell = (etag: string, call: Call, date: string) => Readonly<Record<string, string | undefined>>;

function told(args: string, says: string, section: string, change: Tell): Fault {
  return {
    args,
    says,
    clause: `4.4-c4, RFC 9110 ${section}`,
    answer: (response, call) => {
      const { headers } = response;
      return withFields(response, change(headers.get('etag') ?? '', call, headers.get('last-modified') ?? ''));
    },
  };
}

// As the mock writes it: epoch, revision, representation.
function withRevision(etag: string, revision: number): string {
  return etag.replace(/-\d+(?=-\w+"$)/u, `-${revision}`);
}

function earlier(date: string): string {
  return new Date(Date.parse(date) - 24 * HOUR).toUTCString();
}
