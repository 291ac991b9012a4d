import type { Answer } from '../core/answer.ts';
import { notApplicable, notExercised } from '../core/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Trial } from '../core/trial.ts';
import { isBare } from './bare.ts';
import { stateOf, unchanged } from './deal-state.ts';
import { deleteRequest, samplePayload } from './evidence.ts';
import { breakJson, refuses } from './malformed.ts';
import { isMissing } from './missing.ts';
import {
  brokenBodies,
  commandIds,
  faultyParameters,
  namesDealInBody,
  noOperations,
  onUnknownDeal,
  unknownDeals,
} from './operation-cases.ts';
import { formsThatAgree, showsEffect } from './operation-effects.ts';
import { operated, readyDeal, repeated } from './operation-evidence.ts';
import {
  againAfterUndo,
  hasNoSecondEffect,
  isOneCommand,
  otherCaseIsAnotherId,
  takenOnce,
} from './operation-repeats.ts';
import { makesCommand, operationRequest, particulars, saysNothing } from './operation-requests.ts';
import { type Asked, askedOf, everyForm, inSeveralForms } from './operation-subjects.ts';

type Id =
  | 'operation/served'
  | 'operation/status'
  | 'operation/empty'
  | 'operation/unknown-deal'
  | 'operation/malformed'
  | 'operation/missing-parameter'
  | 'operation/unknown-action'
  | 'operation/idempotent'
  | 'operation/command-id'
  | 'operation/effect'
  | 'operation/forms-agree';

/** Operations on a deal: document 4.2. Each rule is run on each operation in each form. */
export const operations: Suite<Id> = {
  'operation/served': {
    level: 'must',
    clause: '4.2',
    title: 'the operation is served in this form',
    why: 'A form that is claimed and not served leaves its clients with nothing.',
    sends: 'A creation, what has to come first, and the operation with the sample of each parameter.',
    due: 'A 2xx status.',
    on: everyForm(),
    async check(trial) {
      const asked = askedOf(trial);
      const { answer } = await operated(trial, asked);
      setAside(answer, asked);
      return answer.owes(answer.succeeded, `${asked.operation.name} to be served in form ${asked.form}`);
    },
  },

  'operation/status': {
    level: 'must',
    clause: '4.4-m4, 4.4-c1, 4.4-c5',
    title: 'the status of an operation says what its answer holds',
    why: 'A client tells from the status whether there is a body to read or a new address to keep.',
    sends: 'The operation on a fresh deal.',
    due: 'PUT: 204 without a body, 200 with one, and 201 where it makes a command document. POST: 201 with a Location, 200 with a body, 204 without. 202 where processing goes on.',
    on: everyForm(),
    needs: ['operation/served'],
    async check(trial) {
      const asked = askedOf(trial);
      const { answer } = await operated(trial, asked);
      const creates = asked.spelling.method === 'POST' || makesCommand(asked);
      answer.hasStatus(200, ...(creates ? [201] : []), 202, 204);
      if (answer.status === 200) answer.owes(answer.body.length > 0, 'a body with 200, or 204 without one', 'no body');
      if (answer.status !== 201 || asked.spelling.method !== 'POST') return answer;
      // Without a Location a 201 would name the collection itself as what was created (RFC 9110 15.3.2).
      answer.hasHeader('Location');
      return answer.owes(answer.location !== undefined, 'a Location that resolves to an http address');
    },
  },

  'operation/empty': {
    level: 'must',
    clause: '4.4-m4',
    title: 'a 204 of an operation is bare',
    why: 'Bytes after a 204 are read as the beginning of the next answer on that connection.',
    sends: 'The operation on a raw connection of its own; where that is answered with a body, the same PUT again.',
    due: 'Not one byte of body, no Content-Length above 0, no Transfer-Encoding.',
    on: everyForm(),
    needs: ['operation/served'],
    async check(trial) {
      const asked = askedOf(trial);
      const { answer } = await operated(trial, asked);
      if (answer.status === 204) return isBare(answer);
      return isBare(await bareRepeat(trial, asked, answer));
    },
  },

  'operation/unknown-deal': {
    level: 'must',
    clause: '4.4-m1',
    title: 'an operation on a deal that never was answers 404',
    why: 'A success would tell the client that something happened.',
    sends: 'The operation with made-up ids in many shapes; beside it, on a deal that exists.',
    due: 'Status 404; where the id stands in the body (form G), 400 or 404.',
    on: everyForm(),
    needs: ['operation/served'],
    async check(trial) {
      const asked = askedOf(trial);
      const control = await operated(trial, asked);
      const proof = await trial.forAll(unknownDeals(trial, asked), async (unknown) => {
        const unique = trial.unique();
        const request = onUnknownDeal(asked, unknown, unique, samplePayload(asked.resource, unique));
        const answer = await trial.send(request);
        takeAway(trial, asked, answer);
        return namesDealInBody(asked) ? answer.hasStatus(400, 404) : isMissing(answer);
      });
      return { ...proof, witness: [control.answer, ...proof.witness] };
    },
  },

  'operation/malformed': {
    level: 'must',
    clause: '7 (400)',
    title: 'malformed JSON is answered 400 and leaves the deal as it was',
    why: 'The client must change the request before it repeats it, and 400 is how it learns that.',
    sends: 'The body of the operation, broken in many ways; beside it, intact.',
    due: 'Status 400 for each of the broken ones, and the deal unchanged where it can be read.',
    on: everyForm(),
    needs: ['operation/served'],
    async check(trial) {
      const asked = askedOf(trial);
      const control = await operated(trial, asked);
      const deal = await readyDeal(trial, asked);
      const before = await stateOf(trial, deal);
      const bodies = brokenBodies(trial, asked, control.request.json);
      const proof = await trial.forAll(bodies, async (breakage) => {
        const { json, ...request } = operationRequest(asked, particulars(asked, deal, trial.unique()));
        const answer = await trial.send({ ...request, body: breakJson(json, breakage) });
        // What has nothing to say in its body may be served without reading it.
        if (saysNothing(asked) && answer.succeeded)
          notExercised(`${asked.operation.name} has no parameters, and its body was not read`, answer);
        return refuses(answer, breakage);
      });
      const after = unchanged(before, await stateOf(trial, deal), 'malformed JSON');
      return { ...proof, witness: [control.answer, ...proof.witness, ...after] };
    },
  },

  'operation/missing-parameter': {
    level: 'must',
    clause: '7 (400)',
    title: 'a required parameter that is missing or of a wrong type is answered 400',
    why: 'The document uses 400 for meaning as well as for syntax.',
    sends: 'The operation with each required parameter left out, and with an object in its place, in turn.',
    due: 'Status 400 for each, and the deal unchanged where it can be read.',
    on: everyForm((asked) => {
      const { name, isGuess } = asked.operation;
      if (isGuess === true) return `the target file does not say which parameters ${name} requires`;
      if (faultyParameters(asked).length > 0) return undefined;
      return `${name} declares no required parameter that form ${asked.form} could lack`;
    }),
    needs: ['operation/served'],
    async check(trial) {
      const asked = askedOf(trial);
      const control = await operated(trial, asked);
      const deal = await readyDeal(trial, asked);
      const before = await stateOf(trial, deal);
      const witness: Answer[] = [control.answer];
      for (const { fault, parametersOf } of faultyParameters(asked)) {
        const right = particulars(asked, deal, trial.unique());
        const wrong = { ...right, parameters: parametersOf(right.parameters) };
        const answer = await trial.send(operationRequest(asked, wrong));
        witness.push(answer.owes(answer.status === 400, `status 400 ${fault}`, `status ${answer.brief}`));
      }
      return [...witness, ...unchanged(before, await stateOf(trial, deal), 'invalid parameters')];
    },
  },

  'operation/unknown-action': {
    level: 'must',
    clause: '7 (400), 4.4-m1',
    title: 'an operation that does not exist is refused',
    why: 'A client that misspells an operation must not believe that it was done.',
    sends: 'Another action in the body (C, F, G) or another verb in the path (A, B) on a deal that exists.',
    due: 'Status 400 for an action, 404 for a path.',
    on: everyForm(({ form, operation }) => {
      if (form === 'D') return 'form D names no operation: it sends the attributes of the deal';
      return form === 'E' ? `form E names no operation: it adds to a collection of ${operation.name}` : undefined;
    }),
    needs: ['operation/served'],
    async check(trial) {
      const asked = askedOf(trial);
      const control = await operated(trial, asked);
      const cases = noOperations(trial, asked);
      if (cases.length === 0) notExercised('neither the path nor the body names the operation apart from the deal');
      const deal = await readyDeal(trial, asked);
      const witness: Answer[] = [control.answer];
      for (const { named, requestOf, due } of cases) {
        const answer = await trial.send(requestOf(particulars(asked, deal, trial.unique())));
        witness.push(answer.owes(answer.status === due, `status ${due} for “${named}”`, `status ${answer.brief}`));
      }
      return witness;
    },
  },

  'operation/idempotent': {
    level: 'must',
    clause: 'RFC 9110 9.2.2',
    title: 'the same PUT again has no further effect',
    why: 'A client that got no answer has to be able to send a PUT again.',
    sends: 'The operation twice in the same words, and a reading of the deal after each.',
    due: 'The deal as it was after the first; the repeat answers 200, 202, 204 or a refusal such as 409, but not 201.',
    on: everyForm(({ form, spelling }) =>
      spelling.method === 'PUT' ? undefined : `form ${form} is a POST, and POST is not idempotent`,
    ),
    needs: ['operation/served'],
    async check(trial) {
      const repeat = await repeated(trial, askedOf(trial));
      takenOnce(repeat.answer);
      return hasNoSecondEffect(repeat);
    },
  },

  'operation/command-id': {
    level: 'must',
    clause: '4.2 F, G',
    title: 'any unique command id is accepted, and counts once',
    why: 'The client chooses the id so that it can send a command again without doing it twice.',
    sends:
      'Commands under made-up ids of many shapes, each twice; one again after its effect was undone; two whose ids differ in case.',
    due: 'Success and effect for each; no 201 and no second effect for the repeat.',
    on: everyForm((asked) =>
      makesCommand(asked) ? undefined : `form ${asked.form} has no command id: only forms F and G do`,
    ),
    needs: ['operation/served'],
    async check(trial) {
      const asked = askedOf(trial);
      const proof = await trial.forAll(commandIds(trial), ({ idOf }) => isOneCommand(trial, asked, idOf));
      const others = [...(await againAfterUndo(trial, asked)), ...(await otherCaseIsAnotherId(trial, asked))];
      return { ...proof, witness: [...proof.witness, ...others] };
    },
  },

  'operation/effect': {
    level: 'should',
    clause: '2, 4.2 D',
    title: 'the deal shows what the operation brought about',
    why: 'A client that reads the deal sees what was done to it.',
    sends: 'The operation on a fresh deal, then a GET of the deal until it shows the effect.',
    due: 'The members that the operation sets, with the values sent, where the deal shows such members at all.',
    on: everyForm(({ resource, operation }) => {
      if (resource.item === undefined) return `${resource.name} is not read by id`;
      return Object.keys(operation.effect).length === 0 ? `no effect of ${operation.name} is known` : undefined;
    }),
    needs: ['operation/served'],
    check: (trial) => showsEffect(trial, askedOf(trial)),
  },

  'operation/forms-agree': {
    level: 'should',
    clause: '4.2',
    title: 'every form of an operation leaves the deal in the same state',
    why: 'The forms are spellings of one operation, and not operations of their own.',
    sends: 'The operation in each claimed form, each on a fresh deal, then a GET of each.',
    due: 'The same members with the same values, whichever form was used.',
    on: inSeveralForms,
    check: formsThatAgree,
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
    if (first.status === 201) notApplicable(`form ${asked.form} answers 201 with what it made, not 204`);
    notExercised(`the operation was answered ${first.brief}, not 204`, first);
  }
  const { answer } = await repeated(trial, asked);
  if (answer.status !== 204) notExercised(`neither the operation nor its repeat was answered 204`, first, answer);
  return answer;
}

// A PUT to an address that names nothing may have made something there.
function takeAway(trial: Trial, { resource, spelling }: Asked, answer: Answer): void {
  if (answer.status !== 201 || spelling.address !== resource.delete?.address) return;
  const deletion = deleteRequest(resource, { address: answer.exchange.request.url, id: undefined });
  if (deletion !== undefined) trial.cleanUp(deletion);
}
