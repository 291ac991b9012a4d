import { describe, expect, onTestFinished, test } from 'vitest';
import { type DriftRow, driftBetween } from '../../core/results/drift.ts';
import type { Outcome } from '../../core/results/outcome.ts';
import type { Results } from '../../core/results/results.ts';
import { drift } from '../../judge/drift.ts';
import { judge } from '../../judge/judge.ts';
import { ownAddresses } from '../../mock/node/addresses.ts';
import { type StartedMock, type StartOptions, startMock } from '../../mock/node.ts';
import { allDeviations, together } from '../../proof/deviations/together.ts';
import { DRIFT_REPORTERS, driftText } from '../../reports/drift.ts';
import { startJsonServer } from '../json-server.ts';
import { closedPort } from '../servers.ts';

const QUICK = { rules: ['delete/status', 'read/item', 'read/nested', 'session/authorized'], runs: 2, seed: 1 };

async function served(options: StartOptions): Promise<StartedMock> {
  const mock = await startMock({ control: false, ...options });
  onTestFinished(() => mock.close());
  return mock;
}

function named(rows: readonly DriftRow[]): string[] {
  return rows.map(({ rule, subject, mock, service }) => `${rule} ${subject}: ${mock} / ${service}`);
}

describe('no difference', () => {
  test('of a service that keeps the convention, whatever it claims; its credentials stay its own', {
    tags: ['night'],
  }, async () => {
    const sessions = ['only-the-service-knows'];
    const { url } = await served({ session: 'validated', sessions, emptyQuery: 204, indexBase: 1, version: 'v9' });
    const target = { version: 'v9', session: { cookie: `USER_TOKEN=${sessions[0] ?? ''}` } };
    const claims = { session: 'validated', emptyQuery: 204, indexBase: 1 } as const;
    const found = await drift({
      ...QUICK,
      rules: [...QUICK.rules, 'read/query-*'],
      target: { ...target, claims },
      baseUrl: url,
    });
    expect(named(found.differences)).toEqual([]);
    expect(named(found.undecided)).toEqual([]);
    expect(found.compared).toBeGreaterThan(7);
    expect(JSON.stringify(found)).not.toContain('only-the-service-knows');
  });

  test('where the target file names records that the mock has not by itself', { tags: ['night'] }, async () => {
    const user = { id: 'u7', name: 'Somebody', sshKeys: [{ n: 0 }, { n: 1 }, { n: 2 }] };
    const { url } = await served({ seed: { users: [user], deals: [] } });
    const nested = [{ address: '/users/{id}/ssh-keys/{index}', owner: 'u7', index: 2 }];
    const query = { address: '/users?name={value}', field: '/name', matches: 'Somebody' };
    const resources = [{ name: 'deals' }, { name: 'users', known: 'u7', query, nested }];
    const found = await drift({
      ...QUICK,
      rules: ['read/item', 'read/nested', 'read/query-match'],
      target: { resources },
      baseUrl: url,
    });
    expect(named(found.differences)).toEqual([]);
    expect(found.compared).toBe(4);
  });
});

test('a service that differs is told check by check', { tags: ['night'] }, async () => {
  const faults = (await allDeviations()).filter(({ id }) => id === 'delete-answers-200');
  const { url } = await served({ wrap: together(faults) });
  const found = await drift({ ...QUICK, baseUrl: url });
  expect(named(found.differences)).toEqual(['delete/status deals: pass / fail']);
  expect(found.differences[0]?.reason).toMatch(/^expected status 204, got status 200/u);
  expect(driftText(found)).toMatch(
    /rule +subject +mock +service +reason\n +delete\/status +deals +pass +fail +expected status 204/u,
  );
  expect(DRIFT_REPORTERS.get('markdown')?.(found)).toContain('| delete/status | deals | pass | fail |');
  expect(JSON.parse(DRIFT_REPORTERS.get('json')?.(found) ?? '')).toMatchObject({ format: 'assayer-drift/1' });
});

test('a check without an answer to go by is not compared, and no difference', async () => {
  const { url } = await served({});
  const found = await judge({ ...QUICK, rules: ['session/authorized', 'session/challenge'], baseUrl: url });
  const as = (outcome: Outcome): Results => ({
    ...found,
    results: found.results.map((one) => (one.rule === 'session/authorized' ? { ...one, outcome } : one)),
  });
  const between = (mock: Outcome, service: Outcome): number[] => {
    const { differences, undecided, compared } = driftBetween(as(mock), as(service));
    return [differences.length, undecided.length, compared];
  };
  expect(between('pass', 'inconclusive')).toEqual([0, 1, 1]);
  expect(between('error', 'fail')).toEqual([0, 1, 1]);
  expect(between('not-exercised', 'not-applicable')).toEqual([0, 0, 1]);
  expect(between('fail', 'pass')).toEqual([1, 0, 2]);
  expect(between('pass', 'not-applicable')).toEqual([1, 0, 1]);
});

test('nothing is written to another machine without consent', async () => {
  const { port } = await served({ host: '0.0.0.0' });
  const [address] = ownAddresses();
  // A machine without a network has no address that is not its own alone.
  if (address === undefined) return;
  const found = drift({ ...QUICK, baseUrl: `http://${address}:${port}` });
  await expect(found).rejects.toThrow(/--allow-writes/u);
});

test('resources that the mock does not have are left out, and that is told', { tags: ['night'] }, async () => {
  const server = await startJsonServer();
  onTestFinished(() => server.stop());
  const resources = [{ name: 'posts', collection: '/posts', sample: { title: 'a {unique}' } }, { name: 'users' }];
  const found = await drift({ ...QUICK, rules: ['read/collection'], target: { resources }, baseUrl: server.url });
  expect(named(found.differences)).toEqual(['read/collection users: pass / fail']);
  expect(found.leftOut).toEqual(['posts: the mock has the resources of the document alone']);
});

test('a service that is not there is not compared', async () => {
  const found = await drift({ ...QUICK, baseUrl: `http://127.0.0.1:${await closedPort()}` });
  expect(found.compared).toBe(0);
  expect(found.problem).toMatch(/\S/u);
  expect(driftText(found)).toContain('Not compared: ');
});
