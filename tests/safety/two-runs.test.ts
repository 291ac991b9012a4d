import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import type { Wrap } from '../../mock/interface.ts';
import { VARIATIONS } from '../../proof/variations/index.ts';
import { inGate } from '../in-gate.ts';
import { DEALS, serveCareless } from './careless.ts';

// Two runs at once against one server: neither changes or deletes what the other one made.

/** Notes which run made each deal, and each write of a run to a deal of the other one that was carried out. */
function guarding(inner: Wrap, trespasses: string[]): Wrap {
  return (fetch, mock) => {
    const served = inner(fetch, mock);
    const owners = new Map<string, string>();
    return async (request) => {
      const run = request.headers.get('x-run') ?? '';
      const { pathname } = new URL(request.url);
      const id = await idNamed(request.clone(), pathname);
      const owner = id === undefined ? undefined : owners.get(id);
      const answer = await served(request);
      const made = answer.status === 201 && pathname === DEALS ? answer.headers.get('location') : null;
      if (made !== null) owners.set(made.slice(made.lastIndexOf('/') + 1), run);
      const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(request.method) && answer.ok;
      if (isWrite && owner !== undefined && owner !== run)
        trespasses.push(`${run} sent ${request.method} ${pathname}, a deal of ${owner}`);
      return answer;
    };
  };
}

/** The deal that a request names, in its address or in its body. */
async function idNamed(request: Request, pathname: string): Promise<string | undefined> {
  const id = /^\/rest\/1\/deals\/([^/]+)/u.exec(pathname)?.[1];
  if (id !== undefined || ['GET', 'HEAD'].includes(request.method)) return id;
  const text = await request.text();
  const json: unknown = text.startsWith('{') ? parsed(text) : undefined;
  return isObject(json) && typeof json['deal'] === 'string' ? json['deal'] : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const asItIs: Wrap = (fetch: Fetch) => fetch;
const back = VARIATIONS.find(({ id }) => id === 'ids-come-back');
const SERVERS = [
  { id: 'ids that count', wrap: asItIs },
  { id: 'ids that come back', wrap: back?.wrap ?? asItIs, options: back?.options },
];
const RULES = ['create/*', 'delete/*', 'operation/*', 'command/*', 'method/refused', 'validator/if-match', 'model/*'];

// What comes back meets the other run; the ids that count are tried by every whole run.
test.each(inGate(SERVERS.toReversed(), 2))('$id', { tags: ['night'] }, async ({ wrap, options = {} }) => {
  const trespasses: string[] = [];
  await using server = await serveCareless(guarding(wrap, trespasses), {
    operationForms: ['A', 'G'],
    commandQuery: true,
    ...options,
  });
  const runs = await Promise.all(
    ['a', 'b'].map((run, i) =>
      judge({ baseUrl: server.url, seed: 1 + i, runs: 1, rules: RULES, headers: { 'x-run': run } }),
    ),
  );
  expect(trespasses).toEqual([]);
  expect(server.harmed()).toEqual([]);
  const said = JSON.stringify(runs.map(({ run }) => run.leftBehind ?? []));
  expect(server.added().filter((name) => !said.includes(`${DEALS}${name.replace('deal ', '')}"`))).toEqual([]);
  // Each changes the list under the other one, which is no fault of the server, and is given ids that the other one had.
  const failed = runs.flatMap(({ results }) => results).filter(({ outcome }) => outcome === 'fail');
  expect(failed).toEqual([]);
});

test.each(
  inGate<[string, number]>(
    [
      ['204', 204],
      ['409, though it is carried out', 409],
    ],
    2,
  ),
)(
  'a deal that is given the id of one whose deletion was answered %s, at once, is left alone',
  { tags: ['night'] },
  async (_, status) => {
    const others = new Map<string, string>();
    const trespasses: string[] = [];
    await using server = await serveCareless(
      (fetch) => async (request) => {
        const { pathname } = new URL(request.url);
        const [, id = ''] = /^\/rest\/1\/deals\/([^/]+)/u.exec(pathname) ?? [];
        const name = others.get(id);
        if (name !== undefined && ['GET', 'HEAD'].includes(request.method))
          return Response.json({ id, name, price: 5 });
        if (name !== undefined) {
          trespasses.push(`${request.method} ${pathname}`);
          return new Response(null, { status: 204 });
        }
        const answer = await fetch(request);
        if (request.method !== 'DELETE' || answer.status !== 204) return answer;
        others.set(id, `Deal of somebody ${others.size}`);
        return new Response(null, { status });
      },
      { operationForms: ['A', 'C'] },
    );
    await judge({ baseUrl: server.url, seed: 1, runs: 1, rules: RULES });
    expect(others.size).toBeGreaterThan(0);
    expect(trespasses).toEqual([]);
  },
);
