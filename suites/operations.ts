import type { Answer } from '../core/answer.ts';
import { notApplicable, notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import { operated, repeated } from './support/operation/operation-evidence.ts';
import { namesWhatItMade } from './support/operation/operation-made.ts';
import { makesCommand } from './support/operation/operation-requests.ts';
import { type Asked, askedOf, everyForm, isOfGuess } from './support/operation/operation-subjects.ts';
import { assertNoContent } from './support/status/no-content.ts';

type Id = 'operation/served' | 'operation/status' | 'operation/empty';

/** How operations on a deal are answered: document 4.2. Each rule is run on each operation in each form. */
export const operations: Suite<Id> = {
  'operation/served': {
    level: 'must',
    clause: '4.2',
    title: 'the operation is served in this form',
    why: 'A form that is claimed and not served leaves its clients with nothing.',
    sends: 'A creation, what has to come first, and the operation with the sample of each parameter.',
    due: 'A 2xx status.',
    operates: true,
    on: everyForm(),
    async check(trial) {
      const asked = askedOf(trial);
      const { answer } = await operated(trial, asked);
      setAside(answer, asked);
      if (isOfGuess(answer, asked))
        notExercised(
          `the document does not spell ${asked.operation.name} in form ${asked.form}, and the address that was tried is not served: name it in the target file`,
          answer,
        );
      return answer.owes(answer.succeeded, `${asked.operation.name} to be served in form ${asked.form}`);
    },
  },

  'operation/status': {
    level: 'must',
    clause: '4.4-m4, 4.4-c1, 4.4-c2, 4.4-c3, 4.4-c5, RFC 9110 15.3.2',
    title: 'the status of an operation says what its answer holds',
    why: 'A client tells from the status whether there is a body to read or a new address to keep.',
    sends:
      'The operation on a fresh deal, and GET of what it created. The first operation in form E on two other deals, three times on one of them and once for each other type that Accept may ask for, GET of the record of the one below the other, of the records at their addresses, after all others too, and of the list of records. Every operation in form E once for each type that Accept may ask for, GET of each record, of the first one again, and of their list; of the latest once more, and of its deal, where it is missing.',
    due: 'PUT: 204 without a body, 200 with one, and 201 where it makes a command document. POST: 201 with a Location, 200 with a body, 204 without; 201 where its Location is read. 202 where processing goes on. What was created is named by its Location, by none that chooses a representation where it is read without that, and shows what was sent, where it can be read; below the deal for which it was made alone. Of several records each is read at its own address, with 200 in each representation or in none, and none is missing while its deal is read, where any other that operations made is read, or where the record itself is read elsewhere, however many other deals have, and 201 names none of before. No empty list where a record is read. Bodies are whole.',
    operates: true,
    on: everyForm(),
    needs: ['operation/served'],
    async check(trial) {
      const asked = askedOf(trial);
      const { answer } = await operated(trial, asked);
      const creates = asked.spelling.method === 'POST' || makesCommand(asked);
      answer.hasStatus(200, ...(creates ? [201] : []), 202, 204);
      if (answer.status === 200) answer.owes(answer.body.length > 0, 'a body with 200, or 204 without one', 'no body');
      if (answer.status === 201 && asked.spelling.method === 'POST') {
        // Without a Location a 201 would name the collection itself as what was created (RFC 9110 15.3.2).
        answer.hasHeader('Location');
        answer.owes(answer.location !== undefined, 'a Location that resolves to an http address');
      }
      return [answer, ...(await namesWhatItMade(trial, asked))];
    },
  },

  'operation/empty': {
    level: 'must',
    clause: '4.4-m4',
    title: 'a 204 of an operation is bare',
    why: 'Bytes after a 204 are read as the beginning of the next answer on that connection.',
    sends: 'The operation on a raw connection of its own; where that is answered with a body, the same PUT again.',
    due: 'Not one byte of body, no Content-Length above 0, no Transfer-Encoding.',
    operates: true,
    on: everyForm(),
    needs: ['operation/served'],
    async check(trial) {
      const asked = askedOf(trial);
      const { answer } = await operated(trial, asked);
      if (answer.status === 204) return assertNoContent(answer);
      return assertNoContent(await bareRepeat(trial, asked, answer));
    },
  },
};

/**
 * Ends the check where a refusal is no verdict on the form: states and transitions are not shown (document 3), nor who may
 * do what, nor the types of parameters (2), nor which ones CompleteDeal has (4.2). Only the reason of a hold is a plain text.
 */
function setAside(answer: Answer, { operation }: Asked): void {
  const { name, parameters, isGuess = name === 'CompleteDeal' && parameters.length === 0 } = operation;
  if (answer.status === 409)
    notExercised(`${name} was refused with 409 on a fresh deal: name what has to come first as its \`after\``, answer);
  if (answer.status === 401 || answer.status === 403)
    notExercised(`${name} was refused with ${answer.status}: give the run a session that may do it`, answer);
  if (answer.status === 400 && isGuess && name !== 'HoldDeal')
    notExercised(`${name} was refused with 400: declare its parameters in the target file`, answer);
}

/**
 * The repeat of a PUT whose first answer had a body: a command document answers 201 first and 204 after. An operation that
 * makes a record of its own (form E) has a body to show each time, so there is no 204 for the rule to be about.
 */
async function bareRepeat(trial: Trial, asked: Asked, first: Answer): Promise<Answer> {
  if (asked.spelling.method === 'POST') {
    // The document shows no success status of a POST: what tells something is answered with it.
    if (first.succeeded) notApplicable(`form ${asked.form} is answered ${first.status}, not 204`);
    notExercised(`the operation was answered ${first.brief}, not 204`, first);
  }
  const { answer } = await repeated(trial, asked);
  if (answer.status !== 204) notApplicable('neither the operation nor its repeat was answered 204');
  return answer;
}
