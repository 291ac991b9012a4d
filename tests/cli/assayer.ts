import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAIN } from './build.ts';
import { type Ended, warmly } from './warm.ts';

export type { Ended } from './warm.ts';

/** A process of the command line, running. */
export interface Running {
  readonly child: ChildProcess;
  /** What it wrote so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves with the first line of stdout. */
  readonly firstLine: Promise<string>;
  readonly ended: Promise<Ended>;
}

/** Starts `assayer` with these arguments in a folder, without a terminal. */
export function start(args: readonly string[], options: { cwd?: string; env?: Record<string, string> } = {}): Running {
  const { NO_COLOR: _, FORCE_COLOR: __, ...inherited } = process.env;
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: options.cwd ?? tmpdir(),
    env: { ...inherited, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const firstLine = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      const end = stdout.indexOf('\n');
      if (end !== -1) resolve(stdout.slice(0, end));
    });
    child.once('close', () => reject(new Error(`it ended without a line on stdout: ${stderr}`)));
  });
  // Only those that ask for it are to hear of a process without output.
  firstLine.catch(() => {});
  const ended = once(child, 'close').then((): Ended => ({ status: child.exitCode, stdout, stderr }));
  return { child, stdout: () => stdout, stderr: () => stderr, firstLine, ended };
}

/** Runs `assayer` to its end in a process of its own, as a user does. */
export function asProcess(
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
  return start(args, options).ended;
}

/**
 * Runs `assayer` to its end in a process that other runs have warmed up, where neither its start nor its environment is what is
 * tested.
 */
export function assayer(args: readonly string[], options: { cwd?: string } = {}): Promise<Ended> {
  return warmly(args, options.cwd ?? tmpdir());
}

/** A folder that is gone when its user is done. */
export async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'assayer-cli-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
