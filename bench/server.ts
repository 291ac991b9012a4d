import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { onCore } from './cores.ts';

/** A server under measure, in a process of its own. */
export interface Server extends AsyncDisposable {
  readonly url: string;
  /** Everything it wrote to stdout so far. */
  readonly said: () => string;
  /** Seconds of processor time that it used so far; undefined where the system does not tell (it does on Linux). */
  readonly cpuSeconds: () => number | undefined;
  readonly pid: number | undefined;
  readonly close: () => Promise<void>;
}

/** The mock as it ships, with everything as it is by default. */
export const MOCK: readonly string[] = [path('../dist/cli/main.js'), 'mock', '--port', '0'];

/** The mock with the seed of this file; tells `startMs` and `heapUsed` before it listens. */
export function seededMock(seedFile: string): readonly string[] {
  return ['--expose-gc', '--max-old-space-size=8000', path('seeded.mjs'), seedFile];
}

/** A bare node:http server that gives these answers. */
export function bare(answers: object): readonly string[] {
  return [path('bare.mjs'), JSON.stringify(answers)];
}

function path(relative: string): string {
  return new URL(relative, import.meta.url).pathname;
}

/** Starts a server and resolves when it tells its address. */
export async function open(args: readonly string[]): Promise<Server> {
  const [command = '', ...rest] = onCore('server', [process.execPath, ...args]);
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended (${code}) before it listened`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const address = /http:\/\/\S+/u.exec(said)?.[0];
      if (address !== undefined) resolve(address);
    });
  });
  const close = (): Promise<void> => end(child);
  return {
    url,
    said: () => said,
    cpuSeconds: () => cpuSeconds(child.pid),
    pid: child.pid,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

// User and system time in hundredths of a second (proc(5)); the command's name before them may hold spaces.
function cpuSeconds(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Milliseconds from the spawning of a server to the end of its first answer. */
export async function firstAnswer(args: readonly string[], target: string): Promise<number> {
  const start = performance.now();
  await using server = await open(args);
  await new Promise<void>((resolve, reject) => {
    get(server.url + target, (response) => response.resume().on('end', resolve)).on('error', reject);
  });
  return performance.now() - start;
}
