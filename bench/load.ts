import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onCore } from './cores.ts';
import type { Sent } from './request.ts';

const run = promisify(execFile);
const CONNECTIONS = '32';

/** What makes the load: wrk where it is installed, since it uses less of its core, otherwise autocannon. */
export const GENERATOR: 'wrk' | 'autocannon' = spawnSync('wrk', ['-v']).error === undefined ? 'wrk' : 'autocannon';

/** Sends these requests in turn on kept connections, and gives the answers per second. Throws when an answer is no success. */
export function load(url: string, requests: readonly Sent[], seconds: number): Promise<number> {
  return GENERATOR === 'wrk' ? loadByWrk(url, requests, seconds) : loadByAutocannon(url, requests, seconds);
}

async function loadByWrk(url: string, requests: readonly Sent[], seconds: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'assayer-bench-'));
  try {
    const script = join(folder, 'load.lua');
    await writeFile(script, wrkScript(requests));
    const [command = '', ...args] = onCore('load', [
      'wrk',
      '-t1',
      '-c',
      CONNECTIONS,
      '-d',
      `${seconds}s`,
      '-s',
      script,
      url,
    ]);
    const { stdout } = await run(command, args);
    const rate = Number(/Requests\/sec:\s*([\d.]+)/u.exec(stdout)?.[1]);
    if (!(rate > 0) || /Non-2xx|Socket errors/u.test(stdout)) throw new Error(`the load went wrong:\n${stdout}`);
    return rate;
  } finally {
    await rm(folder, { recursive: true });
  }
}

// Formatted once: what is measured is the server, and wrk has one core too.
function wrkScript(requests: readonly Sent[]): string {
  const [first] = requests;
  const fields = Object.entries(first?.headers ?? {}).map(([name, value]) => `["${name}"]=${lua(value)}`);
  const formatted = requests.map(
    ({ method, path, body }) => `  sent[#sent + 1] = wrk.format("${method}", ${lua(path)}, nil, ${lua(body)})`,
  );
  return [
    `wrk.headers = { ${fields.join(', ')} }`,
    'local sent, last = {}, 0',
    'function init()',
    ...formatted,
    'end',
    'function request()',
    '  last = last % #sent + 1',
    '  return sent[last]',
    'end',
    '',
  ].join('\n');
}

function lua(text: string | undefined): string {
  return text === undefined ? 'nil' : `[==[${text}]==]`;
}

async function loadByAutocannon(url: string, requests: readonly Sent[], seconds: number): Promise<number> {
  const script = new URL('autocannon.mjs', import.meta.url).pathname;
  const options = { url, requests, connections: Number(CONNECTIONS), duration: seconds };
  const [command = '', ...args] = onCore('load', [process.execPath, script, JSON.stringify(options)]);
  const { stdout } = await run(command, args);
  return Number(stdout);
}
