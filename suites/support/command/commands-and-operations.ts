import type { Answer } from '../../../core/answer.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject, Operation } from '../../../core/target.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import { KEEPING } from '../keeping-writes.ts';
import { isNothing } from '../nothing.ts';
import { isSame, type State, settledState, stateOf, told } from '../operation/deal-state.ts';
import { statesOf } from '../operation/operation-dues.ts';
import { settled } from '../operation/operation-evidence.ts';
import {
  type Deal,
  operationRequest,
  otherParameters,
  particulars,
  sampleParameters,
} from '../operation/operation-requests.ts';
import { type Asked, askedIn, formsOf } from '../operation/operation-subjects.ts';
import { commandOf, commandRequest, payloadFor } from './command-evidence.ts';

type Seen = State & { readonly shown: Readonly<Record<string, unknown>> };

/**
 * Changes a value of a deal by an operation, another member by a command, and the value once more: the split is of requests and not of
 * deals (document 4.3), so that neither brings back what the other one has changed. What the command's own operation moves as well, it
 * may move.
 */
export async function keepsWhatOperationsSet(trial: Trial, operation: Operation): Promise<readonly Answer[]> {
  const other = valueBeside(trial, operation);
  const { payload, deal } = other === undefined ? {} : await payloadFor(trial, commandOf(trial));
  if (other === undefined || payload === undefined || deal === undefined) return [];
  const before = await operate(trial, other, deal, sampleParameters(other, deal.unique));
  if (before === undefined) return [];
  const due = fillEffect(operation.effect, payload);
  const answer = await trial.send(commandRequest(commandOf(trial).address, payload));
  const after = await seen(trial, deal);
  if (!answer.succeeded || after === undefined) return [answer];
  const isLeft = await leftBy(trial, operation);
  const set = lasting(other.operation.effect).filter((member) => !isNothing(before.shown[member]) && isLeft(member));
  const mayEnd = !KEEPING.includes(operation.name);
  const lost = set.filter(
    (member) => !isSame(after.shown[member], before.shown[member]) && !(mayEnd && isNothing(after.shown[member])),
  );
  const name = `the command ${operation.name}`;
  if (lost.length > 0)
    fail(
      `${inWords(lost, before)} after ${name}, as ${nameOf(other)} set it`,
      inWords(lost, after),
      answer,
      after.answer,
    );
  const again = await operate(trial, other, deal, otherParameters(other, deal.unique));
  if (again === undefined) return [answer, after.answer];
  const states = statesOf(operation.effect);
  // What ends the state, with all that belongs to it, is its own matter (document 3).
  const isStill = states.every((state) => isSame(again.shown[state], after.shown[state]));
  const own = isStill ? lasting(operation.effect).filter((member) => isSame(after.shown[member], due[member])) : [];
  const taken = own.filter((member) => !isSame(again.shown[member], after.shown[member]));
  if (taken.length > 0)
    fail(
      `${inWords(taken, after)} after ${nameOf(other)}, as ${name} set it`,
      inWords(taken, again),
      answer,
      after.answer,
      again.answer,
    );
  return [answer, again.answer];
}

/** An operation that sets values alone, none of which the other one is about, in the first form that is no form D. */
function valueBeside({ target }: Trial, { name, resource, effect }: Operation): Asked | undefined {
  const others = target.operations.filter(
    (one) =>
      one.name !== name &&
      one.resource === resource &&
      one.after === undefined &&
      KEEPING.includes(one.name) &&
      statesOf(one.effect).length === 0 &&
      lasting(one.effect).some((member) => !(member in effect)),
  );
  const [asked] = others.flatMap((one) => {
    const form = formsOf(target, one).find((own) => typeof one.forms[own]?.payload === 'string');
    return form === undefined ? [] : [askedIn(target, one, form)];
  });
  return asked;
}

/** The members that tell of the deal: one that has the name of its parameter may tell of the latest operation alone. */
function lasting(effect: JsonObject): readonly string[] {
  return Object.keys(effect).filter((member) => effect[member] !== `{${member}}`);
}

/** The deal after the operation; undefined where it was refused, has no effect yet, or is not read. */
async function operate(trial: Trial, asked: Asked, deal: Deal, parameters: JsonObject): Promise<Seen | undefined> {
  const answer = await trial.send(operationRequest(asked, particulars(asked, deal, trial.unique(), parameters)));
  if (!answer.succeeded || answer.status === 202) return undefined;
  const due = fillEffect(asked.operation.effect, parameters);
  const after = await settledState(trial, deal, asked, { parameters }, answer);
  if (after?.shown === undefined) return undefined;
  const { shown } = after;
  return lasting(asked.operation.effect).every((member) => isSame(shown[member], due[member]))
    ? { ...after, shown }
    : undefined;
}

async function seen(trial: Trial, deal: Deal): Promise<Seen | undefined> {
  const state = await stateOf(trial, deal);
  return state?.shown === undefined ? undefined : { ...state, shown: state.shown };
}

/** Which members the operation was seen to leave in a form of 4.2; none where that is not known. */
async function leftBy(trial: Trial, operation: Operation): Promise<(member: string) => boolean> {
  const [form] = formsOf(trial.target, operation);
  if (form === undefined) return () => false;
  const { answer, before, after } = await settled(trial, askedIn(trial.target, operation, form));
  const [a, b] = [before?.shown, after?.shown];
  if (!answer.succeeded || a === undefined || b === undefined) return () => false;
  return (member) => !(member in operation.effect) && isSame(a[member], b[member]);
}

function nameOf({ operation, form }: Asked): string {
  return `${operation.name} in form ${form}`;
}

function inWords(names: readonly string[], { shown }: Seen): string {
  return names.map((name) => `${name} ${told(shown[name])}`).join(', ');
}
