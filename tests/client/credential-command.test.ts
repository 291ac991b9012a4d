import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSession } from '../../client/open-session.ts';
import { secretsOf } from '../../client/session.ts';
import { judge } from '../../judge/judge.ts';
import { startMock } from '../../mock/node.ts';
import { loadTargetFile } from '../../target-file/load.ts';
import { temporaryFolder } from '../cli/assayer.ts';
import { inGate } from '../in-gate.ts';

const BASE = { baseUrl: 'http://127.0.0.1:1' };
const node = (program: string): readonly string[] => [process.execPath, '-e', program];

describe('a program that mints a credential', () => {
  test('prints a token, which is carried as Bearer, or in a field of its own', async () => {
    const run = node('console.log("tok-12345")');
    const bearer = await openSession({ command: { run } }, BASE);
    expect(bearer.session.headers).toEqual({ Authorization: 'Bearer tok-12345' });
    const key = await openSession({ command: { run, header: 'X-Api-Key' }, headers: { 'x-tenant': 'a' } }, BASE);
    expect(key.session.headers).toEqual({ 'x-tenant': 'a', 'X-Api-Key': 'tok-12345' });
    expect(secretsOf(key.session)).toContain('tok-12345');
  });

  test('prints JSON with headers and a cookie, all of which is secret', async () => {
    const run = node(
      'console.log(JSON.stringify({ headers: { "x-a": "aaaa-1" }, cookie: "USER_TOKEN=cccc-1", refresh: "rrrr-1" }))',
    );
    const { session } = await openSession({ command: { run } }, BASE);
    expect(session.headers).toEqual({ 'x-a': 'aaaa-1' });
    expect(session.cookies?.getCookieStringSync(BASE.baseUrl)).toBe('USER_TOKEN=cccc-1');
    expect(secretsOf(session)).toEqual(expect.arrayContaining(['aaaa-1', 'cccc-1', 'rrrr-1']));
  });

  test.each(
    inGate(
      [
        ['console.error("s3cr3t"); process.exit(3)', 'ended with status 3'],
        ['', 'printed nothing'],
        ['console.log("s3cr3t\\ntwo")', 'printed several lines'],
        ['console.log("{s3cr3t")', 'begins like JSON and is not valid JSON'],
        ['console.log(JSON.stringify({ token: "s3cr3t" }))', 'without headers'],
      ],
      5,
    ),
  )('%s is told, and what it printed is not', async (program, message) => {
    const opening = openSession({ command: { run: node(program) } }, BASE);
    await expect(opening).rejects.toThrow(message);
    await expect(opening).rejects.not.toThrow(/s3cr3t/u);
  });

  test('that is not there is told', async () => {
    await expect(openSession({ command: { run: ['./no-such-program'] } }, BASE)).rejects.toThrow('was not found');
  });

  test('runs in the folder of the target file, and is hidden in the results', { tags: ['night'] }, async () => {
    await using folder = await temporaryFolder();
    await using mock = await startMock({ session: 'validated' });
    const script = join(folder.path, 'mint.sh');
    await writeFile(script, '#!/bin/sh\nprintf \'{"cookie":"USER_TOKEN=let-me-in"}\'\n');
    await chmod(script, 0o755);
    const file = { baseUrl: mock.url, claims: { session: 'validated' }, session: { command: { run: ['./mint.sh'] } } };
    await writeFile(join(folder.path, 'target.json'), JSON.stringify(file));
    const loaded = await loadTargetFile(join(folder.path, 'target.json'), '/');
    if (loaded === undefined) throw new Error('it was just written');
    const results = await judge({ target: loaded.file, rules: ['session/authorized'], seed: 1 });
    expect(results.summary.verdict).toBe('conformant');
    expect(JSON.stringify(results)).not.toContain('let-me-in');
  });
});
