import { bare, type MockResponse } from '../message.ts';
import type { Deal } from '../state/store.ts';
import { readPayload } from './body.ts';
import { findDeal } from './deals.ts';
import { perform, refuseImpossible } from './effects.ts';
import { operations } from './operations.ts';
import { problem, Refusal, refuse } from './problems.ts';
import type { Call, Route } from './router.ts';
import type { Site } from './site.ts';
import { refuseInvalid } from './validation.ts';
import { refuseOnAbsent } from './validators.ts';

/** The command half of the command/query split (document 4.3): the operations by name, their deal named by `id`. */
export function commandRoutes(site: Site): readonly Route[] {
  if (!site.options.commandQuery) return [];
  const handle = (call: Call): MockResponse => {
    const operation = operations.find((o) => o.name === call.params['name']);
    if (operation === undefined) return refuse(404, 'there is no command of this name');
    const { plain, kept } = readPayload(call.ask);
    refuseInvalid(operation.commandPayload, plain);
    const deal = dealNamed(site, String(plain['id']));
    // The address of a command shows nothing, whatever the command is about.
    refuseOnAbsent(call.ask);
    if (site.options.requireTransitions) refuseImpossible(deal, operation);
    perform(site.store, deal, operation, kept);
    return bare(200, ['Content-Length', '0']);
  };
  return [{ method: 'POST', path: '/command/:name/', component: 'commands', handle }];
}

function dealNamed(site: Site, id: string): Deal {
  const { entries, isGone } = site.store.deals;
  if (entries.has(id) || isGone(id)) return findDeal(site, id);
  throw new Refusal({ ...problem(404, 'no deal has this identifier'), keeps: 'command/unknown-deal' });
}
