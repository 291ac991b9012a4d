import { OPERATIONS } from '../../fixtures/operations.ts';
import { SEED_DEALS } from '../../fixtures/seed.ts';

/** A request of the driver. In a field, `{etag}` stands for the ETag of the answer before, `{tag}` for the same without quotes. */
export interface Step {
  readonly method: string;
  readonly target: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const XML = { accept: 'application/xml' };
const HTML = { accept: 'text/html' };
const DEALS = '/rest/1/deals';

const step = (method: string, target: string, fields: Step['fields'] = {}, body?: Step['body']): Step => ({
  method,
  target,
  fields: body === undefined ? fields : { ...JSON_TYPE, ...fields },
  ...(body === undefined ? {} : { body }),
});
const get = (target: string, fields: Step['fields'] = {}): Step => step('GET', target, fields);
const send = (method: string, target: string, payload: unknown, fields: Step['fields'] = {}): Step =>
  step(method, target, fields, JSON.stringify(payload));

/** Bodies that no operation takes (document 7, 400). */
const BAD_BODIES = [
  '{"name":',
  '',
  '[]',
  '"text"',
  'null',
  '{"a":1,}',
  new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
];

const ACCEPTS = [
  '',
  '*/*',
  'text/*',
  'application/*',
  'application/json',
  'APPLICATION/XML',
  'application/xml;q=0.9, application/json;q=0.1',
  'application/json;q=0.1, application/xml;q=0.9',
  'application/xml;q=0.2,application/json;q=0.8',
  'text/html;q=0.5, application/xml;q=0.500',
  'application/json;q=0, */*',
  '*/*;q=0.1, application/xml',
  'image/png, application/xml',
  'application/xml, image/png',
  'application/xml ; q=0.4 , application/json;q=0.3',
  'image/png',
  'application/json;q=0',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
];

/** Tags that only a loose reader takes for others, and lists that a strict one takes apart (RFC 9110 8.8.3, 5.6.1). */
const TAGS = ['"*"', '"x,{tag},y"', '"{tag}x"', '"other",{etag}', ', ,{etag}'];

/** Preconditions that say nothing where nothing is (RFC 9110 13.2.1). */
const ON_MISSING: readonly Step['fields'][] = [
  { 'if-none-match': '"other"' },
  { 'if-none-match': '*' },
  { 'if-modified-since': 'Fri, 31 Dec 2100 23:59:59 GMT' },
  { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
];

/** Texts that encodings, filters and casts change. */
const ODD_TEXTS = ["Ab “é” ’ ﬁ ½ \u{1F600} &amp; %41 a+b \\ O'Brien", 'one line\nanother', 'x'.repeat(400)];

const ODD_NUMBERS = [0.125, -1234567.25, 1e21];

const CONDITIONS: readonly Step['fields'][] = [
  { 'if-none-match': '{etag}' },
  { 'if-none-match': 'W/{etag}' },
  { 'if-none-match': '"other", {etag}' },
  { 'if-none-match': '{etag}, "other"' },
  { 'if-none-match': '"a", W/{etag}, "b"' },
  { 'if-none-match': '"other"' },
  { 'if-none-match': '*' },
  { 'if-none-match': '"other"', 'if-modified-since': 'Fri, 31 Dec 2100 23:59:59 GMT' },
  { 'if-none-match': '{etag}', 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  { 'if-modified-since': 'Fri, 31 Dec 2100 23:59:59 GMT' },
  { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  { 'if-modified-since': 'yesterday' },
  { 'if-match': '{etag}' },
  { 'if-match': 'W/{etag}' },
  { 'if-match': '"other"' },
  { 'if-match': '"other", {etag}' },
  { 'if-match': '{etag}, "other"' },
  { 'if-match': '*' },
  { 'if-match': '{etag}', 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  { 'if-unmodified-since': 'Fri, 31 Dec 2100 23:59:59 GMT' },
  ...TAGS.flatMap((tag) => [{ 'if-none-match': tag }, { 'if-match': tag }]),
  { 'if-match': '{etag}', 'if-none-match': '{etag}' },
  { 'if-match': '"other"', 'if-none-match': '{etag}' },
  { 'if-modified-since': 'Fri Dec 31 23:59:59 2100' },
  { 'if-modified-since': 'Friday, 31-Dec-60 23:59:59 GMT' },
];

/** A resource read in every way (document 4.4, 4.5; RFC 9110 9, 12.5.1, 13). */
function readings(path: string): Step[] {
  const [plain = '', query] = path.split('?');
  const joined = query === undefined ? '' : `?${query}`;
  return [
    get(path),
    get(path),
    get(path, XML),
    get(path, HTML),
    step('HEAD', path),
    step('HEAD', path, XML),
    step('HEAD', path, HTML),
    get(`${plain}.xml${joined}`),
    get(`${plain}.html${joined}`),
    get(`${plain}.json${joined}`),
    get(`${path}${query === undefined ? '?' : '&'}format=xml`),
    get(`${path}${query === undefined ? '?' : '&'}format=html`),
    get(`${path}${query === undefined ? '?' : '&'}format=json`, XML),
    get(`${path}${query === undefined ? '?' : '&'}format=none`),
    get(`${path}${query === undefined ? '?' : '&'}other=1`),
    ...ACCEPTS.map((accept) => get(path, { accept })),
    get(path),
    ...CONDITIONS.map((condition) => get(path, condition)),
    // An answer without an ETag leaves that of the one before.
    ...[XML, HTML].flatMap((fields) => [
      get(path, fields),
      ...CONDITIONS.slice(0, 5).map((condition) => get(path, { ...fields, ...condition })),
    ]),
    step('HEAD', path),
    step('HEAD', path, { 'if-none-match': '{etag}' }),
    get(path),
    get(path, { ...XML, 'if-none-match': '{etag}' }),
    get(path, { ...HTML, 'if-none-match': '{etag}' }),
  ];
}

/** Methods that a resource may not take (RFC 9110 15.5.6), and OPTIONS. */
function otherMethods(path: string): Step[] {
  return [
    step('OPTIONS', path),
    // First of those that are refused: it may be sent to what somebody else made, for it is safe (RFC 4918 9.1).
    step('PROPFIND', path),
    step('PATCH', path, {}, '{"name":"patched"}'),
    step('POST', path, {}, '{"name":"posted","price":1,"reason":"r"}'),
    step('POST', path, { 'x-http-method-override': 'DELETE' }, '{}'),
    step('PUT', path, {}, '{"nothing":1}'),
    get(path),
  ];
}

const creation = (members: Readonly<Record<string, unknown>> = {}, fields: Step['fields'] = {}): Step =>
  send('POST', `${DEALS}/`, { name: 'a deal', price: 100, ...members }, fields);

const sample = (operation: (typeof OPERATIONS)[number], of = 'a'): Record<string, unknown> =>
  Object.fromEntries(
    operation.parameters.map(({ name, sample: value }) => [name, name === 'reason' ? `${String(value)} ${of}` : value]),
  );

/** Values that are there but empty or zero. */
function emptyOf(operation: (typeof OPERATIONS)[number], zero: unknown, text: unknown): Record<string, unknown> {
  return Object.fromEntries(
    operation.parameters.map(({ name, type, sample: value }) => [
      name,
      type === 'number' ? zero : type === 'string' ? text : value,
    ]),
  );
}

/** A payload with other numbers. */
function withNumber(payload: unknown, number: number): unknown {
  return JSON.parse(JSON.stringify(payload, (_name, value: unknown) => (typeof value === 'number' ? number : value)));
}

function operationSections(): Step[][] {
  return OPERATIONS.flatMap((operation, i): Step[][] => {
    const { name, verb, state, collection, attributes } = operation;
    const [id, beside] = [1 + (i % 3), 1 + ((i + 1) % 3)];
    const deal = `${DEALS}/${id}`;
    const see = [get(deal), get(`${DEALS}/${beside}`), get(deal, XML)];
    const filled = (of: string): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(attributes).map(([member, value]) => {
          const key = typeof value === 'string' ? value.replace(/[{}]/gu, '') : '';
          return [member, typeof value === 'string' ? sample(operation, of)[key] : value];
        }),
      );
    const spelt: readonly (readonly [method: string, path: string, payload: (of: string) => unknown])[] = [
      ['PUT', `${deal}/${verb}`, (of) => sample(operation, of)],
      ['PUT', `${deal}/${state}`, (of) => sample(operation, of)],
      ['PUT', deal, (of) => ({ action: name, params: sample(operation, of) })],
      ['PUT', deal, filled],
      ['POST', `${deal}/${collection}`, (of) => sample(operation, of)],
      ['PUT', `${deal}/commands/${verb}-%C3%A9-Aa`, (of) => ({ action: name, params: sample(operation, of) })],
      [
        'PUT',
        `/commands/${verb}-%C3%A9-Aa`,
        (of) => ({ deal: String(id), action: name, params: sample(operation, of) }),
      ],
      ['POST', `/command/${name}/`, (of) => ({ id: String(id), ...sample(operation, of) })],
    ];
    return spelt.map(([method, path, payload], form) => {
      const gone = path.replace(`${DEALS}/${id}`, `${DEALS}/999`);
      const unhold = form % 2 === 0 ? [] : [send('PUT', `${deal}/unhold`, {})];
      const thorough = i === 0 || i === 4;
      const conditional = [
        get(deal),
        send(method, path, payload(`c${form}`), { 'if-match': '"other"' }),
        send(method, path, payload(`d${form}`), { 'if-match': '{etag}' }),
        get(deal),
        send(method, path, payload(`e${form}`), { 'if-match': 'W/{etag}' }),
        send(method, path, payload(`f${form}`), { 'if-none-match': '{etag}' }),
        get(deal),
        send(method, path, payload(`g${form}`), { 'if-none-match': '*' }),
        send(method, path, payload(`h${form}`), { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
        ...TAGS.flatMap((tag) => [
          get(deal),
          send(method, path, payload(`i${form}`), { 'if-none-match': tag }),
          get(deal),
          send(method, path, payload(`j${form}`), { 'if-match': tag }),
        ]),
        send(method, path, payload(`k${form}`), { 'if-modified-since': 'Fri, 31 Dec 2100 23:59:59 GMT' }),
        send(method, path, payload(`l${form}`), { 'if-unmodified-since': 'yesterday' }),
      ];
      // A command document works once (4.2 F, G), so each further one has an id of its own.
      const next = (nth: number): string => (path.includes('commands/') ? `${path}-${nth}` : path);
      const lists = [get(`${DEALS}/`), get(`${DEALS}/`, XML), get(deal), get(deal, XML), get(deal, HTML)];
      const afterwards = [
        ...(gone === path ? [] : ON_MISSING.map((fields) => send(method, gone, payload('m'), fields))),
        ...(gone === path ? [] : [get(`${DEALS}/999`)]),
        ...ODD_TEXTS.flatMap((text, nth) => [send(method, next(nth), payload(text)), get(deal)]),
        ...ODD_NUMBERS.flatMap((number, nth) => [
          send(method, next(100 + nth), withNumber(payload('n'), number)),
          get(deal),
        ]),
        ...SEED_DEALS.filter((seed) => seed.id === String(id)).map(({ name: known, price = 1 }) =>
          creation({ name: known, price }),
        ),
        ...lists,
        send(method, next(200), payload('t')),
        ...lists,
        get(`${DEALS}/4`),
        get(`${DEALS}/5`),
        send(method, next(201), payload('t')),
        ...lists,
        send('PUT', `${deal}/${i === 0 ? 'change-price' : 'hold'}`, { newPrice: 4321, reason: 'meanwhile' }),
        send(method, next(202), payload('u')),
        ...lists,
        step('DELETE', `${DEALS}/4`),
        send(method, next(203), payload('v')),
        ...lists,
        ...[{ reason: 'half' }, { newPrice: 5 }, { action: name, params: { reason: 7, newPrice: 5 } }].flatMap(
          (bad) => [
            send(method, next(204), { id: String(id), deal: String(id), ...bad, price: 'none', held: 'maybe' }),
            get(deal),
          ],
        ),
        send(method, next(204), payload('w')),
        get(deal),
      ];
      return [
        ...unhold,
        ...see,
        send(method, path, payload(`x${form}`)),
        ...see,
        send(method, path, payload(`x${form}`)),
        send(method, path, payload(`z${form}`), XML),
        send(method, path, payload(`z${form}`), HTML),
        send(method, path, payload(`w${form}`), { accept: 'image/png' }),
        get(path),
        ...see,
        ...(thorough ? BAD_BODIES : BAD_BODIES.slice(0, 3)).map((body) => step(method, path, {}, body)),
        step(method, path, { 'content-type': 'text/plain' }, '{}'),
        send(method, path, {}),
        send(method, path, { ...(payload('q') as object), reason: null, params: null }),
        send(method, path, {
          ...(payload('q') as object),
          reason: 7,
          newPrice: 'much',
          amercement: 'some',
          held: 'yes',
        }),
        send(method, path, emptyOf(operation, 0, '')),
        ...see,
        send(method, path, emptyOf(operation, 0, ' ')),
        send(method, path, { ...(payload(`v${form}`) as object), action: 'NoSuchAction' }),
        send(method, path, { ...(payload(`v${form}`) as object), action: name.toLowerCase() }),
        send(method, path, { ...(payload(`v${form}`) as object), unknown: 1, deal: '999', id: '999' }),
        ...(gone === path ? [] : [send(method, gone, payload('g')), step(method, gone, {}, '{"a":')]),
        send(method, path.replace('/1/deals', '/2/deals'), payload('g')),
        send(method, path.replace(/\w$/u, 'zz'), payload('g')),
        ...(thorough ? conditional : []),
        ...see,
        ...(thorough ? afterwards : []),
        ...(path === deal || form === 7 || !thorough ? [] : otherMethods(path)),
      ];
    });
  });
}

const QUERIES = [
  'name=Grace%20Hopper',
  'name=Grace+Hopper',
  'name=Alan%20Turing',
  'name=grace%20hopper',
  'name=GRACE%20HOPPER',
  'name=Grace',
  'name=Hopper',
  'name=ace%20Hop',
  'name=Grace%20Hopper%20',
  'name=%20Grace%20Hopper',
  'name=Grace%2520Hopper',
  'name=%47race%20Hopper',
  'name=Grace%20Hopper%26x',
  'name=Grace%20Hopper%23x',
  'name=Zo%C3%AB%20%C3%85ngstr%C3%B6m',
  'name=Zoe%20Angstrom',
  'name=*',
  'name=%25',
  'name=Grace*',
  'name=G_ace%20Hopper',
  'name=.*',
  'name=nobody',
  'name=',
  'name=%20',
  'name',
  'name=null',
  'name=undefined',
  'name=1',
  'other=1&name=Grace%20Hopper',
  'name=Grace%20Hopper&other=1',
  'name=Grace%20Hopper&name=Alan%20Turing',
  'Name=Grace%20Hopper',
  'name=Grace%20Hopper&email=ada%40example.com',
  `name=${'x'.repeat(300)}`,
  `name=Grace%20Hopper${'x'.repeat(60)}`,
  'name=grace%40example.com',
  'name=grace',
  'name=Grace%20Hoppex',
];

const UNKNOWN_IDS = [
  '999',
  'nobody',
  '01',
  '1x',
  '1%20',
  '%201',
  '+1',
  '-1',
  '1.0',
  '%2531',
  '*',
  '%25',
  '%00',
  'a%2Fb',
  'null',
  'undefined',
  '',
  '%ZZ',
  '0',
  '1.xml.xml',
  '1e0',
  '0x1',
  'x'.repeat(600),
  ...oddly('1'),
  'first',
  'last',
  'x%2F..%2F1',
  '1%2Fssh-keys%2F0',
  '1%2Fhold',
];

/** An id or an index in what is another text, and may be cast, cut or split into it. */
function oddly(id: string): string[] {
  const last = (2n ** 32n + BigInt(id)).toString();
  const digits = `%EF%BC%9${id}`;
  return [`${id}%00x`, `x%0A${id}`, `${id},2`, digits, `${id}%E2%80%8B`, last, `${id}.5`, `${id}--x`, `x${id}`].concat(
    `${id}'%20OR%20'1'='1`,
  );
}

function unknownSteps(): Step[] {
  const nested = ['ssh-keys', 'address'].flatMap((name) => [
    ...['0', '1', '%30'].flatMap((index) => [get(`/users/1/${name}/${index}`), get(`/users/2/${name}/${index}`)]),
    ...[
      '2',
      '-1',
      '99',
      '1x',
      '01',
      '0.0',
      '%200',
      'first',
      '-0',
      '1e0',
      '00',
      '',
      '%2530',
      '*',
      '9007199254740993',
      'last',
      '+0',
      ...oddly('0'),
    ].map((index) => get(`/users/1/${name}/${index}`)),
    get(`/users/999/${name}/0`),
    get(`/users/999/${name}/0`, XML),
    get(`/users/%31/${name}/0`),
    get(`/users/1x/${name}/0`),
  ]);
  return [
    ...UNKNOWN_IDS.flatMap((id) => [
      get(`/users/${id}`),
      get(`${DEALS}/${id}`),
      step('DELETE', `${DEALS}/${id}`),
      send('PUT', `${DEALS}/${id}/hold`, { reason: 'r' }),
      get(`/commands/${id}`),
      get(`/query/users/${id}`),
    ]),
    get('/users/%31'),
    get(`${DEALS}/%31`),
    get('/users/999', XML),
    get('/users/999', HTML),
    step('HEAD', '/users/999'),
    get('/users/999', { 'if-none-match': '*' }),
    get(`${DEALS}/999`, { 'if-none-match': '*' }),
    get('/users/999.xml'),
    ...nested,
  ];
}

function sessionSteps(): Step[] {
  const cookies = [
    'USER_TOKEN=1',
    'USER_TOKEN=',
    'USER_TOKEN="quoted"',
    'USER_TOKEN=a%20b',
    'USER_TOKEN=a=b=c',
    'USER_TOKEN=0',
    'USER_TOKEN=null',
    'USER_TOKEN=false',
    `USER_TOKEN=${'x'.repeat(300)}`,
    'other=1; USER_TOKEN=1',
    'USER_TOKEN=1; other=1',
    'a=1; USER_TOKEN=1; b=2',
    'other=1;USER_TOKEN=1',
    'USER_TOKEN=; USER_TOKEN=1',
    'USER_TOKEN',
    'user_token=1',
    'XUSER_TOKEN=1',
    'USER_TOKENX=1',
    'USER-TOKEN=1',
    'other=USER_TOKEN=1',
    'other="USER_TOKEN=1"',
    'other=USER_TOKEN',
    'session=1',
    'USER.TOKEN=1',
    'USER%5FTOKEN=1',
    '__Host-USER_TOKEN=1',
    'a=1; b=2; c=3; d=4; USER_TOKEN=1',
    `a=${'x'.repeat(250)}; USER_TOKEN=1`,
    'plain; USER_TOKEN=1',
    'USER_TOKEN=1; USER_TOKEN=2',
    '',
  ];
  return [
    get('/'),
    ...cookies.flatMap((cookie) => [get('/', { cookie }), get('/')]),
    get('/', { authorization: 'Bearer 1' }),
    get('/?USER_TOKEN=1'),
    get('/', { user_token: '1' }),
    ...[XML, HTML, { accept: 'image/png' }].flatMap((fields) => [
      get('/', fields),
      get('/', { ...fields, cookie: 'USER_TOKEN=1' }),
    ]),
    step('HEAD', '/'),
    step('HEAD', '/', { cookie: 'USER_TOKEN=1' }),
    step('OPTIONS', '/'),
    step('PROPFIND', '/'),
    step('POST', '/', { cookie: 'USER_TOKEN=1' }, '{}'),
    step('DELETE', '/'),
    ...[1, 2, 3].map(() => get('/', { cookie: 'USER_TOKEN=1' })),
  ];
}

function creationSteps(): Step[] {
  return [
    get(`${DEALS}/`),
    creation(),
    get(`${DEALS}/4`),
    get(`${DEALS}/4`, XML),
    creation({ name: 'second', currency: 'EUR' }),
    get(`${DEALS}/4`),
    get(`${DEALS}/5`),
    creation({ name: 'in xml' }, XML),
    creation({ name: 'in html' }, HTML),
    creation({ name: 'unwanted' }, { accept: 'image/png' }),
    get(`${DEALS}/`),
    get(DEALS),
    creation({
      name: 'Café “<b>&amp;</b>” \u{1F600} \\"quoted\\"',
      note: '',
      tags: [],
      more: { deep: [1, null, true] },
      flag: false,
      zero: 0,
      none: null,
    }),
    get(`${DEALS}/8`),
    get(`${DEALS}/8`, XML),
    get(`${DEALS}/8`, HTML),
    creation({ price: 0 }),
    creation({ price: 0.1 }),
    creation({ price: 1e9 }),
    creation({ price: -5.25 }),
    creation({ price: '100' }),
    creation({ price: null }),
    creation({ name: '' }),
    creation({ name: ' ' }),
    creation({ name: '  padded  ' }),
    creation({ name: null }),
    creation({ name: 7 }),
    creation({ name: 'x'.repeat(300) }),
    creation({ id: '1', name: 'with an id' }),
    send('POST', `${DEALS}/`, {}),
    send('POST', `${DEALS}/`, { name: 'no price' }),
    send('POST', `${DEALS}/`, { price: 1 }),
    ...BAD_BODIES.map((body) => step('POST', `${DEALS}/`, {}, body)),
    step('POST', `${DEALS}/`, { 'content-type': 'text/plain' }, '{"name":"n","price":1}'),
    step('POST', `${DEALS}/`, { 'content-type': 'application/json; charset=utf-8' }, '{"name":"n","price":1}'),
    get(`${DEALS}/`),
    get(`${DEALS}/`, XML),
    ...[1, 2, 3, 4, 5].flatMap(() => [creation({ name: 'again' }), creation({ name: 'again' })]),
    ...Array.from({ length: 24 }, (_, i) => get(`${DEALS}/${i + 1}`)),
    get('/query/deals/again'),
    get('/query/deals/nothing'),
    get('/query/deals/AGAIN'),
    get('/query/deals/aga'),
  ];
}

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

function storedSteps(): Step[] {
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

/** Preconditions of what is not there, and of command documents that are new. */
function missingSteps(): Step[] {
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

function deletionSteps(): Step[] {
  return [
    get(`${DEALS}/5`),
    step('DELETE', `${DEALS}/5`, { 'if-match': '"other"' }),
    get(`${DEALS}/5`),
    step('DELETE', `${DEALS}/5`, { 'if-match': 'W/{etag}' }),
    get(`${DEALS}/5`),
    step('DELETE', `${DEALS}/5`, { 'if-none-match': '{etag}' }),
    step('DELETE', `${DEALS}/5`, { 'if-none-match': '*' }),
    step('DELETE', `${DEALS}/5`, { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
    step('DELETE', '/rest/2/deals/5'),
    step('DELETE', `${DEALS}/5.xml`),
    get(`${DEALS}/5`),
    ...TAGS.flatMap((tag, nth) => [
      get(`${DEALS}/${12 + nth}`),
      step('DELETE', `${DEALS}/${12 + nth}`, { 'if-match': tag }),
      get(`${DEALS}/${12 + nth}`),
    ]),
    step('DELETE', `${DEALS}/17`, { 'if-modified-since': 'Fri, 31 Dec 2100 23:59:59 GMT' }),
    step('DELETE', `${DEALS}/18`, { 'if-unmodified-since': 'yesterday' }),
    get(`${DEALS}/5`),
    step('DELETE', `${DEALS}/5`, { 'if-match': '{etag}' }),
    get(`${DEALS}/5`),
    get(`${DEALS}/4`),
    get(`${DEALS}/6`),
    get(`${DEALS}/`),
    step('DELETE', `${DEALS}/5`),
    step('DELETE', `${DEALS}/6`, XML),
    step('DELETE', `${DEALS}/6`, XML),
    step('DELETE', `${DEALS}/7`, HTML),
    step('DELETE', `${DEALS}/8`, { accept: 'image/png' }),
    step('DELETE', `${DEALS}/9`),
    step('DELETE', `${DEALS}/10`),
    step('DELETE', `${DEALS}/11`),
    get(`${DEALS}/`),
    get(`${DEALS}/9`),
    send('PUT', `${DEALS}/9/hold`, { reason: 'gone' }),
    send('POST', '/command/HoldDeal/', { id: '9', reason: 'gone' }),
    send('PUT', '/commands/of-what-is-gone', { deal: '9', action: 'HoldDeal', params: { reason: 'r' } }),
    creation({ name: 'after a deletion' }),
    get(`${DEALS}/`),
    ...Array.from({ length: 12 }, (_, i) => get(`${DEALS}/${i + 1}`)),
  ];
}

function otherSteps(): Step[] {
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

const READ = [
  '/users',
  '/users?name=Grace%20Hopper',
  '/users?name=Alan%20Turing',
  '/users?name=nobody',
  '/users/1',
  '/users/3',
  '/users/1/ssh-keys/0',
  '/users/2/address/1',
  `${DEALS}/`,
  `${DEALS}/3`,
  `${DEALS}?name=Steel%20delivery`,
  '/query/users/Grace%20Hopper',
];

// What a section reads has to be there first.
const MADE: readonly Step[] = [
  send('POST', `${DEALS}/1/holds`, { reason: 'first' }),
  send('POST', `${DEALS}/1/holds`, { reason: 'second' }),
  send('PUT', `${DEALS}/1/commands/hold-%C3%A9-Aa`, { action: 'HoldDeal', params: { reason: 'third' } }),
  send('PUT', '/commands/hold-%C3%A9-Aa', { deal: '1', action: 'HoldDeal', params: { reason: 'fourth' } }),
];
const READ_BELOW = [
  `${DEALS}/1/holds`,
  `${DEALS}/1/holds/1`,
  `${DEALS}/1/commands/hold-%C3%A9-Aa`,
  '/commands/hold-%C3%A9-Aa',
];

/**
 * Requests of every kind: each route, method, representation, selector, condition and class of error. Each section begins
 * with a new server, so that a fault is looked for only where its place is asked for.
 */
export const SECTIONS: readonly (readonly Step[])[] = [
  sessionSteps(),
  ...READ.map((path) => [...readings(path), ...otherMethods(path)]),
  [
    ...QUERIES.map((query) => get(`/users?${query}`)),
    ...QUERIES.slice(0, 8).flatMap((query) => [get(`/users?${query}`, XML), get(`/users?${query}`, HTML)]),
    ...['/users', '/users/1', '/users/1/ssh-keys/0', '/users/1/address/0', '/users?name=nobody'].map((path) =>
      step('DELETE', path),
    ),
  ],
  unknownSteps(),
  [...creationSteps(), ...deletionSteps()],
  storedSteps(),
  missingSteps(),
  ...operationSections(),
  ...READ_BELOW.map((path) => [...MADE, ...readings(path), ...otherMethods(path)]),
  [...MADE, ...otherSteps(), ...READ.map((path) => get(path))],
];
