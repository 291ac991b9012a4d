import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Result } from '../../core/results/results.ts';
import { fileOf } from '../../judge/embedded.ts';
import { judgeFile } from '../../judge/judge.ts';
import { createMock, type MockOptions } from '../../mock/index.ts';
import { nodeListener } from '../../mock/node/listener.ts';

/** A server that looks at a request before the mock does; `next` lets the mock answer. */
export type Take = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void;

/** Judges the mock behind a server of node:http: for what only a socket shows. */
export async function judgedOnSockets(
  rules: readonly string[],
  take: Take,
  options: MockOptions = {},
  requireHostHeader = true,
): Promise<readonly Result[]> {
  const mock = createMock(options);
  const pass = nodeListener(mock);
  const server = createServer({ requireHostHeader }, (incoming, outgoing) =>
    take(incoming, outgoing, () => pass(incoming, outgoing)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo;
  try {
    const how = { rules, settleMs: 0, runs: 3, seed: 7, allowWrites: true };
    const { results } = await judgeFile(how, fileOf(mock.options, `http://127.0.0.1:${port}`));
    return results;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The same; gives every result that failed. */
export async function failedOnSockets(...how: Parameters<typeof judgedOnSockets>): Promise<readonly Result[]> {
  return (await judgedOnSockets(...how)).filter(({ outcome }) => outcome === 'fail');
}

/** Keeps the lines of a field for which `isKept` holds; it is called before anybody reads the fields. */
export function keepLines(
  incoming: IncomingMessage,
  field: string,
  isKept: (nth: number, of: number) => boolean,
): void {
  const lines: [string, string][] = [];
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    lines.push([incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '']);
  const own = lines.filter(([name]) => name.toLowerCase() === field);
  const kept = lines.filter((line) => !own.includes(line) || isKept(own.indexOf(line), own.length));
  incoming.rawHeaders = kept.flat();
  const value = kept.filter(([name]) => name.toLowerCase() === field).map(([, one]) => one);
  incoming.headers = { ...incoming.headers, [field]: value.join(', ') };
}
