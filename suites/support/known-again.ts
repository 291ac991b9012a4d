import type { Answer } from '../../core/answer.ts';
import { isAbsent } from '../../core/http/status-kinds.ts';
import type { Trial } from '../../core/run/trial.ts';
import type { State } from './operation/deal-state.ts';
import { repeated } from './operation/operation-evidence.ts';
import { makesCommand } from './operation/operation-requests.ts';
import type { Asked } from './operation/operation-subjects.ts';

/** A command that was accepted, its repeat, and the deal after both. */
interface Again {
  readonly first: Answer;
  readonly again: Answer;
  readonly after: State | undefined;
}

/**
 * Demands that the repeat of a command document which was accepted is not answered as if nothing were there: the document is, and so is
 * its deal where that is read (document 4.2 F, G, 4.4-m1, 7). What was accepted alone (202) need not be there yet.
 */
export function isKnownAgain(asked: Asked, { first, again, after }: Again): Answer {
  const isThere = makesCommand(asked) && first.succeeded && first.status !== 202 && after?.shown !== undefined;
  return again.owes(!(isThere && isAbsent(again)), 'no 404 or 410 for the repeat of a command that was accepted');
}

/**
 * Demands that PUT of a command document again is a method which that document has, where another one of the same operation has it
 * (RFC 9110 15.5.6). A service may make all of them immutable.
 */
export async function hasItsMethod(trial: Trial, asked: Asked, again: Answer): Promise<void> {
  const { answer: other } = await repeated(trial, asked);
  for (const [one, another] of [
    [again, other],
    [other, again],
  ] as const)
    one.owes(!(one.status === 405 && another.succeeded), 'no 405 for the repeat of a command, as of another one');
}
