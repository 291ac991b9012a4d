import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Claims } from '../core/claims.ts';
import { judge } from '../judge/judge.ts';
import { NULL_SERVERS } from './null-servers.ts';

/** Claims that have every kind of rule tried on a server that knows nothing. */
export const EVERYTHING_CLAIMED: Partial<Claims> = {
  operationForms: ['A', 'C', 'E', 'G'],
  commandQuery: true,
  representations: ['json', 'xml'],
};

/** A server that is closed by itself. */
export interface Served extends AsyncDisposable {
  readonly url: string;
}

/** Serves a listener on a port of its own. */
export async function serve(listener: RequestListener): Promise<Served> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on a port has such an address
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
}

/** The binding passes that a server which knows nothing got, with nothing claimed and with everything: there may be none. */
export async function passesOfNothing(name: string, seed: number): Promise<string[]> {
  const listener = NULL_SERVERS[name];
  if (listener === undefined) throw new Error(`no null server is called ${name}`);
  const passes: string[] = [];
  for (const claims of [{}, EVERYTHING_CLAIMED]) {
    await using nothing = await serve(listener);
    const { results } = await judge({ baseUrl: nothing.url, claims, seed, runs: 3, timeoutMs: 2000 });
    passes.push(
      ...results.filter((r) => r.level === 'must' && r.outcome === 'pass').map((r) => `${r.rule} on ${r.subject}`),
    );
  }
  return passes;
}
