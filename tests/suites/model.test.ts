import { describe, expect, it } from 'vitest';
import { inGate } from '../in-gate.ts';
import { before, type Judged, json, judged, type Look, type Server } from './judged.ts';

const MODEL = ['model/sequence'];

describe('the mock', () => {
  it('comes to what the reference comes to', { tags: ['night'] }, async () => {
    const run = await judged(MODEL, { runs: 50 });
    expect(run.of('model/sequence', 'target')).toMatchObject({ outcome: 'pass' });
    expect(run.of('model/sequence', 'target').cases).toBeGreaterThan(20);
  });
});

/** Where a deal is, without what stands behind its address. */
function dealOf({ path }: Look): string {
  return /^\/rest\/1\/deals\/[^/]+/u.exec(path)?.[0] ?? '';
}

const isItem = (look: Look): boolean => look.path === dealOf(look);

/** A server of which no single request tells the fault. */
interface Forgetful extends Server {
  readonly title: string;
  /** The rule that the failure has to name. */
  readonly rule: string;
  /** The most requests that the shortest sequence may have. */
  readonly shortest: number;
}

const held = new Set<string>();
const shown = new Map<string, unknown>();
const deleted = new Set<string>();
const dead = new Map<string, unknown>();
let deletions = 0;
let sales = 0;

const FORGETFUL: readonly Forgetful[] = [
  {
    title: 'still serves a deal that was held when it was deleted',
    rule: 'delete/removes',
    shortest: 4,
    wrap: before(async (look, next) => {
      if (look.path.endsWith('/hold')) held.add(dealOf(look));
      if (look.method === 'GET' && isItem(look)) {
        const answer = await next();
        if (answer.status === 200) shown.set(look.path, await answer.clone().json());
        return answer.status === 404 && held.has(look.path) ? json(200, shown.get(look.path) ?? {}) : answer;
      }
      return next();
    }),
  },
  {
    title: 'holds a deal that is deleted',
    rule: 'operation/unknown-deal',
    shortest: 3,
    wrap: before(async (look, next) => {
      if (look.method === 'DELETE' && isItem(look)) deleted.add(look.path);
      return look.path.endsWith('/hold') && deleted.has(dealOf(look)) ? new Response(null, { status: 204 }) : next();
    }),
  },
  {
    title: 'lists what is deleted',
    rule: 'delete/removes',
    shortest: 3,
    wrap: before(async (look, next) => {
      const answer = await next();
      if (look.method === 'DELETE' && isItem(look) && answer.status === 204) {
        const id = look.path.split('/').at(-1) ?? '';
        dead.set(id, { id, name: 'gone' });
      }
      if (look.method !== 'GET' || look.path !== '/rest/1/deals/') return answer;
      const list: unknown[] = await answer.json();
      return json(200, [...list, ...dead.values()]);
    }),
  },
  {
    title: 'forgets what deals cost when another one is deleted',
    rule: 'create/any-valid',
    shortest: 4,
    wrap: before(async (look, next) => {
      const answer = await next();
      if (look.method === 'DELETE' && answer.status === 204) sales += 1;
      if (look.method !== 'GET' || !isItem(look) || answer.status !== 200 || sales === 0) return answer;
      return json(200, { ...(await answer.json()), price: 1 });
    }),
  },
  {
    title: 'loses its users with the first deletion',
    rule: 'read/collection',
    shortest: 3,
    wrap: before(async (look, next) => {
      if (look.method === 'DELETE') deletions += 1;
      return look.path === '/users' && deletions > 0 ? json(200, { users: [] }) : next();
    }),
  },
  {
    title: 'answers a creation without a Location',
    rule: 'create/location',
    shortest: 1,
    wrap: before(async (look, next) => {
      const answer = await next();
      if (answer.status !== 201 || look.path !== '/rest/1/deals/') return answer;
      const headers = new Headers(answer.headers);
      headers.delete('location');
      return new Response(answer.body, { status: 201, headers });
    }),
  },
  {
    title: 'answers 401 without a challenge',
    rule: 'session/challenge',
    shortest: 2,
    wrap: before(async (_look, next) => {
      const answer = await next();
      if (answer.status !== 401) return answer;
      const headers = new Headers(answer.headers);
      headers.delete('www-authenticate');
      return new Response(answer.body, { status: 401, headers });
    }),
  },
];

describe('a server that', () => {
  it.each(inGate(FORGETFUL))(
    '$title is told from the reference',
    { tags: ['night'] },
    async ({ rule, shortest, title: _title, ...server }) => {
      const run = await judged(MODEL, { ...server, runs: 10 });
      const result = run.of('model/sequence', 'target');
      expect(result.outcome, result.reason).toBe('fail');
      expect(result.expected).toContain(`(${rule})`);
      expect(result.actual).toContain(`${result.witness.length}. `);
      expect(result.witness.length).toBeLessThanOrEqual(shortest);
      expect(result.replay).toMatch(/^model\/sequence@target@/u);
    },
  );
});

/** Servers that differ from the reference in what the document leaves open. */
const FREE: readonly (Server & { readonly title: string })[] = [
  {
    title: 'pages its list',
    wrap: before(async (look, next) => {
      const answer = await next();
      if (look.method !== 'GET' || look.path !== '/rest/1/deals/') return answer;
      const list: unknown[] = await answer.json();
      return json(200, list.slice(0, 2));
    }),
  },
  ...[400, 403, 405, 409].map((status) => ({
    title: `refuses to delete what was worked on, with ${status}`,
    wrap: before(async (look, next) => {
      if (look.method === 'PUT') held.add(`worked on ${dealOf(look)}`);
      const isRefused = look.method === 'DELETE' && held.has(`worked on ${dealOf(look)}`);
      return isRefused && (await next({ method: 'GET' })).status === 200 ? json(status, {}) : next();
    }),
  })),
  {
    title: 'answers 410 where the reference answers 404, and claims neither',
    file: { claims: { emptyQuery: 200, commandQuery: true, session: 'presence' } },
    wrap: before(async (look, next) => {
      const answer = await next();
      if (look.method === 'DELETE' && answer.status === 204) deleted.add(`gone ${look.path}`);
      return answer.status === 404 && deleted.has(`gone ${dealOf(look)}`) ? json(410, {}) : answer;
    }),
  },
  {
    title: 'shows prices as text and holds as nothing but a word',
    wrap: before(async (look, next) => {
      const answer = await next();
      if (look.method !== 'GET' || !isItem(look) || answer.status !== 200) return answer;
      const { price, held: isHeld, holdReason: _reason, ...rest }: Record<string, unknown> = await answer.json();
      return json(200, { ...rest, price: Number(price).toFixed(2), state: isHeld === true ? 'on hold' : 'open' });
    }),
  },
  {
    title: 'shows holds as numbers, and one on each deal',
    wrap: before(async (look, next) => {
      const answer = await next();
      if (look.method !== 'GET' || !isItem(look) || answer.status !== 200) return answer;
      const deal: Record<string, unknown> = await answer.json();
      return json(200, { ...deal, held: deal['held'] === true ? 1 : 0 });
    }),
  },
  {
    title: 'wraps its records',
    file: {
      resources: [
        { name: 'deals', envelope: { created: '/deal', item: '/deal', list: '/deals' } },
        { name: 'users', envelope: { item: '/user', list: '/users' } },
      ],
    },
    wrap: before(async (look, next) => {
      const answer = await next();
      if (answer.status !== 200 && answer.status !== 201) return answer;
      if (!/^\/(?:rest\/1\/deals|users)(?:\/|$)/u.test(look.path) || look.path.split('/').length > 6) return answer;
      const body: unknown = await answer.json();
      const one = look.path.startsWith('/users') ? 'user' : 'deal';
      const location = answer.headers.get('location');
      const fields = location === null ? {} : { location };
      return json(answer.status, Array.isArray(body) ? { [`${one}s`]: body } : { [one]: body }, fields);
    }),
  },
  {
    title: 'takes operations and does them when nobody looks any more',
    options: { operationForms: ['A'] },
    wrap: before(async (look, next) => {
      if (look.method !== 'PUT') return next();
      const isThere = (await next({ method: 'GET', path: dealOf(look) })).status === 200;
      return isThere ? new Response(null, { status: 204 }) : next();
    }),
  },
  {
    title: 'takes the penalty of an operation off the price',
    wrap: before(async (look, next) => {
      const answer = await next();
      if (look.path.endsWith('/change-completion-date') && answer.ok) held.add(`cheaper ${dealOf(look)}`);
      if (look.method !== 'GET' || !held.has(`cheaper ${look.path}`) || answer.status !== 200) return answer;
      return json(200, { ...(await answer.json()), price: 90 });
    }),
  },
  {
    title: 'holds each new deal until somebody looked at it',
    wrap: before(async (look, next) => {
      const answer = await next();
      if (look.method !== 'GET' || !isItem(look) || answer.status !== 200) return answer;
      return json(200, { ...(await answer.json()), held: true, holdReason: 'new' });
    }),
  },
  { title: 'has no users of the reference', options: { seed: { users: [{ id: 'u-9', name: 'Nadia Comăneci' }] } } },
];

describe('a server that is free to be otherwise and', () => {
  it.each(inGate(FREE, Infinity))('$title is not told from the reference', { tags: ['night'] }, async (server) => {
    const run = await judged(MODEL, { ...server, runs: 30 });
    const [result] = run.results;
    expect(result?.outcome, told(result)).toBe('pass');
  });

  it('spells everything its own way is not compared at all', async () => {
    const run = await judged(MODEL, {
      wrap: before(async (look, next) => next({ path: look.path.replace('/contracts', '/rest/1/deals') })),
      file: {
        resources: [{ name: 'deals', create: '/contracts/', item: '/contracts/{id}', sample: { name: 'a', price: 1 } }],
        operations: [],
      },
    });
    const [result] = run.results;
    expect(result).toMatchObject({ outcome: 'not-applicable' });
    // A collection elsewhere is none of the document's, whatever it is called.
    expect(result?.reason).toContain('the target has no deals of the document');
  });
});

function told(result: Judged['results'][number] | undefined): string {
  return `${result?.reason ?? 'no result'} ${result?.counterexample ?? ''}`;
}

it('a service that leaves a deal on hold for good is failed by the rule about effects, and not by the model', {
  tags: ['night'],
}, async () => {
  const run = await judged([...MODEL, 'operation/effect'], {
    wrap: before(async (look, next) => (look.path.endsWith('/unhold') ? new Response(null, { status: 204 }) : next())),
    options: { operationForms: ['A'] },
  });
  expect(run.ended('fail')).toEqual(['operation/effect UnholdDeal/A']);
  expect(run.ended('pass')).toContain('model/sequence target');
});

it.each([402, 403, 507])(
  'a service that takes so many deals, and answers %i to more, is not failed for it',
  async (status) => {
    let made = 0;
    const run = await judged(MODEL, {
      wrap: before(async (look, next) => {
        const isCreation = look.method === 'POST' && look.path === '/rest/1/deals/';
        if (isCreation && made >= 6) return json(status, {});
        const answer = await next();
        if (isCreation && answer.status === 201) made += 1;
        return answer;
      }),
    });
    const { outcome, reason } = run.of('model/sequence', 'target');
    expect({ outcome, reason }).toEqual({
      outcome: 'not-exercised',
      reason: expect.stringContaining('the service may allow no more records'),
    });
  },
);
