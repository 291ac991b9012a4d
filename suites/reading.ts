import type { Answer } from '../core/answer.ts';
import { at } from '../core/json-pointer.ts';
import { isObject } from '../core/json-value.ts';
import { fail, notExercised } from '../core/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Resource } from '../core/target.ts';
import type { Trial } from '../core/trial.ts';
import {
  collection,
  deletion,
  entryId,
  existing,
  existingItem,
  itemAddress,
  itemRecord,
  kindOf,
  listEntries,
  throwaway,
} from './evidence.ts';
import { aboutUnknown, unknownIds } from './ids.ts';
import { isMissing } from './missing.ts';
import { contradictions, differences, isVolatile, sameValue } from './payloads.ts';
import {
  emptyAnswer,
  entriesOf,
  filters,
  filtersAnyText,
  finds,
  findsListed,
  queryAnswer,
  queryTexts,
} from './queries.ts';
import { leavesAllAsItWas, readingsOf } from './quiet.ts';
import { readListedOrQueried, resourceOf, resourcesUnless, whyNotCreatable, whyNotDeletable } from './subjects.ts';

type Id =
  | 'read/collection'
  | 'read/item'
  | 'read/item-of-collection'
  | 'read/unknown-item'
  | 'read/query-match'
  | 'read/query-empty'
  | 'read/query-shape'
  | 'read/query-any-text'
  | 'read/query-filters'
  | 'read/safe'
  | 'read/head';

const listed = resourcesUnless(({ name, list }) => (list === undefined ? `${name} is not listed` : undefined));
const readable = resourcesUnless(({ name, item }) => (item === undefined ? `${name} is not read by id` : undefined));
const queried = resourcesUnless(({ name, query }) => (query === undefined ? `${name} is not queried` : undefined));

/** Reading and lookup: document 4.4. Nested records are in nested.ts. */
export const reading: Suite<Id> = {
  'read/collection': {
    level: 'must',
    clause: '4.4',
    title: 'a collection is answered 200 with an array',
    why: 'Clients iterate over what they get.',
    sends: 'GET of the collection.',
    due: 'Status 200 and an array.',
    on: listed,
    async check(trial) {
      const answer = (await collection(trial)).hasStatus(200);
      listEntries(answer, resourceOf(trial));
      return answer;
    },
  },

  'read/item': {
    level: 'must',
    clause: '4.4',
    title: 'a known id is answered 200 with one object',
    why: 'One identifier, one record; an array would make every client unwrap it.',
    sends: 'GET of a record that exists.',
    due: 'Status 200 and one object, not an array.',
    on: readable,
    async check(trial) {
      const answer = (await existingItem(trial)).hasStatus(200);
      itemRecord(answer, resourceOf(trial));
      return answer;
    },
  },

  'read/item-of-collection': {
    level: 'must',
    clause: '4.4',
    title: 'what the collection lists can be read, and is the same record',
    why: 'A list that leads nowhere, or to something else, cannot be worked with.',
    sends: 'GET of the collection, then of the first and last records that it lists; GET of it around a deletion.',
    due: 'Status 200 for each, and the same values in the members that both show. What was deleted is not listed.',
    on: resourcesUnless(({ name, list, item }) => {
      if (list === undefined) return `${name} is not listed`;
      return item === undefined ? `${name} is not read by id` : undefined;
    }),
    async check(trial) {
      const resource = resourceOf(trial);
      const list = (await collection(trial)).asControl('GET of the collection');
      const ids = entriesOf(list, resource).flatMap((entry) => entryId(entry, resource) ?? []);
      if (ids.length === 0) notExercised('the collection lists no record that shows an id', list);
      // The first and the last: what is long gone, or new, stands at an end.
      const some = ids.length > 8 ? [...ids.slice(0, 5), ...ids.slice(-3)] : ids;
      const items = await Promise.all(some.map((id) => readsAsListed(trial, id)));
      return [list, ...items, ...(await listsNothingDeleted(trial))];
    },
  },

  'read/unknown-item': {
    level: 'must',
    clause: '4.4-m1, 4.4-m3',
    title: 'an id that never was is answered 404',
    why: 'The most argued-for rule of the document: a missing resource is not a success, not a syntax error, not pending.',
    sends:
      'GET of made-up ids in many shapes, of one again, and as each representation; beside it, a record that exists.',
    due: 'Status 404 (an absurd id may be refused otherwise, but neither succeed nor break the server).',
    on: readable,
    async check(trial) {
      const resource = resourceOf(trial);
      const control = (await existingItem(trial)).asControl('GET of a record that exists');
      const address = resource.item?.address ?? '';
      const proof = await trial.forAll(unknownIds(resource), async (unknown) =>
        isMissing(await trial.send(aboutUnknown({ method: 'GET', address }, unknown))),
      );
      return { ...proof, witness: [control, ...(await askedOtherwise(trial)), ...proof.witness] };
    },
  },

  'read/query-match': {
    level: 'must',
    clause: '4.4',
    title: 'a query that matches is answered 200 with an array that holds the record',
    why: 'Finding is what a query is for.',
    sends: 'GET with a value that matches a record known to exist, and with others that the collection shows.',
    due: 'Status 200 and an array that holds each record with that value.',
    on: queried,
    async check(trial) {
      const answer = (await queryAnswer(trial)).hasStatus(200);
      const entries = listEntries(answer, resourceOf(trial));
      answer.owes(finds(trial, entries), 'an array that holds the matching record', `${kindOf(entries)} without it`);
      return [answer, ...(await findsListed(trial))];
    },
  },

  'read/query-empty': {
    level: 'must',
    clause: '4.4-m2',
    title: 'a query that matches nothing is answered with an empty collection',
    why: 'Nothing found is an answer, not an error: the query itself exists.',
    sends: 'GET with a value that matches nothing; beside it, one with a value that matches.',
    due: 'Status 200 with an empty array, or a bare 204 where the target claims emptyQuery = 204.',
    on: queried,
    async check(trial) {
      const control = (await queryAnswer(trial)).asControl('a query that matches');
      return [control, await emptyAnswer(trial)];
    },
  },

  'read/query-shape': {
    level: 'must',
    clause: '4.4',
    title: 'one match is still an array',
    why: 'A shape that depends on the number of matches breaks every client once.',
    sends: 'GET with a value that matches one record.',
    due: 'An array of one.',
    on: queried,
    async check(trial) {
      const answer = (await queryAnswer(trial)).asControl('a query that matches');
      const entries = listEntries(answer, resourceOf(trial));
      if (entries.length === 0) notExercised('the query matches nothing, and one record was needed', answer);
      const ids = entries.flatMap((entry) => entryId(entry, resourceOf(trial)) ?? []);
      const isOne = entries.length === 1 || (ids.length === entries.length && new Set(ids).size === 1);
      if (!isOne) notExercised(`the query matches ${entries.length} records, and one was needed`, answer);
      return answer.owes(entries.length === 1, 'an array of one', `the same record ${entries.length} times`);
    },
  },

  'read/query-any-text': {
    level: 'must',
    clause: '4.4',
    title: 'any text is a query and not an error',
    why: 'People are called O’Brien, Zoë and 山田, and search for 50 %.',
    sends: 'GET with made-up texts, percent-encoded; beside it, one with a value that matches.',
    due: 'Status 200 with an array, or the empty answer; control characters may be refused.',
    on: queried,
    async check(trial) {
      const resource = resourceOf(trial);
      const control = (await queryAnswer(trial)).asControl('a query that matches');
      const proof = await trial.forAll(queryTexts, async ({ encoded, absurd }) => {
        const address = (resource.query?.address ?? '').replace('{value}', encoded);
        const answer = await trial.send({ method: 'GET', address });
        if (absurd) return answer.owes(answer.status < 500, 'an answer or a refusal');
        if (trial.target.claims.emptyQuery === 204 && answer.status === 204) return answer;
        answer.hasStatus(200);
        listEntries(answer, resource);
        return answer;
      });
      return { ...proof, witness: [control, ...proof.witness] };
    },
  },

  'read/query-filters': {
    level: 'should',
    clause: '4.4',
    title: 'a query gives the records that match, and no others',
    why: 'A filter that is ignored returns everybody.',
    sends: 'GET with a value that matches a record known to exist, and with texts that careless filters trip over.',
    due: 'In every record given, the member that is compared holds the value.',
    on: queried,
    async check(trial) {
      const answer = (await queryAnswer(trial)).asControl('a query that matches');
      return [filters(trial, answer, resourceOf(trial).query?.matches ?? ''), ...(await filtersAnyText(trial))];
    },
  },

  'read/safe': {
    level: 'must',
    clause: 'RFC 9110 9.2.1',
    title: 'reading changes nothing',
    why: 'Crawlers, caches and retries read as often as they like.',
    sends:
      'GET of one record, of the collection and of a query that matches; a look at every list and known record before and after.',
    due: 'The same record both times, and no record more, less or other than before.',
    on: readListedOrQueried,
    // Last, when the run itself changes nothing.
    passive: true,
    async check(trial) {
      const resource = resourceOf(trial);
      const quiet = await leavesAllAsItWas(trial, readingsOf(resource));
      if (resource.item === undefined)
        return quiet.length > 0 ? quiet : notExercised(`nothing is known that a query of ${resource.name} finds`);
      const { address } = whyNotCreatable(resource) === undefined ? await throwaway(trial) : await existing(trial);
      const read = async (): Promise<Answer> =>
        (await trial.send({ method: 'GET', address })).asControl('reading the record');
      const first = await read();
      const second = await trial.send({ method: 'GET', address });
      second.owes(second.status === first.status, `status ${first.status} again`);
      const record = at(first.representation.value, resource.item?.envelope ?? '');
      if (!isObject(record)) notExercised('the first reading gave no object', first);
      const changed = differences(record, itemRecord(second, resource));
      return [
        first,
        second.owes(changed.length === 0, 'the same record again', `other values for ${changed.join(', ')}`),
        ...quiet,
      ];
    },
  },

  'read/head': {
    level: 'should',
    clause: 'RFC 9110 9.3.2',
    title: 'HEAD answers as GET does, without the body',
    why: 'Clients ask with HEAD whether something is there; bytes after it spoil the connection.',
    sends: 'GET and HEAD of a record, on connections of their own, then GET again.',
    due: 'The same status and type, no byte of body, and the record still there.',
    on: readable,
    async check(trial) {
      const resource = resourceOf(trial);
      const { address } = whyNotCreatable(resource) === undefined ? await throwaway(trial) : await existing(trial);
      const get = (await trial.send({ method: 'GET', address })).asControl('GET of the record');
      const head = await trial.probe({ method: 'HEAD', address });
      head.hasStatus(get.status);
      const after = head.wire?.afterHeaders.length ?? 0;
      head.owes(after === 0, 'not one byte after the header section', `${after} bytes after it`);
      sameField(get, head, 'Content-Type');
      const still = await trial.send({ method: 'GET', address });
      // A record that tells when it was served has another length and tag each time: only what stays is comparable.
      const isSame = still.text === get.text && still.header('ETag') === get.header('ETag');
      const isCoded = [get, head].some((answer) => answer.header('Content-Encoding') !== undefined);
      if (isSame && !isCoded) sameField(get, head, 'Content-Length');
      if (isSame) sameField(get, head, 'ETag');
      await findsNothingEither(trial);
      return [get, head, still.owes(still.status === get.status, 'the record to be still there after HEAD')];
    },
  },
};

/** HEAD of what never was answers as GET does. What GET owes there is the matter of read/unknown-item. */
async function findsNothingEither(trial: Trial): Promise<void> {
  const [plain] = unknownIds(resourceOf(trial)).always ?? [];
  if (plain === undefined) return;
  const { address } = aboutUnknown({ method: 'HEAD', address: resourceOf(trial).item?.address ?? '' }, plain);
  const get = await trial.send({ method: 'GET', address, about: 'missing' });
  const head = await trial.send({ method: 'HEAD', address });
  head.owes(get.succeeded || !head.succeeded, `no success of HEAD where GET answers ${get.status}`);
}

/** The plainest unknown id asked for in other ways: a second time, and as each representation that is claimed. */
async function askedOtherwise(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { mediaTypes, representations, selectors } = resource;
  const [plain] = unknownIds(resource).always ?? [];
  if (plain === undefined) return [];
  const types = selectors.includes('accept') ? representations.map((name) => mediaTypes[name]) : [];
  const answers: Answer[] = [];
  for (const accept of [undefined, ...types]) {
    const request = aboutUnknown({ method: 'GET', address: resource.item?.address ?? '' }, plain);
    answers.push(isMissing(await trial.send(accept === undefined ? request : { ...request, headers: { accept } })));
  }
  return answers;
}

/** Creates a record, reads the collection, deletes the record and reads again: a list that was kept would still show it. */
async function listsNothingDeleted(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (whyNotDeletable(resource) !== undefined) return [];
  const record = await throwaway(trial);
  const list = (): Promise<Answer> => trial.send({ method: 'GET', address: resource.list?.address ?? '' });
  const isListed = (answer: Answer): boolean =>
    entriesOf(answer, resource).some((entry) => entryId(entry, resource) === record.id);
  const before = await list();
  // A page or a filter may leave it out; then there is nothing to see.
  if (record.id === undefined || !isListed(before)) return [before];
  const removed = await trial.send(deletion(resource, record));
  if (!removed.succeeded) return [before];
  const after = await trial.until(list, (answer) => !isListed(answer));
  if (!isListed(after)) return [before, removed, after];
  const item = await trial.send({ method: 'GET', address: record.address });
  // Ids may be given anew; what can be read is rightly listed.
  return [before, removed, after.owes(item.succeeded, 'a list without what was deleted', `${record.id} in it`)];
}

/** A field that both answers carry has to be the same: RFC 9110 9.3.2 lets HEAD leave some out. */
function sameField(get: Answer, head: Answer, name: string): void {
  const [due, seen] = [get.header(name), head.header(name)];
  if (due === undefined || seen === undefined) return;
  head.owes(due === seen, `${name}: ${due}, as GET gives it`, `${name}: ${seen}`);
}

/**
 * Reads a listed record and compares. Other rules create and delete records at the same time, so what does not fit is only
 * held against the target when a fresh look at the list still shows the record, three times over.
 */
async function readsAsListed(trial: Trial, id: string): Promise<Answer> {
  const resource = resourceOf(trial);
  const address = itemAddress(resource, id);
  for (let round = 1; ; round += 1) {
    const list = await trial.send({ method: 'GET', address: resource.list?.address ?? '' });
    const entry = entryWith(list, resource, id);
    if (entry === undefined) return list;
    // List and record may each show a change a little later than the other.
    const item = await trial.until(
      () => trial.send({ method: 'GET', address }),
      (answer) => differsFromEntry(answer, entry, resource) === undefined,
    );
    const problem = differsFromEntry(item, entry, resource);
    if (problem === undefined) return item;
    if (round < 3) continue;
    // The item was read between two readings of the list: only where these agree did nobody change the record meanwhile.
    const isOther = (again: Answer): boolean => !sameValue(entry, entryWith(again, resource, id));
    const after = await trial.until(
      () => trial.send({ method: 'GET', address: resource.list?.address ?? '' }),
      isOther,
    );
    if (isOther(after)) return after;
    fail(`the listed record ${id}`, problem, list, item);
  }
}

function entryWith(list: Answer, resource: Resource, id: string): unknown {
  return listEntries(list.asControl('GET of the collection'), resource).find(
    (entry) => entryId(entry, resource) === id,
  );
}

function differsFromEntry(item: Answer, entry: unknown, resource: Resource): string | undefined {
  if (item.status !== 200) return `status ${item.brief}`;
  if (!isObject(entry)) return undefined;
  const other = contradictions(entry, itemRecord(item, resource)).filter((member) => !isVolatile(member));
  return other.length === 0 ? undefined : `other values for ${other.join(', ')}: ${item.brief}`;
}
