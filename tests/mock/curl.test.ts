import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCookieFile } from '../../client/cookie-file.ts';
import { parseCookieText } from '../../client/cookies.ts';
import { type StartedMock, startMock } from '../../mock/node.ts';

const run = promisify(execFile);
const COOKIES = new URL('../../fixtures/cookies/', import.meta.url).pathname;

const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);
const why = hasCurl ? '' : ' (skipped: curl is not on this machine)';

let mock: StartedMock;
let folder: string;

beforeAll(async () => {
  mock = await startMock({ port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'assayer-curl-'));
});

afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true });
});

async function curl(cookieFile: string): Promise<string> {
  const { stdout } = await run('curl', ['-s', '-b', cookieFile, '-w', ' %{http_code}', `${mock.url}/`]);
  return stdout;
}

test.skipIf(!hasCurl)(`curl -b with a file of seven tab-separated fields has a session${why}`, async () => {
  expect(await curl(join(COOKIES, 'session.txt'))).toBe('"OK" 200');
  expect(await curl(join(COOKIES, 'httponly.txt'))).toBe('"OK" 200');
});

test.skipIf(!hasCurl)(`curl -b with a plain name=value line has none (document 5.5)${why}`, async () => {
  expect(await curl(join(COOKIES, 'plain.txt'))).toBe('"not authorized" 401');
});

test.skipIf(!hasCurl)(`curl -b reads the file that assayer writes${why}`, async () => {
  const file = join(folder, 'written.txt');
  await writeFile(file, writeCookieFile(parseCookieText('USER_TOKEN=written; other=1', mock.url)));
  expect(await curl(file)).toBe('"OK" 200');
});
