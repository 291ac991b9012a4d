import { expect, test } from 'vitest';
import { before, judged } from './judged.ts';

const RULES = ['operation/served'];

/** Carries out what is sent in form A on another deal than the one that is named. */
const onTheFirst = before(async ({ method, path }, next) =>
  next(method === 'PUT' && path.endsWith('/hold') ? { path: path.replace(/\/deals\/\d+\//u, '/deals/1/') } : undefined),
);

test('a change that comes to the record of somebody else fails what sent it, and is sent once', async () => {
  let changes = 0;
  const { of } = await judged(RULES, {
    wrap: (fetch) => {
      const first = onTheFirst(fetch);
      return async (request) => {
        if (request.method === 'PUT' && /\/\d+\/hold$/u.test(new URL(request.url).pathname)) changes += 1;
        return first(request);
      };
    },
    options: { operationForms: ['A'] },
  });
  const { outcome, reason } = of('operation/served', 'HoldDeal/A');
  expect([outcome, reason]).toEqual([
    'fail',
    'expected the record that is named to change, got another one changed: 1 shows what was sent',
  ]);
  expect(changes).toBe(1);
});

test('what somebody else changes at the same moment fails nothing', async () => {
  const { ended } = await judged(RULES, {
    wrap: (fetch) => async (request) => {
      const { pathname, origin } = new URL(request.url);
      const response = await fetch(request);
      if (request.method === 'PUT' && pathname.endsWith('/hold')) await fetch(otherChange(origin, request.headers));
      return response;
    },
    options: { operationForms: ['A'] },
  });
  expect(ended('fail')).toEqual([]);
});

function otherChange(origin: string, given: Headers): Request {
  const headers = new Headers(given);
  headers.delete('content-length');
  const body = JSON.stringify({ newPrice: Math.random(), reason: 'somebody else’s' });
  return new Request(`${origin}/rest/1/deals/1/change-price`, { method: 'PUT', headers, body });
}
