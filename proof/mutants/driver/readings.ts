import { get, HTML, type Step, step, XML } from './steps.ts';
import { TAGS } from './values.ts';

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
export function readings(path: string): Step[] {
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
export function otherMethods(path: string): Step[] {
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
