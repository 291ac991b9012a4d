import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideFate, type FaultDecision, readyPlan } from '../../mock/chaos/decide.ts';
import type { ChaosPlan, Latency } from '../../mock/chaos/plan.ts';
import { matcherOf } from '../../mock/chaos/route.ts';
import { fateOf, tokenOf } from '../../mock/chaos/token.ts';
import { createMock, type Mock } from '../../mock/index.ts';
import { casesInGate } from '../in-gate.ts';

const RUNS = { seed: 20_300_101, numRuns: 200 };

function fate(
  plan: ChaosPlan,
  ordinal: number,
  { tenant = '', method = 'GET', target = '/users/1' } = {},
): FaultDecision {
  const { seed, rules } = readyPlan(plan);
  return decideFate(seed, rules, { tenant, method, target, ordinal }) ?? {};
}

const ordinals = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

describe('what is decided', () => {
  const request = fc.record({
    tenant: fc.constantFrom('', 'acme', 'b'),
    method: fc.constantFrom('GET', 'POST'),
    target: fc.webPath(),
  });

  test('is the same for the same plan and request, and for nothing else by design', () => {
    const latencyMs: Latency = [0, 600_000];
    fc.assert(
      fc.property(request, fc.integer({ min: 1, max: 50 }), fc.integer(), (of, ordinal, seed) => {
        const plan = { seed, rules: [{ latencyMs }] };
        expect(fate(plan, ordinal, of)).toEqual(fate(structuredClone(plan), ordinal, of));
      }),
      RUNS,
    );
    const drawn = [
      fate({ seed: 1, rules: [{ latencyMs }] }, 1),
      fate({ seed: 2, rules: [{ latencyMs }] }, 1),
      fate({ seed: 1, rules: [{ latencyMs }] }, 2),
      fate({ seed: 1, rules: [{ latencyMs }] }, 1, { tenant: 'acme' }),
      fate({ seed: 1, rules: [{ latencyMs }] }, 1, { method: 'HEAD' }),
      fate({ seed: 1, rules: [{ latencyMs }] }, 1, { target: '/users/2' }),
    ];
    expect(new Set(drawn.map(({ delayMs }) => delayMs)).size).toBe(drawn.length);
  });

  test.each([0.01, 0.2, 0.5, 0.9])(
    'strikes a share of %d, over ordinals and over addresses',
    { tags: ['night'] },
    (share) => {
      const plan: ChaosPlan = { seed: 7, rules: [{ share, reset: true }] };
      const count = 10_000;
      const overOrdinals = ordinals(count).filter((n) => fate(plan, n).reset).length;
      const overTargets = ordinals(count).filter((n) => fate(plan, 1, { target: `/users/${n}` }).reset).length;
      // Four standard deviations of the binomial distribution.
      const bound = 4 * Math.sqrt(count * share * (1 - share));
      expect(Math.abs(overOrdinals - count * share)).toBeLessThan(bound);
      expect(Math.abs(overTargets - count * share)).toBeLessThan(bound);
    },
  );

  test('one request says nothing about the next: pairs are struck as often as chance would have it', () => {
    const plan: ChaosPlan = { seed: 3, rules: [{ share: 0.5, reset: true }] };
    const struck = ordinals(10_001).map((n) => fate(plan, n).reset === true);
    const pairs = struck.filter((one, i) => one && struck[i + 1] === true).length;
    expect(Math.abs(pairs - 2500)).toBeLessThan(4 * Math.sqrt(10_000 * 0.25 * 0.75));
  });

  test('no share strikes none, the whole share all; failFirst strikes the first, and a share of the rest', () => {
    const struck = (rule: object): number[] =>
      ordinals(200).filter((n) => fate({ rules: [{ ...rule, status: 500 }] }, n).status === 500);
    expect(struck({ share: 0 })).toEqual([]);
    expect(struck({ share: 1 })).toEqual(ordinals(200));
    expect(struck({})).toEqual(ordinals(200));
    expect(struck({ failFirst: 3 })).toEqual([1, 2, 3]);
    expect(struck({ failFirst: 0 })).toEqual([]);
    const both = struck({ failFirst: 3, share: 0.3 });
    expect(both.slice(0, 3)).toEqual([1, 2, 3]);
    expect(both.slice(3)).toEqual(struck({ share: 0.3 }).filter((n) => n > 3));
    expect(both.length).toBeGreaterThan(20);
  });

  test('rules add up; of two that say the same, the first counts; a Retry-After stays with its status', () => {
    const rules: ChaosPlan['rules'] = [
      { route: '/users/*', latencyMs: 5 },
      { status: 500 },
      { status: 503, retryAfter: 9, latencyMs: 7, bytesPerSecond: 10 },
    ];
    expect(fate({ rules }, 1)).toEqual({ delayMs: 5, status: 500, bytesPerSecond: 10 });
    expect(fate({ rules: rules.slice(2) }, 1)).toEqual({
      delayMs: 7,
      status: 503,
      retryAfter: 9,
      bytesPerSecond: 10,
    });
    expect(fate({ rules: [{ status: 503 }] }, 1)).toEqual({ status: 503, retryAfter: 5 });
  });

  test.each<[string, Latency, number, number, (sorted: readonly number[]) => number, number]>([
    ['a range', [100, 300], 100, 300, mean, 200],
    ['a range the other way round', [300, 100], 100, 300, mean, 200],
    ['normal', { distribution: 'normal', meanMs: 500, deviationMs: 50 }, 200, 800, mean, 500],
    ['exponential', { distribution: 'exponential', meanMs: 200 }, 0, 600_000, mean, 200],
    ['lognormal', { distribution: 'lognormal', medianMs: 80, sigma: 0.5 }, 0, 600_000, median, 80],
    ['a tail that is cut', { distribution: 'exponential', meanMs: 200, maxMs: 150 }, 0, 150, median, 139],
    ['nothing below 0', { distribution: 'normal', meanMs: 0, deviationMs: 50 }, 0, 600_000, median, 0],
  ])('latency of %s', (_, latencyMs, least, most, middle, due) => {
    const drawn = ordinals(4000).map((n) => fate({ seed: 1, rules: [{ latencyMs }] }, n).delayMs ?? -1);
    const sorted = drawn.toSorted((a, b) => a - b);
    expect(sorted[0]).toBeGreaterThanOrEqual(least);
    expect(sorted.at(-1)).toBeLessThanOrEqual(most);
    expect(sorted.every(Number.isInteger)).toBe(true);
    expect(Math.abs(middle(sorted) - due)).toBeLessThanOrEqual(0.06 * due);
  });
});

function mean(of: readonly number[]): number {
  return of.reduce((sum, value) => sum + value, 0) / of.length;
}

function median(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

test.each([
  ['GET /users/*', 'GET', '/users/1', true],
  ['GET /users/*', 'GET', '/users/1/', true],
  ['GET /users/*', 'GET', '/users', false],
  ['GET /users/*', 'GET', '/users/1/address/0', false],
  ['GET /users/*', 'HEAD', '/users/1', false],
  ['GET /users/**', 'GET', '/users/1/address/0', true],
  ['/users', 'POST', '/users', true],
  ['/users', 'OPTIONS', '/users', false],
  ['OPTIONS /users', 'OPTIONS', '/users', true],
  [undefined, 'PUT', '/anything', true],
  [undefined, 'OPTIONS', '/anything', false],
  ['POST /rest/*/deals/', 'POST', '/rest/1/deals/', true],
  ['POST /rest/*/deals', 'POST', '/rest/1/deals/', true],
  ['/users/*.xml', 'GET', '/users/1.xml', true],
  ['/users/*.xml', 'GET', '/users/1xml', false],
  ['/', 'GET', '/', true],
  ['/', 'GET', '/users', false],
  ['/**', 'GET', '/', true],
  ['/a+(b)[c]{d}|^$', 'GET', '/a+(b)[c]{d}|^$', true],
  ['/a*', 'GET', '/a*b', true],
  ['/users/***', 'GET', '/users/1/2', true],
])('the route %s: %s %s, %s', (route, method, path, due) => {
  expect(matcherOf(route)(method, path)).toBe(due);
});

test('stars in a route mean what they would in a regular expression', () => {
  const text = (...characters: string[]) => fc.string({ unit: fc.constantFrom(...characters), maxLength: 12 });
  fc.assert(
    fc.property(text('a', 'b', '/', '*', '**'), text('a', 'b', '/'), (route, path) => {
      const source = `/${route}`.replace(/(?!^)\/$/u, '').replace(/\*\*+|\*/gu, (s) => (s === '*' ? '[^/]*' : '.*'));
      const isDue = new RegExp(`^${source}/?$`, 'u').test(`/${path}`);
      expect(matcherOf(`/${route}`)('GET', `/${path}`)).toBe(isDue);
    }),
    { numRuns: 3000 },
  );
});

test('a route of many stars is decided at once, on a path that just misses it', { tags: ['night'] }, () => {
  const path = `${'/a'.repeat(4000)}/b`;
  for (const star of ['/**/a', '/**a', '/*/a']) expect(matcherOf(star.repeat(300))('GET', path)).toBe(false);
  expect(matcherOf(`${'/**/a'.repeat(300)}/**/b`)('GET', path)).toBe(true);
});

describe('a replay token', () => {
  const count = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });
  const fates = fc.record(
    {
      delayMs: count(0, 600_000),
      status: count(400, 599),
      retryAfter: count(0, 86_400),
      reset: fc.constant(true as const),
      truncateAt: fc.oneof(count(0, 1e9), fc.double({ min: 1e-9, max: 1, maxExcluded: true, noNaN: true })),
      bytesPerSecond: count(1, 1e9),
    },
    { requiredKeys: [] },
  );

  test('holds all of a fate, and stands in an address as it is', () => {
    const some = fates.filter((one) => Object.keys(one).length > 0);
    fc.assert(
      fc.property(some, (one) => {
        const token = tokenOf(one);
        expect(encodeURIComponent(token)).toBe(token);
        expect(token.length).toBeLessThan(100);
        expect(fateOf(token)).toEqual(one);
      }),
      RUNS,
    );
  });

  test.each([
    '',
    'x',
    'delay',
    'delay-',
    'delay--1',
    'delay-1.5',
    'delay-600001',
    'delay-01',
    'delay-1e3',
    'delay-1_delay-1',
    'status-503_delay-1',
    'status-200',
    'status-600',
    'reset-2',
    'cut-1.5',
    'cut--1',
    'drip-0',
    'delay-1_',
    '__proto__-1',
    'constructor-1',
    'delay-NaN',
    'delay-Infinity',
  ])('“%s” is none', (text) => {
    expect(fateOf(text)).toBeUndefined();
  });
});

/** What each request met, by its method and target, in the order in which those with the same ones were sent. */
async function metBy(mock: Mock, requests: readonly string[]): Promise<Record<string, string[]>> {
  const met: Record<string, string[]> = {};
  await Promise.all(
    requests.map(async (line) => {
      const [method = '', path = ''] = line.split(' ');
      // Each place is taken before anything is awaited.
      const own = met[line] ?? [];
      met[line] = own;
      const place = own.push('') - 1;
      const response = await mock.fetch(new Request(`http://mock.test${path}`, { method }));
      own[place] = `${response.status} ${response.headers.get('x-mock-fault')}`;
    }),
  );
  return met;
}

test('what each request meets does not hang on what is asked meanwhile, nor in which order', {
  tags: ['night'],
}, async () => {
  const line = fc.constantFrom(
    'GET /users/1',
    'GET /users/2',
    'HEAD /users/1',
    'GET /users',
    'GET /users?name=a',
    'GET /_tenant/acme/users/1',
    'DELETE /rest/1/deals/99',
  );
  const chaos: ChaosPlan = {
    seed: 11,
    rules: [
      { share: 0.4, status: 503 },
      { route: '/users/*', failFirst: 2, latencyMs: [1, 3] },
      { route: '/users/**', share: 0.5, status: 500 },
    ],
  };
  const sent = fc.array(line, { minLength: 10, maxLength: 40 });
  const two = sent.chain((one) =>
    fc.tuple(fc.constant(one), fc.shuffledSubarray(one, { minLength: one.length, maxLength: one.length })),
  );
  await fc.assert(
    fc.asyncProperty(two, async ([one, other]) => {
      const first = await metBy(createMock({ chaos }), one);
      expect(await metBy(createMock({ chaos }), other)).toEqual(first);
      const alone = createMock({ chaos });
      for (const [request, met] of Object.entries(first)) {
        const again: string[] = [];
        for (const _ of met) again.push(...((await metBy(alone, [request]))[request] ?? []));
        expect(again).toEqual(met);
      }
    }),
    { ...RUNS, numRuns: casesInGate(30) },
  );
});
