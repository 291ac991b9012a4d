// Faults against the document. One entry = one fault: id, statement breached, what it does, hooks.
import { Reply, problem, sleep, after, sent, every, okGet, isJson, safe, setBody, missingDeal, missingUser, without, tagFrom } from './kit.mjs';

const C = '4.1 POST row';
const C4 = '4.4 creation rules';
const D = '4.1 DELETE row';
const M = '4.4 missing rule 1';
const E = '4.4 empty rule 2';
const N = '4.5 rule 1';
const isCreated = (q, out) => out.status === 201;
const READ = ['GET', 'HEAD'];

export const documentFaults = [
  // ------------------------------------------------------------ creation
  { id: 'create-200', statement: `${C}: status 201, Location`, says: 'Creating a deal answers 200 with the deal and without Location.',
    hooks: after('created', (r) => ({ ...r, status: 200, headers: {} })) },
  { id: 'create-202', statement: `${C}: status 201`, says: 'Creating a deal answers 202 although it is stored at once.',
    hooks: after('created', (r) => ({ ...r, status: 202 })) },
  { id: 'create-204', statement: `${C}: 201 and a body`, says: 'Creating a deal answers 204 without body, with Location.',
    hooks: after('created', (r) => ({ status: 204, headers: r.headers })) },
  { id: 'create-302', statement: `${C}: status 201`, says: 'Creating a deal redirects (302) to the new deal.',
    hooks: after('created', (r) => ({ ...r, status: 302 })) },
  { id: 'create-no-location', statement: `${C}: a Location header`, says: '201 without Location; the request address is the collection.',
    hooks: after('created', (r) => { r.headers = {}; }) },
  { id: 'create-location-collection', statement: `${C}: Location names the new resource`, says: 'Location is the address of the collection.',
    hooks: after('created', function hook(r) { r.headers.Location = this.dealsHref(); }) },
  { id: 'create-location-previous', statement: `${C}: Location names the new resource`, says: 'Location names the deal created before (id minus one).',
    hooks: after('created', function hook(r, deal) { r.headers.Location = this.dealHref(String(Number(deal.id) - 1)); }) },
  { id: 'create-location-no-version', statement: '4.1 and 9.1: version segment', says: 'Location lacks the version segment.',
    hooks: after('created', (r, deal) => { r.headers.Location = `/rest/deals/${deal.id}`; }) },
  { id: 'create-location-internal-host', statement: `${C}: Location names the new resource`, says: 'Location is absolute with an internal host name that no client reaches.',
    hooks: after('created', (r) => { r.headers.Location = `http://backend.internal:8080${r.headers.Location}`; }) },
  { id: 'create-location-relative', statement: `${C}: Location names the new resource`, says: 'Location is "deals/7": resolved against the request address it doubles the segment.',
    hooks: after('created', (r, deal) => { r.headers.Location = `deals/${deal.id}`; }) },
  { id: 'create-location-doubled', statement: `${C}: Location names the new resource`, says: 'The collection path is put twice in front of the id.',
    hooks: after('created', (r) => { r.headers.Location = `/rest/v1/deals${r.headers.Location}`; }) },
  { id: 'create-location-space', statement: `${C}: Location names the new resource`, says: 'For names with a space Location holds the name instead of the id, which nothing resolves.',
    hooks: after('created', (r, deal) => { if (/\s/.test(deal.name)) r.headers.Location = `/rest/v1/deals/${encodeURIComponent(deal.name)}`; }) },
  { id: 'create-location-suffix', statement: '4.5 rule 2: address independent of representation', says: 'Asked for XML, creation names the resource at an address "….xml" in Location and links, so that the address depends on the representation.',
    hooks: after('decide', (r, q) => {
      if (r.status === 201 && q.kind === 'xml') { r.headers.Location += '.xml'; if (r.value?.links) r.value.links.self += '.xml'; }
    }) },
  { id: 'create-empty-body', statement: `${C}: a body that describes and links`, says: '201 with an empty body.',
    hooks: after('created', (r) => without(r, 'value', 'modified')) },
  { id: 'create-no-link', statement: `${C4} 3: body links to the resource`, says: 'The body of 201 has no link.',
    hooks: after('created', (r) => { r.value = without(r.value, 'links'); }) },
  { id: 'create-link-other', statement: `${C4} 3: body links to the resource`, says: 'The links in the body of 201 name the deal that would come next.',
    hooks: after('created', function hook(r, deal) { r.value.links.self = this.dealHref(String(Number(deal.id) + 1)); }) },
  { id: 'create-body-only-message', statement: `${C4} 3: body describes the created resource`, says: 'The body of 201 is {"message":"created"}.',
    hooks: after('created', (r) => { r.value = { message: 'created' }; }) },
  { id: 'create-body-stale', statement: `${C4} 3: body describes the created resource`, says: 'From the second creation on, the body of 201 describes the deal created before; Location is right.',
    hooks: after('created', function hook(r) { const old = this.lastView; this.lastView = r.value; if (old) r.value = old; }) },
  { id: 'create-name-cut', statement: '2 Deal name; 4.4 creation 3', says: 'Names are stored and shown cut to 20 characters.',
    hooks: after('makeDeal', (deal) => { if (typeof deal.name === 'string') deal.name = deal.name.slice(0, 20); }) },
  { id: 'create-name-upper', statement: '2 Deal name', says: 'Names are stored in upper case.',
    hooks: after('makeDeal', (deal) => { deal.name = String(deal.name).toUpperCase(); }) },
  { id: 'create-price-int', statement: '2 Deal price', says: 'Prices are truncated to whole numbers.',
    hooks: after('makeDeal', (deal) => { deal.price = Math.trunc(deal.price); }) },
  { id: 'create-price-int32', statement: '2 Deal price', says: 'Prices above 2^31-1 overflow to a 32-bit integer.',
    hooks: after('makeDeal', (deal) => { if (deal.price > 2147483647) deal.price |= 0; }) },
  { id: 'create-swallows-further', statement: '2 further parameters of the create request', says: 'Further parameters are dropped without a word.',
    hooks: after('makeDeal', function hook(deal) { if (this.deals.size >= 2) deal.further = {}; }) },
  { id: 'create-flattens-further', statement: '2 further parameters', says: 'Object-valued further parameters become the text "[object Object]".',
    hooks: after('makeDeal', (deal) => {
      for (const [k, v] of Object.entries(deal.further)) if (v && typeof v === 'object') deal.further[k] = String({});
    }) },
  { id: 'create-stringifies-further', statement: '2 further parameters', says: 'Numbers and booleans among the further parameters are stored as strings.',
    hooks: after('makeDeal', (deal) => {
      for (const [k, v] of Object.entries(deal.further)) if (typeof v === 'number' || typeof v === 'boolean') deal.further[k] = String(v);
    }) },
  { id: 'create-not-stored', statement: `${C4} 1: created and addressable`, says: 'Creation answers 201 but nothing is stored.',
    hooks: { storeDeal(next, deal, when) { if (when !== undefined) next(deal, when); else deal.modified = Date.now(); } } },
  { id: 'create-fifth-lost', statement: `${C4} 1: created and addressable`, says: 'Every fifth created deal is not stored.',
    hooks: { storeDeal(next, deal, when) { if (when === undefined && this.count('stored') % 5 === 0) deal.modified = Date.now(); else next(deal, when); } } },
  { id: 'create-late', statement: `${C4} 1: created and addressable`, says: 'The new deal is addressable only 300 ms after the 201.',
    hooks: { findDeal(next, id) { const d = next(id); return d && d.lateUntil > Date.now() ? undefined : d; },
      ...after('created', (r, deal) => { deal.lateUntil = Date.now() + 300; }) } },
  { id: 'create-same-name-overwrites', statement: '1 and 4.1: POST creates a new deal', says: 'Creating a deal whose name exists replaces the older deal, which then answers 404.',
    hooks: { storeDeal(next, deal, when) {
      for (const other of this.deals.values()) if (other.name === deal.name && other !== deal) this.deals.delete(other.id);
      return next(deal, when);
    } } },
  { id: 'create-concurrent-ids', statement: '2 id: deal identifier; 4.1', says: 'Creations at the same time get the same id; one of them is lost (read, wait, write).',
    hooks: { async dealsCreate(next, q) {
      const before = this.nextDealId;
      await sleep(15);
      if (this.nextDealId !== before && this.inFlight > 1) this.nextDealId = before;
      return next(q);
    } } },
  { id: 'create-twice', statement: '4.1: POST creates a deal', says: 'One POST stores two deals, seen in lists and queries.',
    hooks: after('created', function hook(r, deal) {
      const twin = { ...deal, id: this.newDealId(), holds: [], commands: new Map() };
      this.storeDeal(twin);
    }) },
  { id: 'create-malformed-201', statement: '7: 400 malformed syntax', says: 'A malformed JSON body creates an empty deal with 201.',
    hooks: { dealsCreate(next, q) {
      try { return next(q); } catch (error) {
        if (error.reply?.value?.message !== 'malformed JSON') throw error;
        const deal = this.makeDeal({ name: '', price: 0 }); this.storeDeal(deal); return this.created(deal);
      }
    } } },
  { id: 'malformed-500', statement: '7: 400 malformed syntax', says: 'Malformed JSON gives 500 everywhere.', hooks: { badJson: () => problem(500, 'SyntaxError') } },
  { id: 'malformed-200', statement: '7: 400 malformed syntax', says: 'Malformed JSON gives 200 with an error object in the body.',
    hooks: { badJson: () => new Reply({ status: 200, name: 'error', value: { success: false, error: 'malformed JSON' } }) } },
  { id: 'malformed-404', statement: '7: 400 malformed syntax; 404', says: 'Malformed JSON gives 404.', hooks: { badJson: () => problem(404, 'not found') } },
  { id: 'non-object-500', statement: '7: 400; 4.1: JSON object', says: 'A JSON array, string or null as body gives 500.', hooks: { notObject: () => problem(500, 'TypeError') } },
  { id: 'invalid-stored', statement: '7: 400 is a refusal', says: 'A deal refused with 400 (bad price) is stored all the same and appears in the list and queries.',
    hooks: { checkDeal(next, input) {
      try { next(input); } catch (error) { if (typeof input.name === 'string' && !input.action) this.storeDeal(this.makeDeal(input)); throw error; }
    } } },
  { id: 'create-large-cut', statement: '4.1 and 4.4 creation 3', says: 'Text values of more than 4096 characters are cut when stored.',
    hooks: after('makeDeal', (deal) => {
      for (const [k, v] of Object.entries(deal.further)) if (typeof v === 'string' && v.length > 4096) deal.further[k] = v.slice(0, 4096);
      if (typeof deal.name === 'string') deal.name = deal.name.slice(0, 4096);
    }) },

  // ------------------------------------------------------------ deletion
  { id: 'delete-200', statement: `${D}: 204 with no body`, says: 'Deletion answers 200 with the deleted deal.',
    hooks: { dealDelete(next, q, deal) { const value = this.dealView(deal); next(q, deal); return { status: 200, name: 'deal', value }; } } },
  { id: 'delete-202', statement: `${D}: 204`, says: 'Deletion answers 202.', hooks: after('dealDelete', (r) => ({ ...r, status: 202 })) },
  { id: 'delete-nothing', statement: `${D}: the deal is deleted`, says: 'Deletion answers 204 and deletes nothing.', hooks: { removeDeal() {} } },
  { id: 'delete-third-kept', statement: `${D}: the deal is deleted`, says: 'Every third deletion answers 204 without deleting.',
    hooks: { removeDeal(next, deal) { if (this.count('removed') % 3 !== 0) next(deal); } } },
  { id: 'delete-held-kept', statement: `${D}: the deal is deleted`, says: 'A deal on hold is not deleted though the answer is 204.',
    hooks: { removeDeal(next, deal) { if (!deal.held) next(deal); } } },
  { id: 'delete-still-listed', statement: `${D}: the deal is deleted`, says: 'Deleted deals stay in the list and in queries; their own address answers 404.',
    hooks: { ...after('allDeals', function hook(list) { return [...list, ...(this.ghosts ?? [])]; }),
      removeDeal(next, deal) { (this.ghosts ??= []).push(deal); next(deal); } } },
  { id: 'delete-prefix', statement: `${D}: deletes this deal`, says: 'Deleting a deal also deletes those whose id begins with its id (1 and 10, 11 …).',
    hooks: { removeDeal(next, deal) { for (const d of [...this.deals.values()]) if (d.id.startsWith(deal.id)) next(d); } } },
  { id: 'delete-same-name', statement: `${D}: deletes this deal`, says: 'Deleting a deal also deletes every other deal of the same name.',
    hooks: { removeDeal(next, deal) { for (const d of [...this.deals.values()]) if (d.name === deal.name) next(d); } } },
  { id: 'delete-newest', statement: `${D}: deletes this deal`, says: 'Deletion removes the newest deal instead of the named one.',
    hooks: { removeDeal(next) { next([...this.deals.values()].at(-1)); } } },
  { id: 'delete-user', statement: `${D}: deletes this deal`, says: 'Deleting a deal removes the last user as well.',
    hooks: after('removeDeal', function hook() { this.users.delete([...this.users.keys()].at(-1)); }) },
  { id: 'delete-unknown-204', statement: M, says: 'Deleting an unknown deal answers 204.', hooks: missingDeal(['DELETE'], () => ({ status: 204 })) },
  { id: 'delete-again-204', statement: M, says: 'Deleting a deleted deal again answers 204; never-known ids give 404.',
    hooks: { routeDeals(next, q, path, none) {
      if (q.method === 'DELETE' && path.length === 1 && this.gone.has(path[0])) throw new Reply({ status: 204 });
      return next(q, path, none);
    } } },
  { id: 'delete-unknown-500', statement: M, says: 'Deleting an unknown deal gives 500.', hooks: missingDeal(['DELETE'], () => problem(500, 'null').reply) },
  { id: 'delete-unknown-400', statement: M, says: 'Deleting an unknown deal gives 400.', hooks: missingDeal(['DELETE'], () => problem(400, 'bad id').reply) },
  { id: 'delete-returns-later', statement: `${D}: the deal is deleted`, says: 'A deleted deal is back as soon as another deal is created (write-behind cache).',
    hooks: { removeDeal(next, deal) { (this.trash ??= []).push(deal); next(deal); },
      ...after('created', function hook() { for (const d of this.trash ?? []) this.deals.set(d.id, d); this.trash = []; }) } },
  { id: 'delete-children-stay', statement: M, says: 'After deletion the deal’s holds are still answered with 200.',
    hooks: { removeDeal(next, deal) { (this.orphans ??= new Map()).set(deal.id, deal); next(deal); },
      routeDeals(next, q, path, none) {
        const deal = this.orphans?.get(path[0]);
        if (deal && path[1] === 'holds' && safe(q)) return this.readable(() => this.holdsRead(q, deal));
        return next(q, path, none);
      } } },
  { id: 'deleted-200', statement: M, says: 'A deleted deal answers 200 with {"deleted":true}.',
    hooks: { routeDeals(next, q, path, none) {
      if (safe(q) && path.length === 1 && this.gone.has(path[0])) throw new Reply({ status: 200, name: 'deal', value: { id: path[0], deleted: true } });
      return next(q, path, none);
    } } },

  // ------------------------------------------------------------ a deal that does not exist
  { id: 'deal-missing-null', statement: M, says: 'An unknown deal answers 200 with null.', hooks: missingDeal(READ, () => ({ status: 200, name: 'deal', value: null })) },
  { id: 'deal-missing-empty', statement: `${M}; 4.4 rule 3`, says: 'An unknown deal answers 200 with {}.', hooks: missingDeal(READ, () => ({ status: 200, name: 'deal', value: {} })) },
  { id: 'deal-missing-204', statement: M, says: 'An unknown deal answers 204.', hooks: missingDeal(READ, () => ({ status: 204 })) },
  { id: 'deal-missing-202', statement: `${M}; 4.4 rule 3`, says: 'An unknown deal answers 202.', hooks: missingDeal(READ, () => ({ status: 202, name: 'error', value: { message: 'not yet' } })) },
  { id: 'deal-missing-400', statement: `${M}; 4.4 rule 3`, says: 'An unknown deal answers 400.', hooks: missingDeal(READ, () => problem(400, 'no such deal').reply) },
  { id: 'deal-missing-500', statement: M, says: 'An unknown deal answers 500.', hooks: missingDeal(READ, () => problem(500, 'null pointer').reply) },
  { id: 'deal-missing-first', statement: M, says: 'An unknown deal answers with the first deal.',
    hooks: missingDeal(READ, function hook() { return { status: 200, name: 'deal', value: this.dealView(this.allDeals()[0]) }; }) },
  { id: 'deal-id-parse-int', statement: M, says: 'Ids are read with parseInt: "1abc" and "1.5" find deal 1.',
    hooks: { findDeal(next, id) { return next(String(Number.parseInt(id, 10))); } } },
  { id: 'deal-ten-mixup', statement: '2 id: deal identifier; 4.4', says: 'Deals from id 10 on are answered with the data of the deal whose id is their first digit.',
    hooks: { dealRead(next, q, deal) { return next(q, (deal.id.length > 1 && this.deals.get(deal.id[0])) || deal); } } },
  { id: 'op-missing-204', statement: M, says: 'Operations (A, B) on an unknown deal answer 204.', hooks: missingDeal(['PUT'], () => ({ status: 204 }), true) },
  { id: 'op-missing-500', statement: M, says: 'Operations on an unknown deal give 500.', hooks: missingDeal(['PUT', 'POST'], () => problem(500, 'null').reply, true) },
  { id: 'op-missing-400', statement: `${M}; 4.4 rule 3`, says: 'Operations on an unknown deal give 400.', hooks: missingDeal(['PUT', 'POST'], () => problem(400, 'unknown deal').reply, true) },
  { id: 'op-missing-creates', statement: M, says: 'An operation on an unknown deal creates a nameless deal with this id.',
    hooks: { routeDeals(next, q, path, none) {
      if (q.method === 'PUT' && path[0] !== undefined && !this.findDeal(path[0])) this.storeDeal({ ...this.makeDeal({ name: '', price: 0 }), id: path[0] });
      return next(q, path, none);
    } } },

  // ------------------------------------------------------------ operations: A and B
  { id: 'hold-no-effect', statement: '4.2 A: hold; 2 held', says: 'PUT …/hold answers 204 and does not hold.',
    hooks: { verbPut(next, q, deal, action) { if (action === 'HoldDeal' && q.segments.at(-1) === 'hold') { this.jsonBody(q); return { status: 204 }; } return next(q, deal, action); } } },
  { id: 'hold-loses-reason', statement: '4.2 HoldDeal (id, reason); 2 holdReason', says: 'Holding in any form forgets the reason.', hooks: { setHold(next, deal) { next(deal, null); } } },
  { id: 'hold-first-reason', statement: '4.2 HoldDeal (id, reason); 2 holdReason', says: 'Holding a held deal for another reason keeps the first reason.',
    hooks: { setHold(next, deal, reason) { next(deal, deal.holdReason ?? reason); } } },
  { id: 'hold-newest', statement: '4.2 A: operation on the deal {id}', says: 'PUT …/hold holds the newest deal, whatever id the path names.',
    hooks: { actHoldDeal(next, deal, params) { const newest = [...this.deals.values()].at(-1); next(newest, params); this.touch(newest); } } },
  { id: 'hold-all', statement: '4.2: operation on the deal {id}', says: 'Holding one deal holds all.',
    hooks: { setHold(next, deal, reason) { for (const d of this.deals.values()) { next(d, reason); this.touch(d); } } } },
  { id: 'unhold-no-effect', statement: '4.2 UnholdDeal', says: 'Unholding in any form answers success and leaves the deal held.', hooks: { actUnholdDeal() {} } },
  { id: 'unhold-verb-400', statement: '4.2 UnholdDeal (id); 2: params empty', says: 'PUT …/unhold demands a reason and answers 400.',
    hooks: { verbPut(next, q, deal, action) { if (action === 'UnholdDeal') this.text(this.jsonBody(q, true), 'reason'); return next(q, deal, action); } } },
  { id: 'holded-no-effect', statement: '4.2 B: resulting state', says: 'PUT …/holded answers 204 and does nothing.', hooks: { resultPut(next, q) { this.jsonBody(q, true); return { status: 204 }; } } },
  { id: 'unholded-holds', statement: '4.2 B: resulting state', says: 'PUT …/unholded leaves the deal on hold: it is mapped to the hold operation.',
    hooks: { resultPut(next, q, deal, action) { if (action !== 'UnholdDeal') return next(q, deal, action); this.setHold(deal, 'unholded'); this.touch(deal); return { status: 204 }; } } },
  { id: 'op-malformed-204', statement: '7: 400 malformed syntax', says: 'PUT operations accept malformed JSON with 204 and do nothing.',
    hooks: { badJson(next, q) { return q.method === 'PUT' ? new Reply({ status: 204 }) : next(q); } } },

  // ------------------------------------------------------------ operations: C and D
  { id: 'action-unhold-ignored', statement: '4.2 C; 2 action UnholdDeal', says: 'Form C with UnholdDeal answers 204 without effect.',
    hooks: { dealAction(next, q, deal, input) { return input.action === 'UnholdDeal' ? { status: 204 } : next(q, deal, input); } } },
  { id: 'action-unknown-204', statement: '7: 400 semantically invalid', says: 'An unknown action is accepted with success and no effect.',
    hooks: { operate(next, deal, action, params) { try { next(deal, action, params); } catch (error) { if (!/^unknown action/.test(error.reply?.value?.message)) throw error; } } } },
  { id: 'action-unknown-500', statement: '7: 400 semantically invalid', says: 'An unknown action gives 500.',
    hooks: { operate(next, deal, action, params) { if (typeof this[`act${action}`] !== 'function') throw problem(500, 'not a function'); return next(deal, action, params); } } },
  { id: 'action-params-string', statement: '4.2 C: params is an object', says: 'Form C wants params as JSON text in a string and answers 400 to an object that is not empty.',
    hooks: { dealAction(next, q, deal, input) {
      if (typeof input.params === 'string') return next(q, deal, { ...input, params: JSON.parse(input.params) });
      if (Object.keys(input.params ?? {}).length) throw problem(400, 'params must be text'); return next(q, deal, input);
    } } },
  { id: 'action-lower-only', statement: '2: action values HoldDeal, UnholdDeal', says: 'HoldDeal is answered 400 in form C; only holdDeal is known.',
    hooks: { dealAction(next, q, deal, input) { if (/^[A-Z]/.test(input.action)) throw problem(400, 'unknown action'); return next(q, deal, { ...input, action: input.action[0].toUpperCase() + input.action.slice(1) }); } } },
  { id: 'price-no-effect', statement: '4.2 ChangePrice (id, newPrice, reason)', says: 'ChangePrice answers success and keeps the price.', hooks: { actChangePrice(next, deal, p) { const { price } = deal; next(deal, p); deal.price = price; } } },
  { id: 'price-string', statement: '4.2 ChangePrice; 2 newPrice', says: 'After ChangePrice the price is a string, elsewhere a number.', hooks: after('actChangePrice', (_, deal) => { deal.price = String(deal.price); }) },
  { id: 'price-cents', statement: '4.2 ChangePrice; 2 newPrice', says: 'ChangePrice drops the fraction of the new price.', hooks: after('actChangePrice', (_, deal) => { deal.price = Math.floor(deal.price); }) },
  { id: 'price-zero-ignored', statement: '4.2 ChangePrice; 2 newPrice', says: 'A new price of 0 is taken as absent (success, old price).', hooks: { actChangePrice(next, deal, p) { const old = deal.price; next(deal, p); deal.price = p.newPrice || old; } } },
  { id: 'price-drops-further', statement: '2 further parameters; 4.2 ChangePrice', says: 'ChangePrice loses the deal’s further parameters.', hooks: after('actChangePrice', (_, deal) => { deal.further = {}; }) },
  { id: 'price-same-name', statement: '4.2: operation on the deal {id}', says: 'ChangePrice changes all deals of this name.',
    hooks: after('actChangePrice', function hook(_, deal) { for (const d of this.deals.values()) if (d.name === deal.name) d.price = deal.price; }) },
  { id: 'date-shifted', statement: '4.2 ChangeCompletionDate; 2 newDate', says: 'The new date is stored one day earlier (time zone).',
    hooks: after('actChangeCompletionDate', (_, deal) => { deal.further.completionDate = new Date(Date.parse(deal.further.completionDate) - 864e5).toISOString().slice(0, 10); }) },
  { id: 'date-no-effect', statement: '4.2 ChangeCompletionDate; 2 newDate', says: 'ChangeCompletionDate keeps the old date.',
    hooks: { actChangeCompletionDate(next, deal, p) { const old = deal.further.completionDate; next(deal, p); deal.further.completionDate = old; } } },
  { id: 'cancel-deletes', statement: '4.2 CancelDeal is no deletion', says: 'CancelDeal removes the deal: it answers 404 afterwards.', hooks: after('actCancelDeal', function hook(_, deal) { this.removeDeal(deal); }) },
  { id: 'cancel-completes', statement: '4.2 CancelDeal', says: 'CancelDeal leaves the deal completed instead of cancelled.', hooks: after('actCancelDeal', (_, deal) => { deal.state = 'completed'; }) },
  { id: 'cancel-no-effect', statement: '4.2 CancelDeal', says: 'CancelDeal has no effect.', hooks: { actCancelDeal(next, deal, p) { this.text(p, 'reason'); } } },
  { id: 'amercement-swapped', statement: '2 amercement and reason', says: 'CancelDeal stores the amercement as the reason and the reason as the amercement.',
    hooks: after('actCancelDeal', (_, deal) => { const n = deal.notes; [n.amercement, n.cancelReason] = [n.cancelReason, n.amercement ?? null]; }) },
  { id: 'complete-no-effect', statement: '4.2 CompleteDeal', says: 'CompleteDeal answers success and the deal stays open.', hooks: { actCompleteDeal() {} } },
  { id: 'update-held-false', statement: '4.2 D: held', says: 'Form D with held false leaves the deal held (truth test).', hooks: { dealUpdate(next, q, deal, input) { return input.held ? next(q, deal, input) : { status: 204 }; } } },
  { id: 'update-wipes', statement: '4.2 D; 2 name', says: 'Form D without a name empties the name of the deal.', hooks: after('dealUpdate', (r, q, deal, input) => { if (input.name === undefined) deal.name = ''; }) },
  { id: 'held-text', statement: '2 held: boolean', says: 'held is the text "true" or "false" in JSON.', hooks: after('dealView', (view) => { view.held = String(view.held); }) },

  // ------------------------------------------------------------ operations: E, F, G
  { id: 'holds-no-effect', statement: '4.2 E: hold', says: 'POST …/holds answers 201 and the deal is not held.', hooks: { holdCreate(next, q, deal) { const { held, holdReason } = deal; const r = next(q, deal); Object.assign(deal, { held, holdReason }); return r; } } },
  { id: 'holds-location-dead', statement: `${C4} 1 and 2`, says: 'The Location of a new hold answers 404 (off by one).', hooks: after('holdCreate', (r) => { r.headers.Location = r.headers.Location.replace(/\d+$/, (n) => Number(n) + 1); }) },
  { id: 'holds-201-no-location', statement: `${C4} 2: absent Location means the request address`, says: 'Creating a hold answers 201 without Location, though the hold has an address of its own.', hooks: after('holdCreate', (r) => { r.headers = {}; }) },
  { id: 'holds-last-only', statement: '4.2 E: sub-collection of holds', says: 'A new hold overwrites the earlier ones.', hooks: { addHold(next, deal, reason) { const id = String(deal.holds.length + 1); deal.holds.length = 0; const h = next(deal, reason); h.id = id; return h; } } },
  { id: 'holds-shared', statement: '4.2 E: sub-collection of the deal', says: 'The holds of all deals are listed under every deal.',
    hooks: after('holdsRead', function hook(r) { r.value = this.allDeals().flatMap((d) => d.holds).map((h) => this.holdView(h)); }) },
  { id: 'holds-unknown-deal', statement: M, says: 'POST …/holds of an unknown deal answers 201.', hooks: missingDeal(['POST'], function hook(id) { return { status: 201, headers: { Location: `${this.dealHref(id)}/holds/1` }, name: 'hold', value: { id: '1', deal: id } }; }, true) },
  { id: 'command-not-run', statement: '4.2 F: command document', says: 'Command documents are stored (201) but not carried out.', hooks: { commandRun() {} } },
  { id: 'command-unhold-empty-400', statement: '2: params of UnholdDeal is empty', says: 'Command documents with empty params are refused with 400.', hooks: { commandRun(next, deal, record) { if (Object.keys(record.params).length === 0) throw problem(400, 'params missing'); next(deal, record); } } },
  { id: 'command-ids-mixed', statement: '4.2 F: command per deal', says: 'A command id used for one deal is taken as done for every other deal: 204, no effect.',
    hooks: { commandPut(next, q, deal, id) { if (deal && [...this.deals.values()].some((d) => d !== deal && d.commands.has(id))) return { status: 204 }; return next(q, deal, id); } } },
  { id: 'command-read-other', statement: '4.2 F; 2 command record', says: 'GET of a command answers the last command of this deal, whatever the id.',
    hooks: { commandRead(next, q, deal, id) { const s = this.commandStore(deal); return next(q, deal, s.has(id) ? [...s.keys()].at(-1) : id); } } },
  { id: 'command-odd-id', statement: '4.4 rule 1 of creation: addressable', says: 'Commands whose id has other characters than letters, digits, "-" and "_" are stored under a cleaned id and cannot be read back.',
    hooks: { commandPut(next, q, deal, id) { const r = next(q, deal, id); const s = this.commandStore(deal); const clean = id.replace(/[^\w-]/g, ''); if (clean !== id && s.has(id)) { s.set(clean, s.get(id)); s.delete(id); } return r; } } },
  { id: 'command-location-global', statement: `${C4} 2`, says: 'The Location of a deal’s command names /commands/{id}, where it is not found.', hooks: after('commandPut', (r, q, deal, id) => { if (r.status === 201 && deal) r.headers.Location = `/commands/${encodeURIComponent(id)}`; }) },
  { id: 'global-first-deal', statement: '4.2 G: deal in the payload; 2 deal', says: 'The global command collection always works on the first deal.', hooks: { commandTarget(next, input) { next(input); return this.allDeals()[0]; } } },
  { id: 'global-unknown-201', statement: '7: 400 semantically invalid', says: 'A global command for an unknown deal answers 201.',
    hooks: { commandTarget(next, input) { try { return next(input); } catch { return { ...this.makeDeal({}), id: String(input.deal) }; } } } },

  // ------------------------------------------------------------ 4.3
  { id: 'post-command-204', statement: '4.3 POST row: 200', says: 'Commands answer 204.', hooks: after('commandPost', (r) => ({ ...r, status: 204 })) },
  { id: 'post-command-body', statement: '4.3 POST row: no body', says: 'Commands answer 200 with a body.', hooks: after('commandPost', (r) => ({ ...r, name: 'result', value: { success: true } })) },
  { id: 'post-command-201', statement: '4.3 POST row: 200', says: 'Commands answer 201.', hooks: after('commandPost', (r) => ({ ...r, status: 201 })) },
  { id: 'post-command-202', statement: '4.3 POST row: 200', says: 'Commands answer 202 and are carried out 400 ms later.',
    hooks: { commandPost(next, q, name) { setTimeout(() => { try { next(q, name); } catch { /* late */ } }, 400); return { status: 202 }; } } },
  { id: 'post-command-no-effect', statement: '4.3: state-changing', says: 'Commands answer 200 and change nothing.', hooks: { commandPost(next, q) { this.jsonBody(q); return { status: 200 }; } } },
  { id: 'post-command-invalid-200', statement: '7: 400; 4.3 "200 on success"', says: 'Commands that fail (unknown deal, bad parameters) answer 200.', hooks: { commandPost(next, q, name) { this.jsonBody(q); try { return next(q, name); } catch { return { status: 200 }; } } } },
  { id: 'post-command-invalid-500', statement: '7: 400', says: 'Commands with bad parameters answer 500.', hooks: { commandPost(next, q, name) { try { return next(q, name); } catch (e) { throw e.reply?.status === 400 ? problem(500, 'failed') : e; } } } },
  { id: 'post-command-unknown-200', statement: '7: 404', says: 'A command name that does not exist answers 200.', hooks: { route(next, q) { if (q.segments[0] === 'command' && q.segments.length === 2) { try { return next(q); } catch { return { methods: { POST: () => ({ status: 200 }) } }; } } return next(q); } } },
  { id: 'post-command-slash-404', statement: '4.3 POST row: path /command/<name>/', says: 'The command path with its trailing slash answers 404; only without it works.', hooks: { route(next, q) { if (q.segments[0] === 'command' && q.path.endsWith('/')) throw problem(404, 'not found'); return next(q); } } },
  { id: 'post-command-first-deal', statement: '4.3 and 4.2: id', says: 'Commands work on the first deal, whatever id they name.', hooks: { commandPost(next, q, name) { const { findDeal } = this; this.findDeal = (id) => findDeal.call(this, id) && this.allDeals()[0]; try { return next(q, name); } finally { this.findDeal = findDeal; } } } },
  { id: 'query-empty-200', statement: '4.3 GET row: empty gives 404', says: 'An empty query result answers 200 with [].', hooks: { queryEmpty: () => new Reply({ status: 200, name: 'results', value: [] }) } },
  { id: 'query-empty-204', statement: '4.3 GET row: empty gives 404', says: 'An empty query result answers 204.', hooks: { queryEmpty: () => new Reply({ status: 204 }) } },
  { id: 'query-empty-500', statement: '4.3 GET row: empty gives 404', says: 'An empty query result gives 500.', hooks: { queryEmpty: () => problem(500, 'index out of range') } },
  { id: 'query-single-object', statement: '4.3 GET row: JSON array', says: 'A query with one result answers the bare object.', hooks: after('queryRead', (r) => { if (r.value.length === 1) [r.value] = r.value; }) },
  { id: 'query-wrapped', statement: '4.3 GET row: JSON array', says: 'Queries answer {"results":[…]}.', hooks: after('queryRead', (r) => { r.value = { results: r.value }; }) },
  { id: 'query-drops-last', statement: '4.3 GET row: array of result records', says: 'With two results or more, the last one is missing.', hooks: after('queryRead', (r) => { if (r.value.length > 1) r.value.pop(); }) },
  { id: 'query-stale', statement: '4.3: reads', says: 'Query results are kept from the first time and never renewed.', hooks: { queryRun(next, name, p) { const cache = (this.cache ??= new Map()); const key = `${name}/${p}`; if (!cache.has(key)) { const rows = next(name, p); if (!rows?.length) return rows; cache.set(key, rows); } return cache.get(key); } } },
  { id: 'query-ignores-parameter', statement: '4.3 GET row: {parameter}', says: 'DealsByName answers all deals.', hooks: { queryRun(next, name, p) { return name === 'DealsByName' ? this.allDeals().map((d) => this.dealResult(d)) : next(name, p); } } },
  { id: 'query-raw-parameter', statement: '4.3 GET row: {parameter}', says: 'The parameter is not percent-decoded: names with a space or non-ASCII letters are never found.', hooks: { queryRead(next, q, name) { return next(q, name, q.path.split('/')[3]); } } },
  { id: 'query-unknown-200', statement: '7: 404', says: 'A query name that does not exist answers 200 with [].', hooks: { queryRead(next, q, name, p) { return this.queryRun(name, p) === null ? { status: 200, name: 'results', value: [] } : next(q, name, p); } } },

  // ------------------------------------------------------------ users
  { id: 'users-wrapped', statement: '4.4 /users: array', says: '/users answers {"users":[…],"total":n}.', hooks: after('usersRead', (r) => { r.value = { users: r.value, total: r.value.length }; }) },
  { id: 'users-inner-join', statement: '4.4 /users: array of users', says: 'Users without an ssh-key are missing in /users.', hooks: after('usersRead', (r, q) => { if (!q.query.has('name')) r.value = r.value.filter((u) => u.sshKeys.length); }) },
  { id: 'users-join-doubles', statement: '4.4 /users: array of users', says: 'A user appears once for each of its ssh-keys.', hooks: after('usersRead', (r) => { r.value = r.value.flatMap((u) => (u.sshKeys.length ? u.sshKeys.map(() => u) : [u])); }) },
  { id: 'users-keyed', statement: '4.4 /users: array', says: '/users answers an object keyed by id.', hooks: after('usersRead', (r) => { r.value = Object.fromEntries(r.value.map((u) => [u.id, u])); }) },
  { id: 'users-stale', statement: '4.4 /users', says: 'The list of users is never renewed: registered users are missing.', hooks: { allUsers(next) { return (this.userCache ??= next()); } } },
  { id: 'user-missing-null', statement: '4.4 /users/{id}: 404', says: 'An unknown user answers 200 with null.', hooks: missingUser(() => ({ status: 200, name: 'user', value: null })) },
  { id: 'user-missing-list', statement: '4.4 /users/{id}: 404', says: 'An unknown user answers 200 with [].', hooks: missingUser(() => ({ status: 200, name: 'users', value: [] })) },
  { id: 'user-missing-204', statement: '4.4 /users/{id}: 404', says: 'An unknown user answers 204.', hooks: missingUser(() => ({ status: 204 })) },
  { id: 'user-missing-400', statement: '4.4 /users/{id}: 404', says: 'An unknown user answers 400.', hooks: missingUser(() => problem(400, 'bad id').reply) },
  { id: 'user-missing-500', statement: '4.4 /users/{id}: 404', says: 'An unknown user whose id is not a number gives 500.', hooks: missingUser((id) => (/^\d+$/.test(id) ? problem(404, 'no user') : problem(500, 'cast error')).reply) },
  { id: 'user-as-array', statement: '4.4 /users/{id}: one user', says: 'A user is answered as an array of one.', hooks: after('userRead', (r) => { r.value = [r.value]; }) },
  { id: 'user-next', statement: '4.4 /users/{id}: the user with that identifier', says: 'Each even-numbered user’s address answers the following user.', hooks: { userRead(next, q, user) { return next(q, (Number(user.id) % 2 === 0 && this.users.get(String(Number(user.id) + 1))) || user); } } },
  { id: 'user-same-name-mixup', statement: '4.4 /users/{id}', says: 'Users are kept by name: of two with the same name both addresses answer the first.', hooks: { userRead(next, q, user) { return next(q, this.allUsers().find((u) => u.name === user.name)); } } },
  { id: 'name-empty-404', statement: E, says: 'A name without match answers 404.', hooks: after('usersRead', (r) => { if (!r.value.length) throw problem(404, 'nobody'); }) },
  { id: 'name-empty-400', statement: E, says: 'A name without match answers 400.', hooks: after('usersRead', (r) => { if (!r.value.length) throw problem(400, 'nobody'); }) },
  { id: 'name-empty-null', statement: E, says: 'A name without match answers 200 with null.', hooks: after('usersRead', (r) => { if (!r.value.length) r.value = null; }) },
  { id: 'name-empty-all', statement: E, says: 'A name without match answers all users.', hooks: after('usersNamed', function hook(list) { return list.length ? list : this.allUsers(); }) },
  { id: 'name-ignored', statement: '4.4 /users?name', says: 'The name filter is ignored.', hooks: { usersNamed() { return this.allUsers(); } } },
  { id: 'name-first-only', statement: '4.4 /users?name: array of users', says: 'Of several users with the name only the first is answered.', hooks: after('usersNamed', (list) => list.slice(0, 1)) },
  { id: 'name-single-object', statement: '4.4 /users?name: array', says: 'One match is answered as a bare user.', hooks: after('usersRead', (r, q) => { if (q.query.has('name') && r.value.length === 1) [r.value] = r.value; }) },
  { id: 'name-latin1', statement: '4.4 /users?name', says: 'The name parameter is decoded as Latin-1: names with non-ASCII letters are never found.', hooks: { usersNamed(next, name) { return next(Buffer.from(name, 'utf8').toString('latin1')); } } },
  { id: 'name-word', statement: '4.4 /users?name', says: 'Only the first word of the parameter is used, and names equal to it are searched: names with a space are never found.', hooks: { usersNamed(next, name) { return next(name.split(' ')[0]); } } },

  // ------------------------------------------------------------ nested reads
  { id: 'key-off-by-one', statement: '4.4 ssh-keys/{index}', says: 'In lists of two or more, a nested read answers the record after the one asked for; index 0 answers the second.', hooks: { nestedAt(next, items, index) { return next(items, items.length > 1 && /^\d+$/.test(index) ? String(Number(index) + 1) : index); } } },
  { id: 'key-missing-null', statement: M, says: 'A missing index answers 200 with null.', hooks: { nestedMissing: () => new Reply({ status: 200, name: 'item', value: null }) } },
  { id: 'key-missing-204', statement: M, says: 'A missing index answers 204.', hooks: { nestedMissing: () => new Reply({ status: 204 }) } },
  { id: 'key-missing-500', statement: M, says: 'A missing index gives 500.', hooks: { nestedMissing: () => problem(500, 'index out of range') } },
  { id: 'key-missing-400', statement: `${M}; 4.4 rule 3`, says: 'A missing index gives 400.', hooks: { nestedMissing: () => problem(400, 'bad index') } },
  { id: 'key-clamped', statement: M, says: 'An index beyond the end answers the last item.', hooks: { nestedAt(next, items, index) { return next(items, index) ?? (/^\d+$/.test(index) ? items.at(-1) : undefined); } } },
  { id: 'key-negative', statement: M, says: 'Negative indexes count from the end.', hooks: { nestedAt(next, items, index) { return /^-\d+$/.test(index) ? items.at(Number(index)) : next(items, index); } } },
  { id: 'key-always-first', statement: '4.4 nested read by index', says: 'Every existing index answers the first item.', hooks: { nestedAt(next, items, index) { return next(items, index) && items[0]; } } },
  { id: 'key-array', statement: '4.4: out one key record', says: 'A nested read answers an array holding the record.', hooks: after('nestedRead', (r, q, u, l, index) => { if (index !== undefined) r.value = [r.value]; }) },
  { id: 'nested-swapped', statement: '4.4 ssh-keys and address', says: 'ssh-keys answers addresses and address answers keys.', hooks: { nestedList(next, user, list) { return next(user, list === 'address' ? 'ssh-keys' : 'address'); } } },
  { id: 'nested-other-user', statement: '4.4 /users/{id}/address/{index}', says: 'Addresses are read from the first user who has any.', hooks: { nestedList(next, user, list) { return next(list === 'address' ? this.allUsers().find((u) => u.addresses.length) : user, list); } } },
  { id: 'nested-unknown-user', statement: M, says: 'Nested reads of an unknown user answer 200 with {}.', hooks: { routeUsers(next, q, path, none) { if (path.length > 1 && !this.findUser(path[0])) throw new Reply({ status: 200, name: 'item', value: {} }); return next(q, path, none); } } },
  { id: 'address-404', statement: '4.4 address/{index}', says: 'Only index 0 is answered; other existing indexes give 404.', hooks: { nestedAt(next, items, index) { return index === '0' ? next(items, index) : undefined; } } },

  // ------------------------------------------------------------ root and session
  { id: 'root-open', statement: '4.4 / and 5.1', says: 'The root answers 200 OK without a session.', hooks: { hasSession: () => true } },
  { id: 'root-closed', statement: '5.3', says: 'The root answers 401 to a session, too.', hooks: { hasSession: () => false } },
  { id: 'root-no-challenge', statement: '5.4: WWW-Authenticate', says: '401 without WWW-Authenticate.', hooks: after('unauthorized', (r) => { r.headers = {}; }) },
  { id: 'root-403', statement: '5.4: 401', says: '403 instead of 401.', hooks: after('unauthorized', (r) => ({ ...r, status: 403, headers: {} })) },
  { id: 'root-302', statement: '5.4: 401', says: 'Without session the root redirects to /login.', hooks: { unauthorized: () => ({ status: 302, headers: { Location: '/login' } }) } },
  { id: 'root-200-text', statement: '5.4: 401', says: '200 with body "not authorized".', hooks: after('unauthorized', (r) => ({ ...r, status: 200, headers: {}, noTag: true })) },
  { id: 'root-401-object', statement: '5.4: JSON string body', says: 'The body of 401 is an object {"message":"not authorized"}.', hooks: after('unauthorized', (r) => { r.value = { message: r.value }; }) },
  { id: 'root-401-wording', statement: '5.4: body `not authorized`', says: 'The body of 401 is "unauthorized".', hooks: after('unauthorized', (r) => { r.value = 'unauthorized'; }) },
  { id: 'root-401-empty', statement: '5.4: body `not authorized`', says: 'The body of 401 is empty.', hooks: after('unauthorized', (r) => without(r, 'value')) },
  { id: 'root-ok-object', statement: '4.4 /: JSON string OK', says: 'The root answers {"status":"OK"}.', hooks: after('rootRead', (r) => { if (r.status === 200) r.value = { status: 'OK' }; }) },
  { id: 'root-ok-lower', statement: '4.4 /: body OK', says: 'The root answers "ok".', hooks: after('rootRead', (r) => { if (r.status === 200) r.value = 'ok'; }) },
  { id: 'root-ok-not-json', statement: '4.4 /: JSON string', says: 'The JSON body of the root is OK without quotation marks, labelled application/json.', hooks: sent((q, out) => q.path === '/' && q.kind === 'json' && out.status === 200 && out.body, (out) => setBody(out, 'OK')) },
  { id: 'session-empty-value', statement: '5.3: only presence is tested', says: 'A cookie with an empty value is taken as absent.', hooks: { hasSession: (next, q) => Boolean(q.cookies.get('USER_TOKEN')) } },
  { id: 'session-long-value', statement: '5.3: only presence is tested', says: 'Values shorter than 16 characters are refused.', hooks: { hasSession: (next, q) => (q.cookies.get('USER_TOKEN') ?? '').length >= 16 } },
  { id: 'session-one-use', statement: '5.3: only presence is tested', says: 'A cookie value is good for one request only; the second gives 401.', hooks: { hasSession(next, q) { const v = q.cookies.get('USER_TOKEN'); return next(q) && this.count(`token ${v}`) === 1; } } },
  { id: 'session-first-only', statement: '5.2', says: 'The entry is seen only when it is the first in the Cookie field.', hooks: { hasSession: (next, q) => q.cookies.keys().next().value === 'USER_TOKEN' } },
  { id: 'session-any-case', statement: '5.1: an entry named USER_TOKEN', says: 'user_token and User_Token are accepted (cookie names are case-sensitive).', hooks: { hasSession: (next, q) => [...q.cookies.keys()].some((k) => k.toUpperCase() === 'USER_TOKEN') } },
  { id: 'session-substring', statement: '5.1: an entry named USER_TOKEN', says: 'A cookie is accepted whose name merely ends in USER_TOKEN, or whose value holds "USER_TOKEN=" (substring test).', hooks: { hasSession: (next, q) => (q.headers.cookie ?? '').includes('USER_TOKEN=') } },
  { id: 'session-any-cookie', statement: '5.1: an entry named USER_TOKEN', says: 'Any cookie opens the root.', hooks: { hasSession: (next, q) => q.cookies.size > 0 } },
  { id: 'session-sticky', statement: '5.1', says: 'After one request with session all clients are let in.', hooks: { hasSession(next, q) { this.opened ||= next(q); return this.opened; } } },
  { id: 'session-equals', statement: '5.2, 5.3', says: 'Values that hold "=" are not read.', hooks: { hasSession: (next, q) => next(q) && !q.cookies.get('USER_TOKEN').includes('=') } },
  { id: 'session-fourth-401', statement: '5.3', says: 'Every fourth request with session is answered 401.', hooks: { hasSession(next, q) { return next(q) && this.count('session') % 4 !== 0; } } },
  { id: 'session-html-open', statement: '4.4 /: otherwise 401', says: 'Without session the root is 401 in JSON, but asked for HTML it answers 200 OK.', hooks: { hasSession: (next, q) => next(q) || q.kind === 'html' } },

  // ------------------------------------------------------------ negotiation
  { id: 'accept-ignored', statement: N, says: 'Accept is ignored: JSON always; format and suffix work.', hooks: { negotiate: (next, q) => q.format ?? 'json' } },
  { id: 'accept-xml-json-body', statement: N, says: 'Asked for XML, the body is JSON labelled application/xml.', hooks: sent((q, out) => q.kind === 'xml' && out.body?.length, function hook(out, q, r) { return setBody(out, this.toJson(r.value ?? null)); }) },
  { id: 'accept-html-is-xml', statement: N, says: 'Asked for HTML, the answer is XML.', hooks: after('negotiate', (kind) => (kind === 'html' ? 'xml' : kind)) },
  { id: 'accept-xml-406-deals', statement: N, says: 'Users can be read as XML, deals answer 406 to it.', hooks: { negotiate(next, q) { const k = next(q); return k === 'xml' && q.segments[0] === 'rest' && safe(q) ? null : k; } } },
  { id: 'suffix-ignored', statement: '4.5 rule 3', says: 'The suffix .xml is taken off but the answer stays JSON.', hooks: after('pickFormat', (_, q) => { if (!q.query.has('format')) delete q.format; }) },
  { id: 'suffix-users-only', statement: '4.5 rule 3', says: 'With a suffix only /users is found; every longer path is 404.', hooks: { pickFormat(next, q) { if (q.segments.length === 1 || q.query.has('format')) next(q); } } },
  { id: 'format-ignored', statement: '4.5 rule 3', says: 'The format parameter is ignored.', hooks: { pickFormat(next, q) { q.query.delete('format'); next(q); } } },
  { id: 'format-html-xml', statement: '4.5 rule 3', says: 'format=html answers XML.', hooks: after('pickFormat', (_, q) => { if (q.format === 'html') q.format = 'xml'; }) },
  { id: 'xml-drops-false', statement: '4.5 rule 1: representation of the same resource', says: 'In XML fields that are false, 0 or empty are missing.', hooks: { xmlNode(next, name, value) { return value === false || value === 0 || value === '' ? '' : next(name, value); } } },
  { id: 'xml-only-first', statement: N, says: 'Lists hold only their first item in XML.', hooks: { toXml(next, value, name) { return next(Array.isArray(value) ? value.slice(0, 1) : value, name); } } },
  { id: 'xml-other-record', statement: '4.5 rule 2: same resource', says: 'The XML representation of a deal is that of its state when first read as XML (stale).', hooks: { toXml(next, value, name) { if (name !== 'deal') return next(value, name); const c = (this.xmlCache ??= new Map()); if (!c.has(value.id)) c.set(value.id, next(value, name)); return c.get(value.id); } } },
  { id: 'html-no-links', statement: `${C4} 3: body links, in HTML too`, says: 'HTML of a created deal holds no link at all.', hooks: { toHtml(next, value, name) { return next(value && typeof value === 'object' && !Array.isArray(value) ? without(value, 'links') : value, name); } } },
  { id: 'create-type-json-body-xml', statement: `${C4} 3: format follows Content-Type`, says: 'The body of 201 is always JSON, labelled as Accept asked.', hooks: sent((q, out, r) => out.status === 201 && r.value, function hook(out, q, r) { return setBody(out, this.toJson(r.value)); }) },
  { id: 'create-no-type', statement: `${C4} 3: format follows Content-Type`, says: 'The 201 with body has no Content-Type.', hooks: sent(isCreated, (out) => { delete out.headers['Content-Type']; }) },
  { id: 'link-other-version', statement: `${C4} 3; 9.1`, says: 'Links in deal bodies name version v0, where nothing is.', hooks: after('dealView', (v) => { v.links = { self: v.links.self.replace('/v1/', '/v0/'), holds: v.links.holds.replace('/v1/', '/v0/') }; }) },
  { id: 'users-versioned', statement: '9.2', says: '/users is 404; users live at /rest/v1/users.', hooks: { route(next, q) { const s = q.segments; if (s[0] === 'users') throw problem(404, 'not found'); if (s[0] === 'rest' && s[2] === 'users') return this.routeUsers(q, s.slice(3), () => problem(404, 'not found')); return next(q); } } },
  { id: 'commands-versioned', statement: '9.2', says: '/command and /query are 404; they live under /v1/.', hooks: { route(next, q) { const s = q.segments; if (s[0] === 'command' || s[0] === 'query') throw problem(404, 'not found'); return s[0] === 'v1' ? next({ ...q, segments: s.slice(1) }) : next(q); } } },

  // ------------------------------------------------------------ errors, validators, unreliability
  { id: 'unknown-path-200', statement: '7: 404', says: 'Unknown addresses answer 200 with an HTML page (fallback of a one-page application).', hooks: { route(next, q) { try { return next(q); } catch (e) { if (safe(q) && e.reply?.value?.message === 'no resource at this address') { q.kind = 'html'; return this.readable(() => ({ status: 200, name: 'Welcome', value: { app: 'deals' } })); } throw e; } } } },
  { id: 'unknown-path-500', statement: '7: 404', says: 'Unknown addresses answer 500.', hooks: { route(next, q) { try { return next(q); } catch (e) { throw e.reply?.value?.message === 'no resource at this address' ? problem(500, 'no route') : e; } } } },
  { id: 'unknown-path-400', statement: '7: 404', says: 'Unknown addresses answer 400.', hooks: { route(next, q) { try { return next(q); } catch (e) { throw e.reply?.value?.message === 'no resource at this address' ? problem(400, 'no route') : e; } } } },
  { id: 'tag-frozen', statement: `${C4} 4: ETag changes when the resource changes`, says: 'The ETag of a deal depends on its id only.', hooks: tagFrom((kind, value, name) => (name === 'deal' ? kind + value.id : undefined)) },
  { id: 'tag-ignores-hold', statement: `${C4} 4: ETag changes when the resource changes`, says: 'The ETag does not change on hold and unhold.', hooks: tagFrom((kind, value, name) => (name === 'deal' ? kind + JSON.stringify(without(value, 'held', 'holdReason')) : undefined)) },
  { id: 'tag-list-length', statement: `${C4} 4: ETag changes when the resource changes`, says: 'The ETag of the list of deals depends on the number of deals only.', hooks: tagFrom((kind, value, name) => (name === 'deals' ? `${kind} ${value.length}` : undefined)) },
  { id: 'seventh-500', statement: '7: 200 request succeeded', says: 'Every seventh successful read gives 500.', hooks: every('seventh', 7, okGet, function hook(out, q) { return this.finish({ ...q, method: 'X' }, problem(500, 'dead connection').reply); }) },
  { id: 'busy-500', statement: '7: 200 request succeeded', says: 'With more than three requests at once, reads of users give 500.', hooks: { async usersRead(next, q) { await sleep(10); if (this.inFlight > 3) throw problem(500, 'pool exhausted'); return next(q); } } },
  { id: 'swap-at-concurrency', statement: '4.4 /users/{id}', says: 'Users read at the same time are mixed up: a shared variable holds the current user.', hooks: { async userRead(next, q, user) { this.current = user; await sleep(8); return next(q, this.current); } } },
  { id: 'deal-swap-at-concurrency', statement: '4.1 and 4.4 creation 3', says: 'Deals created at the same time get each other’s body and Location.', hooks: { async created(next, deal) { this.latest = deal; await sleep(8); return next(this.latest); } } },
  { id: 'tenth-previous-body', statement: '4.4: reads', says: 'Every tenth read of JSON answers the body of the read before.', hooks: sent((q, out) => okGet(q, out) && isJson(q, out), function hook(out) { const old = this.previousBody; this.previousBody = Buffer.from(out.body); if (old && this.count('tenth') % 10 === 0) setBody(out, old); }) },
  { id: 'lost-update', statement: '4.2: operations have their effect', says: 'Operations on one deal at the same time: the last to finish writes back its old copy; the effect of the others is lost.', hooks: { async dealAction(next, q, deal, input) { const copy = { name: deal.name, price: deal.price, held: deal.held, holdReason: deal.holdReason, state: deal.state, further: { ...deal.further } }; await sleep(15); Object.assign(deal, copy); return next(q, deal, input); } } },
  { id: 'read-lag', statement: '4.2: operations have their effect', says: 'A deal’s address shows operations only 250 ms after they were answered (read replica).', hooks: { touch(next, deal) { next(deal); deal.shown = { until: Date.now() + 250, view: deal.view }; }, dealRead(next, q, deal) { const r = next(q, deal); if (deal.shown?.view && Date.now() < deal.shown.until) r.value = structuredClone(deal.shown.view); else deal.view = structuredClone(r.value); return r; } } },
  { id: 'escape-lost', statement: '2 Deal name', says: 'Backslashes in names are lost when stored.', hooks: after('makeDeal', (deal) => { deal.name = String(deal.name).replaceAll('\\', ''); }) },
  { id: 'emoji-cut', statement: '2 Deal name', says: 'A name is cut at its first character outside the basic plane (three-byte UTF-8 column).', hooks: after('makeDeal', (deal) => { deal.name = String(deal.name).replace(/[\u{10000}-\u{10ffff}][^]*$/u, ''); }) },
];
