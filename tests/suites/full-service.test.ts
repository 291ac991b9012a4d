import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

const RULES = [
  'create/status',
  'create/any-valid',
  'create/distinct',
  'create/every',
  'version/segment',
  'model/sequence',
];

function isCreation({ method, url }: Request): boolean {
  return method === 'POST' && new URL(url).pathname === '/rest/1/deals/';
}

function refusal(): Response {
  return Response.json({ detail: 'at most 5 open deals' }, { status: 400 });
}

/** A service that takes so many deals at most of those that it had not at first. */
function atMost(most: number): (fetch: Fetch) => Fetch {
  const there = new Set<string>();
  return (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    if (isCreation(request) && there.size >= most) {
      // What is no creation for another reason is refused for that.
      const checked = await fetch(request.clone());
      if (!checked.ok) return checked;
      await fetch(new Request(new URL(checked.headers.get('location') ?? '', request.url), { method: 'DELETE' }));
      return refusal();
    }
    const answer = await fetch(request.clone());
    if (isCreation(request) && answer.status === 201)
      there.add(new URL(answer.headers.get('location') ?? '', request.url).pathname);
    if (request.method === 'DELETE' && answer.ok) there.delete(pathname);
    return answer;
  };
}

test('a service that takes five deals at most fails nothing for it', async () => {
  const { ended } = await judged(RULES, { wrap: atMost(5) });
  expect(ended('fail')).toEqual([]);
  expect(ended('pass')).toContain('create/status deals');
});

test('a service that refuses every fourth creation is failed', async () => {
  let count = 0;
  const wrap = (fetch: Fetch): Fetch => {
    return (request) => {
      if (isCreation(request)) count += 1;
      return isCreation(request) && count % 4 === 0 ? Promise.resolve(refusal()) : fetch(request);
    };
  };
  const { ended } = await judged(RULES, { wrap });
  expect(ended('fail')).not.toEqual([]);
});
