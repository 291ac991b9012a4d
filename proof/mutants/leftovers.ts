import type { JsonObject } from '../../fixtures/json.ts';
import type { Deal } from '../../mock/state/store.ts';
import { payloadOf } from '../deviations/requests.ts';
import { afterwards, isOperation } from './effects.ts';
import type { Cell, Fault, Operator } from './mutant.ts';
import { allDeals, dealOf, setMembers, storeOf } from './touched.ts';

/** What a refusal, a deletion or a reading leaves behind: document 4.1, 4.2, 7, RFC 9110 9.2.1. */
export const leftovers: readonly Operator[] = [
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
            afterwards(
              'releases',
              'reading takes all holds away',
              (call, deal) => {
                const { held, holdReason: _, ...rest } = deal.data;
                if (held !== undefined) storeOf(call).changeDeal(deal, rest);
              },
              allDeals,
            ),
            afterwards(
              'reprices',
              'reading changes the prices',
              (call, deal) => setMembers(call, deal, { price: 1 }),
              allDeals,
            ),
          ],
  },
];

function isRefusal({ place, status, clause }: Cell): boolean {
  return /\.(?:put|post)$/u.test(place) && /^4\.[23]/u.test(clause) && [400, 404, 412].includes(status);
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
      // What is no list and not null is an object.
      const isNested = typeof params === 'object' && params !== null && !Array.isArray(params);
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
      const later = allDeals(call).filter(({ id }) => Number(id) > Number(deal.id));
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
      call.memory.set('all', allDeals(call));
      return response;
    },
  };
}
