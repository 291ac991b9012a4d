import { bare, type MockResponse } from '../message.ts';
import type { Deal } from '../state/store.ts';
import { readAction } from './action.ts';
import { type Payload, readPayload } from './body.ts';
import { dealOf, refuseOutdated, withoutOurs } from './deals.ts';
import { lackingAttributes, merge, perform, refuseImpossible } from './effects.ts';
import { refuse } from './problems.ts';
import type { Call, Route } from './router.ts';
import type { Site } from './site.ts';
import { refuseInvalid } from './validation.ts';

/** `PUT` of a deal: an action in the body (form C) or the deal's attributes (form D), told apart by the member `action`. */
export function dealUpdateRoutes(site: Site): readonly Route[] {
  const { operationForms, version } = site.options;
  if (!operationForms.includes('C') && !operationForms.includes('D')) return [];
  const handle = (call: Call): MockResponse => {
    const deal = dealOf(site, call);
    const payload = readPayload(call.ask);
    const isAction = Object.hasOwn(payload.plain, 'action') || !operationForms.includes('D');
    if (isAction) act(site, call, deal, payload);
    else update(site, call, deal, payload);
    return bare(204);
  };
  return [{ method: 'PUT', path: `/rest/${version}/deals/:id`, component: 'deals', handle }];
}

function act(site: Site, call: Call, deal: Deal, payload: Payload): void {
  if (!site.options.operationForms.includes('C'))
    refuse(
      400,
      'send the attributes to change (form D); actions in the body are served where operationForms=C is claimed',
      [{ pointer: '/action', detail: 'must not be there' }],
    );
  if (!site.options.operationForms.includes('D') && !Object.hasOwn(payload.plain, 'action'))
    refuse(400, 'send an action (form C); attributes in the body are served where operationForms=D is claimed', [
      { pointer: '/action', detail: 'is required' },
    ]);
  const { operation, parameters } = readAction(payload, false);
  refuseOutdated(site, call, deal);
  if (site.options.requireTransitions) refuseImpossible(deal, operation);
  perform(site.store, deal, operation, parameters);
}

function update(site: Site, call: Call, deal: Deal, payload: Payload): void {
  refuseInvalid('dealUpdate', payload.plain);
  const attributes = withoutOurs(payload.kept);
  const lacking = lackingAttributes(deal, attributes);
  if (lacking.length > 0) refuse(400, lacking.map((v) => `${v.pointer} ${v.detail}`).join('; '), lacking);
  refuseOutdated(site, call, deal);
  merge(site.store, deal, attributes);
}
