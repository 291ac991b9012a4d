import { memoryUsage } from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MEGABYTE = 1024 * 1024;
/** From here on memory is worth more than time. Runs that nobody tries to harm seldom take so much. */
const MUCH = 200 * MEGABYTE;
/** From here on it is worth a tenth of a second to let go of what a run kept, and each report after another. */
const WORTH_LETTING_GO = 160 * MEGABYTE;
const LOOK_EVERY_MS = 100;

/**
 * Has V8 look for garbage whenever the heap has grown by half, not severalfold: what it has not collected takes as much memory as what
 * is kept. Once the process holds much, it looks when the heap has grown by a fifth, which costs time. Whoever calls the judge from a
 * process of their own decides for themselves.
 */
export function collectEarly(): Disposable {
  growBy(50);
  const look = setInterval(() => {
    if (memoryUsage.rss() < MUCH) return;
    growBy(20);
    clearInterval(look);
  }, LOOK_EVERY_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(look) };
}

/** Lets go of what is over before a report is written: V8 does not know that this is the moment, and a report takes as much again. */
export async function letGo(): Promise<void> {
  if (memoryUsage.rss() < WORTH_LETTING_GO) return;
  // What has just ended still refers to them.
  await setImmediate();
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}

function growBy(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
