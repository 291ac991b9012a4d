import type { JsonObject } from '../../fixtures/json.ts';
import type { Deal } from '../../mock/state/store.ts';
import { payloadOf } from '../deviations/requests.ts';
import { type Call, type Cell, changed, type Fault, type Next, type Operator } from './mutant.ts';
import {
  allDeals,
  changeOf,
  dealOf,
  type Kept,
  keep,
  mapTexts,
  neighbourOf,
  setMembers,
  storeOf,
  undo,
} from './touched.ts';

/** What comes of an operation, in place of what should. The deal shows the change when it is called. */
type Effect = (call: Call, before: Kept, change: JsonObject) => void;

/** Effects of operations and commands skipped, repeated, late, partial, on a neighbour, or in spite of a refusal: document 2, 4.2, 4.3, 7. */
export const effects: readonly Operator[] = [
  {
    name: 'effect',
    per: 'place',
    everyOperation: true,
    at: (cell) =>
      !isOperation(cell)
        ? []
        : [
            effect('skipped', 'nothing is changed', (_call, before) => undo(before)),
            effect('skipped-third', 'every third request changes nothing', (call, before) => {
              if (nth(call, 3)) undo(before);
            }),
            effect('neighbour', 'another deal is changed in place of this one', (call, before, change) => {
              undo(before);
              onNeighbour(call, before.deal, change);
            }),
            effect('both', 'another deal is changed too', (call, before, change) =>
              onNeighbour(call, before.deal, change),
            ),
            effect('all', 'every deal is changed', (call, _before, change) => {
              for (const deal of storeOf(call).deals.entries.values()) setMembers(call, deal, change);
            }),
            effect('first-member', 'only the first of the members is changed', (call, before, change) => {
              if (Object.keys(change).length < 2) return;
              undo(before);
              setMembers(call, before.deal, Object.fromEntries(Object.entries(change).slice(0, 1)));
            }),
            effect('without-first', 'the first of the members is not changed', (call, before, change) => {
              undo(before);
              setMembers(call, before.deal, Object.fromEntries(Object.entries(change).slice(1)));
            }),
            effect('replaces', 'all other members of the deal are lost', (call, before, change) =>
              storeOf(call).changeDeal(before.deal, change),
            ),
            effect('name-lost', 'the name of the deal is lost', (call, before) =>
              setMembers(call, before.deal, { name: '' }),
            ),
            effect('price-lost', 'the price of the deal becomes 0', (call, before) =>
              setMembers(call, before.deal, { price: 0 }),
            ),
            effect('texts-cut', 'texts are cut after ten characters', (call, before, change) =>
              setMembers(
                call,
                before.deal,
                mapTexts(change, (text) => text.slice(0, 10)),
              ),
            ),
            effect('texts-upper', 'texts are stored in capital letters', (call, before, change) =>
              setMembers(
                call,
                before.deal,
                mapTexts(change, (text) => text.toUpperCase()),
              ),
            ),
            effect('texts-empty', 'texts are stored empty', (call, before, change) =>
              setMembers(
                call,
                before.deal,
                mapTexts(change, () => ''),
              ),
            ),
            effect('numbers-as-text', 'numbers are stored as text with a unit', (call, before, change) =>
              setMembers(
                call,
                before.deal,
                mapNumbers(change, (value) => `${value} EUR`),
              ),
            ),
            effect('numbers-doubled', 'numbers are stored twice as large', (call, before, change) =>
              setMembers(
                call,
                before.deal,
                mapNumbers(change, (value) => value * 2),
              ),
            ),
            effect('negated', 'what should become true becomes false, and the reverse', (call, before, change) =>
              setMembers(
                call,
                before.deal,
                Object.fromEntries(
                  Object.entries(change).map(([name, value]) => [name, typeof value === 'boolean' ? !value : value]),
                ),
              ),
            ),
            effect('last-request', 'the values of the request before are stored', (call, before, change) => {
              const last = call.memory.get('last') as JsonObject | undefined; // nothing else is put there
              call.memory.set('last', change);
              if (last === undefined) return;
              undo(before);
              setMembers(call, before.deal, last);
            }),
            effect('late', 'the change shows only after the next request of this kind', (call, before, change) => {
              const late = call.memory.get('late') as (() => void) | undefined; // nothing else is put there
              undo(before);
              late?.();
              call.memory.set('late', () => setMembers(call, before.deal, change));
            }),
            effect('deletes', 'the deal is deleted', (call, before) => storeOf(call).removeDeal(before.deal)),
            effect('resets-others', 'what earlier operations brought about is lost', (call, before, change) => {
              const { name, price } = before.data;
              const kept = { ...(name === undefined ? {} : { name }), ...(price === undefined ? {} : { price }) };
              storeOf(call).changeDeal(before.deal, { ...kept, ...change });
            }),
          ],
  },
  {
    name: 'effect-of-refused',
    per: 'status',
    at: (cell) =>
      !isUnsafe(cell) || ![400, 412, 415, 406, 404].includes(cell.status) || cell.place.startsWith('nowhere')
        ? []
        : [
            {
              args: '',
              says: 'what is refused is carried out all the same',
              clause: cell.status === 412 ? '4.4-c4, RFC 9110 13' : cell.status === 406 ? '4.5-1' : '7 (400)',
              answer: (response, call) => carriedOut(response, call),
            },
          ],
  },
  {
    name: 'effect-of-safe',
    per: 'place',
    at: (cell) => {
      if (!/^deals\.id\.(?:get|head|options)$/u.test(cell.place)) return [];
      return [
        afterwards('unholds', 'it takes the hold away', (call, deal) => {
          const { held: _, holdReason: __, ...rest } = deal.data;
          if (deal.data['held'] !== undefined) storeOf(call).changeDeal(deal, rest);
        }),
        afterwards('reprices', 'it changes the price', (call, deal) => setMembers(call, deal, { price: 1 })),
        afterwards('deletes', 'it deletes the deal', (call, deal) => storeOf(call).removeDeal(deal)),
        afterwards('touches', 'it counts as a change, so that the ETag is another', (call, deal) =>
          storeOf(call).changeDeal(deal, deal.data),
        ),
      ];
    },
  },
  {
    name: 'effect-of-other-method',
    per: 'status',
    // A method that is refused with 405 must not work all the same.
    at: (cell) =>
      cell.status !== 405 || !/^deals\.id\.[\w-]+\.get$/u.test(cell.place)
        ? []
        : [
            {
              args: 'get',
              says: 'the operation is carried out by GET, and then refused',
              clause: 'RFC 9110 9.2.1',
              answer: (response, call) => {
                const deal = dealOf(call);
                if (deal !== undefined) setMembers(call, deal, { held: true, holdReason: 'by GET' });
                return response;
              },
            },
          ],
  },
  {
    name: 'command-document',
    per: 'place',
    at: ({ place, clause }) =>
      !place.endsWith('commandId.put')
        ? []
        : [
            taken('repeated', 'the same command again has its effect again', clause, async (call, next) => {
              const response = await next(call.request);
              if (response.status === 204)
                await next(changed(call, {}, { path: `${call.path}-${crypto.randomUUID()}` }));
              return response;
            }),
            taken('shared', 'a command id that another deal had counts as known', clause, async (call, next) => {
              const id = call.params['commandId'] ?? '';
              const own = dealOf(call);
              const taken = allDeals(call).some((deal) => deal !== own && deal.commands?.has(id) === true);
              return taken ? new Response(null, { status: 204 }) : next(call.request);
            }),
            taken(
              'letters-only',
              'a command id with other characters than letters, digits and “-” is refused',
              clause,
              async (call, next) =>
                /^[\w-]*$/u.test(call.params['commandId'] ?? '')
                  ? next(call.request)
                  : new Response('{"title":"Bad Request"}', {
                      status: 400,
                      headers: { 'content-type': 'application/json' },
                    }),
            ),
            taken('short-only', 'a command id of more than 36 characters is refused', clause, async (call, next) =>
              (call.params['commandId'] ?? '').length <= 36
                ? next(call.request)
                : new Response('{"title":"Bad Request"}', {
                    status: 400,
                    headers: { 'content-type': 'application/json' },
                  }),
            ),
            taken('unkept', 'the command is not kept', clause, async (call, next) => {
              const response = await next(call.request);
              const id = call.params['commandId'] ?? '';
              if (response.status === 201) {
                dealOf(call)?.commands?.delete(id);
                if (call.pattern.startsWith('/commands')) storeOf(call).removeCommand(id);
              }
              return response;
            }),
          ],
  },
  {
    name: 'record',
    per: 'place',
    everyOperation: true,
    at: ({ place, status, clause }) =>
      clause !== '4.2 E' || !place.endsWith('.post') || status !== 201
        ? []
        : [
            onRecords('unkept', 'the record is not kept', (all) => void all.pop()),
            onRecords('replaces', 'the record takes the place of the first one', (all) => {
              const last = all.pop();
              if (last !== undefined) all.splice(0, 1, last);
            }),
            onRecords('kept-alone', 'all earlier records are lost', (all) => void all.splice(0, all.length - 1)),
          ],
  },
  {
    name: 'action',
    per: 'place',
    everyOperation: true,
    at: ({ place, clause }) =>
      !/^(?:deals\.id\.put|.*commandId\.put)$/u.test(place)
        ? []
        : [
            onPayload('case', 'the case of the action does not count', clause, (payload) =>
              typeof payload['action'] === 'string'
                ? {
                    ...payload,
                    action:
                      ACTIONS.find((one) => one.toLowerCase() === String(payload['action']).toLowerCase()) ??
                      payload['action'],
                  }
                : payload,
            ),
            onPayload('unknown-is-hold', 'an unknown action counts as HoldDeal', clause, (payload) =>
              typeof payload['action'] === 'string' && !ACTIONS.includes(payload['action'])
                ? { ...payload, action: 'HoldDeal', params: { reason: 'unknown' } }
                : payload,
            ),
            onPayload('prefix', 'an action that begins as a known one is that one', clause, (payload) =>
              typeof payload['action'] === 'string'
                ? {
                    ...payload,
                    action: ACTIONS.find((one) => String(payload['action']).startsWith(one)) ?? payload['action'],
                  }
                : payload,
            ),
            onPayload('unhold-holds', 'UnholdDeal is taken for HoldDeal', clause, (payload) =>
              payload['action'] === 'UnholdDeal'
                ? { ...payload, action: 'HoldDeal', params: { reason: 'mistaken' } }
                : payload,
            ),
            onPayload('complete-cancels', 'CompleteDeal is taken for CancelDeal', clause, (payload) =>
              payload['action'] === 'CompleteDeal'
                ? { ...payload, action: 'CancelDeal', params: { reason: 'mistaken', amercement: 1 } }
                : payload,
            ),
            onPayload('flat', 'parameters are read beside action and not from params', clause, (payload) =>
              payload['action'] === undefined
                ? payload
                : {
                    ...payload,
                    params: Object.fromEntries(
                      Object.entries(payload).filter(([name]) => !/^(?:action|params|deal)$/u.test(name)),
                    ),
                  },
            ),
            // Form G alone has the deal in the body (4.2).
            ...(place.startsWith('commands.') ? [dealIgnored(clause)] : []),
          ],
  },
  {
    name: 'creation',
    per: 'place',
    at: ({ place, status }) =>
      place !== 'deals.post' || status !== 201
        ? []
        : [
            onCreation('skipped', 'nothing is stored', (call, made) => storeOf(call).removeDeal(made)),
            onCreation('skipped-fifth', 'every fifth creation stores nothing', (call, made) => {
              if (nth(call, 5)) storeOf(call).removeDeal(made);
            }),
            onCreation('twice', 'two deals are created', (call, made) => void storeOf(call).newDeal(made.data)),
            onCreation('replaces', 'the deal that was created before is gone', (call, made) => {
              const before = storeOf(call).deals.entries.get(String(call.memory.get('before')));
              call.memory.set('before', made.id);
              if (before !== undefined) storeOf(call).removeDeal(before);
            }),
            onCreation('overwrites', 'the deal that was created before shows the new values', (call, made) => {
              const before = storeOf(call).deals.entries.get(String(call.memory.get('before')));
              call.memory.set('before', made.id);
              if (before !== undefined) storeOf(call).changeDeal(before, made.data);
            }),
            onCreation('name-trimmed', 'blanks around the name are dropped when it is stored', (call, made) =>
              setMembers(call, made, { name: String(made.data['name']).trim() }),
            ),
            onCreation('name-cut', 'the name is cut to 32 characters when it is stored', (call, made) =>
              setMembers(call, made, { name: String(made.data['name']).slice(0, 32) }),
            ),
            onCreation('name-ascii', 'letters beyond ASCII of the name become “?” when it is stored', (call, made) =>
              setMembers(call, made, { name: String(made.data['name']).replace(/[^\p{ASCII}]/gu, '?') }),
            ),
            onCreation('name-escaped', 'the name is stored escaped for HTML', (call, made) =>
              setMembers(call, made, {
                name: String(made.data['name'])
                  .replaceAll('&', '&amp;')
                  .replaceAll('<', '&lt;')
                  .replaceAll('"', '&quot;'),
              }),
            ),
            onCreation('name-tags', 'what looks like a tag is taken out of the name', (call, made) =>
              setMembers(call, made, { name: String(made.data['name']).replace(/<[^>]*>/gu, '') }),
            ),
            onCreation('price-rounded', 'the price is stored without its fraction', (call, made) =>
              setMembers(call, made, mapNumbers({ price: made.data['price'] ?? null }, Math.trunc)),
            ),
            onCreation('price-positive', 'a price below zero is stored as 0', (call, made) =>
              setMembers(
                call,
                made,
                mapNumbers({ price: made.data['price'] ?? null }, (value) => Math.max(0, value)),
              ),
            ),
            onCreation('price-32-bit', 'a large price is stored in 32 bits', (call, made) =>
              setMembers(
                call,
                made,
                mapNumbers({ price: made.data['price'] ?? null }, (value) => (value > 1e8 ? value | 0 : value)),
              ),
            ),
            onCreation('others-shared', 'the deal that was created before gets a hold', (call, made) => {
              const before = storeOf(call).deals.entries.get(String(call.memory.get('before')));
              call.memory.set('before', made.id);
              if (before !== undefined) setMembers(call, before, { held: true });
            }),
          ],
  },
  {
    name: 'deletion',
    per: 'place',
    at: ({ place, status }) =>
      place !== 'deals.id.delete' || status !== 204
        ? []
        : [
            onDeletion('skipped', 'the deal is still there', (call, gone) => back(call, gone)),
            onDeletion('skipped-third', 'every third deal that is deleted is still there', (call, gone) => {
              if (nth(call, 3)) back(call, gone);
            }),
            onDeletion('neighbour-too', 'the deal after it is deleted too', (call, gone) => {
              const other = after(call, gone.id);
              if (other !== undefined) storeOf(call).removeDeal(other);
            }),
            onDeletion('neighbour', 'the deal after it is deleted in its place', (call, gone) => {
              const other = after(call, gone.id);
              back(call, gone);
              if (other !== undefined) storeOf(call).removeDeal(other);
            }),
            onDeletion('all', 'every deal is deleted', (call) => {
              for (const deal of allDeals(call)) storeOf(call).removeDeal(deal);
            }),
            onDeletion('namesakes', 'all deals of that name are deleted', (call, gone) => {
              for (const deal of allDeals(call))
                if (deal.data['name'] === gone.data['name']) storeOf(call).removeDeal(deal);
            }),
            onDeletion('late', 'the deal is gone only after the next deletion', (call, gone) => {
              const before = storeOf(call).deals.entries.get(String(call.memory.get('before')));
              if (before !== undefined) storeOf(call).removeDeal(before);
              back(call, gone);
              call.memory.set('before', gone.id);
            }),
            onDeletion('emptied', 'the deal is there without its members', (call, gone) =>
              storeOf(call).putDeal({ id: gone.id, data: {} }),
            ),
            onDeletion('marked', 'the deal is there with a member “deleted”', (call, gone) =>
              storeOf(call).putDeal({ id: gone.id, data: { ...gone.data, deleted: true } }),
            ),
            onDeletion('changes-others', 'the deal after it gets a hold', (call, gone) => {
              const other = after(call, gone.id);
              if (other !== undefined) setMembers(call, other, { held: true });
            }),
          ],
  },
];

const ACTIONS: readonly string[] = [
  'HoldDeal',
  'UnholdDeal',
  'CompleteDeal',
  'CancelDeal',
  'ChangePrice',
  'ChangeCompletionDate',
];

/** Whether an answer is the success of an operation or a command. */
export function isOperation(cell: Cell): boolean {
  if (cell.place === 'command.name.post') return cell.status === 200;
  return isUnsafe(cell) && cell.clause.startsWith('4.2') && cell.status < 300;
}

function isUnsafe({ place }: Cell): boolean {
  return /\.(?:put|post|delete)$/u.test(place) && !/^(?:users|root|query|nowhere)/u.test(place);
}

function nth(call: Call, n: number): boolean {
  const count = Number(call.memory.get('nth') ?? 0) + 1;
  call.memory.set('nth', count);
  return count % n === 0;
}

function onNeighbour(call: Call, deal: Deal, change: JsonObject): void {
  const other = neighbourOf(call, deal);
  if (other !== undefined) setMembers(call, other, change);
}

function mapNumbers(members: JsonObject, write: (value: number) => number | string): JsonObject {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, typeof value === 'number' ? write(value) : value]),
  );
}

/** A fault in what comes of an operation that succeeds. */
export function effect(args: string, says: string, happens: Effect): Fault {
  return {
    args,
    says,
    async take(call, next) {
      const deal = dealOf(call);
      if (deal === undefined) return next(call.request);
      const before = keep(deal);
      const response = await next(call.request);
      if (response.ok) happens(call, before, changeOf(before));
      return response;
    },
  };
}

/** A fault in what comes of a reading that succeeds: to the deal that it is about, or to those that are named. */
export function afterwards(
  args: string,
  says: string,
  happens: (call: Call, deal: Deal) => void,
  dealsOf: (call: Call) => readonly Deal[] = (call) => [dealOf(call)].flatMap((deal) => deal ?? []),
): Fault {
  return {
    args,
    says,
    clause: 'RFC 9110 9.2.1',
    async take(call, next) {
      const response = await next(call.request);
      if (response.ok) for (const deal of dealsOf(call)) happens(call, deal);
      return response;
    },
  };
}

/** What was refused, done. The answer stays as it was. */
async function carriedOut(response: Response, call: Call): Promise<Response> {
  const store = storeOf(call);
  const free = { 'if-match': undefined, 'if-none-match': undefined, 'if-unmodified-since': undefined };
  if (response.status === 412 || response.status === 406) {
    await call.mock.fetch(changed(call, { ...free, ...(response.status === 406 ? { accept: undefined } : {}) }));
    return response;
  }
  const deal = dealOf(call);
  const payload = payloadOf(call);
  if (call.place === 'deals.post') store.newDeal({ name: 'refused', price: 1, ...payload });
  else if (call.method === 'DELETE') {
    const first = [...store.deals.entries.values()].at(-1);
    if (first !== undefined) store.removeDeal(first);
  } else if (deal !== undefined) setMembers(call, deal, { held: true, holdReason: 'refused', price: 1 });
  else if (response.status === 404) store.newDeal({ name: 'refused', price: 1 });
  return response;
}

function taken(args: string, says: string, clause: string, take: (call: Call, next: Next) => Promise<Response>): Fault {
  return { args, says, clause, take };
}

function onRecords(args: string, says: string, change: (all: unknown[]) => void): Fault {
  return {
    args,
    says,
    async take(call, next) {
      const response = await next(call.request);
      const all = dealOf(call)?.records?.get(call.pattern.split('/').at(-1) ?? '');
      if (response.status === 201 && all !== undefined) change(all);
      return response;
    },
  };
}

function onPayload(
  args: string,
  says: string,
  clause: string,
  change: (payload: JsonObject, call: Call) => JsonObject,
): Fault {
  return taken(args, says, clause, (call, next) => {
    const payload = payloadOf(call);
    const other = change(payload, call);
    return next(other === payload ? call.request : changed(call, {}, { body: JSON.stringify(other) }));
  });
}

function dealIgnored(clause: string): Fault {
  return onPayload(
    'deal-ignored',
    'the deal of the payload is ignored: the first one is meant',
    clause,
    (payload, call) =>
      payload['deal'] === undefined
        ? payload
        : { ...payload, deal: [...storeOf(call).deals.entries.keys()][0] ?? null },
  );
}

/** A fault in what is stored of a creation, which its own answer does not show. */
export function onCreation(args: string, says: string, happens: (call: Call, made: Deal) => void): Fault {
  return {
    args,
    says,
    async take(call, next) {
      const response = await next(call.request);
      const id = /[^/]*$/u.exec(response.headers.get('location') ?? '')?.[0] ?? '';
      const made = storeOf(call).deals.entries.get(id);
      if (response.status === 201 && made !== undefined) happens(call, made);
      return response;
    },
  };
}

function onDeletion(args: string, says: string, happens: (call: Call, gone: Deal) => void): Fault {
  return {
    args,
    says,
    async take(call, next) {
      const deal = dealOf(call);
      const response = await next(call.request);
      if (response.status === 204 && deal !== undefined) happens(call, deal);
      return response;
    },
  };
}

function back(call: Call, { id, data }: Deal): void {
  storeOf(call).putDeal({ id, data });
}

function after(call: Call, id: string): Deal | undefined {
  const all = allDeals(call).filter((deal) => deal.id !== id);
  return all.find((deal) => Number(deal.id) > Number(id)) ?? all[0];
}
