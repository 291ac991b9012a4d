import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged } from './judged.ts';
import { inElement, rewriting } from './rewriting.ts';

/** Texts that look like other values, and flags, in the views of a deal. */
type Wrap = (fetch: Fetch) => Fetch;

const RULE = 'negotiate/equivalent';
const DEAL = /\/deals\/[^/]+$/u;
const LIST = /\/deals\/$/u;
const inXml = (name: string, change: (text: string) => string, path = DEAL): Wrap =>
  rewriting('xml', path, inElement(name, change));
const onPage = (name: string, change: (text: string) => string): Wrap =>
  rewriting('html', DEAL, (text) =>
    text.replace(
      new RegExp(`(<dt>${name}</dt><dd>)([^<]*)`, 'gu'),
      (_, ahead: string, own: string) => ahead + change(own),
    ),
  );

const WRONG: readonly (readonly [string, Wrap])[] = [
  ['XML writes a text of digits as a number', inXml('assayerDigits', (text) => String(Number(text)))],
  ['XML writes a text with an exponent as a number', inXml('assayerExponent', () => '1000')],
  ['XML writes a text as a flag of its language', inXml('assayerWord', () => 'True')],
  ['XML writes nothing for a text of 0', inXml('assayerNought', () => '')],
  ['XML writes nothing for the text null', inXml('assayerNothing', () => '')],
  ['XML writes a flag as not set', inXml('assayerUrgent', () => 'false')],
  ['XML writes a flag as set', inXml('assayerPlainUrgent', () => 'true')],
  ['a page shows nothing for a text of 0', onPage('assayerNought', () => '')],
  ['a page shows nothing for the text null', onPage('assayerNothing', () => '')],
  ['a page shows a flag as set', onPage('assayerPlainUrgent', () => 'true')],
  ['the list in XML shows nothing for a text of 0', inXml('assayerNought', () => '', LIST)],
  ['XML writes nothing for the reason null', inXml('reason', (text) => text.replace(/^null$/u, ''))],
  ['XML writes a reason that is a number as one', inXml('whyChanged', (text) => text.replace(/^0$/u, 'zero'))],
  ['XML writes a reason as a flag of its language', inXml('holdReason', (text) => text.replace(/^true$/u, 'True'))],
  ['a page shows nothing for the reason 0', onPage('whyChanged', (text) => text.replace(/^0$/u, ''))],
];

test.each(inGate(WRONG, Infinity))('found: %s', async (_, wrap) => {
  const { ended } = await judged([RULE], { wrap, runs: 1 });
  expect(ended('fail')).toContain(`${RULE} deals`);
});

const LEGAL: readonly (readonly [string, Wrap])[] = [
  [
    'XML with each text on a line of its own',
    rewriting('xml', DEAL, (text) => text.replace(/<(\w+)>([^<\s][^<]*)<\/\1>/gu, '<$1>\n  $2\n</$1>')),
  ],
  [
    'XML with each text in quotes',
    rewriting('xml', DEAL, (text) =>
      text.replace(/<(name|assayer\w+|\w*[rR]eason|whyChanged)>([^<]+)<\/\1>/gu, '<$1>“$2”</$1>'),
    ),
  ],
  [
    'further parameters are refused',
    before(async ({ method, body }, next) =>
      method === 'POST' && body.includes('assayer') && body.includes('Nought') ? json(422, {}) : next(),
    ),
  ],
  [
    'reasons that are no sentences are refused',
    before(async ({ method, body }, next) =>
      method === 'PUT' && /"(?:reason|whyChanged)":"(?:true|null|0)"/u.test(body) ? json(422, {}) : next(),
    ),
  ],
  [
    'JSON writes numbers as texts with four decimals',
    rewriting('json', /\/deals\//u, (text) =>
      text.replaceAll(
        /(":)(-?\d{1,6}(?:\.\d+)?)(?=[,}])/gu,
        (_, ahead: string, own: string) => `${ahead}"${Number(own).toFixed(4)}"`,
      ),
    ),
  ],
  ['a page shows a flag by a word', onPage('assayerUrgent', () => 'yes')],
];

test.each(inGate(LEGAL))('legal: %s', { tags: ['night'] }, async (_, wrap) => {
  const { results } = await judged([RULE], { wrap, runs: 1 });
  expect(results.filter(({ outcome }) => outcome === 'fail').map(({ reason }) => reason)).toEqual([]);
});
