import type { Result } from '../core/results/results.ts';

/** Tells on stderr how far a run is. */
export interface Progress {
  onPlan(planned: readonly unknown[]): void;
  onResult(result: Result): void;
  /** Ends the telling; on a terminal, takes the line away. */
  end(): void;
}

/** How often a run without a terminal tells where it is. */
const EVERY_MS = 10_000;

const BEGINNING = 'asking the target what it offers…';
const SILENT: Progress = { onPlan() {}, onResult() {}, end() {} };

/** On a terminal one line that is written over and over; in a log a line at the start and one every ten seconds, with the time. */
export function createProgress(stream: NodeJS.WriteStream, wanted: boolean): Progress {
  if (!wanted) return SILENT;
  return stream.isTTY ? onTerminal(stream) : inLog(stream);
}

function onTerminal(stream: NodeJS.WriteStream): Progress {
  const show = (line: string): void => void stream.write(`\r\u001b[2K${line}`);
  const { count, line } = counter();
  show(BEGINNING);
  return {
    onPlan(planned) {
      count.onPlan(planned);
      show(line());
    },
    onResult(result) {
      count.onResult(result);
      show(line());
    },
    end: () => show(''),
  };
}

function inLog(stream: NodeJS.WriteStream): Progress {
  const { count, line } = counter();
  stream.write(`${BEGINNING}\n`);
  let ticks = 0;
  // The time tells that it goes on where nothing else does.
  const tell = (): void => {
    ticks += 1;
    stream.write(`${(ticks * EVERY_MS) / 1000} s: ${line()}\n`);
  };
  const timer = setInterval(tell, EVERY_MS);
  return { ...count, end: () => clearInterval(timer) };
}

/** Counts what is told. */
function counter(): { count: Pick<Progress, 'onPlan' | 'onResult'>; line: () => string } {
  let planned: number | undefined;
  let done = 0;
  let failed = 0;
  const count: Pick<Progress, 'onPlan' | 'onResult'> = {
    onPlan({ length }) {
      planned = length;
    },
    onResult({ outcome }) {
      done += 1;
      if (outcome === 'fail') failed += 1;
    },
  };
  const line = (): string =>
    planned === undefined ? BEGINNING : `${done}/${planned} judged${failed === 0 ? '' : `, ${failed} failed`}`;
  return { count, line };
}
