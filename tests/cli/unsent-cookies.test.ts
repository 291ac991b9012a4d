import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMock } from '../../mock/node.ts';
import { inGate } from '../in-gate.ts';
import { assayer, temporaryFolder } from './assayer.ts';

const CHECK = ['--rule', 'session/authorized', '--rule', 'session/unauthorized', '--quiet'];

test.each(
  inGate(
    [
      ['is empty', '', /there is no cookie in the cookie file/u],
      ['holds a plain pair', 'USER_TOKEN=abc\n', /“USER_TOKEN=…” is no cookie in this format/u],
      ['has expired', '127.0.0.1\tFALSE\t/\tFALSE\t1\tUSER_TOKEN\tabc\n', /the cookie USER_TOKEN expired/u],
      ['is of another host', 'other.example\tFALSE\t/\tFALSE\t0\tUSER_TOKEN\tabc\n', /no cookie in it goes to/u],
    ] as const,
    2,
  ),
)('a cookie file that %s begins no run', async (_, text, why) => {
  await using folder = await temporaryFolder();
  await using mock = await startMock();
  await writeFile(join(folder.path, 'cookies.txt'), text);
  const { status, stderr } = await assayer(['check', mock.url, ...CHECK, '--cookie-file', 'cookies.txt'], {
    cwd: folder.path,
  });
  expect(stderr).toMatch(/^error: The cookie file gives no session for http/u);
  expect(stderr).toMatch(why);
  expect(stderr).not.toContain('abc');
  expect(status).toBe(2);
});

test('a cookie of another name than the check looks for is no failure of the check', async () => {
  await using mock = await startMock();
  const { status, stdout } = await assayer(['check', mock.url, ...CHECK, '--cookie', 'sid=x']);
  expect(stdout).toMatch(/^not judged: .*no cookie called USER_TOKEN was given; give it, or name the one/u);
  expect(status).toBe(2);
});
