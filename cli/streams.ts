import { writeSync } from 'node:fs';
import { STATUS } from './status.ts';

/** A stream of the process, which may be a terminal. */
type Written = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** Whether the terminal was closed. */
let isHungUp = false;

/**
 * A reader that went away (`assayer mock | head`) and a terminal that was closed end nothing by themselves: what is written then is lost,
 * and a run still deletes what it created. Any other failure of standard output, such as a full disk, ends the process with one line and
 * status 2: what was asked for could not be told. What is told beside it, on standard error, is lost where that fails.
 */
export function survivePipes(stdout: Written, stderr: Written): void {
  stderr.on('error', (cause: NodeJS.ErrnoException) => {
    isHungUp ||= isOfClosedTerminal(stderr, cause);
  });
  stdout.on('error', (cause: NodeJS.ErrnoException) => {
    isHungUp ||= isOfClosedTerminal(stdout, cause);
    if (isHungUp || cause.code === 'EPIPE') return;
    try {
      writeSync(2, `error: the output cannot be written: ${cause.message}\n`);
    } catch {
      // Standard error fails as well.
    }
    process.exit(STATUS.unjudged);
  });
}

function isOfClosedTerminal({ isTTY }: Written, { code }: NodeJS.ErrnoException): boolean {
  return code === 'EIO' && isTTY === true;
}

/** Ends the process at once. Where the terminal was closed, as by SIGHUP: Node crashes when it sets back a terminal that is gone. */
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
