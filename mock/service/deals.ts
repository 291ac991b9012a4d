import type { JsonObject } from '../../fixtures/json.ts';
import { bare, type MockResponse } from '../message.ts';
import type { State } from '../state/collection.ts';
import type { Deal } from '../state/store.ts';
import { readPayload } from './body.ts';
import { listReply } from './lookup.ts';
import { refuse } from './problems.ts';
import type { Call, Route } from './router.ts';
import type { Kind } from './show.ts';
import type { Site } from './site.ts';
import { refuseInvalid } from './validation.ts';
import { isConditional, refusePresent, refuseStale } from './validators.ts';

/** What deals are called. */
export const DEALS: Kind = { one: 'deal', many: 'deals' };

/** Deals: created, deleted, read and listed (document 4.1; reading, so that a Location can be followed). */
export function dealRoutes(site: Site): readonly Route[] {
  const { options, store, show } = site;
  const collection = `/rest/${options.version}/deals/`;
  const item = `${collection}:id`;

  const create = (call: Call): MockResponse => {
    const choice = show.choose(call);
    const payload = readPayload(call.ask);
    refuseInvalid('deal', payload.plain);
    // The request is made of the collection, so it is the collection's state that counts (RFC 9110 13.1).
    refuseOutdated(site, call, store.deals);
    const deal = store.newDeal(withoutOurs(payload.kept));
    return show.created(call, choice, 'deal', deal, options.create === 'created' ? 201 : 200);
  };
  const remove = (call: Call): MockResponse => {
    const deal = dealOf(site, call);
    refuseOutdated(site, call, deal);
    store.removeDeal(deal);
    return bare(204);
  };
  return [
    { method: 'POST', path: collection, component: 'deals', handle: create },
    {
      method: 'GET',
      path: collection,
      component: 'deals',
      handle: (call) => listReply(site, call, DEALS, store.deals),
    },
    { method: 'GET', path: item, component: 'deals', handle: (call) => show.read(call, 'deal', dealOf(site, call)) },
    { method: 'DELETE', path: item, component: 'deals', handle: remove },
  ];
}

/** The deal of this id; refuses with 404, or 410 where it is known to be gone and the options say so (document 4.4-m3). */
export function findDeal({ options, store }: Site, id: string): Deal {
  const deal = store.deals.entries.get(id);
  if (deal !== undefined) return deal;
  if (options.deleted === 410 && store.deals.isGone(id)) refuse(410, 'this deal was deleted and is gone for good');
  return refuse(404, 'no deal has this identifier');
}

/** The deal that the address names. */
export function dealOf(site: Site, call: Call): Deal {
  return findDeal(site, call.params['id'] ?? '');
}

/** Refuses a change that was meant for another state of the record (RFC 9110 13.1). */
export function refuseOutdated({ show }: Site, call: Call, current: State): void {
  if (!isConditional(call.ask)) return;
  refuseStale(call.ask, show.validators(current));
  refusePresent(call.ask, show.validators(current));
}

/** Members that the mock itself adds when it shows a record: whoever sends them back changes nothing by it. */
export function withoutOurs(sent: JsonObject): JsonObject {
  // Nearly nobody sends them, and a copy of the rest costs more than to look.
  if (!Object.hasOwn(sent, 'id') && !Object.hasOwn(sent, '_links')) return sent;
  const { id: _id, _links, ...rest } = sent;
  return rest;
}
