import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, json, judged } from './judged.ts';
import { rewritingJson } from './rewriting.ts';

const RULE = 'create/any-valid';

type Payload = Readonly<Record<string, unknown>>;

/** Takes away members of a creation before they are stored. */
const storing = (change: (payload: Payload) => Payload): ((fetch: Fetch) => Fetch) =>
  before(async ({ method, path, body }, next) => {
    const value: unknown = method === 'POST' && path.endsWith('/deals/') && isJson(body) ? JSON.parse(body) : undefined;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? next({ body: JSON.stringify(change({ ...value })) }) : next();
  });

const WRONG: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['the currency', storing(({ currency: _, ...rest }) => rest)],
  ['the date', storing(({ completionDate: _, ...rest }) => rest)],
  ['tags that come alone', storing((deal) => ('remark' in deal ? deal : { ...deal, tags: undefined }))],
  [
    'the day that its answer told',
    rewritingJson<Payload>(/\/deals\/[^/]+$/u, (deal) => ({ ...deal, completionDate: '2029-01-01' })),
  ],
  ['what its answer told', rewritingJson<Payload>(/\/deals\/[^/]+$/u, ({ remark: _, ...deal }) => deal)],
];

/** Tells something else of a new deal than the deal shows. */
const answering =
  (change: (deal: Payload) => Payload) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    if (request.method !== 'POST' || !request.url.endsWith('/deals/') || response.status !== 201) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    const isJsonBody = headers.get('content-type')?.includes('json') === true;
    const text = await response.text();
    const body = isJsonBody ? JSON.stringify(change({ ...Object(JSON.parse(text)) })) : text;
    return new Response(body, { status: 201, headers });
  };

test.each<[string, (deal: Payload) => Payload]>([
  ['no currency', (deal) => ('currency' in deal ? { ...deal, currency: null } : deal)],
  ['another currency', (deal) => ('currency' in deal ? { ...deal, currency: 'XXX' } : deal)],
])('found: the answer to a creation tells of %s, and the deal shows the one that was sent', async (_, change) => {
  const { of } = await judged([RULE], { wrap: answering(change), runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
});

test('legal: the answer to a creation leaves out the further members', { tags: ['night'] }, async () => {
  const wrap = answering(({ currency: _, remark: __, tags: ___, completionDate: ____, ...deal }) => deal);
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'pass' });
});

test.each(inGate(WRONG))('found: a creation loses %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
});

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  [
    'a currency alone is refused',
    before(async ({ method, path, body }, next) =>
      method === 'POST' && path.endsWith('/deals/') && body.includes('currency') && !body.includes('tags')
        ? json(400, {})
        : next(),
    ),
  ],
  [
    'remarks are trimmed',
    storing((deal) => (typeof deal['remark'] === 'string' ? { ...deal, remark: deal['remark'].trim() } : deal)),
  ],
  [
    'remarks are trimmed when they are stored, and the answer repeats what was sent',
    rewritingJson<Payload>(/\/deals\/[^/]+$/u, (deal) =>
      typeof deal['remark'] === 'string' ? { ...deal, remark: deal['remark'].trim() } : deal,
    ),
  ],
  [
    'a creation takes a currency and a date of all further members, though other deals show tags',
    storing(({ name, price, currency, completionDate }) => ({ name, price, currency, completionDate })),
  ],
  ['members that no deal has are read over', storing(({ remark: _, ...rest }) => rest)],
  [
    'further members are refused',
    before(async ({ method, path, body }, next) =>
      method === 'POST' && path.endsWith('/deals/') && body.includes('currency') ? json(400, {}) : next(),
    ),
  ],
];

test.each(inGate(LEGAL))('legal: %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'pass' });
});
