import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { rewriting, rewritingJson } from './rewriting.ts';

/** Members that a list in XML shows of no entry, though JSON and the record itself do; and lists by suffix and parameter with fewer members. */
type Case = readonly [what: string, wrap: (fetch: Fetch) => Fetch];

type Entries = readonly Readonly<Record<string, unknown>>[];

const LIST = /\/deals\/$/u;
const CHOSEN = /\/deals\.xml$|\/deals\/?\?format=xml$/u;
const without =
  (...names: readonly string[]) =>
  (text: string): string =>
    names.reduce((rest, name) => rest.replace(new RegExp(`<${name}>.*?</${name}>`, 'gsu'), ''), text);

const withoutCurrency = (entries: Entries): Entries => entries.map(({ currency: _, ...entry }) => entry);

const WRONG: readonly Case[] = [
  ['no currency in the XML of the list', rewriting('xml', LIST, without('currency'))],
  ['no tags in the XML of the list', rewriting('xml', LIST, without('tags'))],
  ['no prices in the XML by suffix and parameter', rewriting('xml', CHOSEN, without('price'))],
];

const LEGAL: readonly Case[] = [
  [
    'ids, names and prices in the XML of the list',
    rewriting('xml', LIST, without('currency', 'completionDate', 'tags')),
  ],
  [
    'no currency in any list',
    (fetch) => rewriting('xml', LIST, without('currency'))(rewritingJson<Entries>(LIST, withoutCurrency)(fetch)),
  ],
  [
    'no currency on the page of the list',
    rewriting('html', LIST, (text) => text.replace(/<dt>currency<\/dt><dd>[^<]*<\/dd>/gu, '')),
  ],
  [
    'another name for the currency in the XML of the list',
    rewriting('xml', LIST, (text) => text.replace(/(<\/?)currency>/gu, '$1priceUnit>')),
  ],
  [
    'prices by another name in the XML by suffix and parameter, as by Accept',
    rewriting('xml', /\/deals(?:\/$|\.xml|\/?\?)/u, (text) => text.replace(/(<\/?)price>/gu, '$1amount>')),
  ],
];

const options = { operationForms: ['A'] } as const;
const RULE = 'negotiate/equivalent#deals';

test.each(WRONG)('found: %s', async (_, wrap) => {
  expect((await judged([RULE], { wrap, options })).ended('fail')).not.toEqual([]);
});

test.each(inGate(LEGAL))('legal: %s', { tags: ['night'] }, async (_, wrap) => {
  expect((await judged([RULE], { wrap, options })).ended('fail')).toEqual([]);
});
