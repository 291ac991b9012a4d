import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it passes a proxy. */
export interface Passing {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer as it passes a proxy. */
export interface Passed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A running proxy, and the requests that it saw. */
export interface Proxy extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly Passing[];
}

/** Puts a server in front of another, on port 0. `change` gives another answer, or the same; undefined breaks the connection. */
export async function proxyTo(
  target: string,
  change: (asked: Passing, answer: Passed) => Passed | undefined,
): Promise<Proxy> {
  const asked: Passing[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = 'GET', url: path = '/' } = request;
    const { host: _, connection: __, ...headers } = request.headers as Record<string, string>; // no field of these tests comes twice
    const passing = { method, path, headers };
    asked.push(passing);
    // fetch frames the body itself.
    const { 'content-length': _own, 'transfer-encoding': _coding, expect: _expect, ...others } = headers;
    const body = chunks.length === 0 ? null : Buffer.concat(chunks);
    // A connection of its own: one that is kept may be closed by the service just when it is used again.
    const sent = { method, headers: { ...others, connection: 'close' }, body, redirect: 'manual' } as const;
    const answer = await fetch(target + path, sent);
    // As a reverse proxy does: what the service calls its own address is the proxy's.
    const own = `http://${request.headers.host ?? ''}`;
    const fields = [...answer.headers].map(([name, value]) => [name, value.replace(target, own)] as const);
    const passed = change(passing, {
      status: answer.status,
      headers: Object.fromEntries(fields),
      body: await answer.text(),
    });
    if (passed === undefined) {
      request.socket.destroy();
      return;
    }
    const { 'content-length': ___, 'transfer-encoding': ____, ...kept } = passed.headers;
    const bare = passed.status === 204 || passed.status === 304 || method === 'HEAD';
    response.writeHead(passed.status, kept);
    response.end(bare ? undefined : passed.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on a host and port
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
