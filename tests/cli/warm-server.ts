import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { warmly } from './warm.ts';

/** A program that scripts start as they would start `assayer`; WARM_URL tells it where the server is. */
export const WARM_CLIENT: string = join(import.meta.dirname, 'warm-client.mjs');

/** Runs the command lines that the program is started with, as `assayer()` does. */
export async function serveWarmly(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(async (request, response) => {
    const { args, cwd } = JSON.parse(await text(request)) as { args: string[]; cwd: string }; // sent by the program
    response.end(JSON.stringify(await warmly(args, cwd)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a host and port
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
