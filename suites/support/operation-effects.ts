import type { Answer } from '../../core/answer.ts';
import type { Form } from '../../core/claims.ts';
import { fail, notExercised, type Witness } from '../../core/outcome.ts';
import type { Operation } from '../../core/target.ts';
import type { Trial } from '../../core/trial.ts';
import { fillEffect } from '../../fixtures/operations.ts';
import { isAtRest, isSame, notRead, settledState, told } from './deal-state.ts';
import { type Operated, readyDeal, settled } from './operation-evidence.ts';
import { makesCommand, operationRequest, otherParameters, particulars } from './operation-requests.ts';
import { type Asked, askedIn, formsOf, isFirst } from './operation-subjects.ts';
import { resourceOf } from './subjects.ts';

/** What a form left behind, where the operation succeeded and the deal could be read. */
interface Outcome {
  readonly form: Form;
  readonly done: Operated;
  readonly shown: Readonly<Record<string, unknown>>;
  readonly reading: Witness;
}

/** The attributes that the document itself puts on the deal (2, 4.2 D). */
const PROMISED_BY_D: readonly string[] = ['held', 'holdReason'];

/** Demands that the deal shows the effect of the operation, as far as it shows such members at all. */
export async function showsEffect(trial: Trial, asked: Asked): Promise<Witness> {
  const { after } = await settled(trial, asked);
  if (after !== undefined) isAtRest(after, asked.operation.name);
  const own = await outcomeOf(trial, asked);
  if (own === undefined) notRead('the deal could not be read after the operation', after?.answer);
  const due = fillEffect(asked.operation.effect, own.done.what.parameters);
  const visible = await visibleMembers(trial, asked);
  const judged = Object.keys(due).filter((member) => visible.has(member));
  if (judged.length === 0) notExercised(`the deal shows none of ${Object.keys(due).join(', ')}`, own.done.answer);
  const wrong = judged.filter((member) => !isSame(own.shown[member], due[member]));
  const witness: readonly Answer[] = [own.done.answer, ...[own.reading].flat()];
  if (wrong.length > 0) fail(members(wrong, due), members(wrong, own.shown), ...witness);
  return [...witness, ...(await showsItEachTime(trial, asked, { judged, first: own }))];
}

/** How often the first operation is asked for again in each form: every third or fifth request may do nothing. */
const AGAIN = 5;

/** What was seen the first time: the members that show the effect, and the whole. */
interface Seen {
  readonly judged: readonly string[];
  readonly first: Outcome;
}

/**
 * Asks for the operation on other fresh deals, with other values: what is answered with success has its effect, whichever request
 * it is, and the values are those of this request.
 */
async function showsItEachTime(trial: Trial, asked: Asked, { judged, first }: Seen): Promise<readonly Answer[]> {
  const witness: Answer[] = [];
  // A command is tried under many ids, each of which has to be carried out.
  const times = isFirst(trial) && !makesCommand(asked) ? AGAIN : 1;
  for (let time = 1; time <= times; time += 1) {
    const deal = await readyDeal(trial, asked);
    const what = particulars(
      asked,
      deal,
      trial.unique(),
      time % 2 === 1 ? otherParameters(asked, deal.unique) : undefined,
    );
    const answer = await trial.send(operationRequest(asked, what));
    answer.owes(!NOT_THERE.includes(answer.status), `${asked.operation.name} to be served as the first time`);
    const after = await settledState(trial, deal, asked, what, answer);
    // How many deals may be on hold, and which values are taken, is not shown (document 2, 3), so that a refusal is no fault.
    if (!answer.succeeded || after?.shown === undefined || after.pending) continue;
    const due = fillEffect(asked.operation.effect, what.parameters);
    const wrong = judged.filter((member) => !isSame(after.shown?.[member], due[member]));
    if (wrong.length > 0) fail(members(wrong, due), members(wrong, after.shown), answer, after.answer);
    const [a, b] = [portrait(first), portrait({ shown: after.shown, done: { deal } })];
    const beside = Object.keys({ ...a, ...b }).filter((member) => !(member in due) && !isSame(a[member], b[member]));
    if (beside.length > 0) fail(`${members(beside, a)} as the first time`, members(beside, b), answer, after.answer);
    witness.push(after.answer);
  }
  return witness.slice(0, 1);
}

// What says that the deal, its operation or its format is not known, where all of them were known before.
const NOT_THERE: readonly number[] = [404, 405, 410, 415];

/** Demands that every form in which the operation succeeded left its deal in the same state. */
export async function formsThatAgree(trial: Trial): Promise<Witness> {
  const { operation } = trial.subject;
  if (operation === undefined) throw new Error(`subject ${trial.subject.id} has no operation`);
  const outcomes = await outcomesOf(trial, operation);
  const [first, ...others] = outcomes;
  if (first === undefined || others.length === 0)
    notRead('no two forms led to a deal that could be read', await unreadAfter(trial, operation));
  if (!outcomes.some(({ shown }) => Object.keys(operation.effect).some((member) => member in shown))) {
    notExercised(`the deal shows none of ${Object.keys(operation.effect).join(', ')}`, first.done.answer);
  }
  const a = portrait(first);
  for (const other of others) {
    const b = portrait(other);
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !isSame(a[name], b[name]));
    if (names.length === 0) continue;
    const witness = [first, other].flatMap(({ done, reading }) => [done.answer, ...[reading].flat()]);
    fail(
      `${members(names, a)} as after form ${first.form}`,
      `${members(names, b)} after form ${other.form}`,
      ...witness,
    );
  }
  return outcomes.flatMap(({ reading }) => reading);
}

/** The members that deals of this target show after this operation in some form, or before it. */
async function visibleMembers(trial: Trial, { operation, form }: Asked): Promise<Set<string>> {
  const outcomes = await outcomesOf(trial, operation);
  const seen = outcomes.flatMap(({ shown, done }) => Object.keys({ ...done.before?.shown, ...shown }));
  const hidden = resourceOf(trial).create?.writeOnly ?? [];
  const promised = form === 'D' ? PROMISED_BY_D.filter((member) => !hidden.includes(member)) : [];
  return new Set([...seen, ...promised]);
}

async function outcomesOf(trial: Trial, operation: Operation): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const form of formsOf(trial.target, operation)) {
    const outcome = await outcomeOf(trial, askedIn(trial.target, operation, form));
    if (outcome !== undefined) outcomes.push(outcome);
  }
  return outcomes;
}

/** A reading that showed no deal after the operation, in the first form that led to one. */
async function unreadAfter(trial: Trial, operation: Operation): Promise<Answer | undefined> {
  for (const form of formsOf(trial.target, operation)) {
    const { answer, after } = await settled(trial, askedIn(trial.target, operation, form));
    if (answer.succeeded && after !== undefined && after.shown === undefined) return after.answer;
  }
  return undefined;
}

async function outcomeOf(trial: Trial, asked: Asked): Promise<Outcome | undefined> {
  const { after, ...done } = await settled(trial, asked);
  if (!done.answer.succeeded || after?.shown === undefined || after.pending) return undefined;
  return { form: asked.form, done, shown: after.shown, reading: after.answer };
}

// Each form worked on a deal of its own, so what was sent on creation differs and is told as such.
function portrait({
  shown,
  done,
}: {
  readonly shown: Outcome['shown'];
  readonly done: Pick<Operated, 'deal'>;
}): Record<string, unknown> {
  const sent: Readonly<Record<string, unknown>> = done.deal.payload;
  return Object.fromEntries(
    Object.entries(shown).map(([member, value]) => [
      member,
      member in sent && isSame(value, sent[member]) ? 'what was sent on creation' : value,
    ]),
  );
}

function members(names: readonly string[], record: Readonly<Record<string, unknown>>): string {
  return names.map((name) => `${name} ${told(record[name])}`).join(', ');
}
