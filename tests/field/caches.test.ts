import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Wrap } from '../../mock/interface.ts';
import { startMock } from '../../mock/node.ts';

// A cache stands before many services. One that is true to RFC 9111 breaks no rule of the document.

const RULES = ['delete/*', 'read/item', 'read/collection', 'read/made', 'operation/effect', 'operation/idempotent'];

interface Kept {
  readonly headers: readonly [string, string][];
  readonly body: ArrayBuffer;
}

interface Habits {
  /** Says of its answers that they were kept, as RFC 9111 4 demands. */
  readonly saysAge: boolean;
  /** Asks the service where the client says that it wants no answer that was kept (5.2.1.4). */
  readonly hearsNoCache: boolean;
}

/** A cache that keeps each reading for an hour, or until it passes on a write to that very address (RFC 9111 4.4). */
function cache({ saysAge, hearsNoCache }: Habits): { readonly wrap: Wrap; readonly served: () => number } {
  const kept = new Map<string, Kept>();
  let served = 0;
  const wrap: Wrap = (fetch) => async (request) => {
    const { method, url, headers } = request;
    const key = [url, headers.get('accept'), headers.get('cookie'), headers.get('authorization')].join('\n');
    const isKept = method === 'GET' && ![...headers.keys()].some((name) => /^(?:if-|range$)/u.test(name));
    const wantsFresh = hearsNoCache && /no-cache/u.test(headers.get('cache-control') ?? '');
    const known = isKept && !wantsFresh ? kept.get(key) : undefined;
    if (known !== undefined) {
      served += 1;
      return new Response(known.body.slice(0), {
        headers: [...known.headers, ...(saysAge ? [['age', '1'] satisfies [string, string]] : [])],
      });
    }
    const answer = await fetch(request);
    if (isKept && answer.status === 200) {
      const own = [...answer.headers].filter(([name]) => name !== 'cache-control');
      const one: Kept = { headers: [...own, ['cache-control', 'max-age=3600']], body: await answer.arrayBuffer() };
      kept.set(key, one);
      return new Response(one.body.slice(0), { headers: [...one.headers] });
    }
    const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(method) && answer.ok;
    if (isWrite) for (const other of [...kept.keys()]) if (other.startsWith(`${url}\n`)) kept.delete(other);
    return answer;
  };
  return { wrap, served: () => served };
}

async function failsBehind(habits: Habits): Promise<string[]> {
  const { wrap, served } = cache(habits);
  await using mock = await startMock({ wrap, operationForms: ['A'] });
  const { results, run } = await judge({ baseUrl: mock.url, rules: RULES, runs: 1, seed: 1 });
  expect(served()).toBeGreaterThan(10);
  if (habits.saysAge && habits.hearsNoCache) expect(run.leftBehind).toEqual([]);
  return results.flatMap(({ outcome, rule, reason }) => (outcome === 'fail' ? [`${rule}: ${reason}`] : []));
}

test('a cache that says what it kept, and asks anew where a client says so, fails no check', {
  tags: ['night'],
}, async () => {
  const fails = await failsBehind({ saysAge: true, hearsNoCache: true });
  // The cache gives its own field to GET alone, and HEAD should have the same (RFC 9110 9.3.2).
  expect(fails.filter((line) => !line.includes('Cache-Control'))).toEqual([]);
});

test.each<{ title: string; habits: Habits }>([
  { title: 'does not say what it kept', habits: { saysAge: false, hearsNoCache: true } },
  { title: 'takes no heed of no-cache', habits: { saysAge: true, hearsNoCache: false } },
])('one that $title is failed', { tags: ['night'] }, async ({ habits }) => {
  const fails = await failsBehind(habits);
  expect(fails.filter((line) => /^(?:delete|operation)\//u.test(line)).length).toBeGreaterThan(1);
});
