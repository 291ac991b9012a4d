// `npm run bench:check [-- --rounds 5 --write]`: a whole run beside the same requests sent by undici alone, and its start beside a
// script that imports undici. `--write` renews docs/bench-check.{md,json,svg}.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '../client/client.ts';
import { fileOf } from '../judge/embedded.ts';
import { judgeFile } from '../judge/judge.ts';
import { createMock } from '../mock/index.ts';
import { type CheckFigures, renderChart, renderPage } from './check-report.ts';
import { MOCK, open } from './server.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, write: { type: 'boolean', default: false } },
});
const CONCURRENCY = 8;
const MAIN = path('../dist/cli/main.js');
const folder = await mkdtemp(join(tmpdir(), 'assayer-bench-'));
const requestFile = join(folder, 'requests.json');

try {
  const requests = await recordRequests();
  const pairs = { run: [] as number[], floor: [] as number[], start: [] as number[], script: [] as number[] };
  // In turn, so that a drift of the machine strikes both alike.
  for (let round = 0; round < Number(values.rounds); round += 1) {
    pairs.run.push(await wholeRun((url) => [MAIN, 'check', url, '--seed', '1', '--no-ledger', '--quiet']));
    pairs.floor.push(await wholeRun((url) => [path('floor.mjs'), requestFile, url, String(CONCURRENCY)]));
    pairs.start.push(await firstRequest((url) => [MAIN, 'check', url, '--no-ledger', '--quiet']));
    pairs.script.push(await firstRequest((url) => [path('first-request.mjs'), url]));
  }
  const figures: CheckFigures = {
    node: process.versions.node,
    loadAverage: loadavg()[1] ?? 0,
    requests,
    concurrency: CONCURRENCY,
    ...pairs,
  };
  process.stdout.write(renderPage(figures));
  if (values.write) {
    await writeFile(path('../docs/bench-check.md'), renderPage(figures));
    await writeFile(path('../docs/bench-check.json'), `${JSON.stringify(figures, null, 2)}\n`);
    await writeFile(path('../docs/bench-check.svg'), renderChart(figures));
  }
} finally {
  await rm(folder, { recursive: true });
}

function path(relative: string): string {
  return new URL(relative, import.meta.url).pathname;
}

/** Judges a mock once and keeps every request, to be sent again by the floor. */
async function recordRequests(): Promise<number> {
  await using server = await open(MOCK);
  let client: ReturnType<typeof createClient> | undefined;
  await judgeFile({ seed: 1, allowWrites: true }, fileOf(createMock().options, server.url), (options) => {
    client = createClient(options);
    return client;
  });
  const sent = (client?.exchanges ?? []).map(({ request: { method, url, headers, body } }) => ({
    method,
    path: url.slice(new URL(url).origin.length),
    headers: headers.filter(([name]) => !/^(?:host|connection|content-length)$/iu.test(name)).flat(),
    body: body === null ? null : Buffer.from(body).toString('base64'),
  }));
  await writeFile(requestFile, JSON.stringify(sent));
  return sent.length;
}

/** Milliseconds from the start of a process to its end, beside a mock of its own. */
async function wholeRun(args: (url: string) => readonly string[]): Promise<number> {
  await using server = await open(MOCK);
  const begin = performance.now();
  const child = spawn(process.execPath, [...args(server.url)], { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`${args(server.url).join(' ')} ended with ${status}`);
  return performance.now() - begin;
}

/** Milliseconds from the start of a process to the first request that it sends. */
async function firstRequest(args: (url: string) => readonly string[]): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // It listens on a port, so its address is no text and not null.
  const { port } = server.address() as AddressInfo;
  const begin = performance.now();
  const child = spawn(process.execPath, [...args(`http://127.0.0.1:${port}`)], { stdio: 'ignore', cwd: folder });
  await once(server, 'request');
  const took = performance.now() - begin;
  child.kill('SIGKILL');
  await once(child, 'exit');
  server.closeAllConnections();
  server.close();
  return took;
}
