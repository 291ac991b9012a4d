import { describe, expect, it } from 'vitest';
import type { Fetch, Mock } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, judged, type Server } from './judged.ts';

/** A server whose older deals others change all the while. */
interface Case {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
  readonly wrong: NonNullable<Server['wrap']>;
}

const text = (response: Response, body: string): Response => {
  const headers = new Headers(response.headers);
  for (const name of ['content-length', 'etag']) headers.delete(name);
  return new Response(body, { status: response.status, headers });
};

const CASES: readonly Case[] = [
  {
    title: 'XML that tells other prices',
    rule: 'negotiate/equivalent',
    subject: 'deals',
    wrong: before(async (_look, next) => {
      const response = await next();
      if (!(response.headers.get('content-type') ?? '').includes('xml')) return response;
      return text(response, (await response.text()).replaceAll(/<price>/gu, '<price>7'));
    }),
  },
  {
    title: 'queries that find other prices than are read',
    rule: 'query/records',
    subject: 'query:deals',
    wrong: before(async ({ path }, next) => {
      const response = await next();
      if (!path.startsWith('/query/deals/') || !response.ok) return response;
      return text(response, (await response.text()).replaceAll(/"price":/gu, '"price":7'));
    }),
  },
];

/** Others change the deals that were there at every second request. */
function changing(fetch: Fetch, mock: Mock): Fetch {
  let asked = 0;
  return async (request) => {
    asked += 1;
    const { store } = mock.tenants.of('');
    const old = [...store.deals.entries.values()].filter(({ id }) => /^[123]$/u.test(id));
    for (const deal of asked % 2 === 0 ? old : [])
      store.changeDeal(deal, {
        ...deal.data,
        held: asked % 4 === 0,
        holdReason: `round ${asked}`,
        price: 1000 + asked,
      });
    return fetch(request);
  };
}

const options = { operationForms: ['A'] } as const;

describe.concurrent('deals that others change all the while', () => {
  it.each(inGate(CASES, 2))('fail no $rule', { tags: ['night'] }, async ({ rule, subject }) => {
    expect((await judged([rule], { options, wrap: changing })).of(rule, subject)).toMatchObject({ outcome: 'pass' });
  });

  it.each(CASES)('hide no $title', { tags: ['night'] }, async ({ rule, subject, wrong }) => {
    const wrap: NonNullable<Server['wrap']> = (fetch, mock) => wrong(changing(fetch, mock), mock);
    expect((await judged([rule], { options, wrap })).of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it.each(CASES)('that rest hide no $title either', { tags: ['night'] }, async ({ rule, subject, wrong }) => {
    expect((await judged([rule], { options, wrap: wrong })).of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });
});
