import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closedPort } from './servers.ts';

const DATA = new URL('../examples/json-server/db.json', import.meta.url).pathname;

/** json-server in a process of its own, on a copy of the example's data. */
export async function startJsonServer(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'assayer-json-server-'));
  await copyFile(DATA, join(folder, 'db.json'));
  const port = String(await closedPort());
  const url = `http://127.0.0.1:${port}`;
  const bin = createRequire(import.meta.url).resolve('json-server/lib/cli/bin.js');
  const server = spawn(process.execPath, [
    bin,
    '--quiet',
    '--host',
    '127.0.0.1',
    '--port',
    port,
    join(folder, 'db.json'),
  ]);
  await answers(url);
  return {
    url,
    async stop() {
      server.kill();
      if (server.exitCode === null) await once(server, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

async function answers(address: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const there = await fetch(address).then(
      () => true,
      () => false,
    );
    if (there) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`json-server did not answer at ${address}`);
}
