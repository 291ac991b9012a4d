import { expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { before, isJson, json, judged, type Look } from './judged.ts';

const RULE = 'create/malformed';
const BROKEN = 'status/no-server-error';
const options = { operationForms: ['A'], representations: ['json'] } as const;

const HUGE = 30_000;
const creates = ({ method, path }: Look): boolean => method === 'POST' && path.endsWith('/deals/');

/** What a service makes of creations of this many characters at least. */
const answering = (status: number, least = HUGE) =>
  before(async (look, next) => (creates(look) && look.body.length > least ? json(status, {}) : next()));

/** Stores of each member of a long payload what is left of it. */
const storing = (change: (name: string, value: unknown) => unknown) =>
  before(async (look, next) => {
    const sent: unknown =
      creates(look) && look.body.length > HUGE && isJson(look.body) ? JSON.parse(look.body) : undefined;
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return next();
    const members = Object.entries(sent).map(([name, value]): [string, unknown] => [name, change(name, value)]);
    return next({ body: JSON.stringify(Object.fromEntries(members)) });
  });

const cut = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, HUGE) : value);
const isFurther = (name: string): boolean => name.startsWith('assayer');

const WRONG: readonly [what: string, rule: string, wrap: ReturnType<typeof before>][] = [
  ['breaks down over long payloads', `${BROKEN} target`, answering(500)],
  [
    'breaks down over long names alone',
    `${BROKEN} target`,
    before(async (look, next) => {
      if (!creates(look)) return next();
      if (look.body.includes('"assayerHuge"')) return json(422, {});
      return look.body.length > HUGE ? json(500, {}) : next();
    }),
  ],
  ['cuts long members', `${RULE} deals`, storing((_, value) => cut(value))],
  [
    'cuts names, and reads over what it does not know',
    `${RULE} deals`,
    storing((name, value) => (isFurther(name) ? undefined : cut(value))),
  ],
  [
    'loses long members',
    `${RULE} deals`,
    storing((name, value) => (isFurther(name) && String(value).length > HUGE ? null : value)),
  ],
];

const LEGAL: readonly [what: string, wrap: ReturnType<typeof before>][] = [
  ['finds long payloads too large', answering(413)],
  ['refuses long payloads', answering(422)],
  ['reads over what it does not know', storing((name, value) => (isFurther(name) ? undefined : value))],
];

test.each(inGate(WRONG))('a server that %s fails', async (_, failed, wrap) => {
  expect((await judged([RULE, BROKEN], { wrap, options, runs: 1 })).ended('fail')).toEqual([failed]);
});

test.each(inGate(LEGAL))('a server that %s fails nothing', async (_, wrap) => {
  expect((await judged([RULE, BROKEN], { wrap, options, runs: 1 })).ended('fail')).toEqual([]);
});
