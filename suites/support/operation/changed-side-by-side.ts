import type { Answer } from '../../../core/answer.ts';
import type { Form } from '../../../core/claims.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import { createRecord } from '../evidence.ts';
import { effectState, showsDue, told } from './deal-state.ts';
import { type Deal, operationRequest, particulars, sampleParameters } from './operation-requests.ts';
import { type Asked, askedIn } from './operation-subjects.ts';
import { livingIn, rolesOf } from './operation-walks.ts';

/** How often it is tried again once something was lost, and how often that has to be seen: another client may change a deal once. */
const AGAIN = 4;
const OFTEN = 2;

/** A deal after several operations, with the members that show another value than was sent. */
interface Outcome {
  readonly answers: readonly Answer[];
  readonly due: JsonObject;
  readonly shown: Readonly<Record<string, unknown>>;
  readonly wrong: readonly string[];
}

/**
 * Sends operations that set different members to one deal at the same time: in one form, then each in a form of its own. Those that are
 * answered with success have their effect, in whatever order they are carried out (document 2, 4.2): what one of them has read before
 * must not bring back what another one changed. Any of them may be refused, and what they do one after the other, they may do at once.
 */
export async function keepsChangesSideBySide(
  trial: Trial,
  asked: Asked,
  forms: readonly Form[],
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const turn of forms.length > 1 ? [forms.slice(0, 1), forms] : [forms]) {
    const operations = apart(trial, asked, turn);
    if (operations.length < 2) continue;
    const first = await outcomeOf(trial, operations, sendAtOnce);
    answers.push(...(first?.answers ?? []));
    if (first === undefined || first.wrong.length === 0) continue;
    const inOrder = await outcomeOf(trial, operations, sendInOrder);
    if (inOrder?.wrong.length !== 0) continue;
    const lost = [first];
    for (let time = 1; time < AGAIN && lost.length < OFTEN; time += 1) {
      const again = await outcomeOf(trial, operations, sendAtOnce);
      if (again !== undefined && again.wrong.length > 0) lost.push(again);
    }
    const { due, shown, wrong, answers: witness } = lost.at(-1) ?? first;
    const inWords = (record: Outcome['shown']): string => wrong.map((one) => `${one} ${told(record[one])}`).join(', ');
    const names = operations.map(({ operation: { name }, form }) => `${name}/${form}`).join(' and ');
    if (lost.length >= OFTEN) fail(`${inWords(due)} after ${names} at once`, inWords(shown), ...witness);
  }
  return answers;
}

/** The operation that may be undone and those that set values, as far as no two of them are about one member, each in the next form. */
function apart({ target }: Trial, asked: Asked, forms: readonly Form[]): readonly Asked[] {
  const { undone, values } = rolesOf(livingIn(target, asked, forms[0] ?? asked.form));
  const taken = new Set<string>();
  const chosen: Asked[] = [];
  for (const operation of undone === undefined ? values : [undone, ...values]) {
    const members = Object.keys(operation.effect);
    const form = forms[chosen.length % forms.length];
    if (form === undefined || operation.forms[form] === undefined || members.some((one) => taken.has(one))) continue;
    for (const member of members) taken.add(member);
    chosen.push(askedIn(target, operation, form));
  }
  return chosen;
}

type SendAll = (requests: readonly (() => Promise<Answer>)[]) => Promise<readonly Answer[]>;

const sendAtOnce: SendAll = (requests) => Promise.all(requests.map((send) => send()));

const sendInOrder: SendAll = async (requests) => {
  const answers: Answer[] = [];
  for (const send of requests) answers.push(await send());
  return answers;
};

/** What a new deal shows after them; undefined where one was refused, may be carried out later, or the deal is not read. */
async function outcomeOf(trial: Trial, operations: readonly Asked[], sendAll: SendAll): Promise<Outcome | undefined> {
  const { id, ...record } = await createRecord(trial);
  if (id === undefined) return undefined;
  const deal: Deal = { ...record, id };
  const all = operations.map((asked) => ({ asked, parameters: sampleParameters(asked, trial.unique()) }));
  const sent = await sendAll(
    all.map(({ asked, parameters }) => {
      const request = operationRequest(asked, particulars(asked, deal, trial.unique(), parameters));
      return () => trial.send(request);
    }),
  );
  const [last] = sent;
  if (last === undefined || !sent.every(({ succeeded, status }) => succeeded && status !== 202)) return undefined;
  const due = Object.assign({}, ...all.map(({ asked, parameters }) => fillEffect(asked.operation.effect, parameters)));
  const after = await effectState(trial, deal, due, last);
  if (after?.shown === undefined) return undefined;
  const { shown } = after;
  // What the deal does not show at all says nothing.
  const wrong = Object.keys(due).filter((member) => member in shown && !showsDue(shown[member], due[member]));
  return { answers: [...sent, after.answer], due, shown, wrong };
}
