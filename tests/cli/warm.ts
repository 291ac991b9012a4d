import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOMY } from '../roomy.ts';
import { MAIN } from './build.ts';

const HOST = join(import.meta.dirname, 'warm-host.mjs');
const PROGRAM = pathToFileURL(join(MAIN, '../program.js')).href;

/** What a finished command left. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Answer extends Ended {
  readonly id: number | 'ready';
}

let host: ChildProcess | undefined;
let runs = 0;
const waiting = new Map<number, { resolve(ended: Ended): void; reject(error: Error): void }>();

/** Runs command lines one after the other in a process that stays: what they print and their status are as in one of their own. */
export function warmly(args: readonly string[], cwd: string): Promise<Ended> {
  host ??= started();
  runs += 1;
  const id = runs;
  const ended = new Promise<Ended>((resolve, reject) => waiting.set(id, { resolve, reject }));
  host.send({ id, args, cwd });
  return ended;
}

function started(): ChildProcess {
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const child = fork(HOST, [PROGRAM], {
    env,
    execArgv: ROOMY,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', ({ id, ...ended }: Answer) => {
    if (id === 'ready') return;
    waiting.get(id)?.resolve(ended);
    waiting.delete(id);
  });
  child.once('exit', (code) => {
    host = undefined;
    for (const { reject } of waiting.values()) reject(new Error(`the process of warm runs ended with ${code}`));
    waiting.clear();
  });
  // It ends when the channel is closed, which the end of this process does.
  child.unref();
  child.channel?.unref();
  return child;
}
