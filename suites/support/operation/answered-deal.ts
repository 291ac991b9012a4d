import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { isKept } from '../payload/kept-values.ts';
import { recordIn } from './deal-state.ts';
import { members, type Outcome } from './operation-outcome.ts';

/** An operation that was answered, and the deal as it was read after it. */
interface Answered {
  readonly done: Pick<Outcome['done'], 'answer' | 'deal'>;
  readonly shown: Outcome['shown'];
  readonly reading: Answer;
}

/**
 * What an operation answers is not shown (document 4.2). An answer that shows the deal, known by what it was created with, shows this one
 * as it is after the operation (7: the body holds what the method returns). Blanks that the deal does not keep may be told in it.
 */
export function answersWithTheDeal(trial: Trial, { done, reading, shown }: Answered, judged: readonly string[]): void {
  const { answer, deal } = done;
  const [told, known] = [recordIn(trial, answer), recordIn(trial, reading)];
  if (told === undefined || known === undefined) return;
  const sent = Object.keys(deal.payload).filter((name) => name in told && name in known && !judged.includes(name));
  if (sent.length === 0) return;
  const wrong = [...sent, ...judged.filter((name) => name in told && name in shown)].filter(
    (name) => !isKept(known[name], told[name], undefined),
  );
  if (wrong.length > 0)
    fail(`${members(wrong, known)}, as the deal is read after it`, members(wrong, told), answer, reading);
}
