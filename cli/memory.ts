import { memoryUsage } from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** From here on it is worth a tenth of a second to let go of what a run kept, before the reports are written. */
const MUCH = 160 * 1024 * 1024;

/**
 * Has V8 look for garbage whenever the heap has grown by half, not severalfold: what it has not collected takes as much memory as what
 * is kept. Who calls the judge from a process of their own decides for themselves.
 */
export function collectEarly(): void {
  setFlagsFromString('--heap-growing-percent=50');
}

/** Lets go of every answer of a run that is over: V8 does not know that this is the moment, and reports take as much memory again. */
export async function letGo(): Promise<void> {
  if (memoryUsage.rss() < MUCH) return;
  // What has just ended still refers to them.
  await setImmediate();
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}
