import type { Answer } from '../core/answer.ts';
import { isAbsent } from '../core/http/status-kinds.ts';
import { notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import { evidence } from '../core/run/shared-evidence.ts';
import type { Trial } from '../core/run/trial.ts';
import type { Resource, Target } from '../core/target.ts';
import { listsAllOfThem } from './support/create/growing-list.ts';
import { ID_REUSED, readAroundDeletion, reading } from './support/delete/around-deletion.ts';
import { nothingBelowDeleted } from './support/delete/below-deleted.ts';
import { deletedEmpty, deletedOtherwise } from './support/delete/deleted-otherwise.ts';
import { earlyRecord, longerRecord } from './support/delete/longer-ids.ts';
import { deletesNoneByText } from './support/delete/shared-text.ts';
import {
  type Created,
  createRecord,
  createRecordToDelete,
  deletion as deletionOf,
  isIdReused,
  keptAfter,
} from './support/evidence.ts';
import { aboutUnknown, INHERITED, idsToWriteTo, setAsideTaken, unknownIds } from './support/ids.ts';
import { isGone, isMissing } from './support/missing.ts';
import { notDeletedByLookalikes } from './support/operation/own-lookalikes.ts';
import { PATIENCE_MS } from './support/patience.ts';
import { assertNoContent } from './support/status/no-content.ts';
import { deletable, resourceName, resourceOf, resourcesUnless, whyNotDeletable } from './support/subjects.ts';
import { createAlike, isLeftAsItWas } from './support/view/namesakes.ts';

type Id =
  | 'delete/status'
  | 'delete/empty'
  | 'delete/no-length'
  | 'delete/removes'
  | 'delete/again'
  | 'delete/unknown'
  | 'delete/only-it'
  | 'delete/gone';

/** Why nothing is deleted at an address that shows something else than the run made: it may be another client's. */
const MAYBE_ANOTHERS =
  'after the DELETE its address showed something else than the record, and a second DELETE could take that away';

/** Deletion: document 4.1, 4.4-m1, 4.4-m3 and 4.4-m4. */
export const deletion: Suite<Id> = {
  'delete/status': {
    level: 'must',
    first: true,
    clause: '4.1, 4.4-m4',
    title: 'deleting answers 204',
    why: 'A client tells success from the status alone, and has no body to wait for.',
    sends:
      'A creation, then DELETE of what it made, and where that is answered as missing, of another record that is read first; the same with Accept for each other representation, and for one that nobody claims, and with a format parameter where that is claimed, each on a raw connection; a GET of each.',
    due: 'Status 204, and the record is gone. A DELETE may be refused for its Accept or parameter; the record is still there then.',
    on: deletable,
    async check(trial) {
      const answer = await deletedForSure(trial);
      return [answer.hasStatus(204), ...(await deletedOtherwise(trial))];
    },
  },

  'delete/empty': {
    level: 'must',
    clause: '4.1',
    title: 'nothing follows the header section of the 204',
    why: 'Bytes after a 204 are read as the beginning of the next answer on that connection.',
    sends:
      'A creation, then DELETE on a raw connection of its own; the same with Accept for each other representation, as delete/status sends it.',
    due: 'Not one byte of body, no Content-Length above 0, no Transfer-Encoding.',
    on: deletable,
    needs: ['delete/status'],
    async check(trial) {
      return [...(await deletedEmpty(trial)), assertNoContent(await emptyDeletion(trial))];
    },
  },

  'delete/no-length': {
    level: 'should',
    clause: 'RFC 9110 8.6',
    title: 'a 204 has no Content-Length at all',
    why: 'HTTP forbids the field in a 204, even with the value 0, and some clients wait for a body that it announces.',
    sends: 'A creation, then DELETE on a raw connection of its own.',
    due: 'No Content-Length field.',
    on: deletable,
    needs: ['delete/status'],
    async check(trial) {
      const answer = await emptyDeletion(trial);
      const length = answer.header('Content-Length');
      return answer.owes(length === undefined, 'no Content-Length', `Content-Length: ${length ?? ''}`);
    },
  },

  'delete/removes': {
    level: 'must',
    first: true,
    clause: '4.4-m1',
    title: 'what was deleted is no longer there',
    why: 'A client that got 204 relies on the record being gone.',
    sends:
      'A creation, a GET of it, also as each other representation, by suffix and by format parameter, its DELETE, and the same GETs again; GET with If-None-Match of its last ETag. The same with a record that form E made below a deal, once the deal is deleted.',
    due: 'The first GET answers 200, the second 404 or 410.',
    operates: true,
    on: readableAnd(whyNotDeletable),
    async check(trial) {
      const { before, after, others } = await readAroundDeletion(trial);
      return [before, isGone(after), ...others.map(isGone), ...(await nothingBelowDeleted(trial))];
    },
  },

  'delete/again': {
    level: 'must',
    first: true,
    clause: '4.4-m1',
    title: 'deleting again answers 404 or 410',
    why: 'The identifier names nothing any more, and that is what 404 says.',
    sends: 'A creation, its DELETE, GETs until it is gone, and the same DELETE once more.',
    due: 'Success first, then 404 or 410.',
    on: deletable,
    async check(trial) {
      const record = await createRecordToDelete(trial);
      const first = (await trial.probe(deletionOf(resourceOf(trial), record))).asControl('the first DELETE');
      // A server may give the id again, and then the same DELETE would delete another record.
      const there = await absentNow(trial, record);
      if (isIdReused(trial, record)) notExercised(ID_REUSED, first);
      if (there?.succeeded === true && !there.text.includes(record.unique)) notExercised(MAYBE_ANOTHERS, first, there);
      // Once: a server that finds nothing may take another record away.
      const second = await trial.send(deletionOf(resourceOf(trial), record));
      if (isAbsent(second)) return [first, second];
      // The creation that was given the id may be answered a little after the DELETE that met its record.
      if (resourceOf(trial).item !== undefined) await trial.send(reading(record));
      if (isIdReused(trial, record)) notExercised(ID_REUSED, first, second);
      return [first, isGone(second)];
    },
  },

  'delete/unknown': {
    level: 'must',
    clause: '4.4-m1',
    title: 'deleting what never was answers 404',
    why: 'After a success the client would believe that it deleted a record.',
    sends:
      'DELETE of generated ids in many shapes, and of texts that resemble the id of a new record; beside it, DELETE of a record that exists.',
    due: 'Status 404 (414 for an id of more than 100 characters; an absurd id may be refused otherwise, but neither succeed nor break the server).',
    on: deletable,
    async check(trial) {
      const resource = resourceOf(trial);
      const control = (await probedDeletion(trial)).answer.asControl('DELETE of a record that exists');
      const address = resource.delete?.address ?? '';
      const { id } = await createRecord(trial);
      const unknowns = idsToWriteTo(resource, trial.records.fresh, id, INHERITED);
      // Drawn ids are of a few shapes; the shapes that are tried in every run are many.
      const proof = await trial.forAll({ ...unknowns, share: 0.5 }, async (unknown) => {
        await setAsideTaken(trial, resource, unknown);
        return isMissing(await trial.send(aboutUnknown({ method: 'DELETE', address, alone: true }, unknown)));
      });
      const alike = id === undefined ? [] : await notDeletedByLookalikes(trial, id);
      return { ...proof, witness: [control, ...proof.witness, ...alike] };
    },
  },

  'delete/only-it': {
    level: 'must',
    first: true,
    clause: '4.1, 4.4-m1',
    title: 'deleting one record leaves the others',
    why: 'A client that deletes one record must not lose another.',
    sends:
      'Three creations, with the same members where the target takes that, a GET of the first and the third, and of the collection; DELETE of the second, then the same GETs (or, unreadable, a DELETE of each). Where both show one text of several words, GET and DELETE with that as an id, and GET of both.',
    due: 'The others are still there, with the texts and the price that they were created with. A list that has room shows all of them or none. 404 for the text, and both are still there.',
    on: deletable,
    async check(trial) {
      const resource = resourceOf(trial);
      // Early, for delete/every.
      await earlyRecord(trial);
      await longerRecord(trial);
      const first = await createRecord(trial);
      const second = await createAlike(trial, first);
      const third = await createAlike(trial, first, [second]);
      await keptAfter(trial, third.address);
      const listed = await listsAllOfThem(trial, [first, second, third]);
      const read = (other: { readonly address: string }): Promise<Answer | undefined> =>
        resource.item === undefined ? Promise.resolve(undefined) : trial.send(reading(other));
      const before = [await read(first), await read(third)];
      const deleted = (await trial.probe(deletionOf(resource, second))).asControl('the DELETE');
      const others: Answer[] = [];
      for (const [i, other] of [first, third].entries()) {
        const still = (await read(other)) ?? (await trial.send(deletionOf(resource, other)));
        still.owes(still.succeeded, 'the other record to be still there');
        others.push(isLeftAsItWas(trial, other, before[i], still));
      }
      // Where records are not read, the others were deleted to see that they are there.
      const kept = resource.item === undefined ? [] : await listsAllOfThem(trial, [first, third]);
      const byText = await deletesNoneByText(trial, [
        [first, before[0]],
        [third, before[1]],
      ]);
      return [deleted, ...listed, ...others, ...kept, ...byText];
    },
  },

  'delete/gone': {
    level: 'may',
    clause: '4.4-m3, 7 (410)',
    title: 'what is known to be gone answers 410, what never was 404',
    why: '410 tells a client to stop asking; the document prefers it where the service knows.',
    sends: 'A creation, its DELETE, then a GET of it and a GET of an id that never was.',
    due: '410 for the first, 404 for the second.',
    on: readableAnd((resource, target) => {
      if (target.claims.deleted !== 410) return 'the target does not claim deleted = 410';
      return whyNotDeletable(resource);
    }),
    async check(trial) {
      const { after } = await readAroundDeletion(trial);
      const [never] = unknownIds(resourceOf(trial), trial.records.fresh).always ?? [];
      const template = resourceOf(trial).item?.address;
      if (never === undefined || template === undefined) notExercised('no id is known that never was');
      const unknown = await trial.send(aboutUnknown({ method: 'GET', address: template }, never));
      return [after.hasStatus(410), unknown.hasStatus(404)];
    },
  },
};

function readableAnd(unless: (resource: Resource, target: Target) => string | undefined): typeof deletable {
  return resourcesUnless((resource, target) => {
    if (resource.item === undefined) return `${resource.name} is not read by id`;
    return unless(resource, target);
  });
}

/** A deleted record as it is read once its deletion has had time to show; undefined where it cannot be read. */
async function absentNow(trial: Trial, record: Created & { readonly address: string }): Promise<Answer | undefined> {
  const { item, list } = resourceOf(trial);
  if (item !== undefined) return trial.until(() => trial.send(reading(record)), isAbsent);
  if (list === undefined) return undefined;
  const isUnlisted = (listed: Answer): boolean => !listed.text.includes(record.unique);
  await trial.until(() => trial.send({ method: 'GET', address: list.address }), isUnlisted);
  return undefined;
}

/** One deletion over the wire, shared by the rules that judge its answer. */
const probedDeletion = evidence(resourceName, async (shared): Promise<Created> => {
  const record = await createRecord(shared);
  return { ...record, answer: await shared.probe(deletionOf(resourceOf(shared), record)) };
});

/** The deletion of a record that is there: what was not yet made, or is gone by itself, is rightly missing (document 4.4-m1). */
async function deletedForSure(trial: Trial): Promise<Answer> {
  const { answer } = await probedDeletion(trial);
  if (!isAbsent(answer)) return answer;
  const record = await createRecord(trial);
  const { list } = resourceOf(trial);
  const read = await trial.until(() => trial.send(reading(record)), isRead, PATIENCE_MS);
  const listed = isRead(read) || list === undefined ? read : await trial.send({ method: 'GET', address: list.address });
  if (!isRead(read) && !listed.text.includes(record.unique))
    notExercised('a new record is not there, so that none is known that could be deleted', read, listed);
  return trial.probe(deletionOf(resourceOf(trial), record));
}

/** The 204 of a deletion. What else a deletion is answered may have a body (document 7); delete/status judges it. */
async function emptyDeletion(trial: Trial): Promise<Answer> {
  const answer = await deletedForSure(trial);
  return answer.status === 204 ? answer : notExercised(`the deletion was answered ${answer.status}`, answer);
}

function isRead({ status }: Answer): boolean {
  return status === 200;
}
