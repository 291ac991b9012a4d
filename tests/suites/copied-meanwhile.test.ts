import { describe, expect, it } from 'vitest';
import type { Fetch, Mock } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, judged, type Look, type Server } from './judged.ts';

/** At which requests somebody copies a deal: the one that the path names, or the newest. */
interface Case {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
  readonly at: (look: Look) => boolean;
  /** Whether it is copied once the request was answered. */
  readonly isAfter?: true;
  /** At which of them somebody else may do it, by chance. */
  readonly once: number;
}

const CASES: readonly Case[] = [
  {
    title: 'a creation',
    rule: 'create/distinct',
    subject: 'deals',
    at: ({ method, path }) => method === 'POST' && path.endsWith('/deals/'),
    isAfter: true,
    once: 5,
  },
  {
    title: 'an operation',
    rule: 'operation/effect',
    subject: 'CancelDeal/A',
    at: ({ method, path }) => method === 'PUT' && path.endsWith('/cancel'),
    once: 1,
  },
  {
    title: 'a query',
    rule: 'query/safe',
    subject: 'query:deals',
    at: ({ method, path }) => method === 'GET' && path.startsWith('/query/deals/assayer'),
    isAfter: true,
    once: 2,
  },
  {
    title: 'a query',
    rule: 'query/records',
    subject: 'query:deals',
    at: ({ method, path }) => method === 'GET' && path.startsWith('/query/deals/assayer'),
    once: 2,
  },
  {
    title: 'a deletion',
    rule: 'query/records',
    subject: 'query:deals',
    at: ({ method }) => method === 'DELETE',
    once: 4,
  },
];

function copying({ at, isAfter }: Case, isIt: (nth: number) => boolean): NonNullable<Server['wrap']> {
  return (fetch: Fetch, mock: Mock): Fetch => {
    let nth = 0;
    let copies = 0;
    const copy = (path: string): void => {
      const { store } = mock.tenants.of('');
      const all = [...store.deals.entries.values()];
      const named = decodeURIComponent(/\/deals\/([^/]+)/u.exec(path)?.[1] ?? '');
      const deal = all.find(({ id, data }) => id === named || data['name'] === named) ?? all.at(-1);
      copies += 1;
      if (deal !== undefined) store.putDeal({ id: `copy-${copies}`, data: deal.data });
    };
    return before(async (look, next) => {
      if (!at(look)) return next();
      nth += 1;
      if (!isIt(nth)) return next();
      if (isAfter !== true) copy(look.path);
      const response = await next();
      if (isAfter === true) copy(look.path);
      return response;
    })(fetch);
  };
}

const options = { operationForms: ['A'] } as const;

describe.concurrent('a deal that is copied', () => {
  it.each(inGate(CASES))('once, at $title, fails no $rule', async ({ rule, subject, ...rest }) => {
    const wrap = copying({ rule, subject, ...rest }, (nth) => nth === rest.once);
    expect((await judged([rule], { options, wrap })).of(rule, subject)).toMatchObject({ outcome: 'pass' });
  });

  it.each(inGate(CASES))('each time, at $title, fails $rule', async ({ rule, subject, ...rest }) => {
    const wrap = copying({ rule, subject, ...rest }, () => true);
    expect((await judged([rule], { options, wrap })).of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it('by somebody else at a deletion is not what was deleted', { tags: ['night'] }, async () => {
    const deletions: Case = {
      title: '',
      rule: 'delete/every',
      subject: 'deals',
      at: ({ method }) => method === 'DELETE',
      once: 1,
    };
    const rules = ['delete/every', 'delete/removes'];
    const { of } = await judged(rules, { options, wrap: copying(deletions, (nth) => nth < 4) });
    expect(of('delete/every', 'deals')).toMatchObject({ outcome: 'pass' });
  });
});
