import type { Answer } from '../../../core/answer.ts';
import { notExercised } from '../../../core/results/outcome.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Target } from '../../../core/target.ts';
import { createRecord } from '../evidence.ts';
import { createAlike } from '../view/namesakes.ts';
import { isAtRest, type State, settledState, stateOf } from './deal-state.ts';
import { type Deal, type JsonRequest, operationRequest, type Particulars, particulars } from './operation-requests.ts';
import { type Asked, askedIn, formsOf } from './operation-subjects.ts';

/** An operation that was asked for on a deal made for it. */
export interface Operated {
  readonly deal: Deal;
  readonly what: Particulars;
  readonly request: JsonRequest;
  /** The deal before; undefined where records are not read by id. */
  readonly before: State | undefined;
  readonly answer: Answer;
}

/** The same request sent once more. */
export interface Repeated {
  readonly first: Operated;
  /** The deal once the first request had its effect, and right before the second: other rules may be tried between the two. */
  readonly between: State | undefined;
  readonly before: State | undefined;
  readonly answer: Answer;
  readonly after: State | undefined;
}

/**
 * A fresh deal on which the operation makes sense: what has to come before it was done (an unhold follows a hold). With `like`, one with the
 * members of that one, where the target takes them twice.
 */
export async function readyDeal(trial: Trial, asked: Asked, like?: Deal): Promise<Deal> {
  const record = like === undefined ? await createRecord(trial) : await createAlike(trial, like);
  const { id } = record;
  if (id === undefined) notExercised('the id of a new record is not known, so no operation can name it', record.answer);
  const deal = { ...record, id };
  for (const before of comesBefore(trial.target, asked)) {
    const what = particulars(before, deal, trial.unique());
    const answer = await trial.send(operationRequest(before, what));
    answer.asControl(`${before.operation.name}, which ${asked.operation.name} follows,`);
    const state = await settledState(trial, deal, before, what, answer);
    if (state !== undefined) isAtRest(state, before.operation.name);
  }
  return deal;
}

/** The operation asked for on a fresh deal, over the wire; shared by every rule that judges its answer or its effect. */
export const operated: Evidence<Operated, [asked: Asked]> = evidence(nameOf, async (shared, asked) => {
  const deal = await readyDeal(shared, asked);
  const before = await stateOf(shared, deal);
  const what = particulars(asked, deal, shared.unique());
  const request = operationRequest(asked, what);
  return { deal, what, request, before, answer: await shared.probe(request) };
});

/** The deal after the operation, once it shows the effect or the settling time is over; shared. */
export const settled: Evidence<Operated & { readonly after: State | undefined }, [asked: Asked]> = evidence(
  nameOf,
  async (shared, asked) => {
    const first = await operated(shared, asked);
    const after = await settledState(shared, first.deal, asked, first.what, first.answer);
    return { ...first, after };
  },
);

/** The operation asked for a second time in the same words, over the wire; shared. */
export const repeated: Evidence<Repeated, [asked: Asked]> = evidence(nameOf, async (shared, asked) => {
  const { after: between, ...first } = await settled(shared, asked);
  const before = await stateOf(shared, first.deal);
  const answer = await shared.probe(first.request);
  return { first, between, before, answer, after: await stateOf(shared, first.deal) };
});

function nameOf(_: Trial, { operation, form }: Asked): string {
  return `${operation.name}/${form}`;
}

/** The operations that have to come first, in order, in the same form where it serves them. */
function comesBefore(target: Target, asked: Asked, known: readonly string[] = []): Asked[] {
  const { after, name } = asked.operation;
  const operation = target.operations.find((other) => other.name === after);
  // A file in which two operations follow each other says nothing that could be done.
  if (operation === undefined || known.includes(name)) return [];
  const forms = formsOf(target, operation);
  const form = forms.includes(asked.form) ? asked.form : forms[0];
  if (form === undefined) return [];
  const before = askedIn(target, operation, form);
  return [...comesBefore(target, before, [...known, name]), before];
}
