import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import { type Ask, serve, type Told } from '../target-file/service.ts';

// A service with several tenants: who has no credentials may add to the records of one, and reads none.

const RIGHT = 'Bearer right';
const REFUSED: Told = { status: 401, headers: { 'www-authenticate': 'Bearer realm="notes"' } };

function tenants() {
  const [own, shared] = [new Map<string, object>(), new Map<string, object>([['s1', { id: 's1', title: 'first' }]])];
  let count = 0;
  const answer = ({ method, path, json, headers }: Ask): Told => {
    const isKnown = headers['authorization'] === RIGHT;
    if (path === '/notes' && method === 'POST') {
      if (typeof Object(json).title !== 'string') return { status: 400 };
      count += 1;
      const id = `n${count}`;
      (isKnown ? own : shared).set(id, { ...Object(json), id });
      return { status: 201, headers: { location: `/notes/${id}` }, body: { ...Object(json), id } };
    }
    if (!isKnown) return REFUSED;
    if (path === '/notes') return { status: 200, body: [...own.values()] };
    const id = path.slice('/notes/'.length);
    if (method === 'DELETE') return { status: own.delete(id) ? 204 : 404 };
    const note = own.get(id);
    return note === undefined ? { status: 404 } : { status: 200, body: note };
  };
  return { shared, answer };
}

test('what was created without credentials, and is not shown with them, is told', async () => {
  const { shared, answer } = tenants();
  await using served = await serve(answer);
  const target = {
    baseUrl: served.url,
    session: { headers: { authorization: RIGHT } },
    resources: [{ name: 'notes', collection: '/notes', sample: { title: 'note {unique}' }, update: false as const }],
  };
  const { run } = await judge({ target, rules: ['session/everywhere'], runs: 1, seed: 1 });
  const left = [...shared.keys()].filter((id) => id !== 's1').map((id) => `/notes/${id}`);
  expect(left.length).toBeGreaterThan(0);
  expect((run.leftBehind ?? []).map(({ address }) => new URL(address).pathname).toSorted()).toEqual(left.toSorted());
});
