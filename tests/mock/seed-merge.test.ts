import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { isSameImage, type StateImage } from '../../mock/state/image.ts';
import { mergeSeed } from '../../mock/state/seed-merge.ts';
import { casesInGate } from '../in-gate.ts';
import { state } from './state-images.ts';

const KINDS = ['deals', 'users', 'commands'] as const;
type Recorded = { readonly id: string };

const EMPTY: StateImage = { format: 'assayer-state/1', deals: [], users: [], commands: [], gone: [], lastNumber: 0 };

function merged(before: StateImage, after: StateImage, live: StateImage): StateImage {
  const mock = createMock({ seed: before });
  const world = mock.tenants.of('');
  world.load(live);
  mock.reseed(after);
  return world.image();
}

const find = (records: readonly Recorded[], id: string): Recorded | undefined => records.find((one) => one.id === id);

test('each record is the new seed’s where it is still the old one’s, and the live one otherwise', () => {
  fc.assert(
    fc.property(state, state, state, fc.boolean(), (before, after, other, mixed) => {
      // Half the time the live state is the seed with some of its records changed, as it mostly is.
      const live = mixed ? { ...before, deals: other.deals } : other;
      const result = merged(before, after, live);
      for (const kind of KINDS) {
        const ids = new Set([...before[kind], ...after[kind], ...live[kind]].map(({ id }) => id));
        for (const id of ids) {
          const [was, next, is] = [find(before[kind], id), find(after[kind], id), find(live[kind], id)];
          const due = isSameImage(was, is) ? next : is;
          expect(isSameImage(find(result[kind], id), due), `${kind} ${id}`).toBe(true);
        }
        expect(result[kind]).toHaveLength(new Set(result[kind].map(({ id }) => id)).size);
      }
    }),
    { numRuns: casesInGate(100) },
  );
});

test('a seed that stays changes nothing, and what is merged once is so for good', { tags: ['night'] }, () => {
  fc.assert(
    fc.property(state, state, state, (before, after, live) => {
      expect(merged(before, before, live)).toEqual(merged(EMPTY, EMPTY, live));
      const once = merged(before, after, live);
      expect(merged(after, after, once)).toEqual(once);
      // As when a process ended between the merge and keeping the new seed.
      expect(merged(before, after, once).deals).toEqual(once.deals);
    }),
    { numRuns: casesInGate(100) },
  );
});

test('what stays against the new seed is told, and nothing else', () => {
  const before = { ...EMPTY, deals: ['1', '2', '3', '4', '5', '6'].map((id) => ({ id, data: { name: 'old' } })) };
  const after = {
    ...EMPTY,
    deals: [
      ...['1', '2', '3'].map((id) => ({ id, data: { name: 'new' } })),
      before.deals[5] ?? before.deals[0],
    ].flatMap((deal) => deal ?? []),
  };
  const live = {
    ...EMPTY,
    deals: [
      { id: '1', data: { name: 'old' } },
      { id: '2', data: { name: 'live' } },
      // 3 was deleted.
      { id: '4', data: { name: 'old' } },
      { id: '5', data: { name: 'live' } },
      { id: '6', data: { name: 'live' } },
    ],
  };
  expect(mergeSeed(before, after, live)).toEqual({
    put: { deals: [{ id: '1', data: { name: 'new' } }], users: [], commands: [] },
    remove: { deals: ['4'], users: [], commands: [] },
    kept: ['/deals/2', '/deals/3', '/deals/5'],
  });
});

test('what a reload leaves alone keeps its validators, and every tenant gets the new seed', async () => {
  const seed = {
    users: [
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ],
  };
  const mock = createMock({ seed });
  const tag = async (path: string): Promise<string | null> =>
    (await mock.fetch(new Request(`http://mock.test${path}`))).headers.get('etag');
  const before = [await tag('/users/1'), await tag('/users/2'), await tag('/_tenant/a/users/1')];
  mock.reseed({
    users: [
      { id: 1, name: 'a' },
      { id: 2, name: 'c' },
    ],
  });
  const after = [await tag('/users/1'), await tag('/users/2'), await tag('/_tenant/a/users/1')];
  expect(after.map((one, i) => one === before[i])).toEqual([true, false, true]);
  const names = await Promise.all(
    ['', '/_tenant/a', '/_tenant/b'].map(
      async (mount) => (await (await mock.fetch(new Request(`http://mock.test${mount}/users/2`))).json()).name,
    ),
  );
  expect(names).toEqual(['c', 'c', 'c']);
  mock.reset();
  expect((await (await mock.fetch(new Request('http://mock.test/users/2'))).json()).name).toBe('c');
});
