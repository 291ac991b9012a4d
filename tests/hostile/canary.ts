import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that must hear nothing. */
export interface Canary extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
  /** Method and address of what it heard. */
  readonly heard: readonly string[];
}

/** Starts a server that writes down whatever it is asked, connections without a request included. */
export async function startCanary(): Promise<Canary> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"1","name":"from elsewhere"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens on a host and port has such an address
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
