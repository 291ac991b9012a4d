import type { JsonObject } from '../../fixtures/json.ts';
import { type Deviation, isJson, onAnswer, withFields, withJson, withText } from './deviation.ts';
import { bareAnswer, dealIn, onCreated, remembering } from './requests.ts';

const UNREADABLE = 'a body that does not parse as its type shows neither the values nor a link';
const BROKEN = {
  'create/describes': UNREADABLE,
  'create/links': UNREADABLE,
  'create/any-valid': UNREADABLE,
  'create/shows-values': UNREADABLE,
};

/** Faults in the body of a creation and its validators: document 4.4-c3, c4. */
export const createBody: readonly Deviation[] = [
  {
    id: 'created-body-empty',
    title: 'A 201 has no body.',
    breaks: ['create/describes', 'create/links'],
    wrap: onCreated((response) => bareAnswer(201, { location: response.headers.get('location') ?? '' })),
  },
  {
    id: 'created-body-only-id',
    title: 'The body of a 201 holds the id and the link, and nothing of what was created.',
    breaks: ['create/shows-values'],
    wrap: onDeal(({ id, _links }) => ({ id: id ?? '', _links: _links ?? {} })),
  },
  {
    id: 'created-body-only-message',
    title: 'The body of a 201 is a message that says nothing but success, and a link.',
    breaks: ['create/shows-values'],
    wrap: onDeal(({ _links }) => ({ message: 'created', _links: _links ?? {} })),
  },
  {
    id: 'created-body-echoes-nothing-but-price',
    title: 'The body of a 201 shows an empty name.',
    breaks: ['create/describes'],
    alsoStrikes: { 'create/any-valid': 'it reads the answer too, and the name there is another one' },
    wrap: onDeal((deal) => ({ ...deal, name: '' })),
  },
  {
    id: 'created-body-of-the-previous-one',
    title: 'The body of a 201 describes and links to the deal that was created before.',
    breaks: ['create/describes', 'create/links', 'create/any-valid'],
    alsoStrikes: {
      'create/etag-agrees': 'the ETag comes with the body',
      'create/addressable': 'the body has another id than the record at the Location',
    },
    oneByOne: true,
    wrap: remembering(
      () => ({
        last: '{"id":"1","name":"Warehouse lease","price":120000,"_links":{"self":{"href":"/rest/1/deals/1"}}}',
      }),
      (memory) =>
        onCreated(async (response) => {
          if (!isJson(response)) return response;
          const body = memory.last;
          memory.last = await response.clone().text();
          return withText(response, () => body);
        }),
    ),
  },
  {
    id: 'created-price-in-cents',
    title: 'The body of a 201 tells the price in cents.',
    breaks: ['create/describes', 'create/any-valid'],
    wrap: onDeal((deal) => ({ ...deal, price: Number(deal['price']) * 100 })),
  },
  {
    id: 'created-name-in-capitals',
    title: 'The body of a 201 shows the name in capital letters; what is stored is right.',
    breaks: ['create/describes', 'create/any-valid'],
    wrap: onDeal((deal) => ({ ...deal, name: String(deal['name']).toUpperCase() })),
  },
  {
    id: 'created-without-link',
    title: 'The body of a 201 shows the deal and no link to it.',
    breaks: ['create/links'],
    wrap: onDeal(({ _links: _, ...deal }) => deal),
  },
  {
    id: 'created-links-to-collection',
    title: 'The link in the body of a 201 leads to the collection.',
    breaks: ['create/links'],
    wrap: onLink((link) => link.replace(/[^/]+$/u, '')),
  },
  {
    id: 'created-links-with-placeholder',
    title: 'The link in the body of a 201 is the template of the address, its place for the id not filled in.',
    breaks: ['create/links'],
    wrap: onLink((link) => link.replace(/[^/]+$/u, '{id}')),
  },
  {
    id: 'created-links-to-another-host',
    title: 'The link in the body of a 201 names the machine behind the proxy.',
    breaks: ['create/links'],
    wrap: onLink((link) => `http://deals.internal:8080${link}`),
  },
  {
    id: 'created-links-without-version',
    title: 'The link in the body of a 201 lacks the version segment.',
    breaks: ['create/links'],
    wrap: onLink((link) => link.replace(/\/rest\/[^/]+/u, '/rest')),
  },
  {
    id: 'created-links-to-the-next',
    title: 'The link in the body of a 201 is one too far: the counter was read again.',
    breaks: ['create/links'],
    wrap: onLink((link) => link.replace(/\d+$/u, (id) => String(Number(id) + 1))),
  },
  {
    id: 'created-without-link-in-xml',
    title: 'The body of a 201 links to the deal in JSON, and not where Accept asks for XML.',
    breaks: ['create/links'],
    wrap: onCreated((response) =>
      isXml(response) ? withText(response, (text) => text.replace(/\/rest\/[^"<]+/gu, '')) : response,
    ),
  },
  {
    id: 'created-body-only-id-in-xml',
    title: 'The body of a 201 shows the deal in JSON, and nothing but its id and link where Accept asks for XML.',
    breaks: ['create/shows-values'],
    wrap: onCreated((response) =>
      isXml(response) ? withText(response, (text) => text.replace(/<(name|price)>[^<]*<\/\1>/gu, '')) : response,
    ),
  },
  {
    id: 'created-without-content-type',
    title: 'The body of a 201 has no Content-Type.',
    breaks: ['create/content-type'],
    alsoStrikes: {
      'create/links': 'a link cannot be told from other text in a body of no type',
      'negotiate/truthful': 'the state machine names it for a body of no type',
    },
    wrap: onCreated((response) => withFields(response, { 'content-type': undefined })),
  },
  {
    id: 'created-mislabelled-as-xml',
    title: 'The body of a 201 is JSON under the name of XML.',
    breaks: ['create/content-type', 'negotiate/truthful'],
    alsoStrikes: BROKEN,
    wrap: onCreated((response) => withFields(response, { 'content-type': 'application/xml' })),
  },
  {
    id: 'created-mislabelled-as-json',
    title: 'The body of a 201 is XML under the name of JSON where Accept asks for XML.',
    breaks: ['create/content-type', 'negotiate/truthful'],
    alsoStrikes: BROKEN,
    wrap: onCreated((response) =>
      isXml(response) ? withFields(response, { 'content-type': 'application/json' }) : response,
    ),
  },
  {
    id: 'created-json-with-trailing-comma',
    title: 'The body of a 201 is JSON put together by hand, with a comma too many.',
    breaks: ['create/content-type', 'negotiate/truthful'],
    alsoStrikes: BROKEN,
    wrap: onCreated((response) => withText(response, (text) => text.replace(/\}\s*$/u, ',}'))),
  },
  {
    id: 'created-json-cut-short',
    title: 'The body of a 201 is cut short by its last byte.',
    breaks: ['create/content-type', 'negotiate/truthful'],
    alsoStrikes: BROKEN,
    wrap: onCreated((response) => withText(response, (text) => text.trimEnd().slice(0, -1))),
  },
  {
    id: 'created-json-after-a-notice',
    title: 'The body of a 201 begins with a notice of the runtime before the JSON.',
    breaks: ['create/content-type', 'negotiate/truthful'],
    alsoStrikes: BROKEN,
    wrap: onCreated((response) => withText(response, (text) => `Notice: undefined index 'id'\n${text}`)),
  },
  {
    id: 'created-etag-of-its-own',
    title: 'The ETag of a 201 is made from the answer and not from the new deal.',
    breaks: ['create/etag-agrees'],
    wrap: onCreated((response) => withFields(response, { etag: `"answer-${response.headers.get('etag')?.slice(1)}` })),
  },
  {
    id: 'created-etag-of-the-collection',
    title: 'The ETag of a 201 is that of the collection.',
    breaks: ['create/etag-agrees'],
    wrap: onCreated((response) => withFields(response, { etag: '"collection"' })),
  },
  {
    id: 'created-etag-and-none-on-get',
    title: 'A 201 has an ETag and a GET of the same deal none.',
    breaks: ['create/etag-agrees'],
    wrap: onAnswer((response, { method, path }) =>
      method === 'GET' && dealIn(path) !== undefined ? withFields(response, { etag: undefined }) : response,
    ),
  },
];

/** A fault in the JSON of a deal that was created; other representations stay right. */
function onDeal(change: (deal: JsonObject) => JsonObject): Deviation['wrap'] {
  // The mock's own deal is a JSON object.
  return onCreated((response) => withJson(response, (deal) => change(deal as JsonObject)));
}

function onLink(change: (link: string) => string): Deviation['wrap'] {
  return onDeal((deal) => ({ ...deal, _links: { self: { href: change(selfOf(deal)) } } }));
}

function selfOf({ _links }: JsonObject): string {
  return (_links as { self: { href: string } }).self.href; // as the mock writes it
}

function isXml(response: Response): boolean {
  return /xml/u.test(response.headers.get('content-type') ?? '');
}
