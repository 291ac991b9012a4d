import type { Json, JsonObject } from '../../fixtures/json.ts';
import type { State } from '../../mock/state/collection.ts';
import type { Deal } from '../../mock/state/store.ts';
import { payloadOf } from '../deviations/requests.ts';
import { effect, isOperation } from './effects.ts';
import type { Call, Cell, Fault, Operator } from './mutant.ts';
import { dealOf, keep, setMembers, storeOf, undo } from './touched.ts';

/** What comes of an operation elsewhere, in one view only, or in spite of a refusal; deleted deals that come back: document 4.1, 4.2, 4.3, 7. */
export const outcomes: readonly Operator[] = [
  {
    name: 'effect-elsewhere',
    per: 'place',
    at: (cell) =>
      !isOperation(cell)
        ? []
        : [
            effect('namesakes', 'all deals of that name are changed', (call, { deal, data }, change) => {
              for (const other of othersLike(call, deal, 'name', data)) setMembers(call, other, change);
            }),
            effect('same-price', 'all deals of that price are changed', (call, { deal, data }, change) => {
              for (const other of othersLike(call, deal, 'price', data)) setMembers(call, other, change);
            }),
            effect('first-namesake', 'the first deal of that name is changed in its place', (call, before, change) => {
              const [first] = othersLike(call, before.deal, 'name', before.data);
              if (first === undefined) return;
              undo(before);
              setMembers(call, first, change);
            }),
            effect('newest', 'the newest deal is changed in its place', (call, before, change) => {
              const newest = [...storeOf(call).deals.entries.values()].at(-1);
              if (newest === undefined || newest === before.deal) return;
              undo(before);
              setMembers(call, newest, change);
            }),
            effect('copy', 'a new deal shows the change and this one does not', (call, before) => {
              const { data } = before.deal;
              undo(before);
              storeOf(call).newDeal(data);
            }),
            effect('twin', 'a new deal with the same members appears', (call, { deal }) => {
              storeOf(call).newDeal(deal.data);
            }),
          ],
  },
  {
    name: 'effect-joined',
    per: 'place',
    at: (cell) =>
      !isOperation(cell)
        ? []
        : [
            effect('appended', 'texts are put behind those that were there', (call, { deal, data }, change) =>
              setMembers(
                call,
                deal,
                joined(data, change, (old, now) =>
                  typeof old === 'string' && typeof now === 'string' ? `${old}; ${now}` : now,
                ),
              ),
            ),
            effect('summed', 'numbers are added to those that were there', (call, { deal, data }, change) =>
              setMembers(
                call,
                deal,
                joined(data, change, (old, now) =>
                  typeof old === 'number' && typeof now === 'number' ? old + now : now,
                ),
              ),
            ),
            effect('kept-copy', 'the deal is written as it was known here, and other changes are lost', writtenBack),
            ...(cell.place.endsWith('.put') && !cell.place.includes('commandId') ? [toggled()] : []),
          ],
  },
  {
    // The bodies that the mock keeps are dropped by what changes the state; here one is not.
    name: 'view-left',
    per: 'place',
    at: (cell) => {
      const lists = [
        left('list', 'the list of deals stays as it was read before', ({ deals }) => deals, 'json[]'),
        left('list-xml', 'the list of deals in XML stays as it was read before', ({ deals }) => deals, 'xml[]'),
      ];
      if (/^deals\.(?:post|id\.delete)$/u.test(cell.place)) return lists;
      const own = (_store: unknown, deal: Deal | undefined): State | undefined => deal;
      return !isOperation(cell)
        ? []
        : [
            ...lists,
            left('json', 'the deal in JSON stays as it was read before', own, 'json'),
            left('xml', 'the deal in XML stays as it was read before', own, 'xml'),
            left('html', 'the deal in HTML stays as it was read before', own, 'html'),
          ];
    },
  },
  {
    name: 'refusal-leaves',
    per: 'status',
    at: (cell) => {
      if (!isRefusal(cell)) return [];
      if (cell.status === 404) return cell.pattern.includes('/:id') ? [madeByRefusal(cell)] : [];
      return [
        ...(cell.status === 400 ? [leaves('half', 'the members that are right are stored', half)] : []),
        leaves('cleared', 'what earlier operations brought about is lost', ({ name, price }) => ({
          name: name ?? null,
          price: price ?? null,
        })),
      ];
    },
  },
  {
    name: 'command-id-burnt',
    per: 'place',
    at: ({ place, clause, status }) =>
      !place.endsWith('commandId.put') || status !== 201
        ? []
        : [
            {
              args: '',
              says: 'a command that was refused counts as carried out when it is sent again as it should be',
              clause,
              async take(call, next) {
                if (call.memory.get(call.path) === true) return new Response(null, { status: 204 });
                const response = await next(call.request);
                if (response.status === 400) call.memory.set(call.path, true);
                return response;
              },
            },
          ],
  },
  {
    name: 'deal-back',
    per: 'place',
    at: (cell) => {
      const { place, status } = cell;
      if (place === 'deals.id.delete' && status === 204) return [backByDeletion(), shiftedIds()];
      if (place === 'deals.post' && status === 201)
        return [restored('creation', 'deals that were deleted since the creation before are there again')];
      return isOperation(cell)
        ? [restored('operation', 'deals that were deleted since the request before are there again')]
        : [];
    },
  },
  {
    name: 'effect-of-list',
    per: 'place',
    at: ({ place, status }) =>
      !/^(?:deals|users|users\.query|query\.\w+\.parameter)\.get$/u.test(place) || status !== 200
        ? []
        : [
            reading('releases', 'reading takes all holds away', (call, deal) => {
              const { held, holdReason: _, ...rest } = deal.data;
              if (held !== undefined) storeOf(call).changeDeal(deal, rest);
            }),
            reading('reprices', 'reading changes the prices', (call, deal) => setMembers(call, deal, { price: 1 })),
          ],
  },
];

function isRefusal({ place, status, clause }: Cell): boolean {
  return /\.(?:put|post)$/u.test(place) && /^4\.[23]/u.test(clause) && [400, 404, 412].includes(status);
}

function othersLike(call: Call, deal: Deal, member: string, { [member]: value }: JsonObject): Deal[] {
  return [...storeOf(call).deals.entries.values()].filter(
    (other) => other !== deal && value !== undefined && other.data[member] === value,
  );
}

function joined(data: JsonObject, change: JsonObject, join: (old: Json | undefined, now: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(change).map(([name, now]) => [name, join(data[name], now)]));
}

function writtenBack(call: Call, { deal, data }: ReturnType<typeof keep>, change: JsonObject): void {
  const known = (call.memory.get(deal.id) ?? data) as JsonObject; // nothing else is put there
  const written = { ...known, ...change };
  call.memory.set(deal.id, written);
  storeOf(call).changeDeal(deal, written);
}

/** The same request twice has another effect than once (RFC 9110 9.2.2). */
function toggled(): Fault {
  return {
    args: 'toggled',
    says: 'the same request again undoes the first',
    clause: 'RFC 9110 9.2.2',
    async take(call, next) {
      const deal = dealOf(call);
      if (deal === undefined) return next(call.request);
      const before = keep(deal);
      const response = await next(call.request);
      const key = `${call.path} ${call.body}`;
      const known = call.memory.get(key) as JsonObject | undefined; // nothing else is put there
      if (!response.ok) return response;
      call.memory.delete(key);
      if (known === undefined) call.memory.set(key, before.data);
      else storeOf(call).changeDeal(deal, known);
      return response;
    },
  };
}

function left(
  args: string,
  says: string,
  stateOf: (store: ReturnType<typeof storeOf>, deal: Deal | undefined) => State | undefined,
  key: string,
): Fault {
  return {
    args,
    says,
    clause: '4.5-2',
    async take(call, next) {
      const state = stateOf(storeOf(call), dealOf(call));
      const written = state?.written?.[key];
      const response = await next(call.request);
      if (state !== undefined && written !== undefined && response.ok) state.written = { [key]: written };
      return response;
    },
  };
}

function leaves(args: string, says: string, change: (data: JsonObject, parameters: JsonObject) => JsonObject): Fault {
  return {
    args,
    says: `of what is refused, ${says}`,
    clause: '7 (400)',
    answer: (response, call) => {
      const deal = dealOf(call);
      const payload = payloadOf(call);
      const { params } = payload;
      const isNested = typeof params === 'object' && params !== null && !Array.isArray(params);
      // An object that is no list.
      if (deal !== undefined)
        storeOf(call).changeDeal(deal, change(deal.data, isNested ? (params as JsonObject) : payload));
      return response;
    },
  };
}

function half(data: JsonObject, { reason, newPrice, amercement }: JsonObject): JsonObject {
  return {
    ...data,
    ...(typeof reason === 'string' && reason !== '' ? { reason, holdReason: reason } : {}),
    ...(typeof newPrice === 'number' ? { price: newPrice } : {}),
    ...(typeof amercement === 'number' ? { amercement } : {}),
  };
}

function madeByRefusal({ clause }: Cell): Fault {
  return {
    args: 'made',
    says: 'the deal that is unknown is there from then on',
    clause: `${clause}, 4.4-m1`,
    answer: (response, call) => {
      const id = call.params['id'] ?? '';
      if (id !== '' && !storeOf(call).deals.entries.has(id))
        storeOf(call).putDeal({ id, data: { name: '', price: 0 } });
      return response;
    },
  };
}

function backByDeletion(): Fault {
  return {
    args: 'deletion',
    says: 'a deal that is deleted again is there again',
    clause: '4.1',
    async take(call, next) {
      const deal = dealOf(call);
      const id = call.params['id'] ?? '';
      const response = await next(call.request);
      const gone = call.memory.get(id) as JsonObject | undefined; // nothing else is put there
      if (response.status === 204 && deal !== undefined) call.memory.set(id, deal.data);
      if (response.status === 404 && gone !== undefined) {
        call.memory.delete(id);
        storeOf(call).putDeal({ id, data: gone });
      }
      return response;
    },
  };
}

function shiftedIds(): Fault {
  return {
    args: 'ids-shifted',
    says: 'all deals after it have the id of the one before',
    clause: '4.1',
    async take(call, next) {
      const deal = dealOf(call);
      const response = await next(call.request);
      if (response.status !== 204 || deal === undefined) return response;
      const store = storeOf(call);
      const later = [...store.deals.entries.values()].filter(({ id }) => Number(id) > Number(deal.id));
      for (const one of later) {
        store.removeDeal(one);
        store.putDeal({ id: String(Number(one.id) - 1), data: one.data });
      }
      return response;
    },
  };
}

/** A whole table that is written back from memory. */
function restored(args: string, says: string): Fault {
  return {
    args,
    says,
    clause: '4.1',
    async take(call, next) {
      const store = storeOf(call);
      const known = (call.memory.get('all') ?? []) as readonly Deal[]; // nothing else is put there
      for (const { id, data } of known) if (!store.deals.entries.has(id)) store.putDeal({ id, data });
      const response = await next(call.request);
      call.memory.set('all', [...store.deals.entries.values()]);
      return response;
    },
  };
}

function reading(args: string, says: string, happens: (call: Call, deal: Deal) => void): Fault {
  return {
    args,
    says,
    clause: 'RFC 9110 9.2.1',
    async take(call, next) {
      const response = await next(call.request);
      if (response.ok) for (const deal of [...storeOf(call).deals.entries.values()]) happens(call, deal);
      return response;
    },
  };
}
