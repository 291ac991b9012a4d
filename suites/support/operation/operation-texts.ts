import type { Form } from '../../../core/claims.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Operation } from '../../../core/target.ts';
import { isNothing } from '../nothing.ts';
import { isVolatile } from '../payload/payloads.ts';
import { recordIn } from './deal-state.ts';
import type { Outcome } from './operation-outcome.ts';

/** Forms that make a record or a document of their own, in which a text may rest (document 4.2). */
const HAS_RECORD: readonly Form[] = ['E', 'F', 'G'];

/** What a text of a request became: a member that showed nothing before shows it. */
interface Kept {
  readonly parameter: string;
  readonly member: string;
}

/**
 * What a deal keeps of a reason has a name of the target's own (document 2). Where two forms of an operation leave a text of theirs in one
 * member, a form that sent such a text and leaves nothing there did not carry the whole operation out (4.2).
 */
export function textsAlike(trial: Trial, { effect }: Operation, outcomes: readonly Outcome[]): void {
  const all = outcomes.map((outcome) => ({ outcome, kept: keptOf(trial, outcome) }));
  const showing = ({ parameter, member }: Kept): readonly Outcome[] =>
    all.flatMap(({ outcome, kept }) =>
      kept.some((one) => one.parameter === parameter && one.member === member) ? [outcome] : [],
    );
  for (const one of all.flatMap(({ kept }) => kept)) {
    const [first, second] = showing(one);
    if (second === undefined || first === undefined || one.member in effect) continue;
    const lacking = outcomes.find(
      (other) =>
        !HAS_RECORD.includes(other.form) &&
        sends(other, one.parameter) &&
        isNothing(recordIn(trial, other.reading)?.[one.member]),
    );
    if (lacking === undefined) continue;
    fail(
      `${one.parameter} in ${one.member}, as after the forms ${first.form} and ${second.form}`,
      `nothing there after form ${lacking.form}`,
      first.done.answer,
      first.reading,
      lacking.done.answer,
      lacking.reading,
    );
  }
}

function keptOf(trial: Trial, outcome: Outcome): readonly Kept[] {
  const { done, reading } = outcome;
  const before = recordIn(trial, done.before?.answer);
  if (before === undefined) return [];
  const news = Object.entries(recordIn(trial, reading) ?? {}).filter(
    ([member]) => isNothing(before[member]) && !isVolatile(member),
  );
  return Object.entries(done.what.parameters).flatMap(([parameter, value]) =>
    sends(outcome, parameter) ? news.filter(([, own]) => own === value).map(([member]) => ({ parameter, member })) : [],
  );
}

/** Whether a request told a text by this parameter that may be known again: form D may have no attribute for it. */
function sends({ done }: Outcome, parameter: string): boolean {
  const value = done.what.parameters[parameter];
  if (typeof value !== 'string' || value.length < 3) return false;
  return JSON.stringify(done.request.json).includes(JSON.stringify(value));
}
