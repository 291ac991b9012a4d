import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, json, judged } from './judged.ts';
import { inElement, rewriting, rewritingJson } from './rewriting.ts';

const DEAL = /\/deals\/[^/]+$/u;
const RULE = 'negotiate/equivalent';

type Shown = Readonly<Record<string, unknown>>;

const ABOVE_ZERO = (text: string): string => text.replace('-', '');

function priced(change: (text: string) => string): (page: string) => string {
  return (page) =>
    page.replaceAll(/(<dt>price<\/dt><dd>)([^<]*)/gu, (_, tag: string, own: string) => tag + change(own));
}

const straight = (text: string): string => text.replaceAll(/[“”]/gu, '"').replaceAll(/[‘’]/gu, "'");

function mapped(deal: Shown, member: string, change: (text: string) => string): Shown {
  const own = deal[member];
  return typeof own === 'string' ? { ...deal, [member]: change(own) } : deal;
}

const WRONG: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  [
    'XML without the blanks at the ends of a reason',
    rewriting(
      'xml',
      DEAL,
      inElement('holdReason', (text) => text.trim()),
    ),
  ],
  [
    'XML that does not escape a reason',
    rewriting(
      'xml',
      DEAL,
      inElement('holdReason', (text) => text.replaceAll('&amp;', '&')),
    ),
  ],
  [
    'JSON that escapes a reason for HTML',
    rewritingJson<Shown>(DEAL, ({ holdReason, ...deal }) =>
      typeof holdReason === 'string' ? { ...deal, holdReason: holdReason.replaceAll('<', '&lt;') } : deal,
    ),
  ],
  [
    'XML with whole prices',
    rewriting(
      'xml',
      DEAL,
      inElement('price', (text) => String(Math.floor(Number(text)))),
    ),
  ],
  [
    'XML with another date',
    rewriting(
      'xml',
      DEAL,
      inElement('completionDate', () => '2029-01-01'),
    ),
  ],
  [
    'XML without the sign of a price',
    rewriting(
      'xml',
      DEAL,
      inElement('price', (text) => text.replace('-', '')),
    ),
  ],
  ['straight quotes in XML', rewriting('xml', DEAL, inElement('holdReason', straight))],
  ['straight quotes in JSON', rewritingJson<Shown>(DEAL, (deal) => mapped(deal, 'holdReason', straight))],
  [
    'a mark less in XML',
    rewriting(
      'xml',
      DEAL,
      inElement('holdReason', (text) => text.normalize().replaceAll(/\p{M}/gu, '')),
    ),
  ],
  ['a page without the sign of a price', rewriting('html', DEAL, priced(ABOVE_ZERO))],
  ['a list without the sign of a price on its page', rewriting('html', /\/deals\/$/u, priced(ABOVE_ZERO))],
  [
    'prices below zero on the page',
    rewriting(
      'html',
      DEAL,
      priced((text) => `\u2212${text}`),
    ),
  ],
  ['XML without lists', rewriting('xml', DEAL, (text) => text.replace(/<tags>.*<\/tags>/u, ''))],
];

test.each(inGate(WRONG))('found: %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged([RULE], { wrap });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
});

const KNOWN: readonly string[] = ['name', 'price'];

const trimmed = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  [
    'texts without blanks at their ends before they are stored',
    before(async ({ body }, next) =>
      isJson(body) ? next({ body: JSON.stringify(JSON.parse(body, trimmed)) }) : next(),
    ),
  ],
  [
    'prices below zero in brackets',
    rewriting(
      'html',
      DEAL,
      priced((text) => text.replace(/^-(.*)$/u, '($1)')),
    ),
  ],
  [
    'a minus behind prices',
    rewriting(
      'html',
      DEAL,
      priced((text) => text.replace(/^-(.*)$/u, '$1-')),
    ),
  ],
  [
    'a minus that is none of a keyboard',
    rewriting(
      'html',
      DEAL,
      priced((text) => text.replace('-', '\u2212')),
    ),
  ],
  [
    'prices below zero in red',
    rewriting(
      'html',
      DEAL,
      priced((text) => text.replace(/^-(.*)$/u, '<b class="debit">$1</b>')),
    ),
  ],
  [
    'refusals of prices below zero',
    before(async ({ body }, next) =>
      /"newPrice":\s*-/u.test(body) ? json(400, { detail: 'a price below zero' }) : next(),
    ),
  ],
  [
    'refusals of members that it does not know',
    before(async ({ method, path, body }, next) => {
      const isCreation = method === 'POST' && path.endsWith('/deals/') && isJson(body);
      const names = isCreation ? Object.keys(JSON.parse(body)) : [];
      return names.every((name) => KNOWN.includes(name)) ? next() : json(400, { detail: 'unknown member' });
    }),
  ],
  [
    'refusals of every operation but the first one on a deal',
    (fetch) => {
      const seen = new Set<string>();
      return async (request) => {
        const [, deal = ''] = /(\/deals\/[^/]+)\/[a-z-]+$/u.exec(new URL(request.url).pathname) ?? [];
        if (deal === '' || request.method !== 'PUT') return fetch(request);
        if (seen.has(deal)) return json(409, { detail: 'not in this state' });
        seen.add(deal);
        return fetch(request);
      };
    },
  ],
  ['pages without lists', rewriting('html', DEAL, (text) => text.replace(/<dt>tags<\/dt><dd>.*?<\/dd>/u, ''))],
  [
    'dates as moments in XML',
    rewriting(
      'xml',
      DEAL,
      inElement('completionDate', (text) => `${text}T00:00:00Z`),
    ),
  ],
];

test.each(inGate(LEGAL))('legal: %s', async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, options: { operationForms: ['A'] } });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'pass' });
});
