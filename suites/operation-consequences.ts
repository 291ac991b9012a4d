import type { Suite } from '../core/rule.ts';
import { isKnownAgain } from './support/known-again.ts';
import { bystander, operatesOnNoOther } from './support/operation/bystander.ts';
import { keepsChangesSideBySide } from './support/operation/changed-side-by-side.ts';
import { keepsMoments } from './support/operation/dated-moments.ts';
import { otherUnderKnownId } from './support/operation/known-ids.ts';
import { likeIdsAreOthers } from './support/operation/like-command-ids.ts';
import { commandIds } from './support/operation/operation-cases.ts';
import { formsThatAgree, showsEffect } from './support/operation/operation-effects.ts';
import { repeated } from './support/operation/operation-evidence.ts';
import { keepsItsHistory } from './support/operation/operation-history.ts';
import { againAfterUndo, isOneCommand, takenOnce, unusedIdIsMissing } from './support/operation/operation-repeats.ts';
import { makesCommand } from './support/operation/operation-requests.ts';
import { askedOf, everyForm, inSeveralForms } from './support/operation/operation-subjects.ts';
import { walkingForms, walks } from './support/operation/operation-walks.ts';
import { readsByLetter } from './support/operation/read-command-ids.ts';
import { addsNoRecord } from './support/operation/records-once.ts';
import { hasNoSecondEffect } from './support/operation/second-effect.ts';
import { makesNoSecond } from './support/operation/second-records.ts';
import { isToldAsMade } from './support/operation/told-as-made.ts';

type Id = 'operation/idempotent' | 'operation/command-id' | 'operation/effect' | 'operation/forms-agree';

/** What operations leave behind: document 2, 4.2, RFC 9110 9.2.2. */
export const lastingOperations: Suite<Id> = {
  'operation/idempotent': {
    level: 'must',
    clause: 'RFC 9110 9.2.2',
    title: 'the same PUT again has no further effect',
    why: 'A client that got no answer has to be able to send a PUT again.',
    sends:
      'The operation twice in the same words, and a reading of the deal after each and before the second; where that changes the deal, the same on two more deals, each read several times between the two; GET of the list of form E below it, and where that shows several records, the same on other deals beside one on which the operation is asked for once; GET of the collection after the first operation of each form.',
    due: 'The deal as it was after the first, no more records of form E below it than the operation makes once, and no second deal with its text; the repeat answers 200, 202, 204 or a refusal such as 409, but not 201, and of a command document not 404 or 410 where its deal is read.',
    operates: true,
    on: everyForm(({ form, spelling }) =>
      spelling.method === 'PUT' ? undefined : `form ${form} is a POST, and POST is not idempotent`,
    ),
    needs: ['operation/served'],
    async check(trial) {
      const asked = askedOf(trial);
      const repeat = await repeated(trial, asked);
      takenOnce(repeat.answer);
      isKnownAgain(asked, { first: repeat.first.answer, again: repeat.answer, after: repeat.after });
      const { deal } = repeat.first;
      const records = await addsNoRecord(trial, asked, deal);
      return [
        ...(await hasNoSecondEffect(trial, asked, repeat)),
        ...records,
        ...(await makesNoSecond(trial, asked, deal)),
      ];
    },
  },

  'operation/command-id': {
    level: 'must',
    clause: '4.2 F, G',
    title: 'any unique command id is accepted, and counts once',
    why: 'The client chooses the id so that it can send a command again without doing it twice.',
    sends:
      'Commands under generated ids of many shapes, each twice; one again after its effect was undone, and GET of it before that; some whose ids are alike: they differ in case, by a dash, by a plus for a blank, by being encoded twice, or in the last of 100 characters or of many digits, in what follows a sign at which texts end, or an encoded slash, in a letter that is not seen, a mark at a letter, or a zero before a number; GET of one that was never used, and of one that was in letters of the other case.',
    due: 'Success and effect for each; no 201, no second effect and no 404 or 410 for the repeat, no effect of reading it, nor 405 where another one is taken; 404 for the unused one where the others can be read, and no command by an id in other letters.',
    operates: true,
    on: everyForm((asked) =>
      makesCommand(asked) ? undefined : `form ${asked.form} has no command id: only forms F and G do`,
    ),
    needs: ['operation/served'],
    async check(trial) {
      const asked = askedOf(trial);
      const proof = await trial.forAll(commandIds(trial), ({ idOf }) => isOneCommand(trial, asked, idOf));
      const others = [
        ...(await againAfterUndo(trial, asked)),
        ...(await likeIdsAreOthers(trial, asked)),
        ...(await unusedIdIsMissing(trial, asked)),
        ...(await readsByLetter(trial, asked)),
      ];
      return { ...proof, witness: [...proof.witness, ...others] };
    },
  },

  'operation/effect': {
    level: 'should',
    clause: '2, 4.2 D, RFC 9110 9.3.4',
    title: 'the deal shows what the operation brought about',
    why: 'A client that reads the deal sees what was done to it.',
    sends:
      'The operation on a fresh deal, then a GET of the deal until it shows the effect, in each representation (after form D too, where it sets held), in the collection in each one too, and by a query, in the first form; in each other form in the collection, and at one of the other places in turn, also chosen by suffix or parameter; the deals of other forms in the same collection once more; on another one with other values and another Accept, a PUT once more with a third, the first operation on several, with empty, blank and non-ASCII texts and one of nearly 10,000 characters (where it is refused, of several hundred), the others with 0 for each number and a text that is empty, blank or has a blank at one end, once with values that are easily changed on the way, on the same deal where it sets values alone (fractions, large, small and negative numbers, two kinds of them or, where it has few forms, each; texts in both cases and beyond ASCII, with quotes, backslashes, entities, percents and several lines, longer than 255 letters, or looking like a number, a date, a list, null or false; by PUT the first of these once more after others, and where it sets a state on a deal of its own); GET of what forms E, F and G made of these. A date with a time and a zone in every second form. Form D with another id among the attributes, and with all members of the creation, then with none of them; several one after the other on one deal, each with its attributes alone. Other commands under an id that was used (forms F and G), and GET of that after a refusal. Several operations one after the other on one deal that has further members of each type, a long one and texts in both cases with blanks at their ends, beside another deal of the same name; several in each other form on a deal of its own; there and in every second of these forms one that may end the deal, GET of the collection, and a value once more; several in a new form each time on one; several at once on a new deal, in one form and in different ones; in each form but the first and D, an operation that sets a state twice on a deal whose values another one set. GET of a deal that nothing names, and whose members one of the others has; where it is another than it was, the operation beside two new ones, and the first one of a form beside a new one in any case. In forms F and G, documents of one deal under new ids, each read before and after: the first operation, then another one for each type that Accept may ask for, with texts beyond ASCII.',
    due: 'The members that the operation sets, with the values sent in this request, where the deal shows such members at all, 0 and odd texts too where they are taken, in place of an earlier value, each exactly, dates too, whose time may be left out or rounded, but is that moment where it is kept, in the collection where other entries have such a member, on a later look too, and held as a boolean in form D, told in every representation that names the other members; no other deal with what it was created with; the other members as the first time, other deals as they were, and the deal at its own address, and once in the collection, where a hold or another price or date leaves it if new deals are listed there, as in queries. What creation, earlier operations and such at the same time set stays until an operation is about it, also after one that may end the deal, which the collection shows with the created values that it shows itself (form D may take away all members that it does not name, but not some); a refused operation leaves the deal as it was. Another command under a known id is refused, with its deal and the known command as they were, or carried out. 201 for the PUT of a document that was missing before and is read after it, with parameters as the document shows them.',
    operates: true,
    on: everyForm(({ resource, operation }) => {
      if (resource.item === undefined) return `${resource.name} is not read by id`;
      return Object.keys(operation.effect).length === 0 ? `no effect of ${operation.name} is known` : undefined;
    }),
    needs: ['operation/served'],
    async check(trial) {
      const asked = askedOf(trial);
      await bystander(trial, asked);
      const witness = await showsEffect(trial, asked);
      const dated = await keepsMoments(trial, asked);
      const beside = [...dated, ...(await operatesOnNoOther(trial, asked))];
      const known = [...beside, ...(await otherUnderKnownId(trial, asked)), ...(await isToldAsMade(trial, asked))];
      const walked = walks(trial, asked);
      if (walked === undefined) return [...witness, ...known];
      const proof = await trial.forAll(walked, (walk) => keepsItsHistory(trial, walk));
      const atOnce = await keepsChangesSideBySide(trial, asked, walkingForms(trial, asked));
      return { ...proof, witness: [...witness, ...known, ...proof.witness, ...atOnce.slice(0, 1)] };
    },
  },

  'operation/forms-agree': {
    level: 'should',
    clause: '4.2',
    title: 'every form of an operation leaves the deal in the same state',
    why: 'The forms are spellings of one operation, and not operations of their own.',
    sends:
      'The operation in each claimed form, each on a fresh deal, then a GET of each; the same with a text of one blank, for the first operation in all forms, and GET of the collection; the first operation in each form but the first on a deal with the same members as another one, where the target takes that, and GET of the other one.',
    due: 'The same members with the same values, whichever form was used. A member that two forms move alike is moved by all; one in which two leave a text that was sent, by each form that makes no record of its own. A blank text that one form stores is stored by each, and listed as the deals show it. A deal with the same members stays as it was.',
    operates: true,
    on: inSeveralForms,
    check: formsThatAgree,
  },
};
