import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Results } from '../../core/results/results.ts';
import type { StartedMock } from '../../mock/node.ts';
import { deletesWith } from '../deletes-with.ts';
import { inGate } from '../in-gate.ts';
import { assayer, type Ended, temporaryFolder } from './assayer.ts';

let broken: StartedMock;
beforeAll(async () => {
  broken = await deletesWith(202);
});
afterAll(() => broken.close());

const ENTRY = {
  rule: 'delete/status',
  subject: 'deals',
  signature: 'expected status 204, got status 202 without a body',
  reason: 'ticket 7',
  owner: 'deals team',
  expires: '2999-12-31',
};

/** Judges with these entries in the file of the working folder. */
async function checked(
  url: string | undefined,
  entries: unknown,
  args: readonly string[] = [],
): Promise<Ended & { results?: Results }> {
  await using folder = await temporaryFolder();
  const text = typeof entries === 'string' ? entries : JSON.stringify({ waivers: entries }, null, 2);
  await writeFile(join(folder.path, 'assayer.waivers.json'), text);
  const target = url === undefined ? [] : [url];
  const all = [
    'check',
    ...target,
    '--rule',
    'delete/status',
    '--rule',
    'session/challenge',
    '--reporter',
    'json=r.json',
    ...args,
  ];
  const ended = await assayer(all, { cwd: folder.path });
  const saved = await readFile(join(folder.path, 'r.json'), 'utf8').catch(() => undefined);
  return saved === undefined ? ended : { ...ended, results: JSON.parse(saved) };
}

test.concurrent('a waived failure is shown as a failure with its waiver, and the gate is green', async () => {
  const { status, stdout, stderr, results } = await checked(broken.url, [{ ...ENTRY, since: '2026-01-01' }]);
  expect(stdout).toContain('✗ delete/status on deals');
  expect(stdout).toMatch(/waived {4}ticket 7 \(deals team; until 2999-12-31, \d+ days left, waived for \d+ days\)/u);
  expect(stdout).toMatch(/\nconformant in what was selected but for 1 waived failure: /u);
  expect(stderr).toContain('assayer.waivers.json');
  expect(status).toBe(0);
  expect(results?.summary.must.fail).toBe(1);
  expect(results?.summary.waivers).toEqual({ waived: 1, problems: [], notes: [] });
  expect(results?.results.find(({ rule }) => rule === ENTRY.rule)).toMatchObject({
    outcome: 'fail',
    signature: ENTRY.signature,
    waiver: { reason: 'ticket 7' },
  });
});

test.concurrent('another defect of the same rule still fails', { tags: ['night'] }, async () => {
  await using other = await deletesWith(200);
  const { status, stdout } = await checked(other.url, [ENTRY]);
  expect(stdout).toContain('assayer.waivers.json:3: delete/status on deals fails in another way than the waived one');
  expect(stdout).toMatch(/\nnon-conformant: 1 of 2 must checks fail; /u);
  expect(status).toBe(1);
});

test.concurrent('--waivers names another file, and the one of the folder is not looked at', {
  tags: ['night'],
}, async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'other.json'), JSON.stringify([ENTRY]));
  await writeFile(join(folder.path, 'assayer.waivers.json'), 'spoilt');
  const few = ['--rule', 'delete/status', '--rule', 'session/challenge'];
  const { status, stdout } = await assayer(['check', broken.url, ...few, '--waivers', 'other.json'], {
    cwd: folder.path,
  });
  expect(stdout).toMatch(/\nconformant in what was selected but for 1 waived failure: /u);
  expect(status).toBe(0);
});

test.concurrent('waivers whose last day is near, and many with one last day, are told and let pass', {
  tags: ['night'],
}, async () => {
  const expires = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const rules = ['delete/status', 'delete/empty', 'create/status'];
  const { status, stdout } = await checked(
    broken.url,
    rules.map((rule) => ({ ...ENTRY, rule, expires })),
  );
  expect(stdout).toMatch(
    /assayer\.waivers\.json:3: the waiver of delete\/status on deals and 2 more expire in (?:9|10) days/u,
  );
  expect(stdout).toContain(`3 waivers expire on one day, ${expires}: the day after, every branch fails at once`);
  expect(status).toBe(0);
});

test.concurrent('a waiver that has to go is named where the text is not printed', async () => {
  await using folder = await temporaryFolder();
  await writeFile(
    join(folder.path, 'assayer.waivers.json'),
    JSON.stringify([{ ...ENTRY, rule: 'delete/state' }], null, 2),
  );
  const { status, stdout, stderr } = await assayer(['check', '--rule', 'delete/status', '--quiet'], {
    cwd: folder.path,
  });
  expect(stdout).toMatch(/^conformant .*1 waiver has to be removed.*\n$/u);
  expect(stderr).toMatch(/^assayer\.waivers\.json:\d+: .*did you mean delete\/status\?\); remove the entry$/mu);
  expect(status).toBe(1);
});

test.concurrent('--bail does not stop at a waived failure', { tags: ['night'] }, async () => {
  const { status, results } = await checked(broken.url, [ENTRY], ['--bail']);
  expect(results?.run.interrupted).toBeUndefined();
  expect(status).toBe(0);
});

test.concurrent.each<[string, string | undefined, object, RegExp]>(
  inGate(
    [
      ['stale', undefined, {}, /assayer\.waivers\.json:3: .* is stale, since the check passes; remove the entry/u],
      [
        'unknown rule',
        undefined,
        { rule: 'delete/state' },
        /assayer\.waivers\.json:3: .*did you mean delete\/status\?\); remove the entry/u,
      ],
      [
        'unknown subject',
        undefined,
        { subject: 'boats' },
        /assayer\.waivers\.json:3: .*names no subject that the rule has/u,
      ],
      [
        'expired',
        'broken',
        { expires: '2020-02-29' },
        /assayer\.waivers\.json:3: .* expired on 2020-02-29; remove the entry/u,
      ],
    ],
    4,
  ),
)('a waiver that is %s makes the gate fail and is told with its line', async (_, url, changes, told) => {
  const { status, stdout } = await checked(url === undefined ? undefined : broken.url, [{ ...ENTRY, ...changes }]);
  expect(stdout).toMatch(told);
  expect(stdout).toContain('1 waiver has to be removed');
  expect(status).toBe(1);
});

describe.concurrent('a file that cannot be used is refused before anything is sent', () => {
  test.each<[string, unknown, RegExp]>(
    inGate(
      [
        [
          'unfilled',
          [{ ...ENTRY, owner: '', expires: ' '.trim() }],
          /assayer\.waivers\.json:3: delete\/status on deals lacks owner, expires/u,
        ],
        [
          'a glob as rule',
          [{ ...ENTRY, rule: 'delete/*' }],
          /assayer\.waivers\.json:3: over-broad: rule "delete\/\*"/u,
        ],
        ['a clause as rule', [{ ...ENTRY, rule: 'delete' }], /over-broad: rule "delete"/u],
        [
          'a glob as subject',
          [ENTRY, { ...ENTRY, subject: '*' }],
          /assayer\.waivers\.json:11: over-broad: subject "\*"/u,
        ],
        ['a glob as signature', [{ ...ENTRY, signature: '*' }], /over-broad: signature "\*"/u],
        [
          'the same entry twice',
          [ENTRY, ENTRY],
          /assayer\.waivers\.json:11: waives the same as assayer\.waivers\.json:3/u,
        ],
        [
          'a day that is not valid',
          [{ ...ENTRY, expires: '2026-02-30' }],
          /expires 2026-02-30 is no day of the calendar/u,
        ],
        [
          'another way to write a day',
          [{ ...ENTRY, expires: '31.12.2026' }],
          /waivers\[0\]\.expires must be a day such as 2026-12-31/u,
        ],
        ['a member that is missing', [{ ...ENTRY, owner: undefined }], /waivers\[0\]\.owner is missing/u],
        ['a member that is not known', [{ ...ENTRY, until: 'x' }], /waivers\[0\]\.until is not known/u],
        ['no JSON', '{"waivers": [', /assayer\.waivers\.json is not JSON/u],
      ],
      Infinity,
    ),
  )('%s', async (_, entries, told) => {
    const { status, stderr, stdout } = await checked(broken.url, entries);
    expect(stderr).toMatch(told);
    expect(stderr).not.toContain('    at ');
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  test('a file that is named and not there', async () => {
    const { status, stderr } = await checked(broken.url, [ENTRY], ['--waivers', 'none.json']);
    expect(stderr).toMatch(/none\.json cannot be read/u);
    expect(status).toBe(2);
  });
});

test.concurrent('a run in which nothing holds is not judged, whatever is waived', async () => {
  const { status, stdout } = await checked(broken.url, [ENTRY], ['--skip', 'session']);
  expect(stdout).toContain('not judged: nothing holds: every failure is waived');
  expect(status).toBe(2);
});

test.concurrent('a list alone is a file of waivers too', async () => {
  expect((await checked(broken.url, `\n${JSON.stringify([ENTRY])}`)).status).toBe(0);
});

describe.concurrent('--write-waivers', () => {
  test('adds what fails, and keeps what a person filled in', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'assayer.waivers.json');
    const mine = { ...ENTRY, signature: 'expected something else' };
    await writeFile(path, JSON.stringify({ $schema: './waivers.schema.json', waivers: [mine] }));
    const write = ['check', broken.url, '--rule', 'delete/status', '--quiet', '--write-waivers', path];
    const first = await assayer(write, { cwd: folder.path });
    expect(first.stderr).toContain('1 waiver added, 1 kept as it was');
    expect(first.status).toBe(1);
    const text = await readFile(path, 'utf8');
    const since = new Date().toISOString().slice(0, 4);
    expect(JSON.parse(text)).toEqual({
      $schema: './waivers.schema.json',
      waivers: [mine, { ...ENTRY, reason: '', owner: '', expires: '', since: expect.stringContaining(since) }],
    });
    const again = await assayer(write, { cwd: folder.path });
    expect(again.stderr).toContain('0 waivers added, 2 kept as they were');
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  test('refuses a file that holds something else, before anything is sent', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'package.json');
    await writeFile(path, '{"name":"mine"}');
    const { status, stderr } = await assayer(['check', broken.url, '--write-waivers', path], { cwd: folder.path });
    expect(stderr).toContain('is not a valid file of waivers');
    expect(await readFile(path, 'utf8')).toBe('{"name":"mine"}');
    expect(status).toBe(2);
  });
});
