import type { Answer } from '../core/answer.ts';
import { decodeSegment } from '../core/http/address.ts';
import { notApplicable, notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import { emptyForAnyAccept } from './support/command/accepting.ts';
import { showsCommandEffect } from './support/command/command-effects.ts';
import {
  asksForDeal,
  commanded,
  commandOf,
  commandRequest,
  eachCommand,
  payloadAbout,
  prolongedCommands,
  unknownCommands,
  unknownDeals,
} from './support/command/command-evidence.ts';
import { carriesOutOrLeaves } from './support/command/command-in-other-case.ts';
import {
  commandRefusedOtherwise,
  leavesItsDeal,
  refusesFaultyProperties,
  unsentCommand,
} from './support/command/refused-commands.ts';
import { isMissingInBody } from './support/missing.ts';
import { payloadsOnLookalikes } from './support/operation/own-lookalikes.ts';
import { commandedInOtherWords } from './support/operation/typed-otherwise.ts';
import { breakJson } from './support/payload/break-json.ts';
import { malformed, refuses } from './support/payload/malformed.ts';
import { resourceOf } from './support/subjects.ts';
import { TAG_OF_NOBODY } from './support/validator/entity-tag.ts';
import { LONG_AGO } from './support/view/view-dates.ts';
import { withFields } from './support/with-fields.ts';

type Id = 'command/status' | 'command/unknown' | 'command/unknown-deal' | 'command/malformed' | 'command/effect';

/** Commands: document 4.3. */
export const commands: Suite<Id> = {
  'command/status': {
    level: 'must',
    clause: '4.3',
    title: 'a command is answered 200 without a body',
    why: 'In this design what came of a command is asked for by a query, and never told in its answer.',
    sends:
      'POST of the command on a fresh deal; also with another spelling of its Content-Type, as of an operation; of the first command with each of them, and with If-Modified-Since and Range, or with If-None-Match of no tag and If-Unmodified-Since of no date; with an Accept for XML, for HTML, for a type that nobody has and for all (the first command with each, others with two).',
    due: 'Status 200 and no body, whatever the Accept, which may be refused with 406. A charset may be refused with 415 in every spelling. Where another spelling is taken, the deal shows what was sent, as with the usual type.',
    operates: true,
    on: eachCommand,
    async check(trial) {
      const { answer } = await commanded(trial);
      if (answer.status === 409)
        notExercised('the command was refused with 409: what has to come before it is not known', answer);
      answer.hasStatus(200).isEmpty();
      return [answer, ...(await commandedInOtherWords(trial)), ...(await emptyForAnyAccept(trial))];
    },
  },

  'command/unknown': {
    level: 'must',
    clause: '4.4-m1',
    title: 'a command that does not exist is answered 404',
    why: 'The path names the command, and this path names none.',
    sends:
      'POST of the same payload to the addresses of commands that do not exist, also of names that begin or end like its own, and under conditions; of the first command with signs, a blank or what is not seen behind its name; beside it, of one that does. POST of its own name in other letters on another deal.',
    due: 'Status 404, or any refusal of a name with signs behind it, and the deal that the payload names as it was. Its own name in other letters is refused and leaves the deal as it was, or carried out.',
    operates: true,
    on: eachCommand,
    async check(trial) {
      const { answer } = await commanded(trial);
      const control = answer.asControl('a command that exists');
      const { payload } = await unsentCommand(trial);
      const unknowns: Answer[] = [];
      for (const [i, address] of unknownCommands(commandOf(trial)).entries()) {
        const request = { ...commandRequest(address, payload), about: 'missing' } as const;
        const unknown = await trial.send(request);
        unknowns.push(unknown.hasStatus(404));
        // No condition counts where the answer without it is no success (RFC 9110 13.2.1).
        const fields = ON_NOTHING[i % ON_NOTHING.length] ?? {};
        unknowns.push((await trial.send(withFields(request, fields))).hasStatus(404));
      }
      const { commands } = trial.target;
      const prolonged = commandOf(trial) === commands[0] ? prolongedCommands(commandOf(trial)) : [];
      for (const address of prolonged) {
        const answer = await trial.send({ ...commandRequest(address, payload), about: 'absurd' });
        unknowns.push(answer.owes(!answer.succeeded, 'no command of a name with more behind it'));
      }
      const left = await leavesItsDeal(trial, unknowns, 'a command that does not exist');
      return [control, ...unknowns, ...left, ...(await carriesOutOrLeaves(trial))];
    },
  },

  'command/unknown-deal': {
    // The document rules on ids in the path (4.4-m1); one in the body is a semantically invalid request (7), or looked at later.
    level: 'should',
    clause: '4.4-m1, 7 (400)',
    title: 'a command on a deal that never was is refused',
    why: 'A success would tell the client that something happened.',
    sends:
      'The command with ids of no deal in several shapes, and with a new id that has more behind it; beside it, with the id of a deal that exists.',
    due: 'Status 400, 404, 409 or 422, since the id stands in the body.',
    operates: true,
    on: eachCommand,
    async check(trial) {
      const command = commandOf(trial);
      if (!asksForDeal(command)) notApplicable(`the command ${command.name} names no deal`);
      const { answer } = await commanded(trial);
      const witness: Answer[] = [answer.asControl('the same command on a deal that exists')];
      for (const { encoded } of unknownDeals(resourceOf(trial), trial.records.fresh)) {
        const payload = payloadAbout(command, decodeSegment(encoded), trial.unique());
        witness.push(isMissingInBody(await trial.send(commandRequest(command.address, payload))));
      }
      for (const payload of await payloadsOnLookalikes(trial, command))
        witness.push(isMissingInBody(await trial.send(commandRequest(command.address, payload))));
      return witness;
    },
  },

  'command/effect': {
    level: 'should',
    clause: '4.3, 4.2',
    title: 'the deal shows what the command brought about',
    why: 'The split separates what changes state from what reads it, so a command that changes nothing does not do its part.',
    sends:
      'The command on a fresh deal, then a GET of the deal until it shows the effect; the same on three others: with a text that looks like a number, a list, a date or nothing, or is long; with 0 and texts that end in a blank; and with numbers and texts that are easily changed on the way, of several lines; twice on one, with other values, where it sets values alone. The deals of the commands with another Accept (command/status). The command between two operations that change a value which it is not about. GET of a deal that nothing names, and whose members one of the others has; where it is another than it was, the command beside two new ones.',
    due: 'The members that the operation of the same name sets, with the values of this command, where the deal shows such members at all. What the creation set stays, where the operation in a form of 4.2 leaves it too; so does what an operation set before it, and what it set stays after another operation. Other deals as they were.',
    operates: true,
    on: eachCommand,
    check: showsCommandEffect,
  },

  'command/malformed': {
    level: 'must',
    clause: '7 (400)',
    title: 'malformed JSON in a command is answered 400',
    why: 'The client must change the request before it repeats it, and 400 is how it learns that.',
    sends:
      'The payload of the command, broken in many ways; beside it, intact. The payload without each parameter that the operation of its name requires, with null in its place where that is refused with 400, an object too, and as a text of JSON; null, a number, a list or true as the body. Two right ones in a list, which are no object; one under another Content-Type, under an If-Match of no record, and with an Accept that nothing fits.',
    due: 'Status 400 for each of the broken ones, for null or an object where leaving out is refused so, for the list, the text and what else is no object (404 as well, since they name no deal), and the deal that they name as it was, whatever they were refused for. Another Content-Type, Accept or If-Match is refused or carried out, which the deal shows.',
    operates: true,
    on: eachCommand,
    async check(trial) {
      const { answer } = await commanded(trial);
      const control = answer.asControl('the same payload, intact,');
      const { payload } = await unsentCommand(trial);
      const { json: _whole, ...request } = commandRequest(commandOf(trial).address, payload);
      const hasMembers = Object.keys(payload).length > 0;
      const proof = await trial.forAll(malformed, async (breakage) => {
        const body = breakJson(payload, breakage);
        const broken = await trial.send({ ...request, body, headers: { 'content-type': 'application/json' } });
        // A command without properties may leave its body unread.
        if (!hasMembers && broken.succeeded)
          notExercised('the command has no properties, and its body was not read', broken);
        return refuses(broken, breakage);
      });
      const faulty = await refusesFaultyProperties(trial);
      const left = await leavesItsDeal(trial, [...proof.witness, ...faulty], 'malformed JSON');
      return {
        ...proof,
        witness: [control, ...proof.witness, ...faulty, ...left, ...(await commandRefusedOtherwise(trial))],
      };
    },
  },
};

/** Each says something else than 404, were it looked at. */
const ON_NOTHING: readonly Readonly<Record<string, string>>[] = [
  { 'if-match': '*' },
  { 'if-none-match': '*' },
  { 'if-unmodified-since': LONG_AGO },
  { 'if-match': TAG_OF_NOBODY },
  { 'if-none-match': TAG_OF_NOBODY, 'if-modified-since': LONG_AGO },
];
