import type { Answer } from '../../../core/answer.ts';
import { isAbsent } from '../../../core/http/status-kinds.ts';
import { fail, notExercised, type Witness } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject, Operation } from '../../../core/target.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import { resourceOf } from '../subjects.ts';
import { leavesItsNamesake } from '../view/namesakes.ts';
import { answersWithTheDeal } from './answered-deal.ts';
import { attributeWalk } from './attribute-walks.ts';
import { blankInEachForm } from './blank-texts.ts';
import { isAtRest, isSame, notRead, showsDue } from './deal-state.ts';
import { keepsItsId } from './kept-id.ts';
import { showsItEachTime } from './operation-again.ts';
import { shownElsewhere } from './operation-elsewhere.ts';
import { settled } from './operation-evidence.ts';
import { keepsItsHistory } from './operation-history.ts';
import { movesAlike } from './operation-moves.ts';
import { members, type Outcome, portrait } from './operation-outcome.ts';
import { type Asked, askedIn, formsOf, guessesAttributes, isFirst } from './operation-subjects.ts';
import { textsAlike } from './operation-texts.ts';
import { keepsOtherAttributes } from './other-attributes.ts';

/** The attributes that the document itself puts on the deal (2, 4.2 D). */
const PROMISED_BY_D: readonly string[] = ['held', 'holdReason'];

/** Demands that the deal shows the effect of the operation, as far as it shows such members at all. */
export async function showsEffect(trial: Trial, asked: Asked): Promise<readonly Answer[]> {
  const { after, answer, what } = await settled(trial, asked);
  if (after !== undefined) isAtRest(after, asked.operation.name);
  const own = await outcomeOf(trial, asked);
  const due = fillEffect(asked.operation.effect, what.parameters);
  if (own === undefined) {
    if (answer.succeeded) isThereToTell(asked.operation, due, answer, after?.answer);
    notRead('the deal could not be read after the operation', after?.answer);
  }
  const visible = await visibleMembers(trial, asked);
  const judged = Object.keys(due).filter((member) => visible.has(member));
  if (judged.length === 0) notExercised(`the deal shows none of ${Object.keys(due).join(', ')}`, own.done.answer);
  const wrong = judged.filter((member) => !showsDue(own.shown[member], due[member]));
  const witness: readonly Answer[] = [own.done.answer, ...[own.reading].flat()];
  if (wrong.length > 0) fail(members(wrong, due), members(wrong, own.shown), ...witness);
  const texts = asked.form === 'D' ? judged.filter((member) => isFlagAsText(due[member], own.shown[member])) : [];
  if (texts.length > 0) fail(`${members(texts, due)}, which is a boolean`, members(texts, own.shown), ...witness);
  const { before } = own.done;
  const spelt = judged.filter((member) => isNumberAsText(before?.shown?.[member], due[member], own.shown[member]));
  if (spelt.length > 0)
    fail(`${members(spelt, due)} as a number, as the deal showed it before`, members(spelt, own.shown), ...witness);
  answersWithTheDeal(trial, own, judged);
  const elsewhere = await shownElsewhere(trial, asked, { deal: own.done.deal, shown: own.shown, judged });
  const walk = attributeWalk(trial, asked);
  const again = await showsItEachTime(trial, asked, { judged, first: own });
  return [
    ...witness,
    ...elsewhere,
    ...again,
    ...(await keepsItsId(trial, asked)),
    ...(await keepsOtherAttributes(trial, asked)),
    ...(walk === undefined ? [] : await keepsItsHistory(trial, walk)),
  ];
}

/** Demands that the deal is still there, where the target file says what it shows after the operation. */
function isThereToTell(operation: Operation, due: JsonObject, answer: Answer, reading: Answer | undefined): void {
  if (operation.isEffectTold !== true || Object.keys(due).length === 0 || reading === undefined) return;
  if (isAbsent(reading)) fail(`a deal that shows ${members(Object.keys(due), due)}`, reading.brief, answer, reading);
}

// The document shows one type, and that in form D: `held` is a boolean (2, 4.2).
function isFlagAsText(due: unknown, shown: unknown): boolean {
  return typeof due === 'boolean' && typeof shown === 'string' && shown !== '';
}

// Which type a member has is not shown (document 2). One that was a number, and was sent one, does not come to be a text.
function isNumberAsText(before: unknown, due: unknown, shown: unknown): boolean {
  return typeof before === 'number' && typeof due === 'number' && typeof shown === 'string';
}

/** Demands that every form in which the operation succeeded left its deal in the same state. */
export async function formsThatAgree(trial: Trial): Promise<Witness> {
  const { operation } = trial.subject;
  if (operation === undefined) throw new Error(`subject ${trial.subject.id} has no operation`);
  const all = await outcomesOf(trial, operation);
  const outcomes = all.filter(({ form }) => !guessesAttributes(operation, form));
  const [first, ...others] = outcomes;
  if (others.length === 0 && outcomes.length < all.length)
    notExercised(`nobody tells the attributes of ${operation.name} in form D`, ...all.map(({ reading }) => reading));
  if (first === undefined || others.length === 0)
    notRead('no two forms led to a deal that could be read', await unreadAfter(trial, operation));
  textsAlike(trial, operation, outcomes);
  const moved = movesAlike(trial, outcomes);
  if (
    moved.length === 0 &&
    !outcomes.some(({ shown }) => Object.keys(operation.effect).some((member) => member in shown))
  ) {
    notExercised(noneShown(operation), first.done.answer);
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
  const apart = isFirst(trial) && operation.after === undefined ? await leavesItsNamesake(trial, operation) : [];
  return [...outcomes.map(({ reading }) => reading), ...(await blankInEachForm(trial, operation)), ...apart];
}

/**
 * The members that deals of this target show after this operation in some form, or before it, and those that its owner says they show.
 * What guessed attributes leave there shows nothing of other forms.
 */
async function visibleMembers(trial: Trial, { operation, form }: Asked): Promise<Set<string>> {
  const outcomes = await outcomesOf(trial, operation);
  const seen = outcomes.flatMap(({ form: other, shown, done }) => {
    const isTold = other === form || !guessesAttributes(operation, other);
    return Object.keys({ ...done.before?.shown, ...(isTold ? shown : {}) });
  });
  const hidden = resourceOf(trial).create?.writeOnly ?? [];
  const promised = [
    ...(form === 'D' ? PROMISED_BY_D : []),
    ...(operation.isEffectTold === true ? Object.keys(operation.effect) : []),
  ];
  return new Set([...seen, ...promised.filter((member) => !hidden.includes(member))]);
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

function noneShown({ name, effect }: Operation): string {
  const members = Object.keys(effect);
  if (members.length === 0) return `nobody tells what a deal shows after ${name}: give effect in the target file`;
  return `the deal shows none of ${members.join(', ')}`;
}
