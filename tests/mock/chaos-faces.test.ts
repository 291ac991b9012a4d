import { describe, expect, test, vi } from 'vitest';
import { type ChaosPlan, type ChaosRule, createMock, type Mock } from '../../mock/index.ts';

const at = (path: string, init: RequestInit = {}): Request => new Request(`http://mock.test${path}`, init);
const withRule = (rule: ChaosRule): Mock => createMock({ chaos: { rules: [rule] } });

/** A mock as it is, and one that something stands in front of. */
describe.each([
  ['bare', (mock: Mock) => mock],
  [
    'wrapped',
    (mock: Mock) => {
      mock.wrap((inner) => (request) => inner(request));
      return mock;
    },
  ],
])('in process, %s', (_name, as) => {
  test('a status answers in the service’s place, which does nothing', async () => {
    const mock = as(withRule({ route: 'POST /rest/**', failFirst: 1, status: 503, retryAfter: 7 }));
    const post = (): Promise<Response> =>
      mock.fetch(
        at('/rest/1/deals/', {
          method: 'POST',
          body: '{"name":"n","price":1}',
          headers: { 'content-type': 'application/json', origin: 'http://page.test' },
        }),
      );
    const refused = await post();
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('7');
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect(await refused.json()).toMatchObject({ status: 503, title: 'Service Unavailable' });
    // A page of another origin sees it, and what repeats it.
    expect(refused.headers.get('access-control-allow-origin')).toBe('http://page.test');
    expect(refused.headers.get('access-control-expose-headers')?.toLowerCase()).toContain('x-mock-fault');
    expect(refused.headers.get('x-mock-fault')).toBe('status-503_retry-7');
    expect(mock.tenants.of('').store.deals.entries.size).toBe(3);
    const done = await post();
    expect([done.status, done.headers.get('x-mock-fault')]).toEqual([201, null]);
  });

  test('a 401 has its challenge, a HEAD no body and its length', async () => {
    const mock = as(withRule({ status: 401 }));
    const head = await mock.fetch(at('/users/1', { method: 'HEAD' }));
    expect(head.headers.get('www-authenticate')).toMatch(/^Cookie /u);
    expect(await head.text()).toBe('');
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
  });

  test('a reset rejects as fetch does, and is in the log; what was asked is done', async () => {
    const mock = as(withRule({ route: 'DELETE /**', reset: true }));
    await expect(mock.fetch(at('/rest/1/deals/1', { method: 'DELETE' }))).rejects.toThrow(TypeError);
    expect(mock.log.list().map(({ fault }) => fault)).toEqual(['reset-1']);
    expect((await mock.fetch(at('/rest/1/deals/1'))).status).toBe(404);
  });

  test('a body is cut after so many bytes, or a share of it, and its length tells the whole', async () => {
    const whole = await (await as(createMock()).fetch(at('/users/1'))).arrayBuffer();
    for (const [truncateAt, due] of [
      [10, 10],
      [0, 0],
      [0.5, Math.floor(whole.byteLength / 2)],
    ] as const) {
      const response = await as(withRule({ truncateAt })).fetch(at('/users/1'));
      expect(response.headers.get('content-length')).toBe(String(whole.byteLength));
      expect(response.headers.get('x-mock-fault')).toBe(`cut-${truncateAt}`);
      const { bytes, failed } = await drain(response);
      expect(failed).toBeInstanceOf(TypeError);
      expect(bytes).toEqual([...new Uint8Array(whole.slice(0, due))]);
    }
  });

  test('a slow body comes whole, in pieces', async () => {
    const whole = new Uint8Array(await (await as(createMock()).fetch(at('/users/1'))).arrayBuffer());
    const response = await as(withRule({ bytesPerSecond: 2000 })).fetch(at('/users/1'));
    const { bytes, chunks, failed } = await drain(response);
    expect(failed).toBeUndefined();
    expect(bytes).toEqual([...whole]);
    expect(chunks).toBe(Math.ceil(whole.length / 200));
  });

  test('latency is waited for, and no longer than anybody waits', async () => {
    vi.useFakeTimers();
    try {
      const mock = as(withRule({ latencyMs: 5000 }));
      const settled = vi.fn();
      const answer = mock.fetch(at('/users/1')).finally(settled);
      await vi.advanceTimersByTimeAsync(4999);
      expect(settled).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect((await answer).headers.get('x-mock-fault')).toBe('delay-5000');

      const given = new AbortController();
      const left = mock.fetch(at('/users/1', { signal: given.signal }));
      await vi.advanceTimersByTimeAsync(10);
      given.abort(new Error('I left'));
      await expect(left).rejects.toThrow('I left');
      await expect(mock.fetch(at('/users/1', { signal: AbortSignal.abort() }))).rejects.toThrow('aborted');
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a slow body ends with who reads it', async () => {
    const given = new AbortController();
    const response = await as(withRule({ bytesPerSecond: 1 })).fetch(at('/users/1', { signal: given.signal }));
    const read = response.text();
    given.abort(new Error('I left'));
    await expect(read).rejects.toThrow('I left');
  });

  test('what does nothing to an answer is not told of it', async () => {
    const mock = as(
      createMock({ chaos: { rules: [{ truncateAt: 100_000 }, { bytesPerSecond: 5, route: 'HEAD /**' }] } }),
    );
    for (const method of ['GET', 'HEAD']) {
      const response = await mock.fetch(at('/users/1', { method }));
      expect([response.status, response.headers.get('x-mock-fault')]).toEqual([200, null]);
    }
    expect(mock.log.list().map(({ fault }) => fault)).toEqual([undefined, undefined]);
  });

  test('a token brings the same fault again, under any plan and under none, and counts for nothing', async () => {
    const mock = as(withRule({ failFirst: 2, latencyMs: [1, 20], status: 502 }));
    const first = await mock.fetch(at('/users/1'));
    const token = first.headers.get('x-mock-fault') ?? '';
    const replay = async (): Promise<[number, string | null, string]> => {
      const response = await mock.fetch(at('/users/1', { headers: { 'x-mock-replay': token } }));
      return [response.status, response.headers.get('x-mock-fault'), await response.text()];
    };
    const due = [502, token, await first.text()];
    expect(await replay()).toEqual(due);
    expect(await replay()).toEqual(due);
    // Still the second of its kind.
    expect((await mock.fetch(at('/users/1'))).status).toBe(502);
    expect((await mock.fetch(at('/users/1'))).status).toBe(200);
    mock.chaos.set(undefined);
    expect(await replay()).toEqual(due);
    mock.chaos.set({ rules: [{ status: 400 }] });
    expect(await replay()).toEqual(due);
    expect(mock.log.list().filter(({ fault }) => fault === token)).toHaveLength(5);
  });

  test('a token that is not valid is refused with 400', async () => {
    const response = await as(createMock()).fetch(at('/users/1', { headers: { 'x-mock-replay': 'again!' } }));
    expect([response.status, response.headers.get('x-mock-fault')]).toEqual([400, null]);
    expect((await response.json()).detail).toBe(
      'x-mock-replay: "again!" is no replay token; send one as x-mock-fault told it',
    );
  });
});

/** Reads a body to its end, or to where it breaks. */
async function drain(response: Response): Promise<{ bytes: number[]; chunks: number; failed: unknown }> {
  const bytes: number[] = [];
  let chunks = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes.push(...chunk);
      chunks += 1;
    }
  } catch (failed) {
    return { bytes, chunks, failed };
  }
  return { bytes, chunks, failed: undefined };
}

describe('who is struck', () => {
  const statusOf = async (mock: Mock, path: string, init?: RequestInit): Promise<number> =>
    (await mock.fetch(at(path, init))).status;

  test('each tenant is counted by itself, and a reset counts anew', async () => {
    const mock = withRule({ failFirst: 1, status: 503 });
    expect(await statusOf(mock, '/users/1')).toBe(503);
    expect(await statusOf(mock, '/users/1')).toBe(200);
    expect(await statusOf(mock, '/_tenant/a/users/1')).toBe(503);
    expect(await statusOf(mock, '/users/1', { headers: { 'x-mock-tenant': 'a' } })).toBe(200);
    mock.reset('a');
    expect(await statusOf(mock, '/_tenant/a/users/1')).toBe(503);
    expect(await statusOf(mock, '/users/1')).toBe(200);
    mock.reset();
    expect(await statusOf(mock, '/users/1')).toBe(503);
  });

  test('a tenant’s own plan goes before everybody’s, and ends with the tenant', async () => {
    const mock = withRule({ status: 503 });
    mock.chaos.set({ rules: [] }, mock.tenants.of('a'));
    expect(await statusOf(mock, '/_tenant/a/users/1')).toBe(200);
    expect(await statusOf(mock, '/_tenant/b/users/1')).toBe(503);
    mock.chaos.set({ rules: [{ status: 429 }] }, mock.tenants.of('a'));
    mock.chaos.set(undefined);
    expect(await statusOf(mock, '/_tenant/a/users/1')).toBe(429);
    expect(await statusOf(mock, '/users/1')).toBe(200);
    mock.tenants.remove('a');
    expect(await statusOf(mock, '/_tenant/a/users/1')).toBe(200);
  });

  test('routes are below the base path', async () => {
    const mock = createMock({ basePath: '/api', chaos: { rules: [{ route: '/users/*', status: 500 }] } });
    expect(await statusOf(mock, '/api/users/1')).toBe(500);
    expect(await statusOf(mock, '/api/_tenant/a/users/1')).toBe(500);
    expect(await statusOf(mock, '/api/users')).toBe(200);
  });

  test('a preflight is not, nor is the control API', async () => {
    const mock = withRule({ status: 500 });
    const asked = { origin: 'http://page.test', 'access-control-request-method': 'PUT' };
    expect(await statusOf(mock, '/users/1', { method: 'OPTIONS', headers: asked })).toBe(204);
    expect(await statusOf(mock, '/_mock/chaos')).toBe(200);
    expect(await statusOf(mock, '/_mock/chaos', { headers: { 'x-mock-replay': 'reset-1' } })).toBe(200);
  });

  test('set again, a plan strikes the same again', async () => {
    const plan: ChaosPlan = { seed: 5, rules: [{ share: 0.5, status: 500 }] };
    const mock = createMock();
    const twenty = async (): Promise<number[]> => {
      mock.chaos.set(plan);
      const met: number[] = [];
      for (let i = 0; i < 20; i += 1) met.push(await statusOf(mock, '/users/1'));
      return met;
    };
    const first = await twenty();
    expect(new Set(first)).toEqual(new Set([200, 500]));
    expect(await twenty()).toEqual(first);
  });

  test('so many addresses are counted and no more', { tags: ['night'] }, async () => {
    const mock = withRule({ failFirst: 1, status: 503 });
    const ask = (n: number): number => mock.answer(asking(`/users/${n}`)).status;
    for (let n = 1; n <= 20_001; n += 1) ask(n);
    expect(mock.tenants.of('').ordinals.size).toBe(20_000);
    expect([ask(20_001), ask(1)]).toEqual([404, 503]);
  });
});

test.each([
  [{ empty: true }, 'the connection was closed without an answer'],
  [{ garbage: true }, 'the answer is no HTTP'],
] as const)('%o is a failed fetch in process', async (fault, told) => {
  const mock = createMock({ chaos: { rules: [fault] } });
  await expect(mock.fetch(new Request('http://mock.test/users'))).rejects.toThrow(told);
});

test('where nothing is ever answered, a fetch in process ends when its signal does', async () => {
  const mock = createMock({ chaos: { rules: [{ silent: true }] } });
  const signal = AbortSignal.timeout(50);
  await expect(mock.fetch(new Request('http://mock.test/users', { signal }))).rejects.toMatchObject({
    name: 'TimeoutError',
  });
});

function asking(path: string): Parameters<Mock['answer']>[0] {
  const body = new Uint8Array();
  return { method: 'GET', path, query: '', origin: undefined, header: () => undefined, fields: () => [], body };
}

test('an option that is no plan is refused with the place and the reason', () => {
  expect(() => createMock({ chaos: { rules: [{ share: 20, status: 503 }] } })).toThrow(
    'the chaos plan is not valid: /rules/0/share must be a share from 0 to 1',
  );
});

test('a plan is as it was given, whatever becomes of the object', async () => {
  const rules: ChaosRule[] = [{ status: 503 }];
  const mock = createMock({ chaos: { rules } });
  rules.pop();
  expect(mock.chaos.plan).toEqual({ seed: 0, rules: [{ status: 503 }] });
});
