import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { isMark, isVolatile } from '../payload/payloads.ts';
import { recordIn } from './deal-state.ts';
import type { Outcome } from './operation-outcome.ts';

/** A member of the deal that an operation moved from one value to another. */
interface Move {
  readonly member: string;
  readonly from: string | boolean;
  readonly to: string | boolean;
}

// Who changed a deal, or by what, may be told otherwise by each form.
const CHANGED_BY = /(?:By|_by)$/u;

/**
 * What a deal shows of its state has a name of the target's own (document 3). A member that two forms of an operation move from
 * one value to another tells the state: a form that leaves it where it was did not carry the operation out. Gives the names of
 * such members.
 */
export function movesAlike(trial: Trial, outcomes: readonly Outcome[]): readonly string[] {
  const all = outcomes.map((outcome) => ({ outcome, moves: movesOf(trial, outcome) }));
  const shared = all.flatMap(({ moves }) => moves).filter((move) => countOf(move) > 1);
  function countOf(move: Move): number {
    return all.filter(({ moves }) => moves.some((other) => isEqual(move, other))).length;
  }
  for (const { member, from, to } of shared) {
    const stayed = outcomes.find(
      ({ done, reading }) =>
        valueIn(trial, done.before?.answer, member) === from && valueIn(trial, reading, member) === from,
    );
    if (stayed === undefined) continue;
    fail(
      `${member} ${JSON.stringify(to)} as after the other forms`,
      `${member} ${JSON.stringify(from)} as before, after form ${stayed.form}`,
      stayed.done.answer,
      stayed.reading,
    );
  }
  return [...new Set(shared.map(({ member }) => member))];
}

function movesOf(trial: Trial, { done, reading }: Outcome): readonly Move[] {
  const [before, after] = [recordIn(trial, done.before?.answer) ?? {}, recordIn(trial, reading) ?? {}];
  return Object.keys(before).flatMap((member): Move[] => {
    const [from, to] = [before[member], after[member]];
    if (
      isVolatile(member) ||
      isMark(member) ||
      CHANGED_BY.test(member) ||
      !isPlain(from) ||
      !isPlain(to) ||
      from === to
    )
      return [];
    return [{ member, from, to }];
  });
}

function isPlain(value: unknown): value is string | boolean {
  return typeof value === 'string' || typeof value === 'boolean';
}

function isEqual(one: Move, other: Move): boolean {
  return one.member === other.member && one.from === other.from && one.to === other.to;
}

function valueIn(trial: Trial, answer: Answer | undefined, member: string): unknown {
  return recordIn(trial, answer)?.[member];
}
