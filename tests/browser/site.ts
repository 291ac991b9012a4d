import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site of a few files, on a port of its own. */
export interface Site extends AsyncDisposable {
  readonly url: string;
}

/** Serves texts by path, as what their names say that they are. */
export async function serveSite(files: Readonly<Record<string, string>>): Promise<Site> {
  const server = createServer((request, response) => {
    const text = files[new URL(request.url ?? '/', 'http://site').pathname];
    if (text === undefined) return response.writeHead(404).end();
    const type = /\.js$/u.test(request.url ?? '') ? 'text/javascript' : 'text/html; charset=utf-8';
    return response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on a host and port
  return {
    // By name: Chromium takes it for a secure context, and cookies go by it.
    url: `http://localhost:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
