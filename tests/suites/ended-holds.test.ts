import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { before, judged, type Look } from './judged.ts';

const RULE = 'operation/idempotent';
const OPTIONS = { representations: ['json'], operationForms: ['A', 'F'] } as const;

type Next = (changed?: Partial<Look>) => Promise<Response>;

function dealIn({ path }: Look): string | undefined {
  return /^.*\/deals\/[^/]+(?=\/(?:hold$|commands\/))/u.exec(path)?.[0];
}

function end(deal: string, next: Next): Promise<Response> {
  return next({ method: 'PUT', path: `${deal}/unhold`, body: '{}' });
}

/** A service that ends each hold by itself, so many requests after it began. */
function endsHoldsAfter(requests: number): (fetch: Fetch) => Fetch {
  return (fetch) => {
    const since = new Map<string, number>();
    return before(async (look, next) => {
      for (const [deal, count] of since) {
        since.set(deal, count + 1);
        if (count < requests) continue;
        since.delete(deal);
        await end(deal, next);
      }
      const deal = dealIn(look);
      const answer = await next();
      if (answer.ok && deal !== undefined && look.body.includes('reason') && !since.has(deal)) since.set(deal, 0);
      return answer;
    })(fetch);
  };
}

/** A service that ends a hold when its PUT comes again, as a job may by chance: on so many deals, the first ones. */
function endsAtRepeats(most: number): (fetch: Fetch) => Fetch {
  return (fetch) => {
    const known = new Set<string>();
    let ended = 0;
    return before(async (look, next) => {
      const words = `${look.path} ${look.body}`;
      const deal = look.method === 'PUT' ? dealIn(look) : undefined;
      if (deal === undefined || !look.body.includes('"HoldDeal"')) return next();
      const isRepeat = known.has(words);
      known.add(words);
      const answer = await next();
      if (isRepeat && ended < most) {
        ended += 1;
        await end(deal, next);
      }
      return answer;
    })(fetch);
  };
}

/** The same on one deal; from then on each reading of a deal that is on hold ends the hold. */
const endsWhereRead: (fetch: Fetch) => Fetch = (fetch) => {
  const known = new Set<string>();
  let isBusy = false;
  return before(async (look, next) => {
    const answer = await next();
    const deal = look.method === 'PUT' ? dealIn(look) : undefined;
    if (deal !== undefined && look.body.includes('"HoldDeal"')) {
      const words = `${look.path} ${look.body}`;
      if (known.has(words) && !isBusy) {
        isBusy = true;
        await end(deal, next);
      }
      known.add(words);
    } else if (isBusy && look.method === 'GET' && /\/deals\/[^/]+$/u.test(look.path)) {
      await end(look.path, next);
    }
    return answer;
  })(fetch);
};

test('a hold that ended by itself before the same PUT is not the doing of that', async () => {
  const { of } = await judged([RULE], { wrap: endsHoldsAfter(1), options: OPTIONS, concurrency: 1 });
  expect(of(RULE, 'HoldDeal/F')).toMatchObject({ outcome: 'pass' });
});

test.each([1, 2])('what came with %i repeats, and not with the next, is not failed', async (most) => {
  const { of } = await judged([RULE], { wrap: endsAtRepeats(most), options: OPTIONS, concurrency: 1 });
  expect(of(RULE, 'HoldDeal/F')).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('a new one'),
  });
});

test('a deal that changes while nothing is asked is not failed', { tags: ['night'] }, async () => {
  const { of } = await judged([RULE], { wrap: endsWhereRead, options: OPTIONS, concurrency: 1 });
  expect(of(RULE, 'HoldDeal/F')).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('changed without it'),
  });
});

test('found: each repeat ends the hold', async () => {
  const { of } = await judged([RULE], { wrap: endsAtRepeats(Number.POSITIVE_INFINITY), options: OPTIONS });
  expect(of(RULE, 'HoldDeal/F')).toMatchObject({ outcome: 'fail', expected: 'no further effect of the same PUT' });
});
