import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { askingAgain } from '../../cli/last-failed.ts';
import { retriedIn } from '../../cli/tell-retried.ts';
import { retriedChecks } from '../../core/results/last-failed.ts';
import type { Results } from '../../core/results/results.ts';
import { fileOf } from '../../judge/embedded.ts';
import { judge } from '../../judge/judge.ts';
import { createMock, type Fetch } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';
import { inGate } from '../in-gate.ts';
import { failure, result, resultsOf } from '../reports/sample.ts';
import { assayer, type Running, start, temporaryFolder } from './assayer.ts';
import { blocksOf, commandsIn, expectAsShown } from './page.ts';

/** A mock whose faults can be mended one by one, while it runs. */
function faulty(): { readonly faults: Set<'delete' | 'create' | 'missing'>; readonly wrap: (fetch: Fetch) => Fetch } {
  const faults = new Set<'delete' | 'create' | 'missing'>(['delete', 'create', 'missing']);
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const answer = await fetch(request);
      const { status, headers, body } = answer;
      if (faults.has('delete') && request.method === 'DELETE' && status === 204)
        return new Response(null, { status: 202 });
      if (faults.has('create') && status === 201) return new Response(body, { status: 200, headers });
      if (faults.has('missing') && request.method === 'GET' && status === 404)
        return Response.json({}, { status: 400 });
      return answer;
    };
  return { faults, wrap };
}

const RULES = ['create/status', 'delete/status', 'read/unknown-item', 'session/challenge'];

test('what failed is sent again: fixed, still failing, in another way, or not to be had', async () => {
  const { faults, wrap } = faulty();
  await using mock = await startMock({ port: 0, wrap });
  const target = fileOf(createMock().options, mock.url);
  const before = await judge({ target, rules: RULES, seed: 3, runs: 3 });
  expect(before.results.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule)).toEqual([
    'create/status',
    'delete/status',
    'read/unknown-item',
    'read/unknown-item',
  ]);
  faults.delete('delete');
  const now = await judge(askingAgain({ target }, before));
  const states = retriedIn(before, now).map(({ state, rule }) => `${state} ${rule}`);
  expect(states).toEqual([
    'failing create/status',
    'fixed delete/status',
    'failing read/unknown-item',
    'failing read/unknown-item',
  ]);
  // Only the case that failed, and not the property with its many cases.
  for (const { rule, cases } of now.results) if (rule === 'read/unknown-item') expect(cases).toBe(1);
  expect(now.results.map(({ rule }) => rule)).not.toContain('session/challenge');
  expect(now.run.selection.lastFailed).toBe(true);
});

test('what the earlier run found out of operations is not asked again, and what failed in them is', {
  tags: ['night'],
}, async () => {
  const asked: string[] = [];
  let isFaulty = true;
  // Operations with a spelling of its own, of which one redirects to nowhere in form A.
  const renamed = /\/change_price$/u;
  await using mock = await startMock({
    port: 0,
    operationForms: ['A', 'E'],
    wrap: (fetch) => async (request) => {
      const { pathname } = new URL(request.url);
      asked.push(`${request.method} ${pathname}`);
      if (pathname.endsWith('/change-price')) return new Response(null, { status: 404 });
      const url = request.url.replace(renamed, '/change-price');
      const answer = await fetch(url === request.url ? request : new Request(url, request));
      const isHit = isFaulty && request.method === 'PUT' && pathname.endsWith('/change_price') && answer.status === 204;
      return isHit ? new Response(null, { status: 303 }) : answer;
    },
  });
  const rules = ['create/status', 'operation/served'];
  const before = await judge({ baseUrl: mock.url, rules, seed: 1, runs: 1 });
  const failed = before.results.filter(({ outcome }) => outcome === 'fail');
  expect(failed.map(({ rule, subject }) => `${rule} ${subject}`)).toEqual(['operation/served ChangePrice/A']);
  expect(before.target.operations).toMatchObject({ ChangePrice: { A: '/rest/1/deals/{id}/change_price' } });
  const operated = (): readonly string[] => asked.filter((line) => /^(?:PUT|POST) .*\/deals\/[^/]+\/./u.test(line));
  const first = operated().length;
  asked.splice(0);
  isFaulty = false;
  const now = await judge(askingAgain({}, before));
  expect(retriedIn(before, now).map(({ state, subject }) => `${state} ${subject}`)).toEqual(['fixed ChangePrice/A']);
  expect(new Set(operated().map((line) => line.replace(/\d+/gu, '…')))).toEqual(
    new Set(['PUT /rest/…/deals/…/change_price']),
  );
  expect(operated().length).toBeLessThan(first / 4);
  expect(now.target.claims).toEqual(before.target.claims);
});

test('a rule that watches the whole run is never called fixed by a few answers', () => {
  const broken = failure({ rule: 'status/no-server-error', subject: 'target' });
  const before = resultsOf([broken, failure(), failure({ rule: 'create/gone' })]);
  const now = resultsOf([
    result({ rule: 'status/no-server-error', subject: 'target' }),
    failure({ actual: 'status 500 without a body', reason: 'expected status 201, got status 500' }),
  ]);
  const retried = retriedChecks(before, now, new Set(['status/no-server-error']));
  expect(retried.map(({ state }) => state)).toEqual(['unknown', 'failing', 'unknown']);
  expect(retried[1]?.told).toMatch(/^in another way: /u);
  expect(retried[2]?.told).toBe('there is no such check of this target any more');
});

const UNKNOWN: readonly (readonly [that: string, before: Results, told: RegExp, status: number])[] = [
  [
    'was not judged',
    resultsOf([result({ outcome: 'inconclusive', reason: 'timed out' })]),
    /^error: --last-failed: nothing failed in old\.json, but nothing is known: that run was not judged: 1 binding check was/mu,
    2,
  ],
  ['tried nothing', resultsOf([]), /nothing is known: that run was not judged: no rule matched the selection/u, 2],
  [
    'was judged in part',
    resultsOf([result(), result({ rule: 'delete/status', outcome: 'not-exercised', reason: 'read only' })]),
    /^nothing failed in old\.json$/mu,
    0,
  ],
  [
    'has what does not apply',
    resultsOf([result(), result({ rule: 'delete/status', outcome: 'not-applicable', reason: 'no such thing' })]),
    /^nothing failed in old\.json$/mu,
    0,
  ],
];

test.each(inGate(UNKNOWN))('nothing failed in an earlier run that %s', async (_, before, told, status) => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'old.json'), JSON.stringify(before));
  const ended = await assayer(['check', '--last-failed', 'old.json'], { cwd: folder.path });
  expect(ended.stdout + ended.stderr).toMatch(told);
  expect(ended.status).toBe(status);
});

test('docs/last-failed.md shows what happens', { tags: ['night'] }, async () => {
  await using folder = await temporaryFolder();
  const { faults, wrap } = faulty();
  await using mock = await startMock({ port: 0, wrap });
  faults.delete('missing');
  const shown = (await blocksOf('docs/last-failed.md', 'console')).flatMap(commandsIn);
  expect(shown).toHaveLength(5);
  for (const [i, command] of shown.entries()) {
    if (i === 1) faults.delete('delete');
    await expectAsShown(command, folder.path, (text) => text.replaceAll('http://127.0.0.1:4010', mock.url));
  }
});

test('--watch judges again when a file changes, what failed first', { tags: ['night'] }, async () => {
  await using folder = await temporaryFolder();
  const { faults, wrap } = faulty();
  await using mock = await startMock({ port: 0, wrap });
  faults.delete('missing');
  faults.delete('create');
  const args = ['check', mock.url, '--rule', 'delete/status', '--watch', '--watch-path', folder.path];
  const running = start(args, { cwd: folder.path });
  try {
    await until(() => running.stdout().includes('watching: '), running);
    expect(running.stdout()).toMatch(/✗ delete\/status on deals: .*\nnon-conformant: /u);
    faults.delete('delete');
    await writeFile(join(folder.path, 'server.js'), '// mended');
    await until(() => /\nconformant in what was selected.*\nwatching: /su.test(running.stdout()), running);
    expect(running.stdout()).toMatch(
      /✓ fixed: delete\/status on deals\n1 fixed, 0 still failing, 0 could not be resent/u,
    );
  } finally {
    running.child.kill('SIGINT');
  }
  expect((await running.ended).status).toBe(130);
});

test('--watch tells what each round could not delete, and keeps a ledger of each', { tags: ['night'] }, async () => {
  await using folder = await temporaryFolder();
  await using mock = await startMock({
    wrap: (fetch) => async (request) =>
      request.method === 'DELETE' ? new Response(null, { status: 403 }) : await fetch(request),
  });
  const args = ['check', mock.url, '--rule', 'create/status', '--runs', '1', '--watch', '--watch-path', folder.path];
  const running = start(args, { cwd: folder.path });
  const rounds = (): number => running.stdout().split('watching: ').length - 1;
  try {
    await until(() => rounds() === 1, running);
    await writeFile(join(folder.path, 'server.js'), '// changed');
    await until(() => rounds() === 2, running);
  } finally {
    running.child.kill('SIGINT');
  }
  const { stderr } = await running.ended;
  const ledgers = await readdir(join(folder.path, '.assayer'));
  expect(ledgers.length).toBe(2);
  for (const ledger of ledgers) expect(stderr).toContain(`ledger: .assayer/${ledger}`);
  expect(stderr.match(/^left behind: /gmu)).toHaveLength(2);
});

async function until(done: () => boolean, { ended }: Running): Promise<void> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  while (!done()) {
    if (hasEnded) throw new Error(`the process ended: ${JSON.stringify(await ended)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
