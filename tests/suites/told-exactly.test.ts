import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { inElement, rewriting, rewritingJson } from './rewriting.ts';

/** What an operation set, in the views of a deal and of the list. */
type Case = readonly [what: string, rule: string, wrap: (fetch: Fetch) => Fetch];
type Shown = Readonly<Record<string, unknown>>;

const DEAL = /\/deals\/[^/]+$/u;
const LIST = /\/deals\/$/u;
const HOLD = 'operation/effect#HoldDeal/A';
const DATE = 'operation/effect#ChangeCompletionDate/A';
const VIEWS = 'negotiate/equivalent#deals';
const OF_THE_RUN = /assayer/u;

/** In the entries that the run made. */
const inOwn =
  (change: (entry: string) => string) =>
  (text: string): string =>
    text.replaceAll(/<deal>.*?<\/deal>|<article.*?<\/article>/gsu, (entry) =>
      OF_THE_RUN.test(entry) ? change(entry) : entry,
    );
const ofItem = (name: string, change: (text: string) => string): ((text: string) => string) =>
  inOwn((entry) => inElement(name, change)(entry));
const term = (name: string, value: string): ((page: string) => string) =>
  inOwn((page) => page.replace(new RegExp(`(<dt>${name}</dt><dd>)[^<]*`, 'u'), `$1${value}`));
const without = (name: string): ((text: string) => string) =>
  inOwn((text) => text.replace(new RegExp(`<${name}>[^<]*</${name}>|<dt>${name}</dt><dd>[^<]*</dd>`, 'u'), ''));

const WRONG: readonly Case[] = [
  ['no date in XML', DATE, rewriting('xml', DEAL, without('completionDate'))],
  [
    'a blank more in XML',
    HOLD,
    rewriting(
      'xml',
      DEAL,
      ofItem('holdReason', (text) => `${text} `),
    ),
  ],
  [
    'null for a flag in XML',
    HOLD,
    rewriting(
      'xml',
      DEAL,
      ofItem('held', () => 'null'),
    ),
  ],
  ['no date on the page', DATE, rewriting('html', DEAL, without('completionDate'))],
  [
    'another date in the XML of the list',
    DATE,
    rewriting(
      'xml',
      LIST,
      ofItem('completionDate', () => '2029-01-01'),
    ),
  ],
  ['null for a number on the page of the list', DATE, rewriting('html', LIST, term('amercement', 'null'))],
  ['an empty text on the page of the list', HOLD, rewriting('html', LIST, term('holdReason', ''))],
  [
    'no penalty in the XML of the list, but that of canceled deals',
    'operation/effect',
    rewriting(
      'xml',
      LIST,
      inOwn((entry) => (entry.includes('<canceled>true') ? entry : without('amercement')(entry))),
    ),
  ],
  [
    'no blank at the end of a text in the list',
    VIEWS,
    rewritingJson<readonly Shown[]>(LIST, (entries) =>
      entries.map(({ holdReason, ...one }) =>
        typeof holdReason === 'string' ? { ...one, holdReason: holdReason.trimEnd() } : one,
      ),
    ),
  ],
];

const LEGAL: readonly Case[] = [
  [
    'every text of XML between blanks',
    HOLD,
    rewriting('xml', DEAL, (text) => text.replaceAll(/>([^<>]*[^<>\s][^<>]*)<\//gu, '> $1 </')),
  ],
  [
    'each text of XML on a line of its own',
    DATE,
    rewriting('xml', DEAL, (text) => text.replaceAll(/<(whyChanged)>([^<]*)</gu, '<$1>\n  $2\n<')),
  ],
  [
    'dates in words under another name',
    DATE,
    rewriting('xml', DEAL, (text) =>
      text.replaceAll(/<completionDate>(\d+)-03-31<\/completionDate>/gu, '<due>31 March $1</due>'),
    ),
  ],
  [
    'lists of names, rounded numbers and cut texts',
    DATE,
    (fetch) =>
      rewriting('html', LIST, (text) => text.replaceAll(/\.75/gu, '').replaceAll('the supplier is late', 'the sup…'))(
        rewriting('xml', LIST, (text) => text.replaceAll(/<(whyChanged|amercement)>[^<]*<\/\1>/gu, ''))(fetch),
      ),
  ],
  [
    'texts cut short in the list',
    HOLD,
    (fetch) =>
      rewriting(
        'xml',
        LIST,
        inElement('holdReason', (text) => `${text.slice(0, 8)}...`),
      )(rewritingJson<readonly Shown[]>(LIST, (entries) => entries.map(({ holdReason: _own, ...one }) => one))(fetch)),
  ],
];

const options = { operationForms: ['A'] } as const;

test.concurrent.each(inGate(WRONG))('found: %s', { tags: ['night'] }, async (_, rule, wrap) => {
  expect((await judged([rule], { wrap, options })).ended('fail')).not.toEqual([]);
});

test.concurrent.each(inGate(LEGAL))('legal: %s', { tags: ['night'] }, async (_, rule, wrap) => {
  expect((await judged([rule], { wrap, options })).ended('fail')).toEqual([]);
});

/** Something at a value, or its end cut off, where the view names the member. */
const AT_A_VALUE: readonly Case[] = [
  [
    'a full stop after a text of XML',
    DATE,
    rewriting(
      'xml',
      DEAL,
      ofItem('whyChanged', (text) => `${text}.`),
    ),
  ],
  [
    'a full stop after a number of XML',
    DATE,
    rewriting(
      'xml',
      DEAL,
      ofItem('amercement', (text) => `${text}.`),
    ),
  ],
  ['null after a text on the page', DATE, rewriting('html', DEAL, term('whyChanged', 'the supplier is late null'))],
  [
    'a letter after a date of XML',
    DATE,
    rewriting(
      'xml',
      DEAL,
      ofItem('completionDate', (text) => `${text}x`),
    ),
  ],
  [
    'a date on the page cut by a digit',
    DATE,
    rewriting(
      'html',
      DEAL,
      inOwn((page) => page.replace(/(<dt>completionDate<\/dt><dd>[^<]*)\d</u, '$1<')),
    ),
  ],
  [
    'a full stop after a date in JSON',
    DATE,
    rewritingJson<Shown>(DEAL, ({ completionDate: own, ...one }) =>
      typeof own === 'string' ? { ...one, completionDate: `${own}.` } : one,
    ),
  ],
  [
    'no number in XML for a price that was sent as a text',
    VIEWS,
    (fetch) =>
      rewriting('xml', DEAL, (text) => text.replace(/<price>[^<]*\.50<\/price>/u, '<price>NaN</price>'))(fetch),
  ],
];

const AROUND_A_VALUE: readonly Case[] = [
  [
    'a moment for a day, in JSON and in XML',
    DATE,
    (fetch) =>
      rewriting(
        'xml',
        DEAL,
        ofItem('completionDate', (text) => `${text}T00:00:00Z`),
      )(
        rewritingJson<Shown>(DEAL, ({ completionDate: own, ...one }) =>
          typeof own === 'string' ? { ...one, completionDate: `${own}T00:00:00.000+00:00` } : one,
        )(fetch),
      ),
  ],
  [
    'a day of the week after the date on the page',
    DATE,
    rewriting('html', DEAL, atTerm('completionDate', ' (Sunday)')),
  ],
  [
    'a currency after each number of XML',
    DATE,
    rewriting(
      'xml',
      DEAL,
      ofItem('amercement', (text) => `${text} EUR`),
    ),
  ],
  ['a full stop after a text on the page', DATE, rewriting('html', DEAL, atTerm('whyChanged', '.'))],
  [
    'prices that are numbers alone',
    VIEWS,
    (fetch) => async (request) =>
      request.method === 'POST' && /"price":"/u.test(await request.clone().text())
        ? Response.json({ error: 'no number' }, { status: 400 })
        : fetch(request),
  ],
];

function atTerm(name: string, more: string): (page: string) => string {
  return inOwn((page) => page.replace(new RegExp(`(<dt>${name}</dt><dd>[^<]+)`, 'u'), `$1${more}`));
}

test.concurrent.each(inGate(AT_A_VALUE))('found: %s', { tags: ['night'] }, async (_, rule, wrap) => {
  expect((await judged([rule], { wrap, options })).ended('fail')).not.toEqual([]);
});

test.concurrent.each(inGate(AROUND_A_VALUE))('legal: %s', async (_, rule, wrap) => {
  expect((await judged([rule], { wrap, options })).ended('fail')).toEqual([]);
});
