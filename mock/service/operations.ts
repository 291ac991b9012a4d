import { OPERATIONS, type OperationSpelling } from '../../fixtures/operations.ts';
import { bare, type MockResponse } from '../message.ts';
import type { Entry, State } from '../state/collection.ts';
import type { Deal } from '../state/store.ts';
import { type Payload, readPayload } from './body.ts';
import { dealOf, withoutOurs } from './deals.ts';
import { perform, refuseImpossible } from './effects.ts';
import type { PayloadName } from './payload-checks.ts';
import { refuse } from './problems.ts';
import type { Call, Route } from './router.ts';
import type { Site } from './site.ts';
import { refuseInvalid } from './validation.ts';
import { refusePresent, refuseStale } from './validators.ts';

/** An operation with what the mock makes of its table entry once. */
export interface Operation extends OperationSpelling {
  /** What its parameters are checked as. */
  readonly payload: PayloadName;
  /** The same as a command of 4.3, where `id` names the deal. */
  readonly commandPayload: PayloadName;
}

/** The operations of the document (4.2). */
export const operations: readonly Operation[] = OPERATIONS.map((o) => ({
  ...o,
  // fixtures/schemas/payloads.ts gives every operation these two.
  payload: o.name as PayloadName,
  commandPayload: `${o.name}Command` as PayloadName,
}));

/** The forms whose path names the operation: a verb (A), a resulting state (B), a sub-collection (E). */
export function operationRoutes(site: Site): readonly Route[] {
  const forms = site.options.operationForms;
  return operations.flatMap((operation) => [
    ...(forms.includes('A') ? [putRoute(site, operation, operation.verb)] : []),
    ...(forms.includes('B') ? [putRoute(site, operation, operation.state)] : []),
    ...(forms.includes('E') ? recordRoutes(site, operation) : []),
  ]);
}

function putRoute(site: Site, operation: Operation, segment: string): Route {
  const handle = (call: Call): MockResponse => {
    const deal = dealOf(site, call);
    // The address of the operation shows nothing, so If-None-Match holds there. If-Match and If-Unmodified-Since can only mean
    // the deal that is to be changed.
    const refuseOthers = (): void => refuseStale(call.ask, site.show.validators(deal));
    carryOut(site, call, deal, operation, refuseOthers);
    return bare(204);
  };
  return { method: 'PUT', path: `/rest/${site.options.version}/deals/:id/${segment}`, component: 'deals', handle };
}

/** Form E: each hold is a record with an address of its own. */
function recordRoutes(site: Site, operation: Operation): readonly Route[] {
  const { options, store, show } = site;
  const { collection, verb } = operation;
  const path = `/rest/${options.version}/deals/:id/${collection}`;
  const recordsOf = (deal: Deal): readonly Entry[] => deal.records?.get(collection) ?? [];
  // Records are only ever added, so the newest tells the state of them all.
  const stateOf = (deal: Deal): State => {
    const { revision, changedAt } = recordsOf(deal).at(-1) ?? deal;
    return { revision, changedAt, written: undefined };
  };
  // If-Match may name the sub-collection, which is what is asked, or the deal that is to be changed.
  const refuseOthers = ({ ask }: Call, deal: Deal): void => {
    const [own, ofDeal] = [show.validators(stateOf(deal)), show.validators(deal)];
    refuseStale(ask, { ...ofDeal, tags: [...own.tags, ...ofDeal.tags] });
    refusePresent(ask, own);
  };

  const add = (call: Call): MockResponse => {
    const choice = show.choose(call);
    const deal = dealOf(site, call);
    const { kept } = carryOut(site, call, deal, operation, () => refuseOthers(call, deal));
    const record = store.addRecord(deal, collection, { ...withoutOurs(kept), deal: deal.id });
    return show.created(call, choice, verb, record);
  };
  const one = (call: Call): MockResponse => {
    const record = recordsOf(dealOf(site, call)).find((r) => r.id === call.params['index']);
    return show.read(call, verb, record ?? refuse(404, `no ${verb} has this identifier`));
  };
  const all = (call: Call): MockResponse => {
    const deal = dealOf(site, call);
    return show.readAll(call, { one: verb, many: collection }, stateOf(deal), recordsOf(deal));
  };
  return [
    { method: 'POST', path, component: 'deals', handle: add },
    { method: 'GET', path, component: 'deals', handle: all },
    { method: 'GET', path: `${path}/:index`, component: 'deals', handle: one },
  ];
}

/** Reads the parameters from the whole body and performs the operation, unless `refuseOthers` finds another state than was meant. */
function carryOut(site: Site, call: Call, deal: Deal, operation: Operation, refuseOthers: () => void): Payload {
  // An operation without parameters needs no body: `UnholdDeal (id)`.
  const payload = readPayload(
    call.ask,
    operation.parameters.every((p) => !p.required),
  );
  refuseInvalid(operation.payload, payload.plain);
  refuseOthers();
  if (site.options.requireTransitions) refuseImpossible(deal, operation);
  perform(site.store, deal, operation, payload.kept);
  return payload;
}
