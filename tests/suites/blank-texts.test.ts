import { expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Server } from './judged.ts';
import { rewriting, rewritingJson } from './rewriting.ts';

/** A text of one blank: kept alike by each form, and shown alike in the list. */
type Case = readonly [what: string, rule: string, wrap: NonNullable<Server['wrap']>];
type Shown = Readonly<Record<string, unknown>>;

const FORMS = 'operation/forms-agree';
const LIST = /\/deals\/$/u;
const DEAL = /\/deals\/[^/]+$/u;

/** A server that reads other values than those that were sent there. */
const reads = (where: RegExp, change: (body: string) => string): NonNullable<Server['wrap']> =>
  before(async ({ method, path, body }, next) =>
    method !== 'GET' && where.test(path) ? next({ body: change(body) }) : next(),
  );
const listing = (change: (entry: Shown) => Shown): NonNullable<Server['wrap']> =>
  rewritingJson<readonly Shown[]>(LIST, (entries) => entries.map(change));

const WRONG: readonly Case[] = [
  ['an empty reason for a blank one in form E', FORMS, reads(/\/holds$/u, (b) => b.replace('" "', '""'))],
  [
    'null for a blank reason in the list',
    FORMS,
    listing((one) => ({ ...one, ...(one['reason'] === ' ' && { reason: null }) })),
  ],
  [
    'no blank reason in the list',
    FORMS,
    listing(({ whyChanged, ...one }) => (whyChanged === ' ' ? one : { ...one, whyChanged })),
  ],
  [
    'null for a blank text in XML',
    FORMS,
    rewriting('xml', DEAL, (text) => text.replace(/<(reason|holdReason|whyChanged)> +</gu, '<$1>null<')),
  ],
];

const LEGAL: readonly Case[] = [
  ['texts without blanks at their ends', FORMS, reads(/./u, (b) => b.replaceAll('" "', '""'))],
  [
    'no blank texts in form E alone',
    FORMS,
    before(async ({ method, path, body }, next) =>
      method === 'POST' && /\/deals\/[^/]+\/[a-z-]+$/u.test(path) && body.includes('" "') ? json(422, {}) : next(),
    ),
  ],
  ['ids and names in the list', FORMS, listing(({ id, name }) => ({ id, name }))],
  [
    'blank texts as null, wherever they are shown',
    FORMS,
    rewriting('json', /./u, (text) => text.replaceAll('" "', 'null')),
  ],
];

const options = { operationForms: ['A', 'E'] } as const;

test.each(inGate(WRONG))('found: %s', async (_, rule, wrap) => {
  expect((await judged([rule], { wrap, options })).ended('fail')).not.toEqual([]);
});

test.each(inGate(LEGAL))('legal: %s', async (_, rule, wrap) => {
  expect((await judged([rule], { wrap, options })).ended('fail')).toEqual([]);
});
