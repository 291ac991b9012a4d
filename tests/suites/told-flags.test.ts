import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { inElement, rewriting } from './rewriting.ts';

/** Flags that are set, and large numbers, in the views of a deal. */
type Case = readonly [what: string, wrap: (fetch: Fetch) => Fetch];

const DEAL = /\/deals\/[^/]+$/u;
const RULES = ['operation/effect', 'negotiate/equivalent'];

const WRONG: readonly Case[] = [
  ['no hold in XML', rewriting('xml', DEAL, (text) => text.replace(/<held>[^<]*<\/held>/u, ''))],
  ['no hold on a page', rewriting('html', DEAL, (text) => text.replace(/<dt>held<\/dt><dd>[^<]*<\/dd>/u, ''))],
];

const LEGAL: readonly Case[] = [
  [
    'a state in place of a hold in XML',
    rewriting('xml', DEAL, (text) => text.replace(/<held>true<\/held>/u, '<situation>suspended</situation>')),
  ],
  [
    'a badge in place of a hold on a page',
    rewriting('html', DEAL, (text) => text.replace(/<dt>held<\/dt><dd>[^<]*<\/dd>/u, '<p class="badge">⏸</p>')),
  ],
  [
    'no flags that are not set',
    rewriting('xml', DEAL, (text) => text.replaceAll(/<(held|completed|canceled)>false<\/\1>/gu, '')),
  ],
  [
    'a class in place of a hold on a page',
    rewriting('html', DEAL, (text) =>
      text.includes('<dt>held</dt><dd>true')
        ? text.replace(/<dt>held<\/dt><dd>[^<]*<\/dd>/u, '').replace('class="deal"', 'class="deal red"')
        : text,
    ),
  ],
];

/** A member of its own that tells the state by the same word, in each representation of a deal and of the list. */
const DEALS = /\/deals(?:\.[a-z]+|\/[^/]*)$/u;
const withState = (fetch: Fetch): Fetch =>
  [
    rewriting('json', DEALS, (text) => text.replaceAll('"held":true', '"held":true,"situation":"held"')),
    rewriting('xml', DEALS, (text) =>
      text.replaceAll('<held>true</held>', '<held>true</held><situation>held</situation>'),
    ),
    rewriting('html', DEALS, (text) =>
      text.replaceAll('<dt>held</dt><dd>true', '<dt>situation</dt><dd>held</dd><dt>held</dt><dd>true'),
    ),
  ].reduce((wrapped, wrap) => wrap(wrapped), fetch);

const options = { operationForms: ['A', 'D'] } as const;

test.concurrent.each(WRONG)('found: %s', { tags: ['night'] }, async (_, wrap) => {
  expect((await judged(RULES, { wrap, options })).ended('fail')).toContain('operation/effect HoldDeal/D');
});

test.concurrent.each(inGate(LEGAL))('legal: %s', { tags: ['night'] }, async (_, wrap) => {
  expect((await judged(RULES, { wrap, options })).ended('fail')).toEqual([]);
});

test.concurrent('found: digits of a number in groups in XML', { tags: ['night'] }, async () => {
  const wrap = rewriting('xml', DEAL, (text) =>
    inElement('price', (own) => own.replace(/^(\d)(\d{3})$/u, '$1,$2'))(text),
  );
  expect((await judged(RULES, { wrap, options })).ended('fail')).toContain('operation/effect ChangePrice/A');
});

test.concurrent('legal: digits of a number in groups on a page', { tags: ['night'] }, async () => {
  const wrap = rewriting('html', DEAL, (text) => text.replace(/(<dt>price<\/dt><dd>\d)(\d{3}<)/u, '$1,$2'));
  expect((await judged(RULES, { wrap, options })).ended('fail')).toEqual([]);
});

test.concurrent('legal: a state by the same word beside a flag', { tags: ['night'] }, async () => {
  expect((await judged(RULES, { wrap: withState, options: { operationForms: ['A'] } })).ended('fail')).toEqual([]);
});
