import { expect, test } from 'vitest';
import { FORMS } from '../../core/claims.ts';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, json, judged } from './judged.ts';

/** What operations and commands do with numbers and texts that are easily changed on the way. */
type Case = readonly [what: string, rule: string, subject: string, wrap: (fetch: Fetch) => Fetch];

/** Reads each value that is sent at these addresses as `change` says. */
const reading = (where: RegExp, change: (value: unknown) => unknown): ((fetch: Fetch) => Fetch) =>
  before(async ({ method, path, body }, next) =>
    method !== 'GET' && where.test(path) && isJson(body)
      ? next({ body: JSON.stringify(JSON.parse(body, (_, value: unknown) => change(value))) })
      : next(),
  );

const ofNumbers =
  (change: (value: number) => number) =>
  (value: unknown): unknown =>
    typeof value === 'number' ? change(value) : value;
const ofTexts =
  (change: (value: string) => string) =>
  (value: unknown): unknown =>
    typeof value === 'string' ? change(value) : value;

const refusing = (where: RegExp, body: RegExp): ((fetch: Fetch) => Fetch) =>
  before(async (look, next) =>
    look.method !== 'GET' && where.test(look.path) && body.test(look.body) ? json(422, {}) : next(),
  );

/** Answers a change of the price with the deal, as `change` makes it. */
const answering = (change: (deal: Readonly<Record<string, unknown>>) => unknown): ((fetch: Fetch) => Fetch) =>
  before(async ({ method, path }, next) => {
    const response = await next();
    if (method !== 'PUT' || !PRICE.test(path) || !response.ok) return response;
    const read = await next({ method: 'GET', path: path.replace(PRICE, ''), body: '' });
    const deal: unknown = await read.json();
    return json(200, change({ ...(typeof deal === 'object' ? deal : {}) }));
  });

const PRICE = /\/(?:change-price|price-changed)$/u;
const EFFECT = 'operation/effect';
const OPTIONS = { operationForms: ['A', 'B', 'C', 'E', 'F'], representations: ['json'] } as const;
/** Every number that is sent, cut as in a field that is too small for it. */
const CUTS: readonly [what: string, cut: (value: number) => number][] = [
  ['rounds', Math.round],
  ['keeps 32 bits of', (value) => (Number.isInteger(value) ? Math.trunc(value) | 0 : value)],
  ['takes the sign of', Math.abs],
  ['keeps single precision of', Math.fround],
];

const WRONG: readonly Case[] = [
  [
    'upper case',
    EFFECT,
    'ChangePrice/C',
    reading(
      /\/deals\/[^/]+$/u,
      ofTexts((text) => (text.includes('AGREED') ? text.toUpperCase() : text)),
    ),
  ],
  [
    'joined blanks',
    EFFECT,
    'ChangePrice/B',
    reading(
      PRICE,
      ofTexts((text) => text.replace(/\S {2,}/gu, (m) => m.trim())),
    ),
  ],
  [
    'no letters of four bytes',
    EFFECT,
    'ChangePrice/E',
    reading(
      /price-changes$/u,
      ofTexts((text) => text.replace('🚀', '?')),
    ),
  ],
  [
    'texts of commands in lower case',
    'command/effect',
    'command:HoldDeal',
    reading(/\/command\//u, (value) =>
      typeof value === 'string' && value.includes('AGREED') ? value.toLowerCase() : value,
    ),
  ],
  [
    '0 told as 1 in the answer',
    EFFECT,
    'ChangePrice/A',
    answering((deal) => (deal['price'] === 0 ? { ...deal, price: 1 } : deal)),
  ],
];

test.each(inGate(WRONG))('found: %s (%s %s)', async (_, rule, subject, wrap) => {
  const { of } = await judged([`${rule}#${subject}`], { wrap, options: OPTIONS });
  expect(of(rule, subject)).toMatchObject({ outcome: 'fail' });
});

const OPERATION =
  /\/(?:change-price|price-changed|price-changes|change-completion-date|completion-date-changed|completion-date-changes)$|\/commands\//u;

test.each(inGate(CUTS))('found in some form: a service %s numbers', { tags: ['night'] }, async (_, cut) => {
  const { ended } = await judged([`${EFFECT}#Change*`], {
    wrap: reading(OPERATION, ofNumbers(cut)),
    options: OPTIONS,
  });
  expect(ended('fail').length).toBeGreaterThan(0);
});

const WRITES = /\/deals\/[^/]+|\/commands\/|\/command\//u;
/** What a service does to every text of an operation or a command, and the operations and forms in which that shows. */
const CHANGED: readonly (readonly [what: string, where: string, change: (text: string) => unknown])[] = [
  ['doubles quotes', 'CancelDeal/B', (text) => text.replaceAll("'", "''")],
  ['reads entities in', 'HoldDeal/B', (text) => text.replaceAll('&amp;', '&')],
  ['escapes markup in', 'CancelDeal/D', (text) => text.replaceAll('<', '&lt;')],
  ['reads forms in', 'HoldDeal/E', (text) => text.replaceAll('+', ' ')],
  ['decodes percents of', 'HoldDeal/G', (text) => text.replaceAll('%25', '%')],
  ['drops backslashes of', 'HoldDeal/C', (text) => text.replaceAll('\\', '')],
  ['keeps the first line of', 'CancelDeal/F', (text) => text.split('\n')[0] ?? ''],
  ['keeps another normal form of', 'ChangePrice/E', (text) => text.normalize('NFKC')],
  ['keeps 255 letters of', '*', (text) => text.slice(0, 255)],
  ['reads numbers in', 'HoldDeal/A', (text) => (/^[\d.]+$/u.test(text) ? String(Number(text)) : text)],
  ['reads null in', '*', (text) => (text === 'null' ? '' : text)],
];

test.each(inGate(CHANGED, Infinity))('found: a service that %s texts (%s)', async (_, where, change) => {
  const { ended } = await judged([`${EFFECT}#${where}`], {
    wrap: reading(WRITES, (value) => (typeof value === 'string' ? change(value) : value)),
    options: { representations: ['json'], operationForms: FORMS },
  });
  expect(ended('fail')).not.toEqual([]);
});

test('found: a service that cuts the texts of commands', async () => {
  const { ended } = await judged(['command/effect'], {
    wrap: reading(/\/command\//u, (value) => (typeof value === 'string' ? value.slice(0, 255) : value)),
    options: OPTIONS,
  });
  expect(ended('fail')).not.toEqual([]);
});

test('found: a command document that shows another text than was sent', async () => {
  const { of } = await judged([`${EFFECT}#CancelDeal/F`], {
    wrap: before(async ({ method, path }, next) => {
      const response = await next();
      if (method !== 'GET' || !/\/commands\//u.test(path) || !response.ok) return response;
      return json(200, JSON.parse((await response.text()).replaceAll('&amp;', '&')));
    }),
    options: OPTIONS,
  });
  expect(of(EFFECT, 'CancelDeal/F').outcome).toBe('fail');
});

const KEPT: readonly (readonly [what: string, wrap: (fetch: Fetch) => Fetch])[] = [
  [
    'ends lines in two letters',
    reading(
      WRITES,
      ofTexts((text) => text.replaceAll('\n', '\r\n')),
    ),
  ],
  [
    'keeps another canonical normal form',
    reading(
      WRITES,
      ofTexts((text) => text.normalize('NFD')),
    ),
  ],
  ['refuses lines and long texts', refusing(WRITES, /\\n|.{250}/u)],
  ['refuses texts that look like values', refusing(WRITES, /"(?:reason|whyChanged)":"(?:null|false|1e3|00|2031)/u)],
  ['refuses quotes, and numbers below 0', refusing(WRITES, /'|:-/u)],
];

test.each(inGate(KEPT))('legal: a service that %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged([EFFECT, 'command/effect'], { wrap, options: { representations: ['json'] } });
  expect(ended('fail')).toEqual([]);
});

const LEGAL: readonly Case[] = [
  ['hard numbers are refused', EFFECT, 'ChangePrice/A', refusing(PRICE, /"newPrice":(?:-|\d*\.|\d{6})/u)],
  ['hard texts are refused', EFFECT, 'ChangePrice/B', refusing(PRICE, /AGREED/u)],
  ['hard values are refused', 'command/effect', 'command:HoldDeal', refusing(/\/command\//u, /AGREED/u)],
  [
    'texts are trimmed, and the answer repeats them',
    EFFECT,
    'ChangePrice/B',
    reading(
      PRICE,
      ofTexts((text) => text.trim()),
    ),
  ],
  ['the deal is answered', EFFECT, 'ChangePrice/A', answering((deal) => deal)],
  ['numbers are texts', EFFECT, 'ChangePrice/A', answering((deal) => ({ ...deal, price: String(deal['price']) }))],
];

test.each(inGate(LEGAL))('legal: %s (%s %s)', async (_, rule, subject, wrap) => {
  const { of } = await judged([`${rule}#${subject}`], { wrap, options: OPTIONS });
  expect(of(rule, subject)).toMatchObject({ outcome: 'pass' });
});
