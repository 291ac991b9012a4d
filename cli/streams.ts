import { writeSync } from 'node:fs';
import { STATUS } from './status.ts';

/** Whether the terminal was closed. */
let isHungUp = false;

/**
 * A reader that went away (`assayer mock | head`) and a terminal that was closed end nothing by themselves: what is written then is lost,
 * and a run still deletes what it created. Any other failure, such as a full disk, ends the process with one line and status 2: what was
 * asked for could not be told.
 */
export function survivePipes(...streams: readonly NodeJS.WriteStream[]): void {
  for (const stream of streams) {
    stream.on('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EPIPE') return;
      if (cause.code === 'EIO' && stream.isTTY) {
        isHungUp = true;
        return;
      }
      try {
        writeSync(2, `error: the output cannot be written: ${cause.message}\n`);
      } catch {
        // Standard error is the stream that fails.
      }
      process.exit(STATUS.unjudged);
    });
  }
}

/** Ends the process at once. Where the terminal was closed, it ends as by SIGHUP: Node crashes when it sets back a terminal that is gone. */
export function leave(status: number): never {
  endIfHungUp();
  process.exit(status);
}

/** The same, and returns where the terminal is still there. */
export function endIfHungUp(): void {
  if (!isHungUp) return;
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

/** Whether all that was written to a stream so far has gone out; false where its reader went away. */
export function hasGoneOut(stream: NodeJS.WriteStream): Promise<boolean> {
  return new Promise((resolve) => {
    stream.write('', (cause) => resolve(cause === null || cause === undefined));
  });
}

/** Whether a stream takes colour: a terminal that can, unless NO_COLOR or --no-color say otherwise. */
export function takesColor(stream: NodeJS.WriteStream, asked: boolean): boolean {
  const { NO_COLOR = '', FORCE_COLOR = '', TERM } = process.env;
  if (!asked || NO_COLOR !== '') return false;
  if (FORCE_COLOR !== '') return FORCE_COLOR !== '0';
  return stream.isTTY && TERM !== 'dumb';
}
