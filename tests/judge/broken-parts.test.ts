import { describe, expect, test } from 'vitest';
import { statusOf } from '../../cli/status.ts';
import type { Results } from '../../core/results/results.ts';
import { fileOf } from '../../judge/embedded.ts';
import { judgeFile } from '../../judge/judge.ts';
import { createMock } from '../../mock/index.ts';
import { createInProcessClient } from '../../proof/in-process.ts';
import { inGate } from '../in-gate.ts';

const BASE = 'http://127.0.0.1:9';
const OOPS = { oops: true };
// The gate tries the rules that a broken part concerns. SAFETY=all (`npm run safety`) tries all of them.
const all = process.env['SAFETY'] === 'all';

/** Whether a request meets the part that is broken. */
type Broken = (asked: { readonly method: string; readonly path: string; readonly search: string }) => boolean;

const isUsers = (path: string): boolean => /^\/users\/?$/u.test(path);

/** What is broken, and a rule that meets it. */
const PARTS: readonly (readonly [part: string, isBroken: Broken, rule: string])[] = [
  ['every PUT', ({ method }) => method === 'PUT', 'operation/served'],
  ['every POST', ({ method }) => method === 'POST', 'create/status'],
  ['every DELETE', ({ method }) => method === 'DELETE', 'delete/status'],
  ['every OPTIONS', ({ method }) => method === 'OPTIONS', 'session/authorized'],
  ['every HEAD', ({ method }) => method === 'HEAD', 'read/head'],
  ['every ssh-key', ({ method, path }) => method === 'GET' && path.includes('/ssh-keys/'), 'read/nested'],
  ['every deal', ({ method, path }) => method === 'GET' && /\/deals\/[^/]+$/u.test(path), 'read/item'],
  ['every user', ({ method, path }) => method === 'GET' && /^\/users\/[^/]+$/u.test(path), 'read/item'],
  ['form E', ({ method, path }) => method === 'POST' && path.endsWith('/holds'), 'operation/served'],
  ['every POST below a deal', ({ method, path }) => method === 'POST' && /\/deals\/\d/u.test(path), 'operation/served'],
  ['the list of deals', ({ method, path }) => method === 'GET' && /\/deals\/?$/u.test(path), 'read/collection'],
  [
    'the list of users',
    ({ method, path, search }) => method === 'GET' && isUsers(path) && search === '',
    'read/nested',
  ],
  ['the query of users', ({ path, search }) => isUsers(path) && search !== '', 'read/query-match'],
  ['every query', ({ path }) => path.startsWith('/query/'), 'query/status'],
  ['every command', ({ path }) => path.startsWith('/command/'), 'command/status'],
  ['every query and command', ({ path }) => /^\/(?:query|command)\//u.test(path), 'command/status'],
  ['the session check', ({ path }) => path === '/', 'session/authorized'],
];

interface How {
  readonly withFile: boolean;
  readonly rules?: readonly string[];
  readonly concurrency?: number;
}

/** Judges a mock in this process that answers some requests with 500. */
async function judged(isBroken: (request: Request) => boolean | Promise<boolean>, how: How): Promise<Results> {
  const mock = createMock();
  const { withFile, ...options } = how;
  const file = withFile ? fileOf(mock.options, BASE) : { baseUrl: BASE };
  return judgeFile({ runs: 1, seed: 5, ...options }, file, (client) =>
    createInProcessClient(
      client,
      async (request) => ((await isBroken(request)) ? Response.json(OOPS, { status: 500 }) : mock.fetch(request)),
      () => undefined,
    ),
  );
}

const partOf =
  (isBroken: Broken) =>
  ({ method, url }: Request): boolean => {
    const { pathname, search } = new URL(url);
    return isBroken({ method, path: pathname, search });
  };

describe.each([
  ['without a target file', false],
  ['with a target file', true],
])(
  '%s a part that answers 500 makes the exit status 1, and what could not be tried names the cause:',
  (_, withFile) => {
    test.each(inGate(PARTS, Infinity))('%s', { tags: ['night'] }, async (_part, isBroken, rule) => {
      const rules = all ? {} : { rules: [rule, 'status/no-server-error'] };
      const results = await judged(partOf(isBroken), { withFile, ...rules });
      expect(results.results.filter(({ outcome }) => outcome === 'error')).toEqual([]);
      const unnamed = results.results.filter(
        ({ outcome, level, reason = '' }) => outcome === 'not-exercised' && level !== 'may' && !/\b500\b/u.test(reason),
      );
      // Nothing to watch is no check that was left out.
      expect(unnamed.filter(({ reason = '' }) => !/^(?:no|the run) \w+/u.test(reason))).toEqual([]);
      expect(statusOf(results, false)).toBe(1);
    });
  },
);

test.each(['every PUT', 'every POST below a deal', 'every POST', 'every query and command'])(
  'where %s answers 500, nobody can know what is offered: it stays applicable, and is not called a failure of its own',
  async (part) => {
    const [, isBroken] = PARTS.find(([name]) => name === part) ?? [];
    if (isBroken === undefined) throw new Error(`there is no part ${part}`);
    const { results } = await judged(partOf(isBroken), {
      withFile: false,
      rules: ['operation/served', 'command/status', 'query/status'],
    });
    const open = results.filter(({ outcome, reason = '' }) => outcome === 'not-exercised' && /\b500\b/u.test(reason));
    expect(open.length).toBeGreaterThan(0);
    expect(results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  },
);

test.each([
  ['operations', ({ method }: Request) => method === 'PUT' || method === 'POST'],
  ['readings', ({ method }: Request) => method === 'GET'],
])(
  '%s that break down only where requests meet are asked again alone, and taken for offered',
  { tags: ['night'] },
  async (_, isFragile) => {
    let underWay = 0;
    const meetsAnother = async (request: Request): Promise<boolean> => {
      underWay += 1;
      const isAlone = underWay === 1;
      await new Promise((resolve) => setTimeout(resolve, 1));
      const broke = !(isAlone && underWay === 1) && isFragile(request);
      underWay -= 1;
      return broke;
    };
    const { target, results } = await judged(meetsAnother, {
      withFile: false,
      rules: ['operation/served', 'read/nested', 'command/status'],
    });
    expect(target.claims).toMatchObject({ operationForms: ['A', 'B', 'C', 'D', 'E', 'F', 'G'], commandQuery: true });
    expect(results.filter(({ outcome }) => outcome === 'fail' || outcome === 'not-exercised')).toEqual([]);
  },
);
