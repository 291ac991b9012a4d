import type { Answer } from '../../../core/answer.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail, notExercised } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Target } from '../../../core/target.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import { movesByItself } from '../moves-by-itself.ts';
import { isNothing } from '../nothing.ts';
import { isMark, isVolatile } from '../payload/payloads.ts';
import { resourceOf } from '../subjects.ts';
import { tellsSent } from '../view/notation.ts';
import type { Deal, Particulars } from './operation-requests.ts';
import type { Asked } from './operation-subjects.ts';

/** What a deal showed when it was read. */
export interface State {
  readonly answer: Answer;
  /** The members that creation and operations are about; undefined when the answer holds no JSON record. */
  readonly shown: Readonly<Record<string, unknown>> | undefined;
  /** An operation was answered 202 and its effect was not seen yet: the deal may still change by itself. */
  readonly pending: boolean;
  /** The members of that effect that it does not show as they are due; left out where none was waited for. */
  readonly lacking?: readonly string[];
}

/** Reads a deal; undefined where records are not read by id. */
export async function stateOf(trial: Trial, deal: Deal): Promise<State | undefined> {
  if (resourceOf(trial).item === undefined) return undefined;
  return stateIn(trial, await trial.send({ method: 'GET', address: deal.address }));
}

/** Reads a deal until it shows what an operation brings about, or the settling time is over (202 promises it for later). */
export async function settledState(
  trial: Trial,
  deal: Deal,
  asked: Asked,
  { parameters }: Pick<Particulars, 'parameters'>,
  operation: Answer,
): Promise<State | undefined> {
  return effectState(trial, deal, fillEffect(asked.operation.effect, parameters), operation);
}

/** Reads a deal until it shows these members as they are due, or the settling time is over. */
export async function effectState(
  trial: Trial,
  deal: Deal,
  due: Readonly<Record<string, unknown>>,
  operation: Answer,
): Promise<State | undefined> {
  if (resourceOf(trial).item === undefined) return undefined;
  const isDone = (answer: Answer): boolean => {
    const { shown = {} } = stateIn(trial, answer);
    const visible = Object.keys(due).filter((member) => member in shown);
    if (Object.keys(due).every((member) => showsDue(shown[member], due[member]))) return true;
    // What is not shown at all may be waited for in vain, but only where somebody said that effects take time.
    return visible.length > 0 && visible.every((member) => showsDue(shown[member], due[member]));
  };
  const last = await trial.until(() => trial.send({ method: 'GET', address: deal.address }), isDone);
  const state = stateIn(trial, last);
  const lacking = Object.keys(due).filter((member) => !showsDue(state.shown?.[member], due[member]));
  const isSeen = Object.keys(due).length > 0 && lacking.length === 0;
  return { ...state, pending: operation.status === 202 && !isSeen, lacking };
}

/** Whether two members tell the same; what is false, null, empty or not there at all says one thing: nothing. */
export function isSame(a: unknown, b: unknown): boolean {
  return (isNothing(a) && isNothing(b)) || sameValue(a, b);
}

/**
 * Whether a member shows the value that is due, in whatever notation (document 2). One that is left out tells what is empty, as zero is to
 * some writers (document 4.4-c3: which members a record shows is left open).
 */
export function showsDue(shown: unknown, due: unknown): boolean {
  return isSame(due, shown) || tellsSent(due, shown) || (shown === undefined && isEmpty(due));
}

function isEmpty(value: unknown): boolean {
  return value === 0 || (Array.isArray(value) && value.length === 0);
}

/** Ends the check where the deal may still change by itself, so that a change would say nothing. */
export function isAtRest(state: State, what: string): State {
  if (!state.pending) return state;
  const { lacking = [], answer } = state;
  const sign = lacking.length === 0 ? 'what would show that it ended is not known' : `no ${lacking.join(', ')} is seen`;
  const advice = 'allow more time with --settle, or give its effect in the target file';
  notExercised(`${what} was answered 202, and ${sign}: ${advice}`, answer);
}

/** Ends the check where a deal could not be read, and says how the reading was answered where that was no success. */
export function notRead(what: string, reading: Answer | undefined): never {
  if (reading === undefined) notExercised(what);
  notExercised(reading.succeeded ? what : `${what}: GET was answered ${reading.brief}`, reading);
}

/**
 * Demands that a deal is as it was, but for what a service writes into a new one by itself. Gives no witness where it cannot be read, since
 * nothing can be seen there.
 */
export async function unchanged(
  trial: Trial,
  before: State | undefined,
  after: State | undefined,
  despite: string,
): Promise<readonly Answer[]> {
  if (before?.shown === undefined || after === undefined) return [];
  const members = after.shown === undefined ? [] : changedMembers(before, after);
  const byItself =
    members.length === 0
      ? undefined
      : await movesByItself(trial, { before: before.answer, last: after.answer }, members);
  const other = changes(before, after, byItself);
  if (other.length > 0) fail(`the deal unchanged after ${despite}`, other.join('; '), before.answer, after.answer);
  return [after.answer];
}

/**
 * Demands that a deal shows no member more than before, of whatever name, but for what a service writes into a new one by itself. Gives no
 * witness where it cannot be read.
 */
export async function gainsNothing(
  trial: Trial,
  before: State | undefined,
  after: State | undefined,
  despite: string,
): Promise<readonly Answer[]> {
  const [a, b] = [recordIn(trial, before?.answer), recordIn(trial, after?.answer)];
  if (a === undefined || b === undefined || before === undefined || after === undefined) return [];
  const gained = Object.keys(b).filter(
    (name) => isNothing(a[name]) && !isNothing(b[name]) && !isVolatile(name) && !isMark(name),
  );
  if (gained.length === 0) return [after.answer];
  const byItself = await movesByItself(trial, { before: before.answer, last: after.answer }, gained);
  const more = gained.filter((name) => !byItself.has(name));
  if (more.length > 0)
    fail(
      `the deal unchanged after ${despite}`,
      `also ${more.join(', ')}: ${after.answer.brief}`,
      before.answer,
      after.answer,
    );
  return [after.answer];
}

/** The record that an answer holds; undefined where it holds none. */
export function recordIn(trial: Trial, answer: Answer | undefined): Readonly<Record<string, unknown>> | undefined {
  if (answer?.status !== 200 || answer.representation.syntax !== 'json') return undefined;
  const record = at(answer.representation.value, resourceOf(trial).item?.envelope ?? '');
  return isObject(record) ? record : undefined;
}

/** What differs between two states but for these members, in words. */
export function changes(before: State, after: State, besides: ReadonlySet<string> = new Set()): string[] {
  const [a, b] = [before.shown ?? {}, after.shown];
  if (b === undefined) return before.shown === undefined ? [] : [`the deal answers ${after.answer.brief}`];
  const members = changedMembers(before, after).filter((member) => !besides.has(member));
  return members.map((member) => `${member} was ${told(a[member])} and is ${told(b[member])}`);
}

function changedMembers(before: State, after: State): readonly string[] {
  const [a, b] = [before.shown ?? {}, after.shown ?? {}];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((member) => !isSame(a[member], b[member]));
}

/** A member's value for messages. */
export function told(value: unknown): string {
  const text = value === undefined ? 'absent' : JSON.stringify(value);
  return text.length > MOST ? `${text.slice(0, MOST)}… (${text.length} characters)` : text;
}

/** How much of a value stands in a message. */
const MOST = 400;

/**
 * What an answer shows of a deal. Revisions, times of change and histories may rightly move with every request (RFC 9110 9.2.2), so only
 * the members that were sent on creation and those that the operations are about are watched, and those named besides.
 */
export function stateIn(trial: Trial, answer: Answer, besides: readonly string[] = []): State {
  const resource = resourceOf(trial);
  const record = recordIn(trial, answer);
  if (record === undefined) return { answer, shown: undefined, pending: false };
  const watched = new Set([...watchedMembers(trial.target, resource.name), ...besides]);
  const shown = Object.fromEntries(Object.entries(record).filter(([member]) => watched.has(member)));
  return { answer, shown, pending: false };
}

function watchedMembers(target: Target, name: string): Set<string> {
  const sample = target.resources.find((resource) => resource.name === name)?.create?.sample ?? {};
  const operations = target.operations.filter((operation) => operation.resource === name);
  return new Set([...Object.keys(sample), ...operations.flatMap(({ effect }) => Object.keys(effect))]);
}
