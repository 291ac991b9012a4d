import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
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
    'expected the record that is named to change, and no other, got another one changed: 1 shows what was sent',
  ]);
  expect(changes).toBe(1);
});

test.each([
  ['A', /\/hold$/u],
  ['F', /\/commands\//u],
] as const)('a change that comes to every record fails what sent it in form %s', async (form, path) => {
  const wrap = holding((made) => ['1', '2', '3', ...made], path);
  const { of } = await judged(RULES, { wrap, options: { operationForms: ['A', 'F'] } });
  expect(of('operation/served', `HoldDeal/${form}`)).toMatchObject({
    outcome: 'fail',
    reason: 'expected the record that is named to change, and no other, got another one changed: 1 shows what was sent',
  });
});

test('what somebody else sends alike for a record of theirs at the same moment fails nothing', async () => {
  const { ended } = await judged(RULES, {
    wrap: holding(() => ['1', '2'], /\/hold$/u),
    options: { operationForms: ['A'] },
  });
  expect(ended('fail')).toEqual([]);
});

test('what somebody else changes at the same moment fails nothing', { tags: ['night'] }, async () => {
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

/** Holds these deals too, with the same reason, when one is held at such an address; `made`: those that were created. */
function holding(others: (made: readonly string[]) => readonly string[], path: RegExp): (fetch: Fetch) => Fetch {
  return (fetch) => {
    const made: string[] = [];
    return async (request) => {
      const body = await request.clone().text();
      const response = await fetch(request);
      const { origin, pathname } = new URL(request.url);
      const id = /\/deals\/(\d+)$/u.exec(response.status === 201 ? (response.headers.get('location') ?? '') : '')?.[1];
      if (id !== undefined) made.push(id);
      const reason = /"reason":("[^"]+")/u.exec(body)?.[1];
      if (!path.test(pathname) || !response.ok || reason === undefined) return response;
      const headers = { 'content-type': 'application/json' };
      for (const other of others(made))
        await fetch(
          new Request(`${origin}/rest/1/deals/${other}/hold`, { method: 'PUT', headers, body: `{"reason":${reason}}` }),
        );
      return response;
    };
  };
}

function otherChange(origin: string, given: Headers): Request {
  const headers = new Headers(given);
  headers.delete('content-length');
  const body = JSON.stringify({ newPrice: Math.random(), reason: 'somebody else’s' });
  return new Request(`${origin}/rest/1/deals/1/change-price`, { method: 'PUT', headers, body });
}
