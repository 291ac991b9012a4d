import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Operation } from '../../../core/target.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import { NO_TYPE } from '../negotiate/accept.ts';
import { effectState, type State, told } from '../operation/deal-state.ts';
import { isKept } from '../payload/kept-values.ts';
import { OF_OTHERS } from '../written-otherwise.ts';
import { type Commanded, commandedAnew, commandOf } from './command-evidence.ts';

/** What a client may accept beside JSON; a command has nothing to give to any of them. */
const ACCEPTS: readonly string[] = ['application/xml', 'text/html', NO_TYPE, '*/*'];

/** With how many of them a command but the first is sent, by turns. */
const BY_TURNS = 2;

function acceptsOf(trial: Trial): readonly string[] {
  const turn = trial.target.commands.indexOf(commandOf(trial));
  return turn === 0 ? ACCEPTS : [...ACCEPTS, ...ACCEPTS].slice(turn % ACCEPTS.length).slice(0, BY_TURNS);
}

/** The command for a client that accepts this, on a deal of its own; shared. */
const commandedFor: Evidence<Commanded, [accept: string]> = evidence(
  (trial, accept) => `${commandOf(trial).name} for ${accept}`,
  (shared, accept) => commandedAnew(shared, { accept }),
);

/**
 * Demands 200 without a body of a command whatever the Accept is (document 4.3): of the first one with each, of the others with some by turns. A
 * target may refuse what it has no representation for (406, RFC 9110 12.5.1).
 */
export async function emptyForAnyAccept(trial: Trial): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const accept of acceptsOf(trial)) {
    const { answer: first } = await commandedFor(trial, accept);
    answers.push(first);
    if (first.succeeded) first.hasStatus(200).isEmpty();
    else if (!isPassed(first)) {
      // What has to come before a command is not shown (document 3): it is held against one without a choice.
      const plain = (await commandedAnew(trial)).answer;
      const again = (await commandedAnew(trial, { accept })).answer;
      if (plain.succeeded && !isPassed(again)) again.hasStatus(200).isEmpty();
    }
  }
  return answers;
}

/**
 * Demands that the deals of those commands show what was sent (document 4.3): Accept chooses a representation (4.5-1), and not what is done.
 * `judged` are the members that a deal was seen to show of the command. What was refused, or accepted alone, says nothing.
 */
export async function hasEffectForAnyAccept(
  trial: Trial,
  { effect }: Operation,
  judged: readonly string[],
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const accept of acceptsOf(trial)) {
    const { answer, payload, deal } = await commandedFor(trial, accept);
    if (!answer.succeeded || deal === undefined) continue;
    const due = fillEffect(effect, payload);
    const after = await effectState(trial, deal, due, answer);
    if (after?.shown === undefined || after.pending) continue;
    const { shown } = after;
    const wrong = judged.filter((member) => !isKept(shown[member], due[member], undefined));
    const inWords = (record: State['shown']): string => wrong.map((m) => `${m} ${told(record?.[m])}`).join(', ');
    if (wrong.length > 0)
      fail(`${inWords(due)} after the command with Accept: ${accept}`, inWords(shown), answer, after.answer);
    answers.push(after.answer);
  }
  return answers;
}

function isPassed({ status }: Answer): boolean {
  return [...OF_OTHERS, 406, 409, 429].includes(status);
}
