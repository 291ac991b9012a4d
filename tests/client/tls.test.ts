import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../client/client.ts';

const folder = mkdtempSync(join(tmpdir(), 'assayer-tls-'));
const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
const made = spawnSync('openssl', [
  ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
  ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', key, '-out', cert],
]);

// Skipped where openssl is not installed: a certificate is made for each run, none is kept.
describe.skipIf(made.status !== 0)('over TLS', () => {
  let server: Server;
  let baseUrl = '';

  beforeAll(async () => {
    server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
      if (request.method === 'DELETE') response.writeHead(204).end();
      else response.end(`${request.method} ${request.url}`);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A listening TCP server has such an address.
    baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  afterEach(() => {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    vi.restoreAllMocks();
  });

  it('does not trust a certificate that nobody vouches for', async () => {
    const client = createClient({ baseUrl });
    for (const exchange of [
      await client.send({ method: 'GET', address: '/' }),
      await client.probe({ method: 'GET', address: '/' }),
    ]) {
      expect(exchange.failure).toMatchObject({ kind: 'tls', message: expect.stringMatching(/self-signed/u) });
    }
    await client.close();
  });

  it('works once it is trusted, through the client and the probe', async () => {
    // Node warns of what is meant here.
    vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    const client = createClient({ baseUrl });
    for (const address of ['/a%2Fb', '/b']) {
      const { response } = await client.send({ method: 'GET', address });
      expect(Buffer.from(response?.body ?? []).toString()).toBe(`GET ${address}`);
    }
    const { response, wire } = await client.probe({ method: 'DELETE', address: '/' });
    expect(response?.status).toBe(204);
    expect(wire?.afterHeaders).toHaveLength(0);
    await client.close();
  });
});
