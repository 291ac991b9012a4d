import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseCookieFile } from '../../client/cookie-file.ts';
import { type StartedMock, type StartOptions, startMock } from '../../mock/node.ts';
import { inGate } from '../in-gate.ts';

const run = promisify(execFile);
const missing = await run('curl', ['--version']).then(
  () => undefined,
  () => 'curl is not on this machine',
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assayer-sessions-'));
});
afterAll(() => rm(folder, { recursive: true }));

const curl = async (...args: string[]): Promise<string> => (await run('curl', ['-sSg', ...args])).stdout;
const status = (...args: string[]): Promise<string> => curl('-o', '/dev/null', '-w', '%{http_code}', ...args);
const lines = async (file: string): Promise<string[]> =>
  (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('# '));

describe.skipIf(missing !== undefined)(`curl${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  test.each<[string, StartOptions, string, string, (mock: StartedMock) => string]>(
    inGate(
      [
        ['at an address', {}, '', '{}', ({ url }) => url],
        ['at localhost, for other sites', {}, '', '{"crossSite":true}', ({ port }) => `http://localhost:${port}`],
        ['at an address, for other sites', {}, '', '{"crossSite":true}', ({ url }) => url],
        ['at an IPv6 address', { host: '::1' }, '', '{"lifeSeconds":600}', ({ url }) => url],
        ['below a base path', { basePath: '/api' }, '', '{}', ({ url }) => url],
        ['for a tenant', { basePath: '/api' }, '/_tenant/acme', '{"lifeSeconds":600}', ({ url }) => url],
      ],
      6,
    ),
  )('-b takes the file that the mock gives, %s', async (_where, options, tenant, wish, addressOf) => {
    await using mock = await startMock({ session: 'validated', ...options });
    const base = addressOf(mock) + tenant;
    const { id, cookieFile } = JSON.parse(await curl('-d', wish, `${base}/_mock/sessions`));
    const file = join(folder, 'given.txt');
    await curl('-o', file, cookieFile);
    expect((await lines(file)).map((line) => line.split('\t').length)).toEqual([7]);
    expect(await status('-b', file, `${base}/`)).toBe('200');
    expect(await status('-b', file, base)).toBe('200');
    expect(await status(`${base}/`)).toBe('401');
    expect(await status('-X', 'DELETE', `${base}/_mock/sessions/${id}`)).toBe('204');
    expect(await status('-b', file, `${base}/`)).toBe('401');
  });

  test('-c writes the very line that the mock gives: domain, flags, path, expiry and all', {
    tags: ['night'],
  }, async () => {
    await using mock = await startMock({ basePath: '/api' });
    for (const wish of ['{}', '{"lifeSeconds":600}', '{"crossSite":true}']) {
      const [kept, given] = [join(folder, 'kept.txt'), join(folder, 'given.txt')];
      await rm(kept, { force: true });
      const { cookieFile } = JSON.parse(await curl('-c', kept, '-d', wish, `${mock.url}/_mock/sessions`));
      await curl('-o', given, cookieFile);
      const [ours, theirs] = [fieldsOf(await lines(given)), fieldsOf(await lines(kept))];
      expect(ours.cookie.length).toBe(6);
      expect(ours.cookie).toEqual(theirs.cookie);
      // curl adds Max-Age to the second in which the answer came.
      expect(Math.abs(ours.expiry - theirs.expiry)).toBeLessThanOrEqual(5);
      expect(ours.expiry > 0).toBe(wish.includes('life'));
    }
  });

  test('is not told to drop what is live because the mock’s clock is in the past', async () => {
    await using mock = await startMock({ now: () => Date.UTC(2001, 0, 1) });
    const { cookieFile } = JSON.parse(await curl('-d', '{"lifeSeconds":60}', `${mock.url}/_mock/sessions`));
    const file = join(folder, 'past.txt');
    await curl('-o', file, cookieFile);
    expect(parseCookieFile(await readFile(file, 'utf8'), file)).toMatchObject({ cookies: [{ key: 'USER_TOKEN' }] });
    expect(await status('-b', file, `${mock.url}/`)).toBe('200');
  });

  test('follows the login link and logs out again with its own jar', async () => {
    await using mock = await startMock();
    const jar = join(folder, 'jar.txt');
    const visit = (path: string, ...more: string[]): Promise<string> =>
      status('-b', jar, '-c', jar, ...more, `${mock.url}${path}`);
    expect(await visit('/')).toBe('401');
    expect(await visit('/_mock/login?user=ada', '-L')).toBe('200');
    expect(await visit('/')).toBe('200');
    // Without -L: curl reads the file again when it is redirected, and finds there what it was just told to drop.
    expect(await visit('/_mock/logout?to=/')).toBe('303');
    expect(await visit('/')).toBe('401');
    expect(await lines(jar)).toEqual([]);
  });
});

interface CookieLine {
  readonly cookie: readonly string[];
  readonly expiry: number;
}

function fieldsOf([line = '']: readonly string[]): CookieLine {
  const fields = line.split('\t');
  return { cookie: fields.filter((_, index) => index !== 4), expiry: Number(fields[4]) };
}
