import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, json, judged, type Look, type Server } from './judged.ts';

interface Case {
  readonly title: string;
  readonly wrap: NonNullable<Server['wrap']>;
}

const JSON_ONLY = { representations: ['json'], operationForms: ['A', 'E', 'F'] } as const;

/** A server that reads other values than those that were sent. */
function reads(where: RegExp, change: (body: string) => string): NonNullable<Server['wrap']> {
  return before(async ({ method, path, body }, next) =>
    method !== 'GET' && where.test(path) ? next({ body: change(body) }) : next(),
  );
}

/** A server that shows what was read at these addresses in another way. */
function shows(where: RegExp, change: (text: string) => string): NonNullable<Server['wrap']> {
  return before(async ({ method, path }: Look, next) => {
    const response = await next();
    if (method !== 'GET' || !where.test(path) || response.status !== 200) return response;
    return json(200, JSON.parse(change(await response.text())));
  });
}

/** A server that takes this value for none, and puts the one that the same address was sent before in its place, if any was. */
function keepsEarlier(where: RegExp, member: string, none: string | number): NonNullable<Server['wrap']> {
  return (fetch) => {
    const earlier = new Map<string, unknown>();
    return before(async ({ method, path, body }, next) => {
      if (method === 'GET' || !where.test(path) || !isJson(body)) return next();
      const sent: unknown = JSON.parse(body);
      if (!isObject(sent) || !(member in sent)) return next();
      const isNone = String(sent[member]).trim() === String(none);
      if (!isNone) earlier.set(path, sent[member]);
      return isNone && earlier.has(path)
        ? next({ body: JSON.stringify({ ...sent, [member]: earlier.get(path) }) })
        : next();
    })(fetch);
  };
}

/** A server that keeps so many characters of the texts that are sent with an operation. */
function cuts(where: RegExp, member: string, most: number): NonNullable<Server['wrap']> {
  return reads(where, (body) =>
    isJson(body)
      ? JSON.stringify(
          JSON.parse(body, (name, value: unknown) => (name === member ? String(value).slice(0, most) : value)),
        )
      : body,
  );
}

const WRONG: readonly Case[] = [
  { title: 'keeps 4,000 characters of a reason', wrap: cuts(/\/hold$/u, 'reason', 4000) },
  { title: 'keeps 8,192 characters of the reason of a record', wrap: cuts(/\/holds$/u, 'reason', 8192) },
  { title: 'keeps 1,000 characters of the reason of a command', wrap: cuts(/\/commands\//u, 'reason', 1000) },
  { title: 'keeps 1,000 characters of why a date is another', wrap: cuts(/-date$/u, 'whyChanged', 1000) },
  {
    title: 'takes a price of 0 for none',
    wrap: reads(/change-price$/u, (b) => b.replace('"newPrice":0', '"newPrice":100')),
  },
  { title: 'shows no price of 0', wrap: shows(/\/deals\/[^/]+$/u, (b) => b.replace('"price":0', '"price":null')) },
  { title: 'keeps the earlier penalty for 0', wrap: keepsEarlier(/change-completion-date$/u, 'amercement', 0) },
  { title: 'keeps the earlier price for 0', wrap: keepsEarlier(/\/price-changes$/u, 'newPrice', 0) },
  { title: 'keeps the earlier reason for an empty one', wrap: keepsEarlier(/change-price$/u, 'reason', '') },
  {
    title: 'keeps another penalty than 0',
    wrap: reads(/change-completion-date$/u, (b) => b.replace('"amercement":0', '"amercement":10')),
  },
  {
    title: 'shows null for 0 in a record of form E',
    wrap: shows(/price-changes\/[^/]+$/u, (b) => b.replace('"newPrice":0', '"newPrice":null')),
  },
  {
    title: 'writes a word for an empty text into a command document',
    wrap: shows(/\/commands\/[^/]+$/u, (b) => b.replace('"reason":""', '"reason":"none"')),
  },
  {
    title: 'writes a word for a blank text into a record of form E',
    wrap: shows(/\/holds\/[^/]+$/u, (b) => b.replace(/"reason":" +"/u, '"reason":"undefined"')),
  },
];

test.each(inGate(WRONG, Infinity))('found: $title', { tags: ['night'] }, async ({ wrap }) => {
  const { ended } = await judged(['operation/effect'], { wrap, options: JSON_ONLY });
  expect(ended('fail')).not.toEqual([]);
});

/** A server that refuses these payloads. */
function refuses(value: RegExp): NonNullable<Server['wrap']> {
  return before(async ({ method, body }, next) =>
    method !== 'GET' && value.test(body) ? json(400, { error: 'refused' }) : next(),
  );
}

const RIGHT: readonly Case[] = [
  // As a writer does that leaves out what is zero (4.4-c3).
  {
    title: 'leaves 0 out of a command document',
    wrap: shows(/\/commands\/[^/]+$/u, (b) => b.replace('"newPrice":0,', '')),
  },
  { title: 'refuses reasons of more than 1,000 characters', wrap: refuses(/"reason":"[^"]{1000}/u) },
  { title: 'refuses 0', wrap: refuses(/"(?:newPrice|amercement)":0/u) },
  { title: 'refuses blank and empty texts', wrap: refuses(/"reason":" *"/u) },
  { title: 'trims texts', wrap: shows(/./u, (b) => b.replaceAll(/": +"/gu, '":""')) },
  {
    title: 'shows null for empty and blank texts',
    wrap: shows(/./u, (b) => b.replaceAll(/"(reason|holdReason)":" *"/gu, '"$1":null')),
  },
  {
    title: 'shows no penalty for one of 0',
    wrap: shows(/\/deals\/[^/]*$/u, (b) => b.replaceAll('"amercement":0', '"amercement":null')),
  },
  {
    title: 'shows numbers as texts',
    wrap: shows(/./u, (b) =>
      b.replaceAll('"newPrice":0', '"newPrice":"0.00"').replaceAll('"price":0', '"price":"0.00"'),
    ),
  },
];

test.each(inGate(RIGHT))('not failed: $title', { tags: ['night'] }, async ({ wrap }) => {
  const { ended } = await judged(['operation/effect', 'operation/status'], {
    wrap,
    options: JSON_ONLY,
  });
  expect(ended('fail')).toEqual([]);
});
