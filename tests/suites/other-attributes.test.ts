import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, json, judged } from './judged.ts';

const RULE = 'operation/effect';
const options = { operationForms: ['D'], representations: ['json'] } as const;
const DEAL = /\/deals\/([^/]+)$/u;

type Deal = Readonly<Record<string, unknown>>;

/** A service that shows a deal otherwise after an update of it; it knows the body of the latest. */
const updating =
  (shown: (deal: Deal, sent: Deal) => Deal): ((fetch: Fetch) => Fetch) =>
  (fetch) => {
    const updates = new Map<string, Deal>();
    return before(async ({ method, path, body }, next) => {
      const response = await next();
      const id = DEAL.exec(path)?.[1] ?? '';
      if (method === 'PUT' && id !== '' && response.ok && isJson(body)) updates.set(id, { ...JSON.parse(body) });
      const sent = updates.get(id);
      if (method !== 'GET' || sent === undefined || response.status !== 200) return response;
      const deal: unknown = await response.json();
      return json(200, shown({ ...(typeof deal === 'object' ? deal : {}) }, sent));
    })(fetch);
  };

const only = (deal: Deal, isKept: (member: string, value: unknown) => boolean): Deal =>
  Object.fromEntries(Object.entries(deal).filter(([member, value]) => isKept(member, value)));
const isFurther = (member: string): boolean => member.startsWith('assayer');
const OWN = ['id', 'held', 'holdReason', '_links'];

const WRONG: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['loses further parameters with an update', updating((deal) => only(deal, (member) => !isFurther(member)))],
  [
    'loses further objects with an update',
    updating((deal) => only(deal, (member, value) => !isFurther(member) || typeof value !== 'object')),
  ],
  [
    'loses further parameters that an update leaves out',
    updating((deal, sent) => only(deal, (member) => !isFurther(member) || member in sent)),
  ],
  ['has no price where an update leaves it out', updating((deal, sent) => ({ ...deal, price: sent['price'] ?? 0 }))],
];

test.each(inGate(WRONG))('found: a service that %s', async (_, wrap) => {
  const { of } = await judged([`${RULE}#HoldDeal/D`], { wrap, options });
  expect(of(RULE, 'HoldDeal/D')).toMatchObject({ outcome: 'fail' });
});

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  [
    'takes an update for the whole new deal',
    updating((deal, sent) => only(deal, (member) => OWN.includes(member) || member in sent)),
  ],
  [
    'refuses an update that leaves out the name',
    before(async ({ method, path, body }, next) =>
      method === 'PUT' && DEAL.test(path) && !body.includes('"name"') ? json(422, {}) : next(),
    ),
  ],
  [
    'refuses members that it does not know',
    before(async ({ method, body }, next) => (method !== 'GET' && body.includes('assayer') ? json(422, {}) : next())),
  ],
];

test.each(LEGAL)('legal: a service that %s', async (_, wrap) => {
  const { ended } = await judged([`${RULE}#HoldDeal/D`], { wrap, options });
  expect(ended('fail')).toEqual([]);
});
