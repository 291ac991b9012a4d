import type { Answer } from '../core/answer.ts';
import { sameAddress } from '../core/http/address.ts';
import { isAbsent } from '../core/http/status-kinds.ts';
import { fail, notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import type { Resource } from '../core/target.ts';
import { steadyRefusal } from './steady-refusal.ts';
import { creationsOf, recordsOf, sentValue } from './support/create/creations.ts';
import { listsWhatIsNew } from './support/create/growing-list.ts';
import { makesOneEach } from './support/create/one-each.ts';
import { isSentIn, membersShown, shows } from './support/create/shown-members.ts';
import { leavesLongerIds } from './support/delete/longer-ids.ts';
import { leadsTo } from './support/descriptions.ts';
import { recordNamed } from './support/evidence.ts';
import { keepsRecord } from './support/keeping-writes.ts';
import { haveWholeBodies, locateAlike } from './support/made/told-alike.ts';
import { isGone } from './support/missing.ts';
import { type CreatedRecord, cleanings, endOf, recordHistories } from './support/record-histories.ts';
import { listsNoneDeleted } from './support/steady/deleted-listed.ts';
import { isThereEachTime } from './support/steady/lapses.ts';
import { listsChangedInQuiet, listsDeletedInQuiet } from './support/steady/quiet-lists.ts';
import { leadToTheTarget, nameNewRecords } from './support/steady/told-places.ts';
import { answering, resourceOf, resourcesUnless, whyNotAnswering, whyNotDeletable } from './support/subjects.ts';

type CreationId = 'create/every' | 'create/lasting' | 'create/refused';
type DeletionId = 'delete/every';

/** What holds for the first creation holds for all: every creation of the run, whatever rule it was sent for. */
export const steadyCreation: Suite<CreationId> = {
  'create/every': {
    level: 'must',
    clause: '4.1, 4.4-c1, 4.4-c2, 4.4-c3, 4.5-2',
    title: 'every creation is answered as the first one is',
    why: 'A fault that shows once in a while, or for some texts only, is met by somebody every day.',
    sends: 'Nothing of its own: it watches every creation of the run.',
    due: 'Status 201 for each success, or 200 with an earlier record where the same creation, or the same name, was sent before, and no 404, 405 or 410 where the members are those of the sample. Each Location under an origin of the target, of a record that was not there before. A Location, a body, a value that was sent and a link each time, where one creation of its kind has them. One Location, with no mark of a representation where others have none, and one whole page. One record each, as the first list or query shows it that was asked for right after, where its value was sent in no other request, unless somebody copies records.',
    on: resourcesUnless(whyNotPosted),
    needs: ['create/status', 'create/describes'],
    passive: true,
    drivenBy: ['create/any-valid', 'create/distinct'],
    async check(trial) {
      const made = creationsOf(trial).filter((answer, i, all) => !givesEarlier(trial, answer, all.slice(0, i)));
      if (made.length === 0) notExercised('the run saw no creation');
      // Where no creation at all has a Location, a link or its value, the rules about the first one tell it.
      const isLocated = promisesLocation(trial) && made.some((answer) => answer.header('Location') !== undefined);
      const linking = syntaxesOf(made.filter((answer) => links(trial, answer) === true));
      const showing = membersShown(trial, made);
      for (const answer of made) {
        answer.hasStatus(201);
        if (isLocated) answer.hasHeader('Location');
        if (isLocated) answer.owes(answer.location !== undefined, 'a Location that resolves to an http address');
        const sent = sentValue(trial, answer);
        const { syntax } = answer.representation;
        if (sent !== undefined && isSentIn(trial, answer, showing))
          answer.owes(shows(answer, sent), `what was sent (${sent}) in the body`);
        if (linking.has(syntax)) answer.owes(links(trial, answer) !== false, 'a link to the new record in the body');
      }
      locateAlike(trial, made);
      haveWholeBodies(made);
      isThereEachTime(trial, made);
      leadToTheTarget(trial, made);
      await nameNewRecords(trial, made);
      makesOneEach(trial, made);
      return {
        witness: made.slice(0, 3),
        remark: made.length === 1 ? 'one creation was seen' : `${made.length} creations were answered alike`,
      };
    },
  },

  'create/lasting': {
    level: 'must',
    clause: '4.4-c1',
    title: 'what was created stays until it is deleted',
    why: 'A record that is lost with the next request was never kept.',
    sends:
      'It watches what the run asked for after it had created it, and asks for the collection after two creations more, and before and after a change of a new record, while nothing else is sent.',
    due: 'No 404 or 410 at the address of a record that nobody deleted, completed or cancelled. No new record missing in a collection that has room for it and lists others, and no change that the record shows.',
    operates: true,
    on: answering('created'),
    needs: ['create/addressable'],
    passive: true,
    drivenBy: ['create/any-valid', 'create/distinct', 'read/item-of-collection'],
    async check(trial) {
      const made = recordsOf(trial, creationsOf(trial));
      if (made.length === 0) notExercised('the run saw no creation whose answer names the new record');
      const witness: Answer[] = [];
      const cleanedAt = cleanings(trial);
      for (const history of recordHistories(made, trial.seen)) {
        const { creation, asked, written } = history;
        const end = cleanedAt(history);
        const last = asked.findLast((answer) => endOf(answer) < end);
        if (last === undefined || !written.every((write) => keepsRecord(trial, write))) continue;
        if (isAbsent(last) && isWithin(trial, creation, last)) continue;
        const { method, url } = last.exchange.request;
        if (isAbsent(last))
          fail('the record to be there until it is deleted', `${method} ${url} answered ${last.brief}`, creation, last);
        witness.push(last);
      }
      const lists = [...(await listsWhatIsNew(trial)), ...(await listsChangedInQuiet(trial))];
      if (witness.length === 0) notExercised('no record was asked for after its creation');
      return { witness: [...witness.slice(0, 3), ...lists], remark: `${witness.length} records were still there` };
    },
  },

  ...steadyRefusal,
};

/**
 * Whether a creation is answered 200 since it made no resource with an address of its own, and gives an earlier one (document 4.4-c5, 4.4-c6):
 * the one that was made by the same words, or by the same fresh value, which is a key then.
 */
function givesEarlier(trial: Trial, answer: Answer, before: readonly Answer[]): boolean {
  const { body, url } = answer.exchange.request;
  if (answer.status !== 200 || body === null) return false;
  const isSame = (other: Uint8Array | null): boolean => other !== null && Buffer.compare(other, body) === 0;
  const [sent, named] = [sentValue(trial, answer), recordNamed(trial, answer).address];
  const isKept = (other: Answer): boolean =>
    sent !== undefined && named !== undefined && sentValue(trial, other) === sent && names(trial, other, named);
  return before.some((other) => {
    const { request } = other.exchange;
    return request.url === url && (isSame(request.body) || isKept(other));
  });
}

function names(trial: Trial, answer: Answer, address: string): boolean {
  const { address: own } = recordNamed(trial, answer);
  return own !== undefined && sameAddress(own, address);
}

/** What holds for the first deletion holds for all. */
export const steadyDeletion: Suite<DeletionId> = {
  'delete/every': {
    level: 'must',
    clause: '4.1, 4.4-m1',
    title: 'every deletion is answered 204 and takes the record away',
    why: 'A deletion that works most of the time leaves records behind that nobody expects.',
    sends:
      'It watches every successful deletion of the run, and reads up to 20 of the records once more; the collection, as the run asked for it last, where it showed a record after its deletion. DELETE of a record of the beginning of the run, and GET of others whose ids, or whose texts, hold those of that record. A creation, the collection, its DELETE, and the collection again, while nothing else is sent.',
    due: 'Status 204, and 404 or 410 where the record was. No list in any representation that goes on showing what was deleted. No other record of the run is missing.',
    on: resourcesUnless(
      (resource) =>
        whyNotDeletable(resource) ?? (resource.item === undefined ? `${resource.name} is not read by id` : undefined),
    ),
    needs: ['delete/status', 'delete/removes'],
    passive: true,
    drivenBy: ['delete/removes', 'delete/again', 'delete/only-it', 'read/item-of-collection', 'model/sequence'],
    async check(trial) {
      const done = deletionsOf(trial);
      if (done.length === 0) notExercised('the run saw no deletion of a record that it had created');
      for (const { answer } of done) answer.hasStatus(204);
      const readings: Answer[] = [];
      for (const { record } of spread(done, 20)) {
        const sent = sentValue(trial, record.creation);
        if (sent === undefined) continue;
        const isAway = (read: Answer): boolean => !(read.succeeded && shows(read, sent));
        const read = await trial.until(() => trial.send({ method: 'GET', address: record.address }), isAway);
        // A server may give the id to another record, which does not hold this value.
        if (!isAway(read)) isGone(read);
        readings.push(read);
      }
      await leavesLongerIds(trial);
      readings.push(...(await listsNoneDeleted(trial, done)), ...(await listsDeletedInQuiet(trial)));
      return {
        witness: [...done.map(({ answer }) => answer), ...readings].slice(0, 3),
        remark: `${done.length} deletions`,
      };
    },
  },
};

// Where effects may take a while to show, a record that was asked for at once may not have been there yet.
function isWithin({ settleMs }: Trial, creation: Answer, last: Answer): boolean {
  return last.exchange.timings.startedAt - creation.exchange.timings.startedAt < settleMs;
}

function whyNotPosted(resource: Resource): string | undefined {
  const why = whyNotAnswering('created')(resource);
  if (why !== undefined) return why;
  return resource.create?.method === 'POST' ? undefined : `${resource.name} is not created by POST`;
}

function promisesLocation(trial: Trial): boolean {
  return resourceOf(trial).create?.location === 'promised';
}

interface Deletion {
  readonly answer: Answer;
  readonly record: CreatedRecord;
}

/** The successful deletions of records of the run. An address that several creations were given is left out. */
function deletionsOf(trial: Trial): readonly Deletion[] {
  const made = recordsOf(trial, creationsOf(trial));
  return recordHistories(made, trial.seen).flatMap((record) => {
    const answer = record.asked.find(({ succeeded, exchange }) => succeeded && exchange.request.method === 'DELETE');
    const isShared = made.filter(({ address }) => address === record.address).length > 1;
    return answer === undefined || isShared ? [] : [{ answer, record }];
  });
}

// Where ids are given again, a record may have been replaced since: its address is told by its own Location all the same.
function links(trial: Trial, answer: Answer): boolean | undefined {
  const [record] = recordsOf(trial, [answer]);
  const address = record?.address ?? answer.location;
  return address === undefined ? undefined : answer.representation.links.some((link) => leadsTo(link, address, answer));
}

function syntaxesOf(answers: readonly Answer[]): ReadonlySet<string> {
  return new Set(answers.map(({ representation }) => representation.syntax));
}

function spread<T>(values: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, values.length / most);
  return values.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}
