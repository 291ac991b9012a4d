import { bodies, records, type Shown, type Variation, type Wrap } from './variation.ts';

const SHAPE = 'document 2, 4.4: which fields a record has is not shown';
const TYPES = 'document 2: field types and formats are not shown';
const SYNTAX = 'RFC 8259';

/** Another way to write the same JSON, the root's strings included. */
function written(write: (value: unknown) => string): Wrap {
  return bodies('json', (text) => write(JSON.parse(text)));
}

function inUnicode(value: unknown): string {
  return JSON.stringify(value).replace(/"((?:[^"\\]|\\.)*)"/gu, (_whole, inner: string) => {
    const units = Array.from({ length: inner.length }, (_, i) => inner.charAt(i));
    let skip = 0;
    return `"${units
      .map((unit, i) => {
        if (skip > 0) {
          skip -= 1;
          return unit;
        }
        if (unit === '\\') {
          skip = inner.charAt(i + 1) === 'u' ? 5 : 1;
          return unit;
        }
        return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
      })
      .join('')}"`;
  });
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

function numbers(change: (value: number) => unknown): Wrap {
  return records((record) =>
    Object.fromEntries(Object.entries(record).map(([n, v]) => [n, typeof v === 'number' ? change(v) : v])),
  );
}

const address = ({ _links }: Shown): string => {
  const self = typeof _links === 'object' && _links !== null && 'self' in _links ? _links.self : undefined;
  if (typeof self === 'string') return self;
  return typeof self === 'object' && self !== null && 'href' in self ? String(self.href) : '';
};

/** Puts the link to the record in another place. */
function linked(how: (href: string, origin: string) => Shown): Wrap {
  return records((record, { request }) => {
    const { _links, ...rest } = record;
    return { ...rest, ...how(address(record), new URL(request.url).origin) };
  });
}

const inJson = records((record) => ({
  state: 'open',
  version: 3,
  tags: [],
  owner: { id: 'u1', name: 'Somebody', links: ['/users/1'] },
  archived: false,
  parent: null,
  ...record,
}));
const inXml = bodies('xml', (text) =>
  text.replace(
    /<(?:deal|user|ssh-key|address)>/gu,
    '$&<state>open</state><version>3</version><archived>false</archived>',
  ),
);
const inHtml = bodies('html', (text) =>
  text.replaceAll('<dl>', '<dl><dt>state</dt><dd>open</dd><dt>version</dt><dd>3</dd>'),
);
const moreFields: Wrap = (fetch, mock) => inHtml(inXml(inJson(fetch, mock), mock), mock);

/** How JSON is written and what records show. */
export const json: readonly Variation[] = [
  {
    id: 'json-pretty',
    layer: 'notation',
    title: 'JSON is indented with tabs and ends in a line break.',
    source: SYNTAX,
    wrap: written((v) => `${JSON.stringify(v, null, '\t')}\n`),
  },
  {
    id: 'json-with-space-around',
    layer: 'notation',
    title: 'White space of every kind stands around JSON.',
    source: SYNTAX,
    wrap: bodies('json', (text) => `\r\n\t ${text} \n`),
  },
  {
    id: 'json-escaped',
    layer: 'notation',
    title: 'Every character is written as an escape.',
    source: `${SYNTAX} 7`,
    wrap: written(inUnicode),
  },
  {
    id: 'json-escaped-slashes',
    layer: 'notation',
    title: 'Slashes are escaped.',
    source: `${SYNTAX} 7`,
    wrap: bodies('json', (text) => text.replaceAll('/', '\\/')),
  },
  {
    id: 'json-other-order',
    layer: 'notation',
    title: 'Members stand in the opposite order.',
    source: `${SYNTAX} 4: members have no order`,
    wrap: written((v) => JSON.stringify(reversed(v))),
  },
  {
    id: 'json-exponents',
    layer: 'notation',
    title: 'Numbers are written with exponents.',
    source: `${SYNTAX} 6`,
    group: 'numbers',
    wrap: bodies('json', (text) =>
      text.replace(
        /("price":)(-?\d+(?:\.\d+)?)(?=[,}])/gu,
        (_w, a: string, n: string) => a + Number(n).toExponential(),
      ),
    ),
  },
  {
    id: 'json-decimals',
    layer: 'notation',
    title: 'Prices are written with two decimals.',
    source: TYPES,
    group: 'numbers',
    wrap: bodies('json', (text) => text.replace(/("price":-?\d+)(?=[,}])/gu, '$1.00')),
  },
  {
    id: 'json-prices-as-text',
    title: 'Numbers come back as texts.',
    source: TYPES,
    group: 'numbers',
    wrap: numbers(String),
  },
  {
    id: 'json-prices-as-decimal-text',
    title: 'Numbers come back as texts with four decimals.',
    source: TYPES,
    group: 'numbers',
    wrap: numbers((n) => (Number.isInteger(n * 100) && n < 1e9 ? n.toFixed(4) : String(n))),
  },
  {
    id: 'json-ids-as-numbers',
    title: 'Ids are numbers in bodies.',
    source: TYPES,
    group: 'ids',
    wrap: (fetch, mock) =>
      records((record) =>
        /^\d{1,15}$/u.test(String(record['id'])) ? { ...record, id: Number(record['id']) } : record,
      )(fetch, mock),
  },
  {
    id: 'json-dates-with-time',
    title: 'Dates come back with a time.',
    source: TYPES,
    wrap: records((record) =>
      /^\d{4}-\d\d-\d\d$/u.test(String(record['completionDate']))
        ? { ...record, completionDate: `${String(record['completionDate'])}T00:00:00.000Z` }
        : record,
    ),
  },
  {
    id: 'records-with-more-fields',
    title: 'Records have fields of every type that nobody sent, in every representation.',
    source: SHAPE,
    wrap: moreFields,
  },
  {
    id: 'json-nulls',
    title: 'Fields that are not set are null.',
    source: SHAPE,
    wrap: records((record) => ({ held: null, holdReason: null, completionDate: null, description: null, ...record })),
  },
  {
    id: 'json-times',
    title: 'Records tell when they were made and served.',
    source: SHAPE,
    group: 'etag',
    wrap: records((record) => ({ ...record, createdAt: '2026-01-01T00:00:00Z', servedAt: performance.now() })),
    hides: { 'validator/etag-stable': 'no two readings are alike' },
  },
  {
    id: 'json-list-of-summaries',
    title: 'The collection shows less of each record than its own address.',
    source: SHAPE,
    wrap: records((record, _seen, listed) =>
      listed ? { id: record['id'], name: record['name'], _links: record['_links'] } : record,
    ),
  },
  {
    id: 'json-list-of-more',
    title: 'The collection shows more of each record than its own address.',
    source: SHAPE,
    wrap: records((record, _seen, listed) => (listed ? { ...record, position: 1, score: 0.5 } : record)),
  },
  {
    id: 'json-link-as-href',
    title: 'The link to a record is its member href.',
    source: 'document 4.4-c3: the exact shape is left open',
    group: 'link',
    wrap: linked((href) => ({ href })),
  },
  {
    id: 'json-link-as-url',
    title: 'The link to a record is its member url, in full.',
    source: 'document 4.4-c3',
    group: 'link',
    wrap: linked((href, origin) => ({ url: origin + href })),
  },
  {
    id: 'json-link-in-list',
    title: 'Links stand in an array with their relations.',
    source: 'document 4.4-c3',
    group: 'link',
    wrap: linked((href) => ({
      links: [
        { rel: 'collection', href: '/rest/1/deals/' },
        { rel: 'self', href },
      ],
    })),
  },
  {
    id: 'json-link-hal',
    title: 'Links are HAL, with templates and curies.',
    source: 'document 4.4-c3',
    group: 'link',
    wrap: linked((href) => ({ _links: { self: { href }, find: { href: '/rest/1/deals/{?name}', templated: true } } })),
  },
  {
    id: 'json-link-relative',
    title: 'Links are relative to the collection.',
    source: 'RFC 3986 5',
    group: 'link',
    wrap: linked((href) => ({ self: `./${href.slice(href.lastIndexOf('/') + 1)}` })),
  },
  {
    id: 'json-link-ld',
    title: 'The link to a record is @id, as in JSON-LD.',
    source: 'document 4.4-c3',
    group: 'link',
    wrap: linked((href, origin) => ({ '@context': 'https://schema.org', '@type': 'Offer', '@id': origin + href })),
  },
  {
    id: 'json-created-describes',
    title: 'A creation is answered with a description and a link, and not with the record.',
    source: 'document 4.4-c3: the body describes what was created and links to it',
    wrap: records((record, { method }) =>
      method === 'POST'
        ? {
            message: `created “${String(record['name'] ?? record['reason'] ?? '')}”`,
            location: address(record),
            _links: record['_links'],
          }
        : record,
    ),
  },
  {
    id: 'json-created-in-envelope',
    group: 'envelope',
    title: 'A creation is answered with the record in an envelope.',
    source: 'document 4.4-c3: the shape is left open',
    file: { resources: [{ name: 'deals', envelope: { created: '/data' } }] },
    wrap: records((record, { method }) => (method === 'POST' ? { status: 'ok', data: record, _links: {} } : record)),
  },
  {
    id: 'json-members-nested',
    title: 'Users have nested objects.',
    source: 'document 2: fields of users are not shown',
    wrap: records((record, { path }) =>
      path.includes('/users')
        ? { ...record, contact: { email: record['email'], phones: [{ kind: 'home', number: '1' }] } }
        : record,
    ),
  },
];
