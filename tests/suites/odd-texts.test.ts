import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, json, judged } from './judged.ts';
import { rewritingJson } from './rewriting.ts';

/** What operations do with texts that are empty, blank, or have a blank at one end, and what the list shows of it. */
type Case = readonly [what: string, subject: string, wrap: (fetch: Fetch) => Fetch];

const done = (): Response => new Response(null, { status: 204 });

/** Answers operations whose body has this. */
const meeting = (body: RegExp, answer: () => Response): ((fetch: Fetch) => Fetch) =>
  before(async (look, next) => (look.method === 'PUT' && body.test(look.body) ? answer() : next()));

/** Stores every text as `change` says. */
const storing = (change: (text: string) => unknown): ((fetch: Fetch) => Fetch) =>
  before(async ({ method, body }, next) =>
    method === 'PUT' && isJson(body)
      ? next({ body: JSON.stringify(JSON.parse(body, (_, own) => (typeof own === 'string' ? change(own) : own))) })
      : next(),
  );

const LIST = /\/deals\/$/u;
const HELD = { id: 'old', name: 'old', price: 1, held: true, holdReason: 'long ago' };

type Entry = Readonly<Record<string, unknown>>;

const short = ({ holdReason: _, ...entry }: Entry): Entry => entry;

const WRONG: readonly Case[] = [
  ['drops what has an empty reason', 'ChangePrice/A', meeting(/"reason":""/u, done)],
  ['drops what has a blank reason', 'ChangePrice/C', meeting(/"reason":" +"/u, done)],
  ['stores no reason that begins with a blank', 'CancelDeal/A', storing((text) => (text.startsWith(' ') ? '' : text))],
  ['stores no reason that ends with a blank', 'ChangePrice/B', storing((text) => (text.endsWith(' ') ? '' : text))],
  [
    'lists no reason of this hold, and that of another',
    'HoldDeal/A',
    rewritingJson<readonly Entry[]>(LIST, (entries) => [HELD, ...entries.map(short)]),
  ],
];

const LEGAL: readonly Case[] = [
  ['trims texts', 'CancelDeal/A', storing((text) => text.trim())],
  ['trims texts at their end', 'ChangePrice/B', storing((text) => text.trimEnd())],
  ['refuses blank texts', 'ChangePrice/C', meeting(/"reason":" +"/u, () => json(400, {}))],
  ['lists no reasons', 'HoldDeal/A', rewritingJson<readonly Entry[]>(LIST, (entries) => entries.map(short))],
];

const options = { operationForms: ['A', 'B', 'C'] } as const;

test.each(inGate(WRONG))('found: %s', async (_, subject, wrap) => {
  const { of } = await judged([`operation/effect#${subject}`], { wrap, options });
  expect(of('operation/effect', subject)).toMatchObject({ outcome: 'fail' });
});

test.each(inGate(LEGAL))('legal: %s', async (_, subject, wrap) => {
  const { of } = await judged([`operation/effect#${subject}`], { wrap, options });
  expect(of('operation/effect', subject)).toMatchObject({ outcome: 'pass' });
});
