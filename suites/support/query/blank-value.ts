import type { Answer } from '../../../core/answer.ts';
import { mayBeAsked } from '../../../core/ids/query-values.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { resourceOf } from '../subjects.ts';
import type { Lookalikes } from '../view/lookalikes.ts';
import { askFor, valuesFound } from './queries.ts';

/**
 * A blank, which is a value and no name of anything. How a match is decided is not shown (document 4.3, 4.4): who finds a record by a part of
 * its name may find all that have a blank in them, which the control shows.
 */
export function blankFor(matches: string): readonly Lookalikes[] {
  const inner = matches.trim().slice(1, -1).trim();
  return inner.length < PART ? [] : [{ control: inner, values: [' '] }];
}

/** A part of a name that is long enough not to be a name of its own. */
const PART = 3;

/** Demands that a blank as the value does not find what has another name (document 4.4, 4.4-m2). An empty value is left open, and not sent. */
export async function findsNothingByBlank(trial: Trial): Promise<readonly Answer[]> {
  const { query } = resourceOf(trial);
  const answers: Answer[] = [];
  for (const { control, values } of blankFor(query?.matches ?? '')) {
    if (![control, ...values].every((value) => mayBeAsked(query, value))) continue;
    const first = await askFor(trial, control);
    answers.push(first);
    // What is refused says nothing of how the others are matched.
    if (!first.succeeded || valuesFound(trial, first).length > 0) continue;
    for (const value of values) {
      const answer = await askFor(trial, value);
      const others = valuesFound(trial, answer).filter((name) => name.trim() !== '');
      answers.push(answer.owes(others.length === 0, 'no record by a blank', `${others.slice(0, 3).join(', ')}`));
    }
  }
  return answers;
}
