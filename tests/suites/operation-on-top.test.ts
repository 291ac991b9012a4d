import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { before, json, judged } from './judged.ts';

/** What an operation does to what other operations, and the same one, put there before. */
type Deal = Readonly<Record<string, unknown>>;

const EFFECT = 'operation/effect';
const DEAL = /\/deals\/\d+$/u;

/** Shows a deal that was held so often in form E otherwise. */
const shownHeld = (show: (deal: Deal, reasons: readonly string[]) => Deal): ((fetch: Fetch) => Fetch) => {
  return (fetch) => {
    const held = new Map<string, string[]>();
    return before(async ({ method, path, body }, next) => {
      const response = await next();
      const own = /\/deals\/\d+/u.exec(path)?.[0] ?? '';
      const reason = /"reason":"([^"]*)"/u.exec(body)?.[1] ?? '';
      if (method === 'POST' && path.endsWith('/holds') && response.ok)
        held.set(own, [...(held.get(own) ?? []), reason]);
      const reasons = held.get(own);
      if (method !== 'GET' || !DEAL.test(path) || reasons === undefined || !response.ok) return response;
      return json(200, show(await response.json(), reasons));
    })(fetch);
  };
};

/** Refuses to hold a deal below which something was sent to such an address before. */
const refusingHoldAfter =
  (end: string): ((fetch: Fetch) => Fetch) =>
  (fetch) => {
    const known = new Set<string>();
    return before(async ({ method, path }, next) => {
      const own = /\/deals\/\d+/u.exec(path)?.[0] ?? '';
      const isRefused = method === 'POST' && path.endsWith('/holds') && known.has(own);
      if (method === 'POST' && path.endsWith(end)) known.add(own);
      return isRefused ? json(409, {}) : next();
    })(fetch);
  };

const options = { operationForms: ['A', 'E'], representations: ['json'] } as const;

describe('a server that', () => {
  it.each([
    ['adds a second reason to the first', shownHeld((deal, reasons) => ({ ...deal, holdReason: reasons.join('; ') }))],
    ['writes the price of before back with a hold', shownHeld((deal) => ({ ...deal, price: 100 }))],
  ])('%s fails', async (_, wrap) => {
    const { of } = await judged([`${EFFECT}#ChangePrice/E`], { options, wrap });
    expect(of(EFFECT, 'ChangePrice/E')).toMatchObject({ outcome: 'fail' });
  });

  it.each([
    ['keeps the first reason', shownHeld((deal, reasons) => ({ ...deal, holdReason: reasons[0] }))],
    ['refuses a hold of what is on hold', refusingHoldAfter('/holds')],
    ['refuses a hold after a change of the price', refusingHoldAfter('/price-changes')],
  ])('%s fails nothing', async (_, wrap) => {
    const { of } = await judged([`${EFFECT}#ChangePrice/E`], { options, wrap });
    expect(of(EFFECT, 'ChangePrice/E')).toMatchObject({ outcome: 'pass' });
  });
});
