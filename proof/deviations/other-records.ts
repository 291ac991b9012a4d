import type { Json, JsonObject } from '../../fixtures/json.ts';
import type { Mock } from '../../mock/interface.ts';
import type { Deal, Store } from '../../mock/state/store.ts';
import { asksFor, operationIn } from './asked-operation.ts';
import { type Deviation, onRequest, type RequestView, withFields } from './deviation.ts';
import { decoded } from './places.ts';
import { dealIn, isCreation, payloadOf, remembering } from './requests.ts';

/** Faults in which what is done to one deal reaches another one, or its own past: document 4.1, 4.2, 4.4-c1. */
export const otherRecords: readonly Deviation[] = [
  {
    id: 'delete-takes-namesakes',
    title: 'A deal is deleted by its name, so that all deals of that name go with it.',
    breaks: ['delete/only-it'],
    alsoStrikes: sharing('create/lasting', 'operation/effect', 'query/records'),
    wrap: onDeletion((store, deleted) => {
      for (const deal of others(store, deleted)) if (deal.data['name'] === deleted.data['name']) store.removeDeal(deal);
    }),
  },
  {
    id: 'delete-takes-ids-that-begin-alike',
    title: 'The deletion of the deal 1 takes all deals whose ids begin with 1: keys are matched as LIKE does.',
    breaks: ['delete/every'],
    inWholeRun: true,
    wrap: onDeletion((store, deleted) => {
      for (const deal of others(store, deleted)) if (deal.id.startsWith(deleted.id)) store.removeDeal(deal);
    }),
  },
  {
    id: 'creation-reprices-namesakes',
    title: 'A new deal gives its price to all deals of its name: they are found by the name and updated.',
    breaks: ['create/distinct'],
    alsoStrikes: sharing('operation/effect'),
    wrap: onCreation((store, made) => {
      const { name, price = null } = made.data;
      for (const deal of others(store, made))
        if (deal.data['name'] === name) store.changeDeal(deal, { ...deal.data, price });
    }),
  },
  {
    id: 'creation-takes-the-id-it-is-sent',
    title: 'A new deal that is sent with the id of another one takes its place.',
    breaks: ['create/distinct'],
    wrap: onRequest(async (seen, next, mock) => {
      const replaced = storeOf(mock).deals.entries.get(String(payloadOf(seen)['id']));
      const response = await next(seen.request);
      const location = response.headers.get('location');
      const made = location === null ? undefined : dealAt(storeOf(mock), location);
      if (!isCreation(seen) || replaced === undefined || made === undefined) return response;
      storeOf(mock).changeDeal(replaced, made.data);
      storeOf(mock).removeDeal(made);
      const text = (await response.text())
        .replaceAll(made.path, replaced.path)
        .replace(`"${made.id}"`, `"${replaced.id}"`);
      const moved = new Response(text, { status: response.status, headers: response.headers });
      const other = (location ?? '').replace(made.path, replaced.path);
      return withFields(moved, { location: other, etag: undefined, 'content-length': undefined });
    }),
  },
  {
    id: 'hold-reaches-namesakes',
    title: 'HoldDeal holds all deals of the name that the deal has.',
    breaks: ['operation/effect', 'operation/forms-agree'],
    wrap: onOperated('HoldDeal', (store, held) => {
      const { name, holdReason = null } = held.data;
      for (const deal of others(store, held))
        if (deal.data['name'] === name) store.changeDeal(deal, { ...deal.data, held: true, holdReason });
    }),
  },
  {
    id: 'price-change-undoes-a-hold',
    title: 'A change of price writes the deal back as it was created, with the new price: a hold since then is lost.',
    breaks: ['operation/effect'],
    wrap: remembering(
      () => new Map<string, JsonObject>(),
      (created) =>
        both(
          onCreation((_store, made) => void created.set(made.id, made.data)),
          onOperated('ChangePrice', (store, deal) => {
            const { price = null, reason = null } = deal.data;
            const before = created.get(deal.id);
            if (before !== undefined && deal.data['held'] === true)
              store.changeDeal(deal, { ...before, price, reason });
          }),
        ),
    ),
  },
  {
    id: 'second-hold-keeps-the-first-reason',
    title: 'A deal that is held again after its release shows the reason of the first hold.',
    breaks: ['operation/effect'],
    wrap: remembering(
      () => new Map<string, Json>(),
      (reasons) =>
        onOperated('HoldDeal', (store, deal) => {
          const first = reasons.get(deal.id) ?? deal.data['holdReason'] ?? null;
          reasons.set(deal.id, first);
          if (first !== deal.data['holdReason']) store.changeDeal(deal, { ...deal.data, holdReason: first });
        }),
    ),
  },
];

/** Rules that work on several deals of one name at a time, and so meet what one does to the others. */
function sharing(...rules: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(rules.map((rule) => [rule, 'it works on several deals of one name']));
}

function storeOf(mock: Mock): Store {
  return mock.tenants.of('').store;
}

function others({ deals }: Store, than: Deal): Deal[] {
  return [...deals.entries.values()].filter((deal) => deal !== than);
}

function dealAt(store: Store, address: string): Deal | undefined {
  const id = dealIn(new URL(address, 'http://localhost').pathname);
  return id === undefined ? undefined : store.deals.entries.get(decoded(id));
}

function both(first: Deviation['wrap'], second: Deviation['wrap']): Deviation['wrap'] {
  return (fetch, mock) => second(first(fetch, mock), mock);
}

/** What else happens when a deal was deleted. */
function onDeletion(more: (store: Store, deleted: Deal) => void): Deviation['wrap'] {
  return onRequest(async (seen, next, mock) => {
    const store = storeOf(mock);
    const deal = seen.method === 'DELETE' ? dealAt(store, seen.path) : undefined;
    const response = await next(seen.request);
    if (deal !== undefined && response.ok) more(store, deal);
    return response;
  });
}

/** What else happens when a deal was created. */
function onCreation(more: (store: Store, made: Deal) => void): Deviation['wrap'] {
  return onRequest(async (seen, next, mock) => {
    const response = await next(seen.request);
    const location = isCreation(seen) && response.ok ? response.headers.get('location') : null;
    const made = location === null ? undefined : dealAt(storeOf(mock), location);
    if (made !== undefined) more(storeOf(mock), made);
    return response;
  });
}

/** What else happens when an operation was carried out in any form. */
function onOperated(action: string, more: (store: Store, deal: Deal) => void): Deviation['wrap'] {
  return onRequest(async (seen: RequestView, next, mock) => {
    const response = await next(seen.request);
    const asked = asksFor(seen, { action }) && response.ok ? operationIn(seen) : undefined;
    const deal = asked === undefined ? undefined : storeOf(mock).deals.entries.get(decoded(asked.deal));
    if (deal !== undefined) more(storeOf(mock), deal);
    return response;
  });
}
