import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { rewritingJson } from './rewriting.ts';

/** Lists that show some of their records otherwise than these show themselves. */
type Records = readonly Readonly<Record<string, unknown>>[];
type Wrap = (fetch: Fetch) => Fetch;

const RULE = 'read/item-of-collection';
const options = { representations: ['json'] } as const;
const DEALS = /^\/rest\/1\/deals\/$/u;
const USERS = /^\/users$/u;

/** With twelve deals that were there before the run. */
const filled =
  (wrap: Wrap): Wrap =>
  (fetch) => {
    let isFilled: Promise<unknown> | undefined;
    const fill = async (origin: string): Promise<void> => {
      const headers = { 'content-type': 'application/json' };
      for (let i = 1; i <= 12; i += 1)
        await fetch(
          new Request(`${origin}/rest/1/deals/`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ name: `deal ${i}`, price: 10 * i }),
          }),
        );
    };
    const own = wrap(fetch);
    return async (request) => {
      isFilled ??= fill(new URL(request.url).origin);
      await isFilled;
      return own(request);
    };
  };

const WRONG: readonly (readonly [what: string, wrap: Wrap])[] = [
  [
    'a price of its own in the sixth place',
    rewritingJson<Records>(DEALS, (all) => all.map((one, i) => (i === 5 ? { ...one, price: 7 } : one))),
  ],
  [
    'the user before it in the third place',
    rewritingJson<Records>(USERS, (all) => all.map((one, i) => (i === 2 ? { ...all[1], id: one['id'] } : one))),
  ],
  [
    'another price from the ninth place on',
    rewritingJson<Records>(DEALS, (all) => all.map((one, i) => (i > 7 ? { ...one, price: 7 } : one))),
  ],
];

test.each(inGate(WRONG))('found: %s', async (_, wrap) => {
  const { ended } = await judged([RULE], { wrap: filled(wrap), options });
  expect(ended('fail').map((one) => one.split(' ')[0])).toContain(RULE);
});

const LEGAL: readonly (readonly [what: string, wrap: Wrap])[] = [
  ['ids and names alone', rewritingJson<Records>(DEALS, (all) => all.map(({ id, name }) => ({ id, name })))],
  [
    'numbers as texts, in another order',
    rewritingJson<Records>(DEALS, (all) =>
      all.map((one) => ({ ...one, price: one['price'] === undefined ? undefined : String(one['price']) })).toReversed(),
    ),
  ],
  ['pages of three', rewritingJson<Records>(DEALS, (all) => all.slice(-3))],
];

test.each(inGate(LEGAL))('not failed: %s', async (_, wrap) => {
  const { ended } = await judged([RULE], { wrap: filled(wrap), options });
  expect(ended('fail').filter((one) => one.startsWith(RULE))).toEqual([]);
});
