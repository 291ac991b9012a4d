import type { JsonObject } from '../../fixtures/json.ts';
import { bare, type MockResponse } from '../message.ts';
import type { Entry } from '../state/collection.ts';
import { isSameJson } from '../state/exact-json.ts';
import type { Deal } from '../state/store.ts';
import { type Action, readAction } from './action.ts';
import { readPayload } from './body.ts';
import { dealOf, findDeal, refuseOutdated, withoutOurs } from './deals.ts';
import { perform, refuseImpossible } from './effects.ts';
import { refuse } from './problems.ts';
import type { Call, Route } from './router.ts';
import type { Site } from './site.ts';
import { refuseOnAbsent } from './validators.ts';

/** Commands as documents under an id that the client chooses: under a deal (form F) or beside all deals (form G). */
export function commandDocumentRoutes(site: Site): readonly Route[] {
  const { operationForms, version } = site.options;
  const perDeal = `/rest/${version}/deals/:id/commands/:commandId`;
  return [
    ...(operationForms.includes('F') ? documentRoutes(site, perDeal, (call) => commandsOfDeal(site, call)) : []),
    ...(operationForms.includes('G') ? documentRoutes(site, '/commands/:commandId', () => globalCommands(site)) : []),
  ];
}

const NONE: ReadonlyMap<string, Entry> = new Map();

/** Where commands of one form are kept, and how the deal of a new one is found. */
interface Shelf {
  readonly commands: ReadonlyMap<string, Entry>;
  /** The deal under whose address they are; absent: beside all deals. */
  readonly owner?: Deal;
  readonly namesDeal: boolean;
  readonly dealFor: (deal: unknown) => Deal;
}

function commandsOfDeal(site: Site, call: Call): Shelf {
  const deal = dealOf(site, call);
  return { commands: deal.commands ?? NONE, owner: deal, namesDeal: false, dealFor: () => deal };
}

function globalCommands(site: Site): Shelf {
  const { commands } = site.store;
  return { commands, namesDeal: true, dealFor: (deal) => findDeal(site, String(deal)) };
}

function documentRoutes(site: Site, path: string, shelfFor: (call: Call) => Shelf): readonly Route[] {
  const { store, show } = site;
  const idOf = (call: Call): string => call.params['commandId'] ?? '';

  const put = (call: Call): MockResponse => {
    const shelf = shelfFor(call);
    const choice = show.choose(call);
    const payload = readPayload(call.ask);
    const action = readAction(payload, shelf.namesDeal);
    const deal = shelf.dealFor(payload.plain['deal']);
    const document = { ...withoutOurs(payload.kept), deal: deal.id, params: action.parameters };
    const known = shelf.commands.get(idOf(call));
    if (known === undefined) refuseOnAbsent(call.ask);
    else return repeat(site, call, known, document);
    carryOut(site, deal, action);
    const command = store.addCommand(shelf.owner, idOf(call), addressOf(call, site), document);
    return show.created(call, choice, 'command', command);
  };
  const get = (call: Call): MockResponse => {
    const command = shelfFor(call).commands.get(idOf(call));
    return show.read(call, 'command', command ?? refuse(404, 'no command has this identifier'));
  };
  return [
    { method: 'PUT', path, component: 'deals', open: true, handle: put },
    { method: 'GET', path, component: 'deals', handle: get },
  ];
}

/**
 * The client's id makes a command unique (4.2 F, G): a repeat is the same command and has no second effect. Other content under
 * the same id would not be what a GET shows afterwards, so it cannot succeed (RFC 9110 9.3.4).
 */
function repeat(site: Site, call: Call, known: Entry, document: JsonObject): MockResponse {
  refuseOutdated(site, call, known);
  if (isSameJson(known.data, document)) return bare(204);
  return refuse(409, 'another command has this identifier already; choose an identifier that is not used yet');
}

function carryOut(site: Site, deal: Deal, { operation, parameters }: Action): void {
  if (site.options.requireTransitions) refuseImpossible(deal, operation);
  perform(site.store, deal, operation, parameters);
}

// As the client spelt it: it chose the address, so that is what Location repeats; bytes that no URI holds are encoded.
function addressOf(call: Call, site: Site): string {
  const path = call.ask.path.slice(site.options.basePath.length);
  return path.replace(/[^\x21-\x7e]|["<>\\^`{|}]/gu, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
