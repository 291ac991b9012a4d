import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** The body of the 201 of form E, which is as the record at its Location shows it. */
type Case = readonly [what: string, wrap: (fetch: Fetch) => Fetch];
type Body = Readonly<Record<string, unknown>>;

const RULE = 'read/made';

/** Changes the body of each 201 of these records. */
const made =
  (collection: RegExp, type: string, change: (text: string) => string) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    const isType = response.headers.get('content-type')?.includes(type) === true;
    const isIt = request.method === 'POST' && response.status === 201 && collection.test(new URL(request.url).pathname);
    if (!isIt || !isType) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(change(await response.text()), { status: 201, headers });
  };
const madeJson = (collection: RegExp, change: (body: Body) => unknown): ((fetch: Fetch) => Fetch) =>
  made(collection, 'json', (text) => {
    const body: Body = JSON.parse(text);
    return JSON.stringify(change(body));
  });

/** No JSON below a deal links to anything. */
const withoutLinks =
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    const isBelow = /\/deals\/[^/]+\/[a-z-]+(?:\/[^/]+)?$/u.test(new URL(request.url).pathname);
    if (!isBelow || !response.ok || response.headers.get('content-type') !== 'application/json') return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    if (request.method === 'HEAD') return new Response(null, { headers });
    const plain = JSON.stringify(JSON.parse(await response.text()), (name, value: unknown) =>
      name === '_links' ? undefined : value,
    );
    return new Response(plain, { status: response.status, headers });
  };

const CANCELLATIONS = /\/cancellations$/u;
const ANY = /\/deals\/[^/]+\/[a-z-]+$/u;

const withoutMembers = (text: string): string => text.replace(/,"_links":\{.*\}\}(?=\}$)/u, '');

/** No record links to itself, but all answers that make one of them do, except cancellations. */
const linkingInAnswers =
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    const { pathname } = new URL(request.url);
    const isJson = response.headers.get('content-type') === 'application/json';
    if (response.status !== 201 || CANCELLATIONS.test(pathname) || !ANY.test(pathname) || !isJson) return response;
    const body: Body = JSON.parse(await response.text());
    return Response.json(
      { ...body, self: response.headers.get('location') },
      { status: 201, headers: ownOf(response) },
    );
  };
const ownOf = ({ headers }: Response): Headers => {
  const own = new Headers(headers);
  own.delete('content-length');
  return own;
};

/** The link of what was made stands in a field. */
const linkingInField =
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    if (response.status !== 201) return response;
    const headers = new Headers(response.headers);
    headers.set('link', `<${headers.get('location') ?? ''}>; rel="self"`);
    return new Response(response.body, { status: 201, headers });
  };

const linkedToAlias = ({ _links, ...one }: Body): Body => ({
  ...one,
  href: JSON.stringify(_links).replace(/^.*?"(\/[^"]*)".*$/u, '/alias$1'),
});

/** Each address below /alias shows what the one without it shows. */
const underAlias =
  (fetch: Fetch): Fetch =>
  (request) =>
    fetch(new Request(request.url.replace('/alias/', '/'), request));

/** Where the page leads: `$1` is its collection, `$2` its id. */
const links =
  (place: string) =>
  (text: string): string =>
    text.replaceAll(/(href="[^"]*\/)(\d+)(?=")/gu, place);
const onHost =
  (host: string) =>
  (text: string): string =>
    text.replaceAll(/href="(\/[^"]*)"/gu, `href="http://${host}$1"`);

const WRONG: readonly Case[] = [
  ['nothing of it in JSON', madeJson(CANCELLATIONS, () => ({ status: 'done', deal: 'changed' }))],
  ['no link in JSON', madeJson(CANCELLATIONS, ({ _links, ...one }) => one)],
  ['a link to the deal alone in JSON', madeJson(CANCELLATIONS, (one) => ({ ...one, _links: { deal: '../' } }))],
  ['another id in JSON', madeJson(CANCELLATIONS, ({ id, ...one }) => ({ ...one, id: `${String(id)}1` }))],
  ['null for a penalty in JSON', madeJson(CANCELLATIONS, (one) => ({ ...one, amercement: null }))],
  ['an empty reason in XML', made(CANCELLATIONS, 'xml', (text) => text.replace(/<reason>[^<]*</u, '<reason><'))],
  [
    'another id on the page',
    made(CANCELLATIONS, 'html', (text) => text.replace('<dt>id</dt><dd>', '<dt>id</dt><dd>9')),
  ],
  ['words before the page', made(CANCELLATIONS, 'html', (text) => `Created.\n${text}`)],
  ['no page where JSON describes', made(CANCELLATIONS, 'html', () => '')],
  ['nothing in XML where JSON describes', made(ANY, 'xml', () => '')],
  ['a page twice', made(CANCELLATIONS, 'html', (text) => text + text)],
  ['a link of a page to the next record', made(CANCELLATIONS, 'html', links('$18'))],
  ['a link of a page to the record of another host', made(CANCELLATIONS, 'html', onHost('other.example'))],
  [
    'a link of a page to nowhere',
    made(CANCELLATIONS, 'html', (text) => text.replace(/ rel="self" href="[^"]*"/u, ' href=""')),
  ],
  ['a link of XML to the list', made(CANCELLATIONS, 'xml', (text) => text.replace(/(\/cancellations)\/\d+/gu, '$1'))],
];

// The shape is left open (document 4.4-c3).
const LEGAL: readonly Case[] = [
  ['an envelope for one operation', madeJson(CANCELLATIONS, (one) => ({ data: one }))],
  ['a list for one operation', madeJson(CANCELLATIONS, (one) => [one])],
  ['nothing for one operation', madeJson(CANCELLATIONS, () => null)],
  ['an envelope for all operations', madeJson(ANY, (one) => ({ data: one }))],
  ['ids and links alone', madeJson(ANY, ({ id, _links }) => ({ id, _links }))],
  ['a link alone in JSON', madeJson(ANY, ({ _links }) => ({ _links }))],
  [
    'a link to its page in JSON',
    madeJson(CANCELLATIONS, ({ id, _links, ...one }) => ({ ...one, href: `cancellations/${String(id)}.json` })),
  ],
  ['no links, as its records have none', (fetch) => withoutLinks(fetch)],
  ['no bodies', made(ANY, '', () => '')],
  ['a part of a page', made(ANY, 'html', () => 'Created, see the list.')],
  ['no bodies in XML and none in JSON', (fetch) => made(ANY, 'xml', () => '')(made(ANY, 'json', () => '')(fetch))],
  ['a page that links to the page of the record', made(ANY, 'html', links('$1$2.html'))],
  ['an id as a number', madeJson(ANY, ({ id, ...one }) => ({ id: Number(id), ...one }))],
  ['no parameters in XML', made(ANY, 'xml', (text) => text.replace(/<reason>.*<\/reason>/u, ''))],
];

/** Bodies that tell what was made, and do not link to it though such records are linked to. */
const UNLINKED: readonly Case[] = [
  ['a page without links for each operation', made(ANY, 'html', (text) => text.replace(/<a [^>]*>.*?<\/a>/u, ''))],
  [
    'XML without links for one operation',
    made(/\/price-changes$/u, 'xml', (text) => text.replace(/<link [^>]*>/u, '')),
  ],
  ['no link for what has no parameter', madeJson(/\/unholds$/u, ({ _links, ...one }) => one)],
  [
    'a page that links to the deal alone',
    made(ANY, 'html', (text) => text.replace(/<a [^>]*>.*?<\/a>/u, '<a href="..">the deal</a>')),
  ],
  ['no link of one operation, though records have none', (fetch) => linkingInAnswers(withoutLinks(fetch))],
];

const LINKED_OTHERWISE: readonly Case[] = [
  ['a link in a Link field', (fetch) => linkingInField(made(ANY, 'json', withoutMembers)(fetch))],
  ['an attribute of its own in XML', made(ANY, 'xml', (text) => text.replace(/<link [^>]*href=/u, '<link at='))],
  ['a link to another address of the record', (fetch) => underAlias(madeJson(ANY, linkedToAlias)(fetch))],
];

const options = { operationForms: ['E'] } as const;

test.each(inGate(WRONG))('found: %s', async (_, wrap) => {
  expect((await judged([RULE], { wrap, options })).ended('fail')).toContain(`${RULE} deals`);
});

test.each(inGate(LEGAL, Infinity))('legal: %s', async (_, wrap) => {
  const { results } = await judged([RULE], { wrap, options });
  expect(results.flatMap(({ outcome, reason }) => (outcome === 'fail' ? [reason] : []))).toEqual([]);
});

test.each(inGate(UNLINKED))('not linked: %s', async (_, wrap) => {
  expect((await judged([RULE], { wrap, options })).of(RULE, 'deals')).toMatchObject({
    outcome: 'fail',
    reason: expect.stringContaining('a link to'),
  });
});

test.each(inGate(LINKED_OTHERWISE))('linked otherwise: %s', { tags: ['night'] }, async (_, wrap) => {
  expect((await judged([RULE], { wrap, options })).of(RULE, 'deals')).toMatchObject({ outcome: 'pass' });
});
