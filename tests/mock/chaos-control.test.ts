import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readChaos } from '../../cli/chaos-plan.ts';
import { chaosSchema } from '../../fixtures/schemas/chaos.ts';
import { violationsInPlan } from '../../mock/chaos/plan.ts';
import { createMock, type Mock } from '../../mock/index.ts';

const PLAN = { seed: 4, rules: [{ route: 'GET /users/*', failFirst: 1, status: 503, retryAfter: 2 }] };

function call(mock: Mock, method: string, path: string, body?: unknown): Promise<Response> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { 'content-type': 'application/json' };
  return mock.fetch(new Request(`http://mock.test${path}`, { method, headers, ...content }));
}

describe('the control API', () => {
  test('sets a plan, tells it, and ends it', async () => {
    const mock = createMock();
    expect(await (await call(mock, 'GET', '/_mock/chaos')).json()).toEqual({ seed: 0, rules: [] });
    const put = await call(mock, 'PUT', '/_mock/chaos', PLAN);
    expect([put.status, await put.json()]).toEqual([200, PLAN]);
    expect(await (await call(mock, 'GET', '/_mock/chaos')).json()).toEqual(PLAN);
    expect(mock.chaos.plan).toEqual(PLAN);
    expect((await call(mock, 'GET', '/users/1')).status).toBe(503);
    expect((await call(mock, 'DELETE', '/_mock/chaos')).status).toBe(204);
    expect((await call(mock, 'GET', '/users/2')).status).toBe(200);
  });

  test('below a tenant’s prefix it is about that tenant', async () => {
    const mock = createMock();
    await call(mock, 'PUT', '/_tenant/a/_mock/chaos', PLAN);
    expect((await call(mock, 'GET', '/users/1')).status).toBe(200);
    expect((await call(mock, 'GET', '/_tenant/a/users/1')).status).toBe(503);
    expect(await (await call(mock, 'GET', '/_tenant/a/_mock/chaos')).json()).toEqual(PLAN);
    expect(await (await call(mock, 'GET', '/_mock/chaos')).json()).toEqual({ seed: 0, rules: [] });
    await call(mock, 'DELETE', '/_tenant/a/_mock/chaos');
    expect((await call(mock, 'GET', '/_tenant/a/users/2')).status).toBe(200);
  });

  test('refuses a plan that is not valid with every place and reason, and keeps the one it has', async () => {
    const mock = createMock({ chaos: PLAN });
    const rules = [{ share: 2, status: 200, retyAfter: 1 }, {}, { retryAfter: 1, reset: true }, 7];
    const response = await call(mock, 'PUT', '/_mock/chaos', { seed: 0.5, rules });
    expect(response.status).toBe(400);
    const { errors } = await response.json();
    expect(errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/seed',
      '/rules/0/retyAfter',
      '/rules/0/share',
      '/rules/0/status',
      '/rules/1',
      '/rules/2/retryAfter',
      '/rules/3',
    ]);
    expect((await call(mock, 'PUT', '/_mock/chaos', [])).status).toBe(400);
    expect(mock.chaos.plan).toEqual(PLAN);
  });
});

test('the published schema and the mock take the same plans', () => {
  const bySchema = new Ajv2020({ strict: false }).compile(chaosSchema);
  const number = fc.oneof(
    fc.constantFrom(
      -1,
      0,
      0.5,
      1,
      1.5,
      5,
      6,
      200,
      400,
      503,
      599,
      600,
      86_400,
      86_401,
      600_000,
      600_001,
      1e9,
      1e9 + 1,
      1e30,
    ),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  const latency = fc.oneof(
    fc.array(number, { maxLength: 3 }),
    fc.record(
      {
        distribution: fc.constantFrom('normal', 'exponential', 'lognormal', 'other'),
        meanMs: number,
        deviationMs: number,
        medianMs: number,
        sigma: number,
        maxMs: number,
      },
      { requiredKeys: [] },
    ),
    fc.constant({ distribution: 'normal', meanMs: 5, deviationMs: 1 }),
    fc.constant({ distribution: 'exponential', meanMs: 5, maxMs: 9 }),
    fc.constant({ distribution: 'lognormal', medianMs: 5, sigma: 1 }),
  );
  const odd = fc.constantFrom<unknown>(null, true, false, '', 'x', [], {});
  const value = fc.oneof({ weight: 8, arbitrary: number }, { weight: 1, arbitrary: odd });
  const rule = fc.record(
    {
      route: fc.oneof(fc.constantFrom('GET /users', '/users/*', 'users', 'get /users', 'GET  /users', '/a b', ''), odd),
      share: value,
      failFirst: value,
      latencyMs: fc.oneof(latency, value),
      status: value,
      retryAfter: value,
      reset: odd,
      silent: odd,
      empty: odd,
      garbage: odd,
      truncateAt: value,
      bytesPerSecond: value,
      other: value,
    },
    { requiredKeys: [] },
  );
  const likely = fc.record(
    { status: fc.constant(503), share: number, latencyMs: latency },
    { requiredKeys: ['status'] },
  );
  const plan = fc.oneof(
    odd,
    fc.record({ seed: value, rules: fc.oneof(odd, fc.array(rule, { maxLength: 2 })) }, { requiredKeys: [] }),
    fc.record({ seed: fc.integer(), rules: fc.array(likely, { maxLength: 2 }) }),
    fc.record({ rules: fc.constant([]), $schema: odd, more: value }, { requiredKeys: ['rules'] }),
  );
  let taken = 0;
  fc.assert(
    fc.property(plan, (one) => {
      const valid = bySchema(one);
      taken += valid ? 1 : 0;
      expect(violationsInPlan(one).length === 0, JSON.stringify(bySchema.errors)).toBe(valid);
    }),
    { seed: 20_300_101, numRuns: 5000 },
  );
  expect(taken).toBeGreaterThan(200);
});

test('the plan in the documentation is one', async () => {
  const text = await readFile(new URL('../../docs/mock-chaos.md', import.meta.url), 'utf8');
  const plan: unknown = JSON.parse(/^```json\n(.*?)^```/msu.exec(text)?.[1] ?? '');
  expect(violationsInPlan(plan)).toEqual([]);
});

describe('the command line', () => {
  test('a rule in a word', async () => {
    const chaosRule = [
      'GET /users/* share=0.2 status=503',
      'latencyMs=100..500',
      '/users failFirst=2 reset',
      'POST /rest/** truncateAt=0.5 bytesPerSecond=100',
    ];
    expect(await readChaos({ chaosRule, chaosSeed: 9 })).toEqual({
      seed: 9,
      rules: [
        { route: 'GET /users/*', share: 0.2, status: 503 },
        { latencyMs: [100, 500] },
        { route: '/users', failFirst: 2, reset: true },
        { route: 'POST /rest/**', truncateAt: 0.5, bytesPerSecond: 100 },
      ],
    });
    expect(await readChaos({ chaosSeed: 9 })).toBeUndefined();
  });

  test.each([
    ['GET /users', '--chaos-rule "GET /users": must have a fault'],
    ['users status=503', '/route must be a method and a path'],
    ['/users status=fine', '/status must be a status from 400 to 599'],
    ['/users status=', '/status must be'],
    ['/users statys=503', '/statys is no member that is known here'],
  ])('a rule that is not valid: %s', async (rule, told) => {
    await expect(readChaos({ chaosRule: [rule] })).rejects.toThrow(told);
  });

  test('a file, and rules after its own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assayer-chaos-'));
    try {
      const file = join(folder, 'chaos.json');
      await writeFile(file, JSON.stringify(PLAN));
      expect(await readChaos({ chaos: file, chaosRule: ['reset'] })).toEqual({
        ...PLAN,
        rules: [...PLAN.rules, { reset: true }],
      });
      expect(await readChaos({ chaos: file, chaosSeed: 1 })).toEqual({ ...PLAN, seed: 1 });
      await writeFile(file, '{"rules":[{"status":1}]}');
      await expect(readChaos({ chaos: file })).rejects.toThrow(`--chaos ${file}: /rules/0/status must be a status`);
      await writeFile(file, '{');
      await expect(readChaos({ chaos: file })).rejects.toThrow(`--chaos ${file}: `);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
