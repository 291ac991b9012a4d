import { DEALS, get, type Step, send, step } from './steps.ts';
import { ON_MISSING } from './values.ts';

/** Preconditions of what is not there, and of command documents that are new. */
export function missingSteps(): Step[] {
  const paths = ['/users/999', '/users/1/ssh-keys/9', '/users/1/address/9', '/query/users/x', '/query/deals/x'].concat([
    `${DEALS}/999`,
    `${DEALS}/1/holds/9`,
    `${DEALS}/1/commands/none`,
    '/commands/none',
  ]);
  const commands = [`${DEALS}/1/commands/new`, '/commands/new'].flatMap((path) =>
    [...ON_MISSING, { 'if-match': '*' }, { 'if-match': '"other"' }].map((fields, nth) =>
      send('PUT', `${path}-${nth}`, { deal: '1', action: 'HoldDeal', params: { reason: `n${nth}` } }, fields),
    ),
  );
  return [
    ...paths.flatMap((path) => ON_MISSING.map((fields) => get(path, fields))),
    ...ON_MISSING.map((fields) => step('DELETE', `${DEALS}/999`, fields)),
    ...ON_MISSING.map((fields) =>
      send('PUT', '/commands/lost', { deal: '999', action: 'HoldDeal', params: { reason: 'r' } }, fields),
    ),
    ...commands,
    ...[`${'long-'.repeat(7)}a`, `${'long-'.repeat(7)}b`, 'a-b1', 'ab1', 'AB1', 'x1', 'y/1', '1', 'p q', 'p+q'].flatMap(
      (id) => [
        send('PUT', `${DEALS}/1/commands/${encodeURIComponent(id)}`, { action: 'HoldDeal', params: { reason: id } }),
        get(`${DEALS}/1`),
        send('PUT', `/commands/${encodeURIComponent(id)}`, { deal: '2', action: 'HoldDeal', params: { reason: id } }),
        get(`${DEALS}/2`),
        get(`${DEALS}/1/commands/${encodeURIComponent(id.toUpperCase())}`),
        get(`/commands/${encodeURIComponent(id.toUpperCase())}`),
      ],
    ),
    get('/query/users/Zo%c3%ab%20%c3%85ngstr%c3%b6m'),
    send('PUT', `${DEALS}/1/commands/%c3%a9`, { action: 'HoldDeal', params: { reason: 'é' } }),
    get(`${DEALS}/1/commands/%c3%a9`),
    send('PUT', '/commands/%c3%a9', { deal: '1', action: 'HoldDeal', params: { reason: 'é' } }),
    get('/commands/%c3%a9'),
    // Unlike what is there in the end, in a dash, in a blank.
    ...[`${'long-'.repeat(7)}c`, 'a-b-1', 'p+q'].flatMap((id) => [
      get(`${DEALS}/1/commands/${encodeURIComponent(id)}`),
      get(`/commands/${encodeURIComponent(id)}`),
    ]),
    get('/users/1/ssh-keys/%30'),
    get('/users/1/address/%30'),
    send('PUT', `${DEALS}/%31/hold`, { reason: 'encoded' }),
    send('PUT', `${DEALS}/%31`, { action: 'HoldDeal', params: { reason: 'encoded' } }),
    step('DELETE', `${DEALS}/%31`),
  ];
}
