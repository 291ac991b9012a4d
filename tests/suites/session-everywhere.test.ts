import { expect, test } from 'vitest';
import type { Result, Results } from '../../core/results/results.ts';
import { judge } from '../../judge/judge.ts';
import type { Fetch } from '../../mock/index.ts';
import type { ResourceFile } from '../../target-file/file.ts';
import { inGate } from '../in-gate.ts';
import { type Ask, serve, type Told } from '../target-file/service.ts';
import { judged } from './judged.ts';

const RULE = 'session/everywhere';
const REFUSED: Told = { status: 401, headers: { 'www-authenticate': 'Bearer realm="notes"' } };
const RIGHT = 'Bearer right';

/** What a service answers to a request without credentials, in place of the usual; `done` is what it would be with them. */
type Door = (ask: Ask, done: () => Told) => Told;

function notes(door: Door): (ask: Ask) => Told {
  const all = new Map<string, object>();
  let next = 0;
  const serveAll = ({ method, path, json: sent }: Ask): Told => {
    if (path === '/notes' && method === 'POST') {
      next += 1;
      all.set(`n${next}`, { ...Object(sent), id: `n${next}` });
      return { status: 201, headers: { location: `/notes/n${next}` }, body: all.get(`n${next}`) };
    }
    if (path === '/notes') return { status: 200, body: [...all.values()] };
    const id = path.slice('/notes/'.length);
    const note = all.get(id);
    if (note === undefined) return { status: 404 };
    if (method === 'GET' || method === 'HEAD') return { status: 200, ...(method === 'GET' ? { body: note } : {}) };
    if (method === 'DELETE') return { status: all.delete(id) ? 204 : 404 };
    all.set(id, { ...Object(sent), id });
    return { status: 204 };
  };
  return (ask) => (ask.headers['authorization'] === RIGHT ? serveAll(ask) : door(ask, () => serveAll(ask)));
}

interface Verdict {
  readonly result: Result | undefined;
  readonly results: Results;
  /** What was asked without credentials. */
  readonly asked: readonly Ask[];
}

async function verdict(door: Door, rules = [RULE], file: Partial<ResourceFile> = {}): Promise<Verdict> {
  await using service = await serve(notes(door));
  const sample = { title: 'note {unique}', stars: 3 };
  const target = {
    baseUrl: service.url,
    session: { headers: { authorization: RIGHT } },
    resources: [{ name: 'notes', collection: '/notes', sample, ...file }],
  };
  const results = await judge({ target, rules, runs: 1, seed: 1 });
  const result = results.results.find(({ rule, subject }) => rule === RULE && subject === 'notes');
  const asked = service.asked.filter(({ headers }) => headers['authorization'] === undefined);
  return { result, results, asked };
}

const bareWhere =
  (isMeant: (ask: Ask) => boolean): Door =>
  (ask) =>
    isMeant(ask) ? { status: 401 } : REFUSED;

const isNobody = ({ path }: Ask): boolean => /notes\/(?!n\d+$)/u.test(path);

const WRONG: readonly [what: string, door: Door][] = [
  ['no challenge to DELETE', bareWhere(({ method }) => method === 'DELETE')],
  ['no challenge to HEAD', bareWhere(({ method }) => method === 'HEAD')],
  ['no challenge to PUT', bareWhere(({ method }) => method === 'PUT')],
  ['no challenge to POST', bareWhere(({ method }) => method === 'POST')],
  ['no challenge of a record', bareWhere(({ path }) => path.startsWith('/notes/'))],
  ['no challenge of what is not there', bareWhere(isNobody)],
  ['no challenge to a browser', bareWhere(({ headers }) => headers['accept'] === 'text/html')],
  ['a challenge that is none', () => ({ status: 401, headers: { 'www-authenticate': 'realm="notes"' } })],
  ['HEAD for anybody', ({ method }, done) => (method === 'HEAD' ? done() : REFUSED)],
  ['DELETE for anybody', ({ method }, done) => (method === 'DELETE' ? done() : REFUSED)],
  ['PUT for anybody', ({ method }, done) => (method === 'PUT' ? done() : REFUSED)],
  ...['DELETE', 'PUT', 'POST'].map((method): [string, Door] => [
    `a refused ${method} that is done`,
    (ask, done) => (ask.method === method ? { ...done(), ...REFUSED } : REFUSED),
  ]),
];

test.each(inGate(WRONG))('found: %s', async (_, door) => {
  const { result } = await verdict(door);
  expect([result?.outcome, result?.reason]).toEqual(['fail', expect.any(String)]);
});

const LEGAL: readonly [what: string, door: Door, outcome: string][] = [
  ['a challenge to each', () => REFUSED, 'pass'],
  [
    'reading is open',
    ({ method }, done) => (method === 'GET' || method === 'HEAD' ? done() : REFUSED),
    'not-applicable',
  ],
  ['what is not there is 404 for anybody', (ask) => (isNobody(ask) ? { status: 404 } : REFUSED), 'pass'],
  ['writes are forbidden', ({ method }) => (method === 'GET' ? REFUSED : { status: 403 }), 'pass'],
  ['everything is forbidden', () => ({ status: 403 }), 'pass'],
  ['anybody may sign up', ({ method }, done) => (method === 'POST' ? done() : REFUSED), 'pass'],
  [
    'a record is shown to anybody',
    (ask, done) => (ask.path === '/notes' || ask.method !== 'GET' ? REFUSED : done()),
    'pass',
  ],
  ['the way to where to sign in', () => ({ status: 302, headers: { location: '/login' } }), 'not-applicable'],
  [
    'a browser gets the page on which to sign in',
    ({ headers }) =>
      headers['accept'] === 'text/html'
        ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Sign in' }
        : REFUSED,
    'pass',
  ],
  ['anybody may do all', (_, done) => done(), 'not-applicable'],
];

test.each(inGate(LEGAL))('legal: %s', async (_, door, outcome) => {
  const { result } = await verdict(door);
  expect([result?.outcome, result?.reason ?? '']).toEqual([outcome, expect.any(String)]);
});

// A cookie may choose whose data is met: there the id of a record of the run is that of somebody else.
test('nothing is written that a stranger is shown', async () => {
  const { result, asked } = await verdict(({ method, path }) => {
    if (method === 'GET' && path === '/notes') return REFUSED;
    return method === 'GET' ? { status: 200, body: { id: 'n1', title: 'of another tenant' } } : { status: 204 };
  });
  expect(asked.filter(({ method, path }) => method !== 'GET' && method !== 'HEAD' && path !== '/notes')).toEqual([]);
  expect(result?.outcome).not.toBe('error');
});

test('what a stranger made is deleted, and told to be the run’s', async () => {
  const { results } = await verdict(({ method }, done) => (method === 'POST' ? done() : REFUSED));
  expect(results.run.leftBehind).toEqual([]);
});

test('what strangers are answered is nothing to rules that watch the run', { tags: ['night'] }, async () => {
  const { results } = await verdict(
    (ask) => (ask.path === '/notes' ? REFUSED : { status: 404 }),
    [RULE, 'create/lasting'],
  );
  expect(results.results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
});

/** The mock behind a door that is shut to who has no cookie. */
const shut =
  (
    open: (request: Request) => boolean,
    answer: (request: Request) => Response | undefined,
  ): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const isRoot = new URL(request.url).pathname === '/';
    if (isRoot || request.headers.has('cookie') || open(request)) return fetch(request);
    return (
      answer(request) ?? new Response(null, { status: 401, headers: { 'www-authenticate': 'Cookie realm="deals"' } })
    );
  };
const bare = (isMeant: (request: Request) => boolean) => (request: Request) =>
  isMeant(request) ? new Response(null, { status: 401 }) : undefined;
const nobody = (): boolean => false;

test.each<[string, (fetch: Fetch) => Fetch, string]>(
  inGate(
    [
      [
        'found: a hold without credentials',
        shut(
          ({ url }) => url.endsWith('/hold'),
          () => undefined,
        ),
        'fail',
      ],
      [
        'found: no challenge to command documents',
        shut(
          nobody,
          bare(({ url }) => url.includes('/commands/')),
        ),
        'fail',
      ],
      [
        'found: no challenge to commands',
        shut(
          nobody,
          bare(({ url }) => url.includes('/command/')),
        ),
        'fail',
      ],
      [
        'found: no challenge to form E',
        shut(
          nobody,
          bare(({ url }) => url.endsWith('/holds')),
        ),
        'fail',
      ],
      [
        'found: no challenge to a reader of command documents',
        shut(
          nobody,
          bare(({ method, url }) => method === 'GET' && url.includes('/commands/')),
        ),
        'fail',
      ],
      [
        'found: deals made by anybody',
        shut(
          ({ method, url }) => method === 'POST' && url.endsWith('/deals/'),
          () => undefined,
        ),
        'fail',
      ],
      ['legal: a challenge to each', shut(nobody, () => undefined), 'pass'],
      ['legal: the plain mock', (fetch) => fetch, 'not-applicable'],
    ],
    3,
  ),
)('%s', async (_, wrap, outcome) => {
  const { of } = await judged([RULE], { wrap, options: { commandQuery: true }, runs: 1 });
  expect([of(RULE, 'deals').outcome, of(RULE, 'deals').reason ?? '']).toEqual([outcome, expect.any(String)]);
});
