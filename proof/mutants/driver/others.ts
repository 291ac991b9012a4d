import { DEALS, get, HTML, type Step, send, XML } from './steps.ts';

/** Addresses that are served elsewhere or nowhere, and commands (document 4.2 F, 4.3, 9). */
export function otherSteps(): Step[] {
  return [
    get('/nowhere'),
    get('/nowhere', XML),
    get('/rest/'),
    get('/rest/2/deals/'),
    get('/rest/1x/deals/'),
    get('/rest/v1/deals/1'),
    get('/rest/deals/'),
    creationAt('/rest/2/deals/'),
    get('/rest/1/users'),
    get('/rest/1/users/1'),
    get('/v1/users'),
    get('/deals/1'),
    get('/query/nothing/x'),
    get('/query/users/Grace%20Hopper'),
    get('/query/users/Grace%20Hopper', XML),
    get('/query/users/Alan%20Turing', HTML),
    get('/query/users/grace%20hopper'),
    get('/query/users/Zo%C3%AB%20%C3%85ngstr%C3%B6m'),
    send('POST', '/command/NoSuchCommand/', { id: '1' }),
    send('POST', '/command/holddeal/', { id: '1', reason: 'r' }),
    send('POST', '/command/HoldDeal', { id: '1', reason: 'r' }),
    send('POST', '/command/HoldDeal/', { id: '999', reason: 'r' }),
    send('POST', '/command/HoldDeal/', { reason: 'r' }),
    send('PUT', '/commands/new-one', { deal: '999', action: 'HoldDeal', params: { reason: 'r' } }),
    send('PUT', '/commands/new-one', { action: 'HoldDeal', params: { reason: 'r' } }),
    send('PUT', '/commands/hold-%C3%A9-AA', { deal: '2', action: 'HoldDeal', params: { reason: 'case' } }),
    get(`${DEALS}/2`),
    send('PUT', `${DEALS}/2/commands/hold-%C3%A9-Aa`, { action: 'HoldDeal', params: { reason: 'of another deal' } }),
    get(`${DEALS}/2`),
    send('PUT', `${DEALS}/2/commands/a%2Fb%20c`, { action: 'UnholdDeal', params: {} }),
    get(`${DEALS}/2/commands/a%2Fb%20c`),
    send('PUT', `${DEALS}/2`, { name: 'renamed', price: 8, id: '2' }),
    get(`${DEALS}/2`),
  ];
}

function creationAt(target: string): Step {
  return send('POST', target, { name: 'elsewhere', price: 1 });
}
