import { describe, expect, test } from 'vitest';
import { createMock, type Mock, type MockOptions } from '../../mock/index.ts';
import { handlers } from '../../mock/msw.ts';
import { imageOf } from '../../mock/state/image.ts';
import { openStorage, type PageStorage } from '../../mock/state/keep-in-storage.ts';

/** A storage of a page: texts by name, up to a size. */
function createStorage(limit = Number.POSITIVE_INFINITY): PageStorage & { readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (name) => items.get(name) ?? null,
    setItem(name, value) {
      const others = [...items].reduce((sum, [other, text]) => sum + (other === name ? 0 : text.length), 0);
      if (others + value.length > limit) throw new Error('the quota has been exceeded');
      items.set(name, value);
    },
    removeItem: (name) => void items.delete(name),
  };
}

function load(storage: PageStorage, told: string[] = [], options: MockOptions = {}): Mock {
  const kept = openStorage(storage, 'mock', (text) => told.push(text));
  const mock = createMock({ starts: kept.starts, ...options });
  kept.attach(mock);
  return mock;
}

async function create(mock: Mock, name: string, tenant = ''): Promise<string> {
  const answer = await mock.fetch(
    new Request('http://mock.test/rest/1/deals/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-mock-tenant': tenant },
      body: JSON.stringify({ name, price: 1 }),
    }),
  );
  expect(answer.status).toBe(201);
  return answer.headers.get('location') ?? '';
}

const images = (mock: Mock): unknown =>
  mock.tenants
    .list()
    .map(({ tenant, store, sessions, snapshots }) => [
      ...[tenant, imageOf(store), sessions.list()],
      Object.fromEntries(snapshots),
    ]);

describe('state in a page’s storage', () => {
  test('is there again after a reload: records, tenants, sessions and their ends, snapshots, the clock', async () => {
    const storage = createStorage();
    const mock = load(storage);
    const first = await create(mock, 'one');
    await create(mock, 'two', 'acme');
    await mock.fetch(new Request('http://mock.test/rest/1/deals/1', { method: 'DELETE' }));
    const { sessions } = mock.tenants.of('');
    const session = sessions.mint({ user: 'ada', lifeMs: 1000 });
    sessions.end(sessions.mint({ user: 'grace' }), 'expired');
    mock.tenants.of('').keepSnapshot('now');
    mock.clock.set({ stoppedAt: 5_000_000_000_000, aheadMs: 0 });
    const again = load(storage);
    expect(images(again)).toEqual(images(mock));
    expect(again.clock.setting).toEqual(mock.clock.setting);
    expect((await again.fetch(new Request(first))).status).toBe(200);
    expect(again.tenants.of('').sessions.stateOf(again.tenants.of('').sessions.get(session.id) ?? session)).toBe(
      'expired',
    );
    again.reset();
    expect(images(load(storage))).toEqual(images(again));
  });

  test('is written anew now and then, and never mixes two states', async () => {
    const storage = createStorage();
    const mock = load(storage);
    for (let i = 0; i < 1100; i += 1) await create(mock, `deal ${i}`);
    expect(storage.items.size).toBeLessThan(600);
    expect(images(load(storage))).toEqual(images(mock));
    expect(storage.items.size).toBe(1);
  });

  test('a seed that was changed meanwhile is taken over where nobody changed a record', async () => {
    const storage = createStorage();
    const told: string[] = [];
    await create(load(storage, told, { seed: { users: [{ id: '1', name: 'Ada' }], deals: [] } }), 'one');
    const mock = load(storage, told, { seed: { users: [{ id: '1', name: 'Augusta' }], deals: [] } });
    expect(imageOf(mock.tenants.of('').store)).toMatchObject({
      users: [{ id: '1', data: { name: 'Augusta' } }],
      deals: [{ data: { name: 'one' } }],
    });
    expect(told).toEqual([expect.stringContaining('the seed is another')]);
  });

  test('what cannot be read, or does not fit, is told once, and the mock goes on without', async () => {
    const told: string[] = [];
    const odd = createStorage();
    odd.setItem('mock#0', 'something else');
    await create(load(odd, told), 'one');
    expect(told).toEqual([expect.stringContaining('the mock begins with its seed')]);

    told.length = 0;
    const small = createStorage(20_000);
    const mock = load(small, told);
    for (let i = 0; i < 200; i += 1) await create(mock, `deal ${i}`);
    expect(told).toEqual([expect.stringContaining('the state is kept no longer: the quota')]);
    // No part of a state comes back as if it were all of it.
    expect(small.items.size).toBe(0);
  });

  test('handlers refuse what they cannot do', () => {
    expect(() => handlers({ persist: 'sessionStorage' })).toThrow('there is no sessionStorage here');
    expect(() => handlers({ persist: 'memory' as 'sessionStorage' })).toThrow('Allowed: sessionStorage.');
  });
});
