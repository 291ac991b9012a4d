import type { Answer } from '../../../core/answer.ts';
import { fail, inconclusive, notExercised } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { changes, isAtRest, type State, settledState, stateOf } from './deal-state.ts';
import { type Repeated, readyDeal } from './operation-evidence.ts';
import { operationRequest, particulars } from './operation-requests.ts';
import type { Asked } from './operation-subjects.ts';

/** On so many more deals a second effect has to be seen: a job of the service rarely falls three times between two readings. */
const MORE = 2;

/** A deal that was read around a repeated request. */
interface Round {
  readonly first: Answer;
  readonly between: State;
  readonly before: State;
  readonly answer: Answer;
  readonly after: State;
}

/**
 * Demands that the deal is after the repeat what it was before it, or what the first request made of it (RFC 9110 9.2.2 is about the effect
 * of the request). A job of the service may change a deal all the while: what comes with a repeat has to come with each, on new deals too,
 * and never while nothing is asked.
 */
export async function hasNoSecondEffect(
  trial: Trial,
  asked: Asked,
  { first, between, before, answer, after }: Repeated,
): Promise<readonly Answer[]> {
  if (between === undefined || before === undefined || after === undefined)
    notExercised('the deal cannot be read, so a second effect could not be seen', first.answer, answer);
  let round: Round = { first: first.answer, between: isAtRest(between, 'the first'), before, answer, after };
  for (let more = 0; effectOf(round).length > 0; more += 1) {
    if (more === MORE) fail('no further effect of the same PUT', effectOf(round).join('; '), ...witnessOf(round));
    round = await onNewDeal(trial, asked, round, more + 2);
  }
  return witnessOf(round);
}

/** What the repeat made of the deal that it was neither before nor after the first request. */
function effectOf({ between, before, after }: Round): readonly string[] {
  return changes(between, after).length === 0 ? [] : changes(before, after);
}

function witnessOf({ first, between, before, answer, after }: Round): readonly Answer[] {
  return [first, between.answer, before.answer, answer, after.answer];
}

/** The same on a new deal, at once, and read so often before the repeat. Ends the check where nothing shows that the repeat changed the deal. */
async function onNewDeal(trial: Trial, asked: Asked, seen: Round, readings: number): Promise<Round> {
  const told = `the deal was another one after the same PUT again (${effectOf(seen).join('; ')})`;
  const deal = await readyDeal(trial, asked);
  const what = particulars(asked, deal, trial.unique());
  const request = operationRequest(asked, what);
  const first = await trial.send(request);
  const between = await settledState(trial, deal, asked, what, first);
  let before = between;
  for (let reading = 0; reading < readings; reading += 1) {
    const next = await stateOf(trial, deal);
    if (before === undefined || next === undefined || !first.succeeded) break;
    const other = changes(before, next);
    if (other.length > 0)
      inconclusive(`${told}, and a new one changed without it: ${other.join('; ')}`, before.answer, next.answer);
    before = next;
  }
  const answer = await trial.send(request);
  const after = await stateOf(trial, deal);
  if (between === undefined || before === undefined || after === undefined || !first.succeeded)
    inconclusive(`${told}, and no other deal could be tried: ${first.brief}`, ...witnessOf(seen));
  const round = { first, between: isAtRest(between, 'the first'), before, answer, after };
  if (effectOf(round).length === 0) inconclusive(`${told}, and a new one was not`, ...witnessOf(seen), after.answer);
  return round;
}
