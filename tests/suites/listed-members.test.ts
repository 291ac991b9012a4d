import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { inElement, rewriting, rewritingJson } from './rewriting.ts';

/** Members of a new record in lists, of an empty text in other representations, and its id in the XML of a creation. */
type Case = readonly [what: string, rule: string, wrap: (fetch: Fetch) => Fetch];
type Shown = Readonly<Record<string, unknown>>;

const DEAL = /\/deals\/[^/]+$/u;
const LIST = /\/deals\/$/u;
const EQUIVALENT = 'negotiate/equivalent#deals';
const EFFECT = 'operation/effect#HoldDeal/A';

const listing = (change: (entry: Shown) => Shown): ((fetch: Fetch) => Fetch) =>
  rewritingJson<readonly Shown[]>(LIST, (entries) => entries.map(change));
const whole = (text: string): string => String(Math.floor(Number(text)));
const told = ({ remark, ...entry }: Shown): Shown =>
  typeof remark === 'string' ? { ...entry, remark: remark.trim() } : entry;

/** Writes something else into the XML of a creation. */
const created =
  (change: (text: string) => string) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    const isXml = response.headers.get('content-type')?.includes('xml') === true;
    if (request.method !== 'POST' || response.status !== 201 || !isXml) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(change(await response.text()), { status: 201, headers });
  };

const noted =
  (item: unknown, entry: unknown) =>
  (fetch: Fetch): Fetch =>
    listing((one) => ({ ...one, note: entry }))(rewritingJson<Shown>(DEAL, (deal) => ({ ...deal, note: item }))(fetch));

const emptyReason = (name: 'xml' | 'html', word: string): ((fetch: Fetch) => Fetch) =>
  name === 'xml'
    ? rewriting('xml', DEAL, (text) =>
        text.replace(/<holdReason(?:\/>|><\/holdReason>)/u, `<holdReason>${word}</holdReason>`),
      )
    : rewriting('html', DEAL, (text) => text.replace(/(<dt>holdReason<\/dt>\s*<dd>)(?=<)/u, `$1${word}`));

/** Marks the deal that was made last, in JSON and XML. A colleague makes another one whenever the list is read. */
const latest = (fetch: Fetch): Fetch => {
  let last = '';
  const isLast = ({ id }: Shown): boolean => id === last;
  const marked = (one: Shown): Shown => ({ ...one, isLatest: isLast(one) });
  const markedXml = (text: string): string =>
    text.replaceAll(/<id>([^<]*)<\/id>/gu, (id, own: string) => `${id}<isLatest>${isLast({ id: own })}</isLatest>`);
  const views = [
    rewritingJson<Shown>(DEAL, marked),
    listing(marked),
    rewriting('xml', DEAL, markedXml),
    rewriting('xml', LIST, markedXml),
  ];
  const shown = views.reduce((inner, view) => view(inner), fetch);
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'GET' && LIST.test(pathname)) last = '';
    const response = await shown(request);
    const isMade = request.method === 'POST' && LIST.test(pathname) && response.status === 201;
    if (isMade) last = response.headers.get('location')?.split('/').at(-1) ?? '';
    return response;
  };
};

const WRONG: readonly Case[] = [
  [
    'whole prices in the list',
    EQUIVALENT,
    listing(({ price, ...one }) => ({ ...one, price: Math.floor(Number(price)) })),
  ],
  ['whole prices in the XML of the list', EQUIVALENT, rewriting('xml', LIST, inElement('price', whole))],
  ['no blanks at the ends in the list', EQUIVALENT, listing(told)],
  ['null for an empty text in the list', EQUIVALENT, noted('', null)],
  ['an empty text for null in the list', EQUIVALENT, noted(null, '')],
  ['another id in the XML of a creation', EQUIVALENT, created(inElement('id', (id) => `${id}1`))],
  ['null for an empty text in XML', EFFECT, emptyReason('xml', 'null')],
];

const LEGAL: readonly Case[] = [
  [
    'whole prices on the page of the list',
    EQUIVALENT,
    rewriting('html', LIST, (text) => text.replaceAll(/(\d)\.75/gu, '$1')),
  ],
  ['ids and names in the list', EQUIVALENT, listing(({ id, name }) => ({ id, name }))],
  ['no id in the XML of a creation', EQUIVALENT, created((text) => text.replace(/<id>[^<]*<\/id>/u, ''))],
  ['empty texts as dashes on the page', EFFECT, emptyReason('html', '-')],
];

const options = { operationForms: ['A'] } as const;

test.each(inGate(WRONG))('found: %s', async (_, rule, wrap) => {
  expect((await judged([rule], { wrap, options })).ended('fail')).not.toEqual([]);
});

test.each(inGate(LEGAL))('legal: %s', { tags: ['night'] }, async (_, rule, wrap) => {
  expect((await judged([rule], { wrap, options })).ended('fail')).toEqual([]);
});

test('legal: a mark of the latest deal, which another one takes meanwhile', { tags: ['night'] }, async () => {
  const { of } = await judged([EQUIVALENT], { wrap: latest, options: { ...options, selectors: ['accept'] } });
  const { outcome, reason } = of('negotiate/equivalent', 'deals');
  expect(outcome, reason).toBe('pass');
});
