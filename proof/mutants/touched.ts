import type { Json, JsonObject } from '../../fixtures/json.ts';
import type { Entry } from '../../mock/state/collection.ts';
import type { Deal, Store } from '../../mock/state/store.ts';
import { payloadOf } from '../deviations/requests.ts';
import type { Call } from './mutant.ts';

/** The store of the mock that a call goes to. */
export function storeOf({ mock }: Pick<Call, 'mock'>): Store {
  return mock.tenants.of('').store;
}

/** Every deal that there is, as the store has them in order. */
export function allDeals(call: Pick<Call, 'mock'>): readonly Deal[] {
  return [...storeOf(call).deals.entries.values()];
}

/** The deal that a call is about: named in the path, or in the body of form G and of a command. */
export function dealOf(call: Call): Deal | undefined {
  const payload = payloadOf(call);
  const named = call.pattern.startsWith('/deals/:id') ? call.params['id'] : (payload['deal'] ?? payload['id']);
  return storeOf(call).deals.entries.get(String(named));
}

/** The next deal of the store after this one; the first one after the last. */
export function neighbourOf(call: Call, deal: Deal): Deal | undefined {
  const all = allDeals(call);
  const other = all[(all.indexOf(deal) + 1) % all.length];
  return other === deal ? undefined : other;
}

/** A deal as it was before a request. */
export interface Kept {
  readonly deal: Deal;
  readonly data: JsonObject;
  readonly state: Pick<Entry, 'revision' | 'changedAt' | 'written'>;
  readonly records: ReadonlyMap<string, readonly Entry[]>;
}

/** Keeps what a deal is now. */
export function keep(deal: Deal): Kept {
  const { data, revision, changedAt, written } = deal;
  const records = new Map(Array.from(deal.records ?? [], ([name, all]) => [name, [...all]]));
  return { deal, data, state: { revision, changedAt, written }, records };
}

/** Puts a deal's members back, validators included, as if nothing had been asked for. */
export function undo({ deal, data, state }: Kept): void {
  deal.data = data;
  deal.revision = state.revision;
  deal.changedAt = state.changedAt;
  deal.written = state.written;
}

/** What a request changed of a deal's members. */
export function changeOf({ deal, data }: Kept): JsonObject {
  return Object.fromEntries(
    Object.entries(deal.data).filter(([name, value]) => JSON.stringify(data[name]) !== JSON.stringify(value)),
  );
}

/** Sets members of a deal. */
export function setMembers(call: Call, deal: Deal, members: JsonObject): void {
  // What changes nothing leaves the validators as they are.
  const differs = Object.entries(members).some(
    ([name, value]) => JSON.stringify(deal.data[name]) !== JSON.stringify(value),
  );
  if (differs) storeOf(call).changeDeal(deal, { ...deal.data, ...members });
}

/** Every text of a JSON object written otherwise. */
export function mapTexts(members: JsonObject, write: (text: string) => Json): JsonObject {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]): [string, Json] => [
      name,
      typeof value === 'string' ? write(value) : value,
    ]),
  );
}
