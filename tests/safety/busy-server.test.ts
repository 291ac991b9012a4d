import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { aimedAt, DEALS, serveCareless } from './careless.ts';
import { every } from './every.ts';

// Servers on which records of others change while a run goes on: by others, which is no reason to stop, or by the run.

const RULES = ['operation/*', 'command/*', 'delete/*', 'create/*', 'validator/*', 'read/*'];
const OPTIONS = { operationForms: ['A', 'D'] } as const;
const isChange = ({ method, url }: Request): boolean => method === 'PUT' && /\/deals\/[^/]+/u.test(url);

/** A list that shows the ten newest alone. */
async function newest(fetch: Fetch, request: Request): Promise<Response> {
  const headers = new Headers(request.headers);
  for (const name of ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since']) headers.delete(name);
  const answer = await fetch(new Request(request.url, { headers }));
  if (answer.headers.get('content-type') !== 'application/json') return fetch(request);
  const all: unknown = await answer.json();
  const page = Array.isArray(all) ? all.toReversed().slice(0, 10) : all;
  return Response.json(page, { headers: { link: '</rest/1/deals/?page=2>; rel="next"' } });
}

test.each(
  inGate<[number, string]>(
    [
      [20, 'all'],
      [40, 'the ten newest'],
      [50, 'all'],
      [300, 'the ten newest'],
      [200, 'all'],
    ],
    3,
  ),
)(
  'where others change a price at every request of %i, a run is not stopped: the list shows %s',
  { tags: ['night'] },
  async (every, listed) => {
    let asked = 0;
    await using server = await serveCareless(
      (fetch) => async (request) => {
        asked += 1;
        const id = asked % (2 * every) === 0 ? 1 : 13;
        const others = new Request(new URL(`/rest/1/deals/${id}/change-price`, request.url), {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ newPrice: 5000 + asked, reason: `round ${asked}` }),
        });
        if (asked % every === 0) await fetch(others);
        const isList = ['GET', 'HEAD'].includes(request.method) && new URL(request.url).pathname === DEALS;
        return isList && listed !== 'all' ? newest(fetch, request) : fetch(request);
      },
      OPTIONS,
    );
    const { results, summary } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: RULES });
    expect(server.harmed().length).toBeGreaterThan(0);
    expect(results.filter(({ outcome }) => ['inconclusive', 'fail'].includes(outcome))).toEqual([]);
    // Others that change something seldom are not seen to go on once the run is over.
    const unblamed = /shown otherwise now: [\d, ]+ \(this run or somebody else changed them, in [\w, ]+\)$/u;
    expect((summary.headline ?? []).filter((line) => !unblamed.test(line))).toEqual([]);
  },
);

test('where a change is carried out on a deal of others too, it is the last one, and told', {
  tags: ['night'],
}, async () => {
  await using server = await serveCareless(
    (fetch) => async (request) => {
      const also = isChange(request) ? await aimedAt(request.clone(), '13') : undefined;
      const answer = await fetch(request);
      if (also !== undefined && answer.ok) await fetch(also);
      return answer;
    },
    OPTIONS,
  );
  const { summary } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: RULES });
  expect(server.harmed()).toHaveLength(1);
  expect(summary.headline?.join('\n')).toContain('13, which it did not name,');
});

/** Others who change the price of a deal of theirs every so many milliseconds, while `asked` is told of each request. */
function othersByTime(milliseconds: number): { asked: (fetch: Fetch, url: string) => void } & Disposable {
  let change = async (): Promise<unknown> => undefined;
  let round = 0;
  return {
    asked(fetch, url) {
      change = () => {
        round += 1;
        const deal = new URL(`/rest/1/deals/${(round % 13) + 1}/change-price`, url);
        const body = JSON.stringify({ newPrice: 5000 + round, reason: `round ${round}` });
        return fetch(new Request(deal, { method: 'PUT', headers: { 'content-type': 'application/json' }, body }));
      };
    },
    ...every(milliseconds, () => void change()),
  };
}

test.each(inGate([100, 1000], 2))(
  'where others change a price every %i ms, a DELETE of nothing that succeeds changed none',
  { tags: ['night'] },
  async (ms) => {
    using others = othersByTime(ms);
    await using server = await serveCareless(
      (fetch) => async (request) => {
        others.asked(fetch, request.url);
        const answer = await fetch(request);
        const isOfNothing = request.method === 'DELETE' && answer.status === 404;
        return isOfNothing ? new Response(null, { status: 204 }) : answer;
      },
      OPTIONS,
    );
    const { results, summary } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: RULES });
    expect(server.harmed().length).toBeGreaterThan(0);
    expect(results.filter(({ outcome }) => outcome === 'inconclusive')).toEqual([]);
    expect(summary.headline ?? []).toEqual([]);
  },
);

test('where others change theirs all the while, and once as the run does at the same moment, nothing is told', async () => {
  using others = othersByTime(20);
  let together = 0;
  await using server = await serveCareless(
    (fetch) => async (request) => {
      others.asked(fetch, request.url);
      const also = /\/deals\/\d+\/hold$/u.test(request.url) ? await aimedAt(request.clone(), '13') : undefined;
      const answer = await fetch(request);
      if (also === undefined || !answer.ok || together > 0) return answer;
      together += 1;
      await fetch(new Request(also, { body: '{"reason":"a rule of ours"}' }));
      return answer;
    },
    { operationForms: ['A'] },
  );
  const { summary } = await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: ['operation/effect'] });
  expect(together).toBe(1);
  expect(summary.headline ?? []).toEqual([]);
});
