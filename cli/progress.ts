import type { Result } from '../core/results.ts';

/** Tells how far a run is, on a terminal. */
export interface Progress {
  onPlan(planned: readonly unknown[]): void;
  onResult(result: Result): void;
  /** Takes the line away. */
  end(): void;
}

const SILENT: Progress = { onPlan() {}, onResult() {}, end() {} };

/** One line that is written over and over; nothing where nobody watches. */
export function createProgress(stream: NodeJS.WriteStream, wanted: boolean): Progress {
  if (!wanted || !stream.isTTY) return SILENT;
  let planned = 0;
  let done = 0;
  let failed = 0;
  const show = (line: string): void => void stream.write(`\r\u001b[2K${line}`);
  const tell = (): void => show(`${done}/${planned} judged${failed === 0 ? '' : `, ${failed} failed`}`);
  show('asking the target what it offers…');
  return {
    onPlan({ length }) {
      planned = length;
      tell();
    },
    onResult({ outcome }) {
      done += 1;
      if (outcome === 'fail') failed += 1;
      tell();
    },
    end: () => show(''),
  };
}
