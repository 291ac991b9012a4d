import { creation, DEALS, get, HTML, type Step, send, step, XML } from './steps.ts';
import { ODD_NUMBERS, ODD_TEXTS } from './values.ts';

/** What columns, casts and serializers do not give back as it was. */
const ODD_MEMBERS: Readonly<Record<string, unknown>> = {
  flags: [true, false],
  on: true,
  off: false,
  none: null,
  list: ['b', 'a', 'b', null],
  one: ['only'],
  outer: { inner: { name: 'inner', deep: [1] }, name: 'outer', price: 1 },
  empty: {},
  digits: '007',
  word: 'true',
  half: 0.125,
  large: 1e21,
  below: -40000.75,
};

const ODD_KEYS = ['$set', 'a.b', '', 'toString', 'é', 'k'.repeat(100), 'Name', ' name ', 'contact.name'];

/** Two addresses of one kind. */
const ALIKE = [
  ['/users/1', '/users/2'],
  ['/users?name=Alan%20Turing', '/users?name=Grace%20Hopper'],
  ['/query/users/Alan%20Turing', '/query/users/Grace%20Hopper'],
  ['/query/deals/first', '/query/deals/second'],
  ['/users/1/address/0', '/users/1/address/1'],
  [`${DEALS}/1`, `${DEALS}/2`],
] as const;

/** What is stored comes back as it was sent, and lists follow. */
export function storedSteps(): Step[] {
  const heads = ['6', ''].flatMap((id) => [{}, XML, HTML].map((fields) => step('HEAD', `${DEALS}/${id}`, fields)));
  const made = [
    ...ODD_TEXTS.map((text) => creation({ name: text, note: text, more: [{ text }] })),
    ...['007', '1.5', 'true', 'null'].map((name) => creation({ name })),
    ...[...ODD_NUMBERS, 40000, 19.99].map((price) => creation({ price })),
    creation(ODD_MEMBERS),
    ...ODD_KEYS.map((key) => creation({ [key]: 'odd' })),
  ];
  return [
    get(`${DEALS}/4`),
    get('/query/deals/third'),
    creation({ name: 'first' }),
    get(`${DEALS}/4`),
    get(`${DEALS}/`),
    creation({ name: 'second' }),
    get(`${DEALS}/`),
    get(`${DEALS}/`, XML),
    get(`${DEALS}/`, HTML),
    creation({ name: 'third' }),
    creation({ name: 'third' }),
    get('/query/deals/third'),
    ...[get(`${DEALS}/`), get(`${DEALS}/`, XML), get(`${DEALS}/`, HTML)],
    send('PUT', `${DEALS}/6/hold`, { reason: 'listed' }),
    ...[get(`${DEALS}/`), get(`${DEALS}/`, XML), get(`${DEALS}/`, HTML)],
    get('/query/deals/third'),
    get(`${DEALS}/6`),
    get(`${DEALS}/7`),
    ...[XML, HTML].flatMap((fields) => [get(`${DEALS}/6`, fields), get(`${DEALS}/7`, fields)]),
    ...heads,
    send('PUT', `${DEALS}/6/hold`, { reason: 'again' }),
    ...heads,
    get(`${DEALS}/6`),
    send('PUT', `${DEALS}/6/hold`, { reason: 'once more' }),
    get(`${DEALS}/6`, { 'if-none-match': '{etag}' }),
    get(`${DEALS}/`),
    send('PUT', `${DEALS}/7/hold`, { reason: 'in between' }),
    get(`${DEALS}/`, { 'if-none-match': '{etag}' }),
    creation({ name: 'in between' }),
    get(`${DEALS}/`, { 'if-none-match': '{etag}' }),
    ...ALIKE.flatMap(([one, other]) => [get(one), get(other, { 'if-none-match': '{etag}' })]),
    ...[XML, HTML].flatMap((fields) =>
      ['/users/1', '/users/2', '/users?name=Zo%C3%AB%20%C3%85ngstr%C3%B6m'].map((path) => get(path, fields)),
    ),
    ...[XML, XML, HTML, HTML].map((fields) => creation({ name: 'one of two' }, fields)),
    ...['holds', 'price-changes'].flatMap((records) =>
      [XML, XML, HTML, HTML].map((fields) =>
        send('POST', `${DEALS}/1/${records}`, { reason: 'r', newPrice: 5 }, fields),
      ),
    ),
    step('DELETE', `${DEALS}/6`),
    ...[get(`${DEALS}/`), get(`${DEALS}/`, XML), get(`${DEALS}/`, HTML)],
    get('/query/deals/third'),
    creation({ name: 'fourth' }),
    get(`${DEALS}/6`),
    get(`${DEALS}/`),
    ...made,
    ...made.map((_step, nth) => get(`${DEALS}/${nth + 14}`)),
    get(`${DEALS}/14`, XML),
    get(`${DEALS}/14`, HTML),
    ...[1, 8, 12].flatMap((id) => [send('PUT', `${DEALS}/${id}/hold`, { reason: `of ${id}` }), get(`${DEALS}/${id}`)]),
    ...[1, 8].map((id) => step('DELETE', `${DEALS}/${id}`)),
    ...[get(`${DEALS}/`), get(`${DEALS}/`, XML), get(`${DEALS}/`, HTML)],
  ];
}
