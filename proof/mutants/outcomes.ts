import type { Json, JsonObject } from '../../fixtures/json.ts';
import type { State } from '../../mock/state/collection.ts';
import type { Deal } from '../../mock/state/store.ts';
import { effect, isOperation } from './effects.ts';
import type { Call, Fault, Operator } from './mutant.ts';
import { allDeals, dealOf, keep, setMembers, storeOf, undo } from './touched.ts';

/** What comes of an operation elsewhere, beside what was there, or in one view only: document 4.2, 4.3, 4.5-2. */
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
              const newest = allDeals(call).at(-1);
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
];

function othersLike(call: Call, deal: Deal, member: string, { [member]: value }: JsonObject): Deal[] {
  return allDeals(call).filter((other) => other !== deal && value !== undefined && other.data[member] === value);
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
