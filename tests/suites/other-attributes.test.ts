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

/** A service that puts a deal of its own in the place of the mock's after an update that names its attributes alone. */
const updatingAlone = (put: (old: Deal, sent: Deal) => Deal): ((fetch: Fetch) => Fetch) => {
  const deals = new Map<string, Deal>();
  return before(async ({ method, path, body }, next) => {
    const id = DEAL.exec(path)?.[1] ?? '';
    const sent: Deal = method === 'PUT' && id !== '' && isJson(body) ? { ...JSON.parse(body) } : {};
    if (method === 'DELETE') deals.delete(id);
    if (method === 'GET' && deals.has(id)) return json(200, deals.get(id));
    const response = await next();
    if (method !== 'PUT' || !response.ok || id === '') return response;
    const read = await next({ method: 'GET', body: '' });
    const now: unknown = await read.json();
    const known = deals.get(id) ?? { ...(typeof now === 'object' ? now : {}) };
    deals.set(id, { ...put(known, sent), id: known['id'] });
    return response;
  });
};

const ALONE: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  [
    'loses the reason of a hold with each update that does not name it',
    updatingAlone((old, sent) => ({ ...old, holdReason: '', ...sent })),
  ],
  [
    'goes back to the price of before with an update of another attribute',
    updatingAlone((old, sent) => ({ ...old, ...sent, ...('price' in sent ? {} : { price: 100 }) })),
  ],
  [
    'takes the first update of an attribute alone',
    updatingAlone((old, sent) => ({ ...old, ...sent, ...(old['price'] === 1250 ? { price: 1250 } : {}) })),
  ],
];

test.each(ALONE)('found: a service that %s', async (_, wrap) => {
  const { of } = await judged([`${RULE}#HoldDeal/D`], { wrap, options });
  expect(of(RULE, 'HoldDeal/D')).toMatchObject({ outcome: 'fail' });
});

test.each([
  ['merges what is named', updatingAlone((old, sent) => ({ ...old, ...sent }))],
  // Which operation may end a hold is not shown (document 3).
  [
    'ends a hold with each update that does not name it',
    updatingAlone((old, sent) => ({ ...old, held: false, holdReason: '', ...sent })),
  ],
  ['has what is named alone', updatingAlone((old, sent) => ({ ...only(old, (name) => name === 'id'), ...sent }))],
] as const)('legal: a service that %s', async (_, wrap) => {
  const { ended } = await judged([`${RULE}#HoldDeal/D`], { wrap, options });
  expect(ended('fail')).toEqual([]);
});
