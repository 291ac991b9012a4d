import type { Answer } from '../../../core/answer.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import { isKept, keepsWhatWasSent } from '../payload/kept-values.ts';
import { answersWithTheDeal } from './answered-deal.ts';
import { bystander } from './bystander.ts';
import { isSame, type State, settledState, stateIn, stateOf, unchanged } from './deal-state.ts';
import { emptyInEach } from './empty-texts.ts';
import type { ParametersOf } from './hard-parameters.ts';
import { statesOf } from './operation-dues.ts';
import { readyDeal } from './operation-evidence.ts';
import { staysUnderAnother } from './operation-on-top.ts';
import { members, type Outcome, portrait } from './operation-outcome.ts';
import { type Deal, makesCommand, operationRequest, type Particulars, particulars } from './operation-requests.ts';
import type { Asked } from './operation-subjects.ts';
import { type Again, againIn, isInFirstForm } from './operation-values.ts';
import { valuesInTurn } from './values-in-turn.ts';

/** What was seen the first time: the members that show the effect, and the whole. */
interface Seen {
  readonly judged: readonly string[];
  readonly first: Outcome;
}

/**
 * Asks for the operation on other fresh deals, with other values and for clients that accept something else than JSON: what is
 * answered with success has its effect, whichever request it is, with the values of this request and on this deal alone.
 */
export async function showsItEachTime(trial: Trial, asked: Asked, seen: Seen): Promise<readonly Answer[]> {
  const witness: Answer[] = [];
  const times = againIn(trial, asked);
  let next: Deal | undefined;
  for (const [time, again] of times.entries()) {
    // The first one has the members of a deal that no request names, and which is looked at in the end.
    const like = time === 0 ? (await bystander(trial, asked))?.deal : undefined;
    const deal = next ?? (await readyDeal(trial, asked, like));
    next = time === 0 && times.length > 1 ? await readyDeal(trial, asked) : undefined;
    const earlier = isInFirstForm(trial, asked) ? [seen.first.done.deal] : [];
    const others = time === 0 ? [...earlier, ...(next === undefined ? [] : [next])] : [];
    const before = await Promise.all(others.map((other) => stateOf(trial, other)));
    const shown = await (time === 0 ? showsItAnew : showsIt)(trial, asked, seen, { deal, again });
    witness.push(...shown);
    const [last] = time === 0 ? shown : [];
    if (last !== undefined && new URL(deal.address, last.exchange.request.url).href === last.exchange.request.url)
      await staysUnderAnother(trial, asked, deal, stateIn(trial, last));
    for (const [i, other] of others.entries())
      await unchanged(trial, before[i], await stateOf(trial, other), `${asked.operation.name} on another deal`);
  }
  return witness.slice(0, 1);
}

/**
 * The same on a deal whose values the operation has changed before, where it sets nothing but values: who takes an empty text or 0 for none
 * would leave the old one. Whether it may be asked for twice is not shown (document 3), so that a refusal leads to another deal.
 */
async function showsItAnew(trial: Trial, asked: Asked, seen: Seen, { deal, again }: On): Promise<readonly Answer[]> {
  if (statesOf(asked.operation.effect).length > 0) return showsIt(trial, asked, seen, { deal, again });
  let changed: State['shown'];
  for (const values of valuesInTurn(trial, asked))
    changed = await showsHardValues(trial, asked, seen, { deal, values });
  const shown = await showsIt(trial, asked, seen, { deal, again, changed });
  if (shown.length > 0) return shown;
  return showsIt(trial, asked, seen, { deal: await readyDeal(trial, asked), again });
}

/**
 * Asks for the operation with values that are easily changed on the way, or with those of the first time where they are refused. Gives what
 * the deal shows then: a number that was taken is the number that is shown, and a text keeps its letters.
 */
async function showsHardValues(
  trial: Trial,
  asked: Asked,
  { judged, first }: Seen,
  { deal, values }: { readonly deal: Deal; readonly values: readonly ParametersOf[] },
): Promise<State['shown']> {
  const taken = await takenValues(trial, asked, deal, values);
  if (taken === undefined) {
    await trial.send(operationRequest(asked, particulars(asked, deal, trial.unique())));
    return first.shown;
  }
  const { hard, answer } = taken;
  const after = await settledState(trial, deal, asked, hard, answer);
  if (!answer.succeeded || after?.shown === undefined || after.pending) return first.shown;
  const due = fillEffect(asked.operation.effect, hard.parameters);
  const { shown } = after;
  const wrong = judged.filter((member) => !isKept(shown[member], due[member], undefined));
  if (wrong.length > 0) fail(members(wrong, due), members(wrong, shown), answer, after.answer);
  await keepsWhatWasSent(trial, asked, hard, answer);
  return shown;
}

/** The first of the hard values that are not refused. */
async function takenValues(
  trial: Trial,
  asked: Asked,
  deal: Deal,
  values: readonly ParametersOf[],
): Promise<{ readonly hard: Particulars; readonly answer: Answer } | undefined> {
  for (const parametersOf of values) {
    const hard = particulars(asked, deal, trial.unique(), parametersOf(deal.unique));
    const answer = await trial.send(operationRequest(asked, hard));
    if (!isRefusal(answer)) return { hard, answer };
  }
  return undefined;
}

interface On {
  readonly deal: Deal;
  readonly again: Again;
  /** What the deal shows of the same operation, where that was asked for on it before. */
  readonly changed?: State['shown'];
}

async function showsIt(
  trial: Trial,
  asked: Asked,
  { judged, first }: Seen,
  { deal, again, changed }: On,
): Promise<readonly Answer[]> {
  const what = particulars(asked, deal, trial.unique(), again.parameters(deal.unique));
  const leftIt = isLeft(asked, judged, changed ?? first.done.before?.shown, what);
  const answer = await ask(trial, asked, { deal, what, accept: again.accept, leftIt });
  answer.owes(!NOT_THERE.includes(answer.status), `${asked.operation.name} to be served as the first time`);
  const after = await settledState(trial, deal, asked, what, answer);
  // How many deals may be on hold, and which values are taken, is not shown (document 2, 3), so that a refusal is no fault.
  leftIt(answer, after);
  const { otherwise } = again;
  if (isRefusal(answer) && otherwise !== undefined)
    return showsIt(
      trial,
      asked,
      { judged, first },
      {
        deal,
        again: { ...again, otherwise: undefined, ...otherwise },
        changed,
      },
    );
  if (!answer.succeeded || after?.shown === undefined || after.pending) return [];
  const due = fillEffect(asked.operation.effect, what.parameters);
  const fresh = first.done.before?.shown ?? {};
  const wrong = judged.filter((member) => !isKept(after.shown?.[member], due[member], fresh[member]));
  if (wrong.length > 0) fail(members(wrong, due), members(wrong, after.shown), answer, after.answer);
  const [a, b] = [portrait(first), portrait({ shown: after.shown, done: { deal } })];
  // A deal may also tell the parameters of its latest operation.
  const isSent = (member: string): boolean =>
    isAmong(a[member], first.done.what.parameters) && isAmong(b[member], what.parameters);
  const beside = Object.keys({ ...a, ...b }).filter(
    (member) => !(member in due) && !isSame(a[member], b[member]) && !isSent(member),
  );
  if (beside.length > 0) fail(`${members(beside, a)} as the first time`, members(beside, b), answer, after.answer);
  answersWithTheDeal(trial, { done: { answer, deal }, shown: after.shown, reading: after.answer }, judged);
  await isDoneOnce(trial, asked, { deal, what, again, after });
  if (isInFirstForm(trial, asked)) await emptyInEach(trial, deal.address, after.shown);
  return [after.answer, ...(again.isRead === true ? await keepsWhatWasSent(trial, asked, what, answer) : [])];
}

function isAmong(value: unknown, parameters: JsonObject): boolean {
  return Object.values(parameters).some((sent) => isSame(value, sent));
}

interface Done {
  readonly deal: Deal;
  readonly what: Particulars;
  readonly again: Again;
  readonly after: State;
}

/** The same PUT once more, for a client that accepts another representation: it has no further effect (RFC 9110 9.2.2). */
async function isDoneOnce(trial: Trial, asked: Asked, { deal, what, again, after }: Done): Promise<void> {
  // Commands are repeated under their ids by operation/command-id.
  if (again.repeated === undefined || asked.spelling.method !== 'PUT' || makesCommand(asked)) return;
  const request = operationRequest(asked, what);
  await trial.send({ ...request, headers: { ...request.headers, accept: again.repeated } });
  await unchanged(trial, after, await stateOf(trial, deal), `the same PUT again with Accept: ${again.repeated}`);
}

// What says that the deal, its operation or its format is not known, where all of them were known before.
const NOT_THERE: readonly number[] = [404, 405, 410, 415];

interface Asking {
  readonly deal: Deal;
  readonly what: Particulars;
  readonly accept: string | undefined;
  readonly leftIt: ReturnType<typeof isLeft>;
}

/**
 * Sends the operation. Where nothing acceptable could be answered (406), it is not carried out, and sent again for a client that accepts
 * anything.
 */
async function ask(trial: Trial, asked: Asked, { deal, what, accept, leftIt }: Asking): Promise<Answer> {
  const request = operationRequest(asked, what);
  if (accept === undefined) return trial.send(request);
  const answer = await trial.send({ ...request, headers: { ...request.headers, accept } });
  if (answer.status !== 406) return answer;
  leftIt(answer, await stateOf(trial, deal));
  return trial.send(request);
}

/**
 * Demands that a deal does not show all that an operation brings about, when it was refused. Only members are judged that the
 * operation changes on such a deal.
 */
function isLeft(
  asked: Asked,
  judged: Seen['judged'],
  before: State['shown'],
  { parameters }: Particulars,
): (refusal: Answer, after: State | undefined) => void {
  const due = fillEffect(asked.operation.effect, parameters);
  const changed = before === undefined ? [] : judged.filter((member) => !isSame(before[member], due[member]));
  return (refusal, after) => {
    const shown = after?.shown;
    if (!isRefusal(refusal) || after === undefined || shown === undefined || changed.length === 0) return;
    if (changed.some((member) => !isSame(shown[member], due[member]))) return;
    fail(
      `the deal as it was, as the operation was answered ${refusal.status}`,
      members(changed, shown),
      refusal,
      after.answer,
    );
  };
}
