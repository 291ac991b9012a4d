import type { Answer } from '../../../core/answer.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { fail } from '../../../core/results/outcome.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { TAG_OF_NOBODY } from '../validator/entity-tag.ts';
import { changes, type State, stateOf } from './deal-state.ts';
import { readyDeal } from './operation-evidence.ts';
import { type Deal, operationRequest, otherParameters, particulars } from './operation-requests.ts';
import { type Asked, isFirst } from './operation-subjects.ts';

/** A deal that no later request of the run names, and what it showed when it was made. */
interface Bystander {
  readonly deal: Deal;
  readonly before: State;
}

/**
 * The deal that has to stay as it was while operations are sent to others: a new one, or one on hold for operations that end a hold, so that
 * each of them would show on it. A check asks for it before it sends its own requests. Undefined where deals cannot be read.
 */
export const bystander: Evidence<Bystander | undefined, [asked: Asked]> = evidence(
  (_, { operation: { resource, after = 'nothing' } }) => `${resource} after ${after}`,
  standBy,
);

/** How often a change has to come with a request before that is blamed: others work on the target at the same time. */
const TIMES = 2;

/** How many deals are tried: one that changed while it was left alone says nothing. */
const ROUNDS = 6;

/** Makes ready what a request needs beside a deal that it does not name, and gives what sends it. */
type Ready = (beside: Deal) => Promise<() => Promise<readonly Answer[]>>;

/**
 * Demands that an operation changes no deal but its own, after the run asked for it. The first one of a form is always sent again beside a
 * deal that was made just before the one that it names, with the same members: a slip by one in an id meets that one alone, and so does who
 * looks for a deal by what it holds.
 */
export function operatesOnNoOther(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const despite = `${asked.operation.name} in form ${asked.form} on another deal`;
  const ready: Ready = async (beside) => {
    const deal = await readyDeal(trial, asked, beside);
    const what = particulars(asked, deal, trial.unique(), otherParameters(asked, deal.unique));
    return async () => [await trial.send(operationRequest(asked, what))];
  };
  return leavesOthers(trial, asked, despite, ready, isFirst(trial));
}

/** The same of what was refused for its words: broken JSON, another Content-Type, and a condition that nothing fulfils. */
export async function refusesBesideOthers(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  return leavesOthers(
    trial,
    asked,
    `${asked.operation.name} in form ${asked.form}, refused on another deal`,
    async () => {
      const deal = await readyDeal(trial, asked);
      const { json, headers, ...request } = operationRequest(asked, particulars(asked, deal, trial.unique()));
      const text = JSON.stringify(json);
      const ways: readonly Pick<HttpRequest, 'body' | 'headers'>[] = [
        { body: text.slice(0, -1), headers: { ...headers } },
        { body: text, headers: { 'content-type': 'text/plain' } },
        { body: text, headers: { ...headers, 'if-match': TAG_OF_NOBODY } },
      ];
      return async () => {
        const answers: Answer[] = [];
        for (const way of ways) answers.push(await trial.send({ ...request, ...way }));
        return answers;
      };
    },
  );
}

/**
 * Demands that requests had no effect on a deal that they do not name (document 4.2, 4.3, 7). It is looked at after them. Where it is
 * another than it was, such a request is sent again beside new ones, each left alone for a moment first: a deal may go on by itself, and
 * others ask for things meanwhile. With `isSentAnyway` that is done even where the deal is as it was.
 */
export async function leavesOthers(
  trial: Trial,
  asked: Asked,
  despite: string,
  ready: Ready,
  isSentAnyway = false,
): Promise<readonly Answer[]> {
  const known = await bystander(trial, asked);
  const now = known === undefined ? undefined : await stateOf(trial, known.deal);
  if (known === undefined || now === undefined) return [];
  if (changes(known.before, now).length === 0 && !isSentAnyway) return [now.answer];
  let times = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const other = await standBy(trial, asked);
    if (other === undefined) continue;
    const ask = await ready(other.deal);
    const idle = await stateOf(trial, other.deal);
    if (idle === undefined || changes(other.before, idle).length > 0) continue;
    const sent = await ask();
    const after = await stateOf(trial, other.deal);
    const changed = after === undefined ? [] : changes(idle, after);
    if (after === undefined) return [];
    if (changed.length === 0) return [after.answer];
    times += 1;
    if (times === TIMES) fail(`a deal unchanged by ${despite}`, changed.join('; '), idle.answer, ...sent, after.answer);
  }
  return [];
}

async function standBy(trial: Trial, asked: Asked): Promise<Bystander | undefined> {
  const deal = await readyDeal(trial, asked);
  const before = await stateOf(trial, deal);
  return before?.shown === undefined ? undefined : { deal, before };
}
