import type { Answer } from '../../../core/answer.ts';
import type { Form } from '../../../core/claims.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Operation } from '../../../core/target.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import { entryId } from '../evidence.ts';
import { mayBeKept } from '../listed-changes.ts';
import { isNothing } from '../nothing.ts';
import { PATIENCE_MS } from '../patience.ts';
import { entriesOf } from '../query/queries.ts';
import { resourceOf } from '../subjects.ts';
import { settledState, told } from './deal-state.ts';
import { emptyInEach } from './empty-texts.ts';
import { readyDeal } from './operation-evidence.ts';
import { type Deal, operationRequest, particulars, sampleParameters, withTexts } from './operation-requests.ts';
import { askedIn, formsOf, guessesAttributes } from './operation-subjects.ts';

/** A deal after the operation in a form with a text of one blank. */
interface Outcome {
  readonly form: Form;
  readonly deal: Deal;
  readonly answer: Answer;
  readonly reading: Answer;
  readonly shown: Readonly<Record<string, unknown>>;
}

const BLANK = ' ';

/**
 * Asks for the operation with a text of one blank in each form. Whether it is taken, and whether it is kept as none, is not shown (document
 * 2, 4.2); but the forms are spellings of one operation, so that what one of them stores as it was sent, each of them does. The collection
 * shows it as the deal does.
 */
export async function blankInEachForm(trial: Trial, operation: Operation): Promise<readonly Answer[]> {
  const members = textMembers(operation);
  if (members.length === 0) return [];
  const outcomes: Outcome[] = [];
  for (const form of formsToTry(trial, operation)) {
    const outcome = guessesAttributes(operation, form) ? undefined : await outcomeOf(trial, operation, form);
    if (outcome !== undefined) outcomes.push(outcome);
  }
  for (const member of members) {
    const keeping = outcomes.find(({ shown }) => shown[member] === BLANK);
    // A deal may show no such member at all.
    const losing = outcomes.find(({ shown }) => shown[member] !== BLANK);
    if (keeping === undefined || losing === undefined) continue;
    fail(
      `${member} ${told(BLANK)} as after form ${keeping.form}`,
      `${told(losing.shown[member])} after form ${losing.form}`,
      keeping.answer,
      keeping.reading,
      losing.answer,
      losing.reading,
    );
  }
  const [first] = outcomes;
  if (first !== undefined) await emptyInEach(trial, first.deal.address, first.shown);
  return [...outcomes.map(({ reading }) => reading), ...(await listedAsKept(trial, members, outcomes))];
}

/** All forms of the first operation; of the others the first form, form E, and one more, which is another one for the next operation. */
function formsToTry({ target }: Trial, operation: Operation): readonly Form[] {
  const turn = target.operations.findIndex(({ name }) => name === operation.name);
  const forms = formsOf(target, operation);
  return forms.filter((form, i) => turn === 0 || i === 0 || form === 'E' || i === 1 + (turn % (forms.length - 1)));
}

/** The members that hold a plain text of the operation's parameters. */
function textMembers({ effect, parameters }: Operation): readonly string[] {
  const texts = parameters.filter(({ type }) => type === 'string').map(({ name }) => `{${name}}`);
  return Object.keys(effect).filter((member) => texts.includes(String(effect[member])));
}

async function outcomeOf(trial: Trial, operation: Operation, form: Form): Promise<Outcome | undefined> {
  const asked = askedIn(trial.target, operation, form);
  const deal = await readyDeal(trial, asked);
  const unique = trial.unique();
  const parameters = withTexts(asked, sampleParameters(asked, unique), BLANK);
  const answer = await trial.send(operationRequest(asked, particulars(asked, deal, unique, parameters)));
  if (!answer.succeeded) return undefined;
  const after = await settledState(trial, deal, asked, { parameters }, answer);
  if (after?.shown === undefined || after.pending) return undefined;
  // What was answered with success and left undone is the matter of operation/effect.
  const due = Object.entries(fillEffect(operation.effect, parameters)).filter(([, value]) => value !== BLANK);
  const isDone = due.every(([member, value]) => !isNothing(after.shown?.[member]) || isNothing(value));
  return isDone ? { form, deal, answer, reading: after.answer, shown: after.shown } : undefined;
}

/** An entry may leave the member out where no other entry has it. */
async function listedAsKept(
  trial: Trial,
  members: readonly string[],
  outcomes: readonly Outcome[],
): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { list } = resource;
  const kept = outcomes.filter(({ shown }) => members.some((member) => shown[member] === BLANK));
  if (list === undefined || list.entries === 'ids' || kept.length === 0) return [];
  const wrongIn = (answer: Answer): readonly string[] => {
    if (answer.status !== 200 || mayBeKept(answer)) return [];
    const entries = entriesOf(answer, resource).filter(isObject);
    return kept.flatMap(({ deal, shown }) => {
      const entry = entries.find((one) => entryId(one, resource) === deal.id);
      if (entry === undefined) return [];
      const isListed = (member: string): boolean => entries.some((one) => !isNothing(one[member]));
      const wrong = members.filter(
        (member) =>
          shown[member] === BLANK && entry[member] !== BLANK && (entry[member] !== undefined || isListed(member)),
      );
      return wrong.map((member) => `${member} ${told(entry[member])} of ${deal.id}`);
    });
  };
  const answer = await trial.until(
    () => trial.send({ method: 'GET', address: list.address }),
    (one) => wrongIn(one).length === 0,
    PATIENCE_MS,
  );
  const wrong = wrongIn(answer);
  return [answer.owes(wrong.length === 0, `in the list ${told(BLANK)}, as each deal shows it`, wrong.join(', '))];
}
