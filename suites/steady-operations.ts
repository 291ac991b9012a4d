import type { Answer } from '../core/answer.ts';
import { isSpeltBy } from '../core/guard/spelt-by.ts';
import { isObject } from '../core/representation/json-value.ts';
import { notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import { commandOf, eachCommand } from './support/command/command-evidence.ts';
import { makesOneRecordEach } from './support/operation/one-record-each.ts';
import { makesCommand } from './support/operation/operation-requests.ts';
import { type Asked, askedOf, everyForm } from './support/operation/operation-subjects.ts';
import { isServedEachTime, isTakenEachTime } from './support/steady/lapses.ts';
import { leadToTheTarget, nameNewRecordsOfDeals } from './support/steady/told-places.ts';
import { tellOfTheirRecords } from './support/steady/told-records.ts';

/** What holds for the first request for an operation holds for all: every one of the run, whatever rule it was sent for. */
export const steadyOperations: Suite<'operation/every'> = {
  'operation/every': {
    level: 'must',
    clause: '4.4-m4, 4.4-c1, 4.4-c2, 4.4-c3, 4.4-c5, 4.5-2',
    title: 'every success of an operation says what its answer holds',
    why: 'A fault that shows in a few answers only, or for some texts, still reaches some clients.',
    sends:
      'Nothing of its own: it watches every request of the run for the operation. Where one is answered as if nothing were there, GET of its deal. Where lists of form E show two records of one POST, the operation on up to 15 new deals, and the list of each.',
    due: 'Status 200 with a body, 202, or 204 without a body; 201 where it makes something, with a Location where it is a POST, under an origin of the target, and of a record that no POST before made, unless all of a deal have one address; one Location, with no mark of a representation where others have none, and one whole body, with a link to the record and a text that was sent where others of its type have them, and no other value of what was sent; one record of each POST in its list, where its text was sent in no other request. No 404, 405 or 410 on a new deal that is read afterwards.',
    operates: true,
    on: everyForm(({ form, spelling }) =>
      typeof spelling.payload === 'string'
        ? undefined
        : `form ${form} names no operation, so that its requests are not told apart`,
    ),
    needs: ['operation/status'],
    passive: true,
    drivenBy: ['operation/effect', 'operation/idempotent', 'operation/command-id'],
    async check(trial) {
      const asked = askedOf(trial);
      const { operation, spelling } = asked;
      const done = trial.seen.filter(
        (answer) => answer.succeeded && isSpeltBy(answer, operation.name, spelling, trial.target.baseUrl),
      );
      if (done.length === 0) notExercised('the run saw no success of the operation');
      const isPost = spelling.method === 'POST';
      for (const answer of done) {
        answer.hasStatus(200, ...(isPost || makesCommand(asked) ? [201] : []), 202, 204);
        if (answer.status === 200)
          answer.owes(answer.body.length > 0, 'a body with 200, or 204 without one', 'no body');
        if (answer.status === 204) answer.isEmpty();
        if (answer.status === 201 && isPost) answer.hasHeader('Location');
      }
      leadToTheTarget(trial, done);
      if (isPost) nameNewRecordsOfDeals(trial, done, dealNamedBy(asked, trial));
      if (isPost) tellOfTheirRecords(trial, asked, done);
      if (isPost) await makesOneRecordEach(trial, asked, done);
      await isServedEachTime(trial, asked, done);
      return { witness: done.slice(0, 3), remark: `${done.length} answers said what they hold` };
    },
  },
};

/** The id of the deal that the address of an operation names; empty where the address has none. */
function dealNamedBy({ spelling }: Asked, { target }: Trial): (answer: Answer) => string {
  const place = (target.baseUrl + spelling.address).split('/').indexOf('{id}');
  return ({ exchange }) => exchange.request.url.split('/')[place] ?? '';
}

/** The same for commands. */
export const steadyCommands: Suite<'command/every'> = {
  'command/every': {
    level: 'must',
    clause: '4.3',
    title: 'every success of a command is 200 without a body',
    why: 'A fault that shows in a few answers only still reaches some clients.',
    sends:
      'Nothing of its own: it watches every command of the run. Where one is answered as if nothing were there, GET of its deal.',
    due: 'Status 200 and no body for each success. No 404, 405 or 410 on a new deal that is read afterwards.',
    operates: true,
    on: eachCommand,
    needs: ['command/status'],
    passive: true,
    drivenBy: ['command/effect', 'model/sequence'],
    async check(trial) {
      const done = commandsIn(trial);
      if (done.length === 0) notExercised('the run saw no success of the command');
      for (const answer of done) answer.hasStatus(200).isEmpty();
      await isTakenEachTime(trial, commandOf(trial), done);
      return { witness: done.slice(0, 3), remark: `${done.length} commands were answered alike` };
    },
  },
};

/** The commands of the run whose body was an object: what is refused, or taken though it is broken, is for other rules. */
function commandsIn(trial: Trial): readonly Answer[] {
  const { address } = commandOf(trial);
  return trial.seen.filter(({ exchange, succeeded }) => {
    const { method, url, body } = exchange.request;
    return succeeded && method === 'POST' && url === trial.target.baseUrl + address && isObjectText(body);
  });
}

function isObjectText(body: Uint8Array | null): boolean {
  try {
    return isObject(JSON.parse(new TextDecoder().decode(body ?? new Uint8Array())));
  } catch {
    return false;
  }
}
