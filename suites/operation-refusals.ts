import type { Answer } from '../core/answer.ts';
import { isOf } from '../core/guard/misled.ts';
import type { HttpRequest } from '../core/http/exchange.ts';
import { isRefusal } from '../core/http/status-kinds.ts';
import { uuidHolding } from '../core/ids/fresh-ids.ts';
import { notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import { refusedOnDeleted } from './support/delete/deleted-deal.ts';
import { samplePayload } from './support/evidence.ts';
import { setAsideTaken } from './support/ids.ts';
import { isMissing, isMissingInBody } from './support/missing.ts';
import { bystander, leavesOthers, refusesBesideOthers } from './support/operation/bystander.ts';
import { isCarriedOut } from './support/operation/carried-out.ts';
import { gainsNothing, stateOf, unchanged } from './support/operation/deal-state.ts';
import { otherViews, tellNothingNew } from './support/operation/deal-views.ts';
import { operatedInExtendedJson } from './support/operation/extended-bodies.ts';
import { faultyRequests } from './support/operation/faulty-requests.ts';
import { refusedInOtherCase } from './support/operation/in-other-case.ts';
import { losesNoneInCapitals } from './support/operation/named-in-capitals.ts';
import {
  actingInOtherCase,
  brokenBodies,
  faultyParameters,
  namesDealInBody,
  noOperations,
  onUnknownDeal,
  unknownDeals,
} from './support/operation/operation-cases.ts';
import { operated, readyDeal } from './support/operation/operation-evidence.ts';
import {
  operationRequest,
  type Particulars,
  particulars,
  saysNothing,
} from './support/operation/operation-requests.ts';
import { type Asked, askedOf, everyForm, isFirst, isItsTurn, rotated } from './support/operation/operation-subjects.ts';
import { refusedOnLookalikes } from './support/operation/own-lookalikes.ts';
import { leavesEveryPart } from './support/operation/refused-in-part.ts';
import { leavesEarlierEffects } from './support/operation/refused-later.ts';
import {
  isNoDocument,
  leavesNothing,
  mendedIsCarriedOut,
  type Refused,
} from './support/operation/refused-operations.ts';
import { refusedOtherwise, untouchedByText } from './support/operation/refused-otherwise.ts';
import { operatedInOtherWords } from './support/operation/typed-otherwise.ts';
import { breakJson } from './support/payload/break-json.ts';
import { refuses } from './support/payload/malformed.ts';
import { operatedUntyped, operatedWronglyTyped } from './support/payload/wrongly-typed.ts';

type Id = 'operation/unknown-deal' | 'operation/malformed' | 'operation/missing-parameter' | 'operation/unknown-action';

/** Operations that are to be refused: document 4.2, 4.4-m1, 7. */
export const refusedOperations: Suite<Id> = {
  'operation/unknown-deal': {
    level: 'must',
    clause: '4.4-m1',
    title: 'an operation on a deal that never was answers 404',
    why: 'A success would tell the client that something happened.',
    sends:
      'The operation with generated ids in many shapes, the first operation of each form with all of them, with texts that resemble the id of a new deal, and on a deal that was deleted; beside it, on a deal that exists. GET of a global command (form G) that was refused, of the new deal and of the deleted one, of a command document for that, and of a deal that nothing names.',
    due: 'Status 404, or 410 for what was deleted and 414 for an id of more than 100 characters; where the id stands in the body (form G), 400, 409 and 422 as well. No command document of what was refused, unless it says so itself. The deleted deal stays gone. Other deals as they were.',
    operates: true,
    on: everyForm(),
    needs: ['operation/served'],
    async check(trial) {
      const asked = askedOf(trial);
      // Another check may have met the success first: after that no such request is sent.
      for (const answer of trial.records.wrong.reachedBy(asked.resource))
        if (isOf(trial.target, trial.subject, answer)) isMissing(answer);
      await bystander(trial, asked);
      const control = await operated(trial, asked);
      let last: HttpRequest | undefined;
      const proof = await trial.forAll(unknownDeals(trial, asked), async (unknown) => {
        await setAsideTaken(trial, asked.resource, unknown);
        const unique = trial.unique();
        const request = onUnknownDeal(asked, unknown, unique, samplePayload(asked.resource, unique));
        last = request;
        const answer = await trial.send(request);
        return namesDealInBody(asked) ? isMissingInBody(answer) : isMissing(answer);
      });
      const [refused] = proof.witness;
      const isInBody = refused !== undefined && namesDealInBody(asked);
      const unread = isInBody ? await isNoDocument(trial, asked, refused) : [];
      const deleted = await refusedOnDeleted(trial, asked);
      const others = await unknownBesideOthers(trial, asked, last);
      const alike = await refusedOnLookalikes(trial, asked);
      return { ...proof, witness: [control.answer, ...proof.witness, ...unread, ...deleted, ...others, ...alike] };
    },
  },

  'operation/malformed': {
    level: 'must',
    clause: '7 (400), RFC 9110 8.3.1',
    title: 'malformed JSON is answered 400 and leaves the deal as it was',
    why: 'The client must change the request before it repeats it, and 400 is how it learns that.',
    sends:
      'The body of the operation, broken in many ways, also whole and followed by other text, that of the first operation of each form in all; beside it, intact, also with texts beyond ASCII and another spelling of its Content-Type: in capitals, or with a charset in small and capital letters, in quotes, or behind a blank; the first operation with each of them. Then intact under another Content-Type, for the first operation and by turns for others without one, and, where it is answered with a body, with an Accept that nothing fits; also under an If-Match of no record. GET of a deal that nothing names. In each form once, a new price, another date and a hold of one deal, then each operation with other values cut short or without a parameter, one that is carried out, and each under an If-Match of no record. The first operation, and the first with a number, in one form with values of other types for its parameters. The first operation in every second form with a comment, bare names, single quotes, NaN, Infinity, an unknown escape or bytes that are not UTF-8.',
    due: 'Status 400 for each of the broken ones, and the deal unchanged by what is refused, where it can be read; for the first operation in each representation. Another Content-Type, Accept or If-Match is refused or carried out, which the deal shows, and not answered 404 where the address names the deal. Another spelling of the type is carried out as the usual one is, though a charset may be refused with 415 in every spelling, and the deal shows what was sent. No command document and no record of what was refused, unless it says so itself. Other deals as they were, and what earlier operations brought about on a deal; nothing of what was refused comes with the next one. A value of another type, a body without a type, and one that only some parsers read, is carried out or refused, without a server error.',
    operates: true,
    on: everyForm(),
    needs: ['operation/served'],
    async check(trial) {
      const asked = askedOf(trial);
      await bystander(trial, asked);
      const control = await operated(trial, asked);
      const spelt = await operatedInOtherWords(trial, asked);
      const { deal, before, witness: asText } = await untouchedByText(trial, asked);
      const isViewed = isFirst(trial) && asked.form === trial.target.claims.operationForms[0];
      const views = isViewed ? await otherViews(trial, deal.address) : [];
      const bodies = brokenBodies(trial, asked);
      const proof = await trial.forAll(bodies, async (breakage) => {
        const { json, ...request } = operationRequest(asked, particulars(asked, deal, trial.unique()));
        const answer = await trial.send({ ...request, body: breakJson(json, breakage) });
        // What has nothing to say in its body may be served without reading it.
        if (saysNothing(asked) && answer.succeeded)
          notExercised(`${asked.operation.name} has no parameters, and its body was not read`, answer);
        return refuses(answer, breakage);
      });
      const state = await stateOf(trial, deal);
      const after = await unchanged(trial, before, state, 'malformed JSON and another Content-Type');
      await gainsNothing(trial, before, state, 'malformed JSON and another Content-Type');
      const seen = tellNothingNew(asked, views, isViewed ? await otherViews(trial, deal.address) : []);
      const others = await refusedOtherwise(trial, asked, deal, before);
      const beside = isFirst(trial) || !isItsTurn(trial) ? await refusesBesideOthers(trial, asked) : [];
      const typed = await operatedWronglyTyped(trial, asked);
      const extended = await operatedInExtendedJson(trial, asked);
      const untyped = await operatedUntyped(trial, asked, deal);
      const earlier = await leavesEarlierEffects(trial, asked);
      const witness = [
        control.answer,
        ...spelt,
        ...asText,
        ...proof.witness,
        ...after,
        ...seen,
        ...others,
        ...beside,
        ...typed,
        ...extended,
        ...untyped,
        ...earlier,
      ];
      return { ...proof, witness };
    },
  },

  'operation/missing-parameter': {
    level: 'must',
    clause: '7 (400)',
    title: 'a required parameter that is missing or of a wrong type is answered 400',
    why: 'The document uses 400 for meaning as well as for syntax.',
    sends:
      'The operation with its required parameters in other letters alone, with each of them left out, and with an object, null, a list, also an empty one, or a word for a number in its place, in turn, and with a body that is no object; the first one of a form also with the right one twice in a list, and without params in a command document; in form D without the attribute of a parameter, where the others are of that operation alone, and with held as no boolean. Then GET of what was refused: of a command document, and of the list of records in form E; and the command without the fault under the id that was refused. In every second form, and for each operation of several such parts, each of them wrong once, before or behind the others, which have other values than the deal; in form D attributes of several operations beside a held that is no boolean; GET of the deal after each. The first one of a form with the names of these parameters in capitals.',
    due: 'Status 400 for each (404 for a list in form G, which names no deal; names in other letters may be taken), and the deal unchanged where it can be read, with nothing of the parts that were right. No command document and no record of what was refused, unless it says so itself. The command without the fault is carried out where it is answered with success, and what has its names in capitals with the values sent.',
    operates: true,
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
      const { deal, before, answers: near } = await refusedInOtherCase(trial, asked);
      const refused: { readonly what: Particulars; readonly answer: Answer }[] = [];
      for (const { fault, requestOf, due = [400] } of faultyRequests(trial, asked)) {
        const what = particulars(asked, deal, trial.unique());
        const answer = await trial.send(requestOf(what));
        refused.push({
          what,
          answer: answer.owes(
            due.includes(answer.status),
            `status ${due.join(' or ')} ${fault}`,
            () => `status ${answer.brief}`,
          ),
        });
      }
      const answers = refused.map(({ answer }) => answer);
      const state = await stateOf(trial, deal);
      const after = await unchanged(trial, before, state, 'invalid parameters');
      await gainsNothing(trial, before, state, 'invalid parameters');
      const parts = await leavesEveryPart(trial, asked, { deal, before: state });
      const one = isFirst(trial) ? refused[0] : rotated(trial, refused, 1)[0];
      const left =
        one === undefined ? [] : await leavesNothing(trial, asked, { deal, before, what: one.what }, one.answer);
      const inCapitals = await losesNoneInCapitals(trial, asked, deal);
      return [control.answer, ...near, ...answers, ...after, ...parts, ...left, ...inCapitals];
    },
  },

  'operation/unknown-action': {
    level: 'must',
    clause: '7 (400), 4.4-m1',
    title: 'an operation that does not exist is refused',
    why: 'A client that misspells an operation must not believe that it was done.',
    sends:
      'Another action in the body (C, F, G) or another verb in the path (A, B) on a deal that exists, also ones that begin or end like the right one; for the first operation in forms C, F and G names that differ from it in one letter, are shorter, or are patterns of it; for the first operation with a line break or a segment behind the verb. For the first operation in forms C, F and G, the action with its letters in the other case; in F and G, GET of the first document that was refused, and the right action under the id of the last.',
    due: 'Status 400 for an action, 404 for a path, and any refusal of what is behind a verb; after those for the first operation, and every other one besides, the deal as it was, where it can be read, and no command document of the first, unless it says so itself. The right action, and its letters in the other case, are carried out where they are answered with success.',
    operates: true,
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
      const before = isItsTurn(trial) ? await stateOf(trial, deal) : undefined;
      const witness: Answer[] = [control.answer];
      let what = particulars(asked, deal, trial.unique());
      for (const [i, { named, requestOf, due, isOdd }] of cases.entries()) {
        what = { ...what, commandId: uuidHolding(trial.unique()) };
        const answer = await trial.send(requestOf(what));
        const isOther = isOdd === true && answer.status >= 300 && answer.status < 500;
        const isDue = answer.status === due || isOther;
        witness.push(answer.owes(isDue, `status ${due} for “${named}”`, () => `status ${answer.brief}`));
        if (isFirst(trial) && i === 0) witness.push(...(await isNoDocument(trial, asked, answer, named)));
      }
      if (before === undefined) return witness;
      const after = await stateOf(trial, deal);
      return [
        ...witness,
        ...(await unchanged(trial, before, after, NO_OPERATION)),
        ...(await gainsNothing(trial, before, after, NO_OPERATION)),
        ...(isFirst(trial) ? await namedOtherwise(trial, asked, { deal, before, what }) : []),
      ];
    },
  },
};

/**
 * The first operation with its action in the other case, which a service may refuse or carry out; then the right one, under the id that
 * was refused.
 */
async function namedOtherwise(trial: Trial, asked: Asked, refused: Refused): Promise<readonly Answer[]> {
  const requestOf = actingInOtherCase(asked);
  if (requestOf === undefined) return mendedIsCarriedOut(trial, asked, refused);
  const other = await trial.send(requestOf({ ...refused.what, commandId: uuidHolding(trial.unique()) }));
  await isCarriedOut(trial, asked, refused, other);
  if (!isRefusal(other)) return [other];
  return [other, ...(await mendedIsCarriedOut(trial, asked, refused))];
}

/** Of the operations but the first, every second one is looked at after these refusals, and the others after those for their words. */
async function unknownBesideOthers(
  trial: Trial,
  asked: Asked,
  last: HttpRequest | undefined,
): Promise<readonly Answer[]> {
  if (!isItsTurn(trial) || last === undefined) return [];
  const despite = `${asked.operation.name} in form ${asked.form} on one that never was`;
  return leavesOthers(trial, asked, despite, async () => async () => [await trial.send(last)]);
}

const NO_OPERATION = 'what is no operation';
