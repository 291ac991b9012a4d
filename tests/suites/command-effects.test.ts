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

/** A deal is kept for commands as it was when the first of them, or the creation, was seen: that copy comes back. */
function bringingBack(isStale: (path: string) => boolean, member: string): (fetch: Fetch) => Fetch {
  return (fetch) => {
    const first = new Map<string, unknown>();
    const stale = new Set<string>();
    return before(async ({ method, path, body }, next) => {
      const id = /\/deals\/(\d+)/u.exec(path)?.[1] ?? /"id":\s*"?(\d+)/u.exec(body)?.[1] ?? '';
      const response = await next();
      if (method !== 'GET' && id !== '') stale[isStale(path) ? 'add' : 'delete'](id);
      if (method !== 'GET' || !/\/deals\/\d+$/u.test(path) || !response.ok) return response;
      const deal: Deal = await response.json();
      if (!first.has(id)) first.set(id, deal[member]);
      return json(200, stale.has(id) ? { ...deal, [member]: first.get(id) } : deal);
    })(fetch);
  };
}

test('found: a price that an operation set, and a command brings back', async () => {
  const wrap: (fetch: Fetch) => Fetch = (fetch) => {
    const changed = new Map<string, boolean>();
    return before(async ({ method, path, body }, next) => {
      const id = /\/deals\/(\d+)/u.exec(path)?.[1] ?? /"id":\s*"?(\d+)/u.exec(body)?.[1] ?? '';
      const response = await next();
      if (path.endsWith('/change-price')) changed.set(id, false);
      if (isCommand(path) && changed.has(id)) changed.set(id, true);
      if (method !== 'GET' || !/\/deals\/\d+$/u.test(path) || changed.get(id) !== true || !response.ok) return response;
      const deal: Deal = await response.json();
      return json(200, { ...deal, price: 100 });
    })(fetch);
  };
  const { of } = await judged(['command/effect'], { wrap, options });
  const { outcome, reason } = of('command/effect', 'command:HoldDeal');
  expect(outcome).toBe('fail');
  expect(reason).toContain('as ChangePrice in form A set it');
});

test('found: a hold that a command set, whose reason an operation brings back', async () => {
  const wrap = bringingBack((path) => path.endsWith('/change-price'), 'holdReason');
  const { of } = await judged(['command/effect'], { wrap, options });
  const { outcome, reason } = of('command/effect', 'command:HoldDeal');
  expect(outcome).toBe('fail');
  expect(reason).toContain('as the command HoldDeal set it');
});

test.each<readonly [what: string, wrap: (fetch: Fetch) => Fetch]>([
  [
    'refuses commands on what an operation changed',
    (fetch) => {
      const changed = new Set<string>();
      return before(async ({ path, body }, next) => {
        const id = /\/deals\/(\d+)\/change-price$/u.exec(path)?.[1];
        if (id !== undefined) changed.add(id);
        return isCommand(path) && changed.has(/"id":\s*"?(\d+)/u.exec(body)?.[1] ?? '') ? json(409, {}) : next();
      })(fetch);
    },
  ],
  [
    'ends a hold with another price',
    shownAfter(
      (path) => path.endsWith('/change-price'),
      (deal) => ({ ...deal, held: false, holdReason: null }),
    ),
  ],
  ['shows the reason of the latest operation alone', shownAfter(isCommand, ({ reason: _, ...deal }) => deal)],
])('legal: a server that %s', async (_, wrap) => {
  const { ended } = await judged(['command/effect'], { wrap, options });
  expect(ended('fail').filter((one) => /HoldDeal|ChangePrice/u.test(one))).toEqual([]);
});
