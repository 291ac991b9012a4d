import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Results } from '../../core/results/results.ts';
import { start } from './assayer.ts';
import type { Ended } from './warm.ts';

/** A finished process, and what it cost. The status is null where it did not end by itself. */
export interface Measured extends Ended {
  readonly seconds: number;
  /** The most memory that it held, in megabytes; 0 where it cannot be known. */
  readonly peakMb: number;
}

/** Runs `assayer` in a process of its own that keeps its files in a folder, and kills it when it hangs. */
export async function patiently(args: readonly string[], folder: string, patienceMs: number): Promise<Measured> {
  const begin = performance.now();
  const running = start(args, { cwd: folder, env: { XDG_STATE_HOME: folder } });
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, peakOf(running.child.pid));
  }, 25);
  const kill = setTimeout(() => running.child.kill('SIGKILL'), patienceMs);
  const ended = await running.ended;
  clearInterval(watch);
  clearTimeout(kill);
  return { ...ended, seconds: (performance.now() - begin) / 1000, peakMb };
}

/** The results that a run wrote as JSON; undefined where it wrote none that can be read. */
export async function resultsIn(file: string): Promise<Results | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Results; // written by assayer
  } catch {
    return undefined;
  }
}

function peakOf(pid: number | undefined): number {
  try {
    const kilobytes = /VmHWM:\s*(\d+) kB/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}
