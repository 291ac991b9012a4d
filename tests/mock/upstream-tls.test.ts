import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { StartedMock, StartOptions } from '../../mock/node.ts';
import { startMock } from '../../mock/node.ts';
import { assayer, start, temporaryFolder } from '../cli/assayer.ts';
import { certificate } from '../doctor/certificates.ts';
import { inGate } from '../in-gate.ts';
import { closedPort, rawServer } from '../servers.ts';

const folder = await temporaryFolder();
afterAll(() => folder[Symbol.asyncDispose]());
const own = certificate(folder.path, 'own');
const expired = certificate(folder.path, 'expired', { expired: true });
const elsewhere = certificate(folder.path, 'elsewhere', { host: 'elsewhere.example' });

async function started(options: StartOptions): Promise<StartedMock> {
  const mock = await startMock({ notice: () => undefined, ...options });
  onTestFinished(() => mock.close());
  return mock;
}

const behind = (made: typeof own, options: StartOptions = {}): Promise<StartedMock> =>
  started({ https: { cert: String(made?.cert), key: String(made?.key) }, control: false, ...options });

const deal = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"n","price":1}' };

describe.skipIf(own === undefined)('a service behind the mock that speaks TLS (openssl makes the certificates)', () => {
  test('is passed on to where its authority is given', async () => {
    const service = await behind(own, { seed: { users: [{ id: 1, name: 'Behind' }] } });
    const { url } = await started({ upstream: { url: service.url, ca: String(own?.cert) } });
    const answer = await fetch(`${url}/users/1`);
    expect(answer.headers.get('x-mock-source')).toBe('upstream');
    expect(await answer.json()).toMatchObject({ name: 'Behind' });
    const made = await fetch(`${url}/rest/1/deals/`, deal);
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toMatch(new RegExp(`^${url}/rest/1/deals/`, 'u'));
    expect(service.mock.tenants.of('').store.deals.entries.size).toBe(1);
  });

  test.each(
    inGate(
      [
        [
          'is not trusted',
          own,
          undefined,
          'its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT); give its authority: --upstream-ca ca.pem, or upstream.ca in code',
        ],
        ['is over', expired, expired, 'its certificate is not valid at this time (CERT_HAS_EXPIRED)'],
        [
          'is for another name',
          elsewhere,
          elsewhere,
          'its certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID); ask by a name that it holds',
        ],
      ],
      3,
    ),
  )('gets nothing where its certificate %s: the mock answers, and says why', async (_, made, trusted, why) => {
    const service = await behind(made);
    const told: string[] = [];
    const ca = trusted === undefined ? {} : { ca: String(trusted.cert) };
    const { url } = await started({ upstream: { url: service.url, ...ca }, notice: (text) => told.push(text) });
    const source = `mock; upstream was not reached: ${why}`;
    const read = await fetch(`${url}/users/1`);
    expect([read.status, read.headers.get('x-mock-source')]).toEqual([200, source]);
    // A write that never left cannot have taken effect.
    const written = await fetch(`${url}/rest/1/deals/`, deal);
    expect([written.status, written.headers.get('x-mock-source')]).toEqual([201, source]);
    expect(service.mock.log.list()).toEqual([]);
    expect(told).toEqual([`assayer mock: ${new URL(service.url).origin} was not reached: ${why}`]);
  });

  test('gets nothing where its port speaks plain HTTP, and the remedy is told', async () => {
    const service = await started({ control: false });
    const { url } = await started({ upstream: { url: service.url.replace('http:', 'https:') } });
    const answer = await fetch(`${url}/users/1`);
    expect(answer.headers.get('x-mock-source')).toBe(
      'mock; upstream was not reached: the port speaks plain HTTP, and TLS was begun; write http:// in the address',
    );
  });

  test('has its secrets to itself: no other origin gets them by a redirect, a Host or a port that is the same', async () => {
    const other = await rawServer((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    onTestFinished(() => other.close());
    const service = await behind(own, {
      stubs: [
        { route: '/users', status: 302, headers: { location: `${other.url}/users` } },
        { route: '/users/1', status: 307, headers: { location: `//${new URL(other.url).host}/users` } },
      ],
    });
    const { url } = await started({ upstream: { url: service.url, ca: String(own?.cert) } });
    const headers = { authorization: 'Bearer secret', cookie: 'sid=secret' };
    for (const path of ['/users', '/users/1'])
      expect((await fetch(url + path, { redirect: 'manual', headers })).headers.get('x-mock-source')).toBe('upstream');
    expect(other.connections()).toBe(0);
    const [first] = service.mock.log.list();
    expect([first?.ask.header('authorization'), first?.ask.header('cookie')]).toEqual(['Bearer secret', 'sid=secret']);
  });

  test('assayer mock --upstream trusts what NODE_EXTRA_CA_CERTS names, and says on stderr where it trusts nobody', {
    tags: ['night'],
  }, async () => {
    const service = await behind(own, { seed: { users: [{ id: 1, name: 'Behind' }] } });
    const nameBy = async (
      env: Record<string, string>,
      flags: readonly string[] = [],
    ): Promise<readonly [string, string]> => {
      const port = await closedPort();
      const run = start(['mock', '--port', String(port), '--upstream', service.url, ...flags], { env });
      await run.firstLine;
      const { name } = await (await fetch(`http://127.0.0.1:${port}/users/1`)).json();
      run.child.kill('SIGTERM');
      return [name, (await run.ended).stderr];
    };
    expect(await nameBy({ NODE_EXTRA_CA_CERTS: own?.path ?? '' })).toEqual(['Behind', '']);
    expect(await nameBy({}, ['--upstream-ca', own?.path ?? ''])).toEqual(['Behind', '']);
    const [name, stderr] = await nameBy({});
    expect(name).toBe('Ada Lovelace');
    expect(stderr).toContain(
      'its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT); give its authority: --upstream-ca ca.pem',
    );
  });

  test('assayer mock refuses --upstream-ca without --upstream, and a file that is not PEM', async () => {
    const alone = await assayer(['mock', '--upstream-ca', own?.path ?? '']);
    expect(alone.stderr).toContain('--upstream-ca says whom to trust there: give --upstream as well');
    const page = new URL('../../README.md', import.meta.url).pathname;
    const other = await assayer(['mock', '--upstream', 'https://127.0.0.1:1', '--upstream-ca', page]);
    expect(other.stderr).toContain('The file of --upstream-ca');
    expect([alone.status, other.status]).toEqual([2, 2]);
  });
});
