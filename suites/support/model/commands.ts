import type fc from 'fast-check';
import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Difference } from './compare.ts';
import { play } from './play.ts';
import type { Stage } from './stage.ts';
import type { Step } from './steps.ts';

/**
 * A step as a command of fast-check's. Model and real system are one stage, since each step asks both sides and compares.
 * The commands are made from plain steps only when they are played: `fc.commands` shrinks nothing but what it made itself,
 * and here the sequences that are tried in every run have to be shrunk as well.
 */
export function commandOf(step: Step): fc.AsyncCommand<Stage, Stage> {
  return {
    check: ({ pairs }) => !('deal' in step) || pairs.length > 0,
    async run(_, on) {
      const difference = await play(on, step);
      if (difference !== undefined) tell(difference, on);
    },
    toString: () => step.does,
  };
}

/** Words the failure with every request of the sequence, numbered. */
function tell({ rule, expected, actual }: Difference, { sent }: Stage): never {
  const steps = sent.map((answer, i) => `${i + 1}. ${requestOf(answer)} → ${answer.status}`);
  fail(`${expected} (${rule})`, `${actual} at the end of: ${steps.join('; ')}`, ...sent);
}

function requestOf({ exchange }: Answer): string {
  const { method, url } = exchange.request;
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search}`;
}
