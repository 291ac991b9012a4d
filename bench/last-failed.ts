// `npm run bench:last-failed [-- --rounds 7]`: three failures sent again, as whole processes, beside a mock in another process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MOCK, open } from './server.ts';
import { estimate } from './statistics.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
const MAIN = new URL('../dist/cli/main.js', import.meta.url).pathname;
const folder = await mkdtemp(join(tmpdir(), 'assayer-bench-'));

try {
  await using server = await open([...MOCK, '--deviate', 'created-without-link,delete-204-with-text']);
  // All rules of creation and deletion, and one that watches: three of them fail.
  const rules = ['create', 'delete', 'status/204-empty'].flatMap((rule) => ['--rule', rule]);
  await run(['check', server.url, '--seed', '1', '--quiet', ...rules, '--reporter', 'json=results.json']);
  const times: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1)
    times.push(await run(['check', '--last-failed', 'results.json']));
  const shown = times.map((time) => Math.round(time)).join(', ');
  process.stdout.write(
    `--last-failed with three failures: ${Math.round(estimate(times).median)} ms (${shown}), load average ${(loadavg()[0] ?? 0).toFixed(1)}\n`,
  );
} finally {
  await rm(folder, { recursive: true });
}

/** Milliseconds of a process that finds failures. */
async function run(args: readonly string[]): Promise<number> {
  const begin = performance.now();
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'ignore', 'ignore'], cwd: folder });
  const [status] = await once(child, 'exit');
  if (status !== 1) throw new Error(`${args.join(' ')} ended with ${status}`);
  return performance.now() - begin;
}
