import { execFile, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Agent, fetch as fetchThrough } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keptCertificate, makeCertificate, namesOf } from '../../mock/node/certificate.ts';
import { type StartedMock, startMock } from '../../mock/node.ts';
import { start, temporaryFolder } from '../cli/assayer.ts';

const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe('a mock over TLS', () => {
  let mock: StartedMock;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let ca: string;
  beforeAll(async () => {
    mock = await startMock({ https: true });
    folder = await temporaryFolder();
    ca = join(folder.path, 'ca.pem');
    writeFileSync(ca, mock.certificate ?? '');
  });
  afterAll(async () => {
    await mock.close();
    await folder[Symbol.asyncDispose]();
  });

  test.skipIf(!hasCurl)(
    'is trusted by curl with its certificate, by name and by address, and not without',
    { tags: ['night'] },
    async () => {
      for (const host of ['127.0.0.1', 'localhost']) {
        const { stdout } = await run('curl', ['-sS', '--cacert', ca, `https://${host}:${mock.port}/users/1.json`]);
        expect(JSON.parse(stdout)).toMatchObject({ id: '1' });
      }
      await expect(run('curl', ['-sS', `${mock.url}/users`])).rejects.toThrow(/certificate/iu);
    },
  );

  test.skipIf(!hasCurl)('gives sessions that leave over TLS alone, for other sites too', async () => {
    const jar = join(folder.path, 'jar.txt');
    const curl = (...args: string[]): Promise<{ stdout: string }> => run('curl', ['-sS', '--cacert', ca, ...args]);
    const minted = await curl('-i', '-c', jar, '-X', 'POST', `${mock.url}/_mock/sessions`);
    expect(minted.stdout).toMatch(/^set-cookie: .*; SameSite=Lax; Secure\r$/imu);
    expect((await curl('-b', jar, `${mock.url}/`)).stdout).toBe('"OK"');
    const crossSite = await curl('-i', '--json', '{"crossSite":true}', `${mock.url}/_mock/sessions`);
    expect(crossSite.stdout).toMatch(/^set-cookie: .*; SameSite=None; Secure\r$/imu);
  });

  test('is trusted by node with NODE_EXTRA_CA_CERTS', { tags: ['night'] }, async () => {
    const script = `fetch(process.argv[1]).then((answer) => console.log(answer.status, answer.url))`;
    const ask = (env: NodeJS.ProcessEnv): Promise<{ stdout: string }> =>
      run(process.execPath, ['-e', script, `${mock.url}/users`], { env: { ...process.env, ...env } });
    expect((await ask({ NODE_EXTRA_CA_CERTS: ca })).stdout).toBe(`200 ${mock.url}/users\n`);
    await expect(ask({ NODE_EXTRA_CA_CERTS: '' })).rejects.toThrow(/certificate/u);
  });

  test('tells its addresses with https, and its control API listens to its own page', async () => {
    const dispatcher = new Agent({ connect: { ca: mock.certificate } });
    const made = await fetchThrough(`${mock.url}/rest/1/deals/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"n","price":1}',
      dispatcher,
    });
    expect(made.headers.get('location')).toMatch(
      new RegExp(`^https://127\\.0\\.0\\.1:${mock.port}/rest/1/deals/`, 'u'),
    );
    const own = { origin: mock.url };
    expect((await fetchThrough(`${mock.url}/_mock/log`, { headers: own, dispatcher })).status).toBe(200);
    // What was not read keeps a connection open.
    await dispatcher.destroy();
  });
});

describe('certificates', () => {
  test('are kept, and made anew for other names; the key is its owner’s alone', async () => {
    await using folder = await temporaryFolder();
    const first = await keptCertificate(folder.path, ['localhost', '127.0.0.1']);
    expect(await keptCertificate(folder.path, ['localhost'])).toEqual(first);
    const second = await keptCertificate(folder.path, ['localhost', 'mock.test', '::1']);
    expect(second.cert).not.toBe(first.cert);
    expect(new X509Certificate(second.cert).checkHost('mock.test')).toBe('mock.test');
    expect(statSync(join(folder.path, 'mock-key.pem')).mode & 0o077).toBe(0);
    writeFileSync(join(folder.path, 'mock-certificate.pem'), 'spoilt');
    expect((await keptCertificate(folder.path, ['localhost'])).cert).toContain('BEGIN CERTIFICATE');
  });

  test('name where the mock is reached', () => {
    expect(namesOf('127.0.0.1', ['10.0.0.1'])).toEqual(['localhost', '127.0.0.1', '::1']);
    expect(namesOf('0.0.0.0', ['10.0.0.1', '[fd00::1]'])).toEqual([
      'localhost',
      '127.0.0.1',
      '::1',
      '10.0.0.1',
      'fd00::1',
    ]);
    expect(namesOf('mock.test', [])).toContain('mock.test');
  });

  test('that cannot be used are refused', async () => {
    const [one, other] = await Promise.all([makeCertificate(['localhost']), makeCertificate(['localhost'])]);
    const refused = (https: unknown): Promise<unknown> => startMock({ https } as Parameters<typeof startMock>[0]);
    await expect(refused({ cert: one.cert, key: other.key })).rejects.toThrow('cannot be used together');
    await expect(refused({ cert: one.cert })).rejects.toThrow('give true, or an object with cert and key');
    await expect(refused(false)).rejects.toThrow('give true, or an object with cert and key');
  });

  test('are made and kept by the command line, which says what to try', { tags: ['night'] }, async () => {
    await using folder = await temporaryFolder();
    const served = start(['mock', '--port', '0', '--https'], { cwd: folder.path });
    const line = await served.firstLine;
    served.child.kill('SIGTERM');
    const { stdout } = await served.ended;
    expect(line).toMatch(/^listening on https:\/\/127\.0\.0\.1:\d+$/u);
    expect(stdout).toContain('curl -i --cacert .assayer/mock-certificate.pem https://127.0.0.1:');
    expect(stdout).toContain('--ca .assayer/mock-certificate.pem');
  });
});
