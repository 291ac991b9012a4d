import { expect, test } from 'vitest';
import type { Form } from '../../core/claims.ts';
import type { Fetch } from '../../mock/index.ts';
import { before, json, judged } from './judged.ts';

/** What a command of 4.3 does to the deal that it names beside its effect. */
type Deal = Readonly<Record<string, unknown>>;

/** Shows the deals that such requests named otherwise from then on. */
function shownAfter(isMeant: (path: string) => boolean, shown: (deal: Deal) => Deal): (fetch: Fetch) => Fetch {
  return (fetch) => {
    const named = new Set<string>();
    return before(async ({ method, path, body }, next) => {
      const id = /\/deals\/(\d+)/u.exec(path)?.[1] ?? /"id":\s*"?(\d+)/u.exec(body)?.[1] ?? '';
      const response = await next();
      if (isMeant(path)) named.add(id);
      if (method !== 'GET' || !/\/deals\/\d+$/u.test(path) || !named.has(id) || !response.ok) return response;
      const deal: Deal = await response.json();
      return json(200, shown(deal));
    })(fetch);
  };
}

const forms: readonly Form[] = ['A'];
const options = { operationForms: [...forms], representations: ['json' as const] };
const withoutPrice = ({ price: _, ...rest }: Deal): Deal => rest;
const isCommand = (path: string): boolean => path.startsWith('/command/');
const isForm = (path: string): boolean => path.endsWith('/hold');

test.each([
  ['loses the price', withoutPrice],
  ['has another price', (deal: Deal) => ({ ...deal, price: 0.5 })],
])('found: a deal that %s by a command, and not by the operation', async (_, shown) => {
  const { of } = await judged(['command/effect'], { wrap: shownAfter(isCommand, shown), options });
  const { outcome, reason } = of('command/effect', 'command:HoldDeal');
  expect(outcome).toBe('fail');
  expect(reason).toContain('as it was created');
});

test.each([
  ['loses by the operation too', shownAfter((path) => isCommand(path) || isForm(path), withoutPrice)],
  ['never shows', shownAfter(() => true, withoutPrice)],
])('legal: a deal that loses by a command what it %s', async (_, wrap) => {
  const { of } = await judged(['command/effect'], { wrap, options });
  expect(of('command/effect', 'command:HoldDeal').outcome).toBe('pass');
});
