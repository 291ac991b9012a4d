import { expect, test } from 'vitest';
import { decodeSegment } from '../../core/http/address.ts';
import { isObject } from '../../core/representation/json-value.ts';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import { casesInGate, inGate } from '../in-gate.ts';
import { aimedAt, DEALS, serveCareless } from './careless.ts';

// Servers that find a record for an id that nobody has: they take it modulo the number of their records, or as an index.

type Reaches = (id: string, ids: readonly string[]) => string | undefined;

/** Writes to a deal that is not there come to the one that `reaches` names; readings do so as well where `isRead`. */
function reaching(reaches: Reaches, isRead: boolean): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const id = /^\/rest\/1\/deals\/([^/?]+)/u.exec(new URL(request.url).pathname)?.[1];
    if (id === undefined || (!isRead && ['GET', 'HEAD'].includes(request.method))) return fetch(request);
    const ids = await idsOf(fetch, request.url);
    if (ids.includes(decodeSegment(id))) return fetch(request);
    const other = reaches(decodeSegment(id), ids);
    return fetch(other === undefined ? request : await aimedAt(request, other));
  };
}

async function idsOf(fetch: Fetch, url: string): Promise<readonly string[]> {
  const list: unknown = await (await fetch(new Request(new URL(DEALS, url)))).json();
  return Array.isArray(list) ? list.flatMap((one) => (isObject(one) ? [String(one['id'])] : [])) : [];
}

const modulo: Reaches = (id, ids) => ids[Math.abs(Number.parseInt(id, 10)) % ids.length];
const hashed: Reaches = (id, ids) =>
  ids[Array.from(id).reduce((sum, char) => sum + char.charCodeAt(0), 0) % ids.length];
// As `slice` and `at` read it: from the end, and a word as 0.
const index: Reaches = (id, ids) => ids.slice(Number(id))[0];

const CASES = [
  { id: 'modulo', reaches: modulo },
  { id: 'a hash', reaches: hashed },
  { id: 'an index', reaches: index },
];
const RULES = ['delete/*', 'operation/unknown-deal', 'method/refused', 'status/202-missing', 'validator/if-match'];

test.each(inGate(CASES.toReversed(), 4))(
  '$id for every method: no deal of others is harmed',
  { tags: ['night'] },
  async ({ reaches }) => {
    await using server = await serveCareless(reaching(reaches, true), { operationForms: ['A', 'C', 'D'] });
    const { run } = await judge({ baseUrl: server.url, seed: 1, runs: casesInGate(5), rules: RULES });
    expect(server.harmed()).toEqual([]);
    expect(server.added().length).toBe(run.leftBehind?.length ?? 0);
  },
);

test.each(inGate(CASES, 4))(
  '$id for writes alone: one deal of others is harmed at most, and told',
  async ({ reaches }) => {
    await using server = await serveCareless(reaching(reaches, false), { operationForms: ['A', 'C', 'D'] });
    const { results, summary } = await judge({ baseUrl: server.url, seed: 1, runs: casesInGate(5), rules: RULES });
    const harmed = server.harmed();
    expect(harmed.length).toBeLessThanOrEqual(1);
    const [, id] = /deal (\S+)/u.exec(harmed[0] ?? '') ?? [];
    // Where such a write took a record of the run first, nothing shows which one took the other: it is told all the same.
    const told = new RegExp(`^.*\\b${id}\\b.*(?:, which it did not name,|\\(this run or somebody else)`, 'mu');
    if (id !== undefined) {
      expect(summary.headline?.join('\n')).toMatch(told);
      expect(summary.headline?.join('\n')).toContain(', which it did not name,');
    }
    expect(results.filter(({ outcome }) => outcome === 'fail').length).toBeGreaterThan(0);
    expect(results.map(({ reason = '' }) => reason).join('\n')).toMatch(
      // Where such a write came to a record of the run first, that one seems to have moved.
      /so that such ids may reach records of others|which it did not name|showed another record of this run/u,
    );
  },
);

// As MySQL and PHP compare a word with a number, where a GET looks at the form of the id first.
const asZero: Reaches = (id) => (/^-?\d/u.test(id) ? undefined : '0');

test('where words are read as 0 in writes alone, the deal 0 of others stays', { tags: ['night'] }, async () => {
  const ids = Array.from({ length: 13 }, (_, i) => String(i));
  await using server = await serveCareless(reaching(asZero, false), { operationForms: ['A', 'C', 'D'] }, ids);
  await judge({ baseUrl: server.url, seed: 1, runs: casesInGate(5), rules: RULES });
  expect(server.harmed()).toEqual([]);
});
