import type { Answer } from '../core/answer.ts';
import { at } from '../core/representation/json-pointer.ts';
import { fail, notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import type { Resource } from '../core/target.ts';
import { beginningsMiss } from './support/address/beginnings.ts';
import {
  collection,
  createRecord,
  deletion,
  entryId,
  existing,
  existingItem,
  itemRecord,
  listEntries,
} from './support/evidence.ts';
import { aboutUnknown, setAsideListed, unknownIds } from './support/ids.ts';
import { listsChanges } from './support/listed-changes.ts';
import { isMissing } from './support/missing.ts';
import { missesPartlyKnown } from './support/partly-known.ts';
import { PATIENCE_MS } from './support/patience.ts';
import { saysJson } from './support/payload/declared-type.ts';
import { entriesOf } from './support/query/queries.ts';
import { isAsListed, someOf } from './support/read/listed-records.ts';
import { sharedNameMisses } from './support/read/shared-names.ts';
import { readable, resourceOf, resourcesUnless, whyNotDeletable } from './support/subjects.ts';
import { holdsRecords, idsAreNotEmpty } from './support/whole-lists.ts';

type Id = 'read/collection' | 'read/item' | 'read/item-of-collection' | 'read/unknown-item';

const listed = resourcesUnless(({ name, list }) => (list === undefined ? `${name} is not listed` : undefined));

/** Reading: document 4.4. Queries are in lookup.ts, nested records in nested.ts. */
export const reading: Suite<Id> = {
  'read/collection': {
    level: 'must',
    reads: true,
    clause: '4.4, 4.5-1',
    title: 'a collection is answered 200 with an array',
    why: 'Clients iterate over what they get.',
    sends: 'GET of the collection.',
    due: 'Status 200 and an array of records, each with an id that is not empty where it shows one, and no record twice. JSON that was asked for says in its Content-Type that it is JSON.',
    on: listed,
    async check(trial) {
      const answer = (await collection(trial)).hasStatus(200);
      const resource = resourceOf(trial);
      const entries = listEntries(answer, resource);
      idsAreNotEmpty(holdsRecords(answer, entries, resource), entries, resource);
      return [saysJson(answer, resource), ...(await listsNoneTwice(trial, answer))];
    },
  },

  'read/item': {
    level: 'must',
    reads: true,
    clause: '4.4, 4.5-1',
    title: 'a known id is answered 200 with one object',
    why: 'One identifier, one record; an array would make every client unwrap it.',
    sends: 'GET of a record that exists.',
    due: 'Status 200 and one object, not an array, whose id is not empty where it shows one. JSON that was asked for says in its Content-Type that it is JSON.',
    on: readable,
    async check(trial) {
      const answer = (await existingItem(trial)).hasStatus(200);
      const resource = resourceOf(trial);
      const id = at(itemRecord(answer, resource), resource.item?.id ?? '/id');
      answer.owes(id !== '', 'a record with its id', 'an empty id');
      return saysJson(answer, resource);
    },
  },

  'read/item-of-collection': {
    level: 'must',
    clause: '4.4',
    title: 'what the collection lists can be read, and is the same record',
    why: 'A list that leads nowhere, or to something else, cannot be worked with.',
    sends:
      'GET of the collection, then of up to 20 records that it lists, the first and last ones and others from all between them; GET of it around a deletion, in each representation, and a change.',
    due: 'Status 200 for each, and the same values in the members that both show. What was deleted is not listed, what was changed is listed as it is.',
    operates: true,
    on: resourcesUnless(({ name, list, item }) => {
      if (list === undefined) return `${name} is not listed`;
      return item === undefined ? `${name} is not read by id` : undefined;
    }),
    async check(trial) {
      const resource = resourceOf(trial);
      const list = (await collection(trial)).asControl('GET of the collection');
      const ids = entriesOf(list, resource).flatMap((entry) => entryId(entry, resource) ?? []);
      if (ids.length === 0) {
        await followsWrites(trial);
        notExercised('the collection lists no record that shows an id', list);
      }
      const items = await Promise.all(someOf(ids).map((id) => isAsListed(trial, list, id)));
      return [list, ...items, ...(await followsWrites(trial))];
    },
  },

  'read/unknown-item': {
    level: 'must',
    reads: true,
    clause: '4.4-m1, 4.4-m3',
    title: 'an id that never was is answered 404',
    why: 'The most argued-for rule of the document: a missing resource is not a success, not a syntax error, not pending.',
    sends:
      'GET of generated ids in many shapes, of texts that careless readers take for an id that exists (cut at a sign, one of several, digits among letters, a minus, what is not seen), of the beginning of a known id and of one with more behind it, where the list shows neither, of one with a part of it made up, of a name of several words that several records of the collection show, of one again, and as each representation; beside it, a record that exists.',
    due: 'Status 404 (414 for an id of more than 100 characters; an absurd id may be refused otherwise, but neither succeed nor break the server). By the beginning of an id, or more than it, a record of that very id, or a refusal. An id of which a part was made up gives neither nothing nor the record of the known one.',
    on: readable,
    async check(trial) {
      const resource = resourceOf(trial);
      const control = (await existingItem(trial)).asControl('GET of a record that exists');
      const address = resource.item?.address ?? '';
      const { id: known } = await existing(trial);
      const unknowns = unknownIds(known === undefined ? resource : { ...resource, known }, trial.records.fresh);
      // Drawn ids are of a few shapes; the shapes that are tried in every run are many.
      const proof = await trial.forAll({ ...unknowns, share: 0.3 }, async (unknown) => {
        await setAsideListed(trial, unknown);
        return isMissing(await trial.send(aboutUnknown({ method: 'GET', address }, unknown)));
      });
      const others = [
        ...(await beginningsMiss(trial)),
        ...(await askedOtherwise(trial)),
        ...(await missesPartlyKnown(trial, known, control)),
        ...(await sharedNameMisses(trial)),
      ];
      return { ...proof, witness: [control, ...others, ...proof.witness] };
    },
  },
};

/** The plainest unknown id asked for in other ways: a second time, and as each representation that is claimed. */
async function askedOtherwise(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { mediaTypes, representations, selectors } = resource;
  const [plain] = unknownIds(resource, trial.records.fresh).always ?? [];
  if (plain === undefined) return [];
  const types = selectors.includes('accept') ? representations.map((name) => mediaTypes[name]) : [];
  const answers: Answer[] = [];
  for (const accept of [undefined, ...types]) {
    const request = aboutUnknown({ method: 'GET', address: resource.item?.address ?? '' }, plain);
    answers.push(isMissing(await trial.send(accept === undefined ? request : { ...request, headers: { accept } })));
  }
  return answers;
}

/** How often a list is read again that shows a record twice: one that is put together while others write may do so once. */
const LOOKS = 3;

async function listsNoneTwice(trial: Trial, list: Answer): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  // Where nothing is asked for by its id, an id may be that of a group.
  if (resource.item === undefined && resource.delete === undefined) return [];
  const looks = [list];
  while (twiceIn(looks.at(-1), resource) !== undefined) {
    if (looks.length > LOOKS) fail('each record once', `${twiceIn(looks.at(-1), resource)} twice`, ...looks.slice(-1));
    looks.push(await trial.send({ method: 'GET', address: resource.list?.address ?? '' }));
  }
  return looks.slice(1);
}

function twiceIn(list: Answer | undefined, resource: Resource): string | undefined {
  const ids = list === undefined ? [] : entriesOf(list, resource).flatMap((entry) => entryId(entry, resource) ?? []);
  const known = new Set<string>();
  return ids.find((id) => known.size === known.add(id).size);
}

async function followsWrites(trial: Trial): Promise<readonly Answer[]> {
  return [...(await listsNothingDeleted(trial)), ...(await listsChanges(trial))];
}

/** Creates a record, reads the collection, deletes the record and reads again: a list that was kept would still show it. */
async function listsNothingDeleted(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (whyNotDeletable(resource) !== undefined) return [];
  const record = await createRecord(trial);
  const list = (): Promise<Answer> => trial.send({ method: 'GET', address: resource.list?.address ?? '' });
  const isListed = (answer: Answer): boolean =>
    entriesOf(answer, resource).some((entry) => entryId(entry, resource) === record.id);
  const before = await list();
  // A page or a filter may leave it out; then there is nothing to see.
  if (record.id === undefined || !isListed(before)) return [before];
  // Whoever keeps a list keeps each representation for itself; delete/every looks at them again.
  const views = await listsInOthers(trial);
  const removed = await trial.send(deletion(resource, record));
  if (!removed.succeeded) return [before];
  const after = await trial.until(list, (answer) => !isListed(answer), PATIENCE_MS);
  if (!isListed(after)) return [before, ...views, removed, after, ...(await listsInOthers(trial))];
  const item = await trial.send({ method: 'GET', address: record.address });
  // Ids may be given anew; what can be read is rightly listed.
  return [before, removed, after.owes(item.succeeded, 'a list without what was deleted', `${record.id} in it`)];
}

/** The collection in each representation but JSON that Accept may ask for. */
async function listsInOthers(trial: Trial): Promise<readonly Answer[]> {
  const { list, mediaTypes, representations, selectors } = resourceOf(trial);
  const names = selectors.includes('accept') ? representations.filter((name) => name !== 'json') : [];
  const answers: Answer[] = [];
  for (const name of names)
    answers.push(
      await trial.send({ method: 'GET', address: list?.address ?? '', headers: { accept: mediaTypes[name] } }),
    );
  return answers;
}
