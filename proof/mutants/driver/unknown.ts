import { DEALS, get, HTML, type Step, send, step, XML } from './steps.ts';

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

/** Records that are not there, under names that resemble those that are. */
export function unknownSteps(): Step[] {
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
