import { describe, expect, test } from 'vitest';
import { startMock } from '../../mock/node.ts';
import { inGate } from '../in-gate.ts';
import { assayer } from './assayer.ts';
import { type Passed, type Passing, passing } from './passing.ts';

const SERVER_ERROR: Passed = { status: 500, headers: { 'content-type': 'application/json' }, body: '{"oops":true}' };
const TRUNCATED: Passed = { status: 200, headers: { 'content-type': 'application/json' }, body: '[{"id":"1","na' };

const isKey = ({ method, path }: Passing): boolean => method === 'GET' && /^\/users\/[^/]+\/ssh-keys\//u.test(path);
const isDeal = ({ method, path }: Passing): boolean => method === 'GET' && /^\/rest\/1\/deals\/[^/]+$/u.test(path);
const isDeals = ({ method, path }: Passing): boolean => method === 'GET' && /^\/rest\/1\/deals\/?$/u.test(path);

/** One form by path, one that adds records: what breaks down is the same in the others. */
const SOME_FORMS = { operationForms: ['A', 'C', 'E'] } as const;
const QUICK = ['--runs', '2', '--seed', '1', '--timeout', '5s'];

/** Judges a mock that answers some requests in its own way. */
async function judged(
  isBroken: (asked: Passing) => boolean,
  instead: Passed | undefined,
  ...args: string[]
): Promise<{ status: number | null; stdout: string }> {
  const wrap = passing((asked, answer) => (isBroken(asked) ? instead : answer));
  await using server = await startMock({ ...SOME_FORMS, wrap });
  return await assayer(['check', server.url, ...QUICK, ...args]);
}

// What answers 500 part by part is tried in this process (tests/judge/broken-parts.test.ts).
describe.concurrent('what breaks down while the target is asked what it offers is judged', () => {
  test.each<[string, (asked: Passing) => boolean, RegExp]>([
    ['every PUT', ({ method }) => method === 'PUT', /PUT http:\S+ answered 500/u],
  ])('%s answers 500: exit 1, and the request is named', { tags: ['night'] }, async (_, isBroken, named) => {
    const { status, stdout } = await judged(isBroken, SERVER_ERROR, '--rule', 'status/*', '--rule', 'read/*');
    expect(stdout).toMatch(/✗ status\/no-server-error/u);
    expect(stdout).toMatch(named);
    expect(status).toBe(1);
  });

  test.each(
    inGate<[string, (asked: Passing) => boolean, Passed | undefined, string]>(
      [
        ['deals answer truncated JSON', isDeal, TRUNCATED, 'read/item'],
        ['the list of deals answers truncated JSON', isDeals, TRUNCATED, 'read/collection'],
      ],
      2,
    ),
  )('%s: the subject stays, and its rule fails', { tags: ['night'] }, async (_, isBroken, instead, rule) => {
    const { status, stdout } = await judged(isBroken, instead, '--rule', rule);
    expect(stdout).toContain(`✗ ${rule} on `);
    expect(status).toBe(1);
  });

  test.each(
    inGate<[string, (asked: Passing) => boolean, string]>(
      [
        ['nested records', isKey, 'read/nested'],
        ['deals', isDeal, 'read/item'],
      ],
      2,
    ),
  )('%s are never answered: not judged, and not left out', { tags: ['night'] }, async (_, isBroken, rule) => {
    const { status, stdout } = await judged(isBroken, undefined, '--rule', rule);
    expect(stdout).toMatch(/not judged: .*inconclusive/u);
    expect(status).toBe(2);
  });

  test('a list of deals in truncated JSON is told by the rule about labels as well', { tags: ['night'] }, async () => {
    const { status, stdout } = await judged(isDeals, TRUNCATED, '--rule', 'negotiate/truthful');
    expect(stdout).toContain('✗ negotiate/truthful');
    expect(status).toBe(1);
  });

  test('a PUT that breaks down everywhere says nothing of the forms, and the report says so', {
    tags: ['night'],
  }, async () => {
    const { stdout } = await judged(({ method }) => method === 'PUT', SERVER_ERROR, '--rule', 'status/no-server-error');
    expect(stdout).toMatch(/operationForms = E \(.*in other forms is not known: A was answered 500/u);
  });
});
