import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { nodeListener } from '../../mock/node/listener.ts';
import { startMock } from '../../mock/node.ts';
import { assayer, temporaryFolder } from './assayer.ts';

const FEW = ['--rule', 'session/authorized', '--rule', 'version/unversioned', '--rule', 'delete/empty'];

/** Makes a certificate in a folder, signed by itself. */
function certificate(
  folder: string,
  name: string,
): { readonly cert: string; readonly key: string; readonly made: boolean } {
  const [key, cert] = [join(folder, `${name}-key.pem`), join(folder, `${name}.pem`)];
  const { status } = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', key, '-out', cert],
  ]);
  return { cert, key, made: status === 0 };
}

const folder = await temporaryFolder();
const own = certificate(folder.path, 'server');
const client = certificate(folder.path, 'client');

async function serve(options: ServerOptions): Promise<{ readonly url: string } & Disposable> {
  const server = createServer(options, nodeListener(createMock(), undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

afterAll(() => folder[Symbol.asyncDispose]());

describe.skipIf(!own.made)('a target over TLS (openssl makes the certificates)', () => {
  let keys: { readonly cert: Buffer; readonly key: Buffer };
  beforeAll(() => {
    keys = { cert: readFileSync(own.cert), key: readFileSync(own.key) };
  });

  test('an unknown authority is named with its remedy; --ca and --insecure let the run begin', async () => {
    using server = await serve(keys);
    const unknown = await assayer(['check', server.url, ...FEW]);
    expect(unknown.status).toBe(2);
    expect(unknown.stdout).toContain('name the authority with --ca <file>');
    expect((await assayer(['check', server.url, ...FEW, '--ca', own.cert])).status).toBe(0);
    expect((await assayer(['check', server.url, ...FEW, '--insecure'])).status).toBe(0);
  });

  test('a certificate of the client is sent, from the options or from the target file', {
    tags: ['night'],
  }, async () => {
    using server = await serve({ ...keys, requestCert: true, ca: readFileSync(client.cert) });
    const without = await assayer(['check', server.url, ...FEW, '--ca', own.cert]);
    expect(without.status).toBe(2);
    expect(without.stdout).toMatch(/certificate.*: give --cert and --key|a certificate: --cert and --key/u);
    const given = ['--ca', own.cert, '--cert', client.cert, '--key', client.key];
    expect((await assayer(['check', server.url, ...FEW, ...given])).status).toBe(0);
    const file = { baseUrl: server.url, tls: { ca: 'server.pem', cert: 'client.pem', key: 'client-key.pem' } };
    await writeFile(join(folder.path, 'target.json'), JSON.stringify(file));
    expect((await assayer(['check', '--target', join(folder.path, 'target.json'), ...FEW])).status).toBe(0);
  });

  test('https to a port that speaks plain HTTP says so', async () => {
    await using mock = await startMock();
    const { status, stdout } = await assayer(['check', mock.url.replace('http:', 'https:'), ...FEW]);
    expect(status).toBe(2);
    expect(stdout).toContain('the port seems to speak plain HTTP: try http://');
  });

  test('plain HTTP to a port that speaks TLS is told with the remedy', async () => {
    using server = await serve(keys);
    const { status, stdout } = await assayer(['check', server.url.replace('https:', 'http:'), ...FEW]);
    expect(status).toBe(2);
    expect(stdout).toMatch(/not judged: .*the port speaks TLS, and plain HTTP was sent: write https:\/\//u);
  });

  test.each([
    [['--ca', '/nowhere.pem'], 'The file of --ca cannot be read'],
    [['--ca', fileURLToPath(new URL('../../package.json', import.meta.url))], 'is not PEM'],
    [['--ca', own.key], 'holds no certificate: it has no line -----BEGIN CERTIFICATE-----'],
    [['--cert', client.cert, '--key', client.cert], 'The file of --key (', 'holds no key'],
    [['--cert', client.cert, '--key', own.key], 'The files of --cert and --key cannot be used together: '],
    [['--cert', client.cert], 'give --cert and --key'],
  ])('%s is refused', async (flags, ...messages) => {
    const { status, stderr } = await assayer(['check', 'https://127.0.0.1:1', ...FEW, ...flags]);
    expect(status).toBe(2);
    for (const message of messages) expect(stderr).toContain(message);
  });

  test('a file that the target file names is told as its member', async () => {
    const path = join(folder.path, 'nope.json');
    await writeFile(path, JSON.stringify({ baseUrl: 'https://127.0.0.1:1', tls: { ca: 'nope.pem' } }));
    const { status, stderr } = await assayer(['check', '--target', path, ...FEW]);
    expect(status).toBe(2);
    expect(stderr).toContain('The file of tls.ca of the target file cannot be read');
  });
});
