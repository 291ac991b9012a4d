import type { Answer } from '../core/answer.ts';
import type { HttpRequest } from '../core/http/exchange.ts';
import { at } from '../core/representation/json-pointer.ts';
import { isObject } from '../core/representation/json-value.ts';
import { fail, notExercised } from '../core/results/outcome.ts';
import type { Inapplicable, Subject, Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import type { Resource, Target } from '../core/target.ts';
import { createRecord, existing, itemRecord } from './support/evidence.ts';
import { differences, movesByItself } from './support/payload/payloads.ts';
import { headOf, headsAsGiven, sameField } from './support/read/head.ts';
import { headAfterChange } from './support/read/head-after-change.ts';
import { findsNothingEither, headsBesides } from './support/read/head-places.ts';
import { headsAgain } from './support/read/heads-again.ts';
import { headsOfNothing } from './support/read/heads-of-nothing.ts';
import { headsOfRefusals } from './support/read/heads-of-refusals.ts';
import { readsDespiteFields } from './support/read/method-fields.ts';
import { readsNoOperation } from './support/read/operation-reading.ts';
import { checkOf, root, withoutSession, withSession } from './support/session/session-root.ts';
import { readable, readListedOrQueried, resourceOf, whyNotCreatable } from './support/subjects.ts';
import { assertUnchanged, readingsOf } from './support/unchanged.ts';

type Id = 'read/safe' | 'read/head';

/** What HTTP asks of reading: RFC 9110 9.2.1 and 9.3.2. */
export const httpReading: Suite<Id> = {
  'read/safe': {
    level: 'must',
    clause: 'RFC 9110 9.2.1',
    title: 'reading changes nothing',
    why: 'Crawlers, caches and retries read as often as they like.',
    sends:
      'GET, HEAD and OPTIONS of one record, of the collection, of a query that matches, of a new record and the addresses of its operations, and of one after its first operation and the addresses of what undoes that; GET of these with the parameters in the query, and of commands so; GET and HEAD of the new record with fields and a parameter that name DELETE as the method; a look at every list and known record before and after.',
    due: 'The same record both times, but for counts and moments that no client sends, and no record more, less or other than before. None of these methods carries out anything on a new record, whatever other method a field or parameter names.',
    operates: true,
    on: readListedOrQueried,
    // Last, when the run itself changes nothing.
    passive: true,
    drivenBy: ['read/item', 'read/collection', 'read/query-match'],
    async check(trial) {
      const resource = resourceOf(trial);
      for (const guard of Object.values(trial.records.safe)) {
        const taken = await guard.took();
        if (taken?.resource.name === resource.name)
          fail(`the record, as before ${taken.method}`, 'that it is gone', taken.request, taken.after);
      }
      const quiet = await assertUnchanged(trial, safeRequests(resource));
      if (resource.item === undefined)
        return quiet.length > 0 ? quiet : notExercised(`nothing is known that a query of ${resource.name} finds`);
      const made = whyNotCreatable(resource) === undefined ? await createRecord(trial) : undefined;
      const { address } = made ?? (await existing(trial));
      const read = async (): Promise<Answer> =>
        (await trial.send({ method: 'GET', address })).asControl('reading the record');
      const first = await read();
      const second = await trial.send({ method: 'GET', address });
      second.owes(second.status === first.status, `status ${first.status} again`);
      const record = at(first.representation.value, resource.item?.envelope ?? '');
      if (!isObject(record)) notExercised('the first reading gave no object', first);
      const again = itemRecord(second, resource);
      // A service may count readings and tell the age of a record (RFC 9110 9.2.1), in members that no client sends.
      const isSent = (member: string): boolean => member in (resource.create?.sample ?? {});
      const changed = differences(record, again).filter(
        (member) => isSent(member) || !movesByItself(record[member], again[member]),
      );
      return [
        first,
        second.owes(changed.length === 0, 'the same record again', `other values for ${changed.join(', ')}`),
        ...quiet,
        ...(made === undefined ? [] : await readsNoOperation(trial, made)),
        // Last: where such a request is taken for a deletion, the record is gone.
        ...(made === undefined ? [] : await readsDespiteFields(trial, made)),
      ];
    },
  },

  'read/head': {
    level: 'should',
    clause: 'RFC 9110 8.6, RFC 9110 9.3.2',
    title: 'HEAD answers as GET does, without the body',
    why: 'Clients ask with HEAD whether something is there; bytes after it spoil the connection.',
    sends:
      'GET and HEAD of a record, on connections of their own, then GET again; HEAD of the collection, of a query, of nested records and of what never was, as each representation that GET gives, and in JSON twice. Of nested records and of the queries of 4.3 HEAD three times more, and of what they do not find. GET and HEAD of nested records past the end, of a record as a type that nobody has, and by suffix and parameter, as the collection is; of what never was as each other representation, of the collection as a type that nobody has, of a query that finds nothing in JSON and in another representation, of queries of no name, of a new record under a version that nobody serves, of records of form E and command documents that nothing made, of a deleted record; of the addresses of an operation of a new record; of that record, and of the queries that find it, after a change; of the session check with a session and without.',
    due: 'The same status, in a refusal too, and in each field that both carry the same value: type, length, language, location, validators, Cache-Control, Allow, Link and the challenge; but a refusal of the method (405, 501) may have another length. Vary: Accept and Vary: Cookie where GET says them, no byte of body, and the record still there.',
    operates: true,
    on: readableOrCheck,
    async check(trial) {
      if (trial.subject.resource === undefined) return headsOfTheCheck(trial);
      const made = whyNotCreatable(resourceOf(trial)) === undefined ? await createRecord(trial) : undefined;
      const { address } = made ?? (await existing(trial));
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
      const others = [
        ...(await findsNothingEither(trial)),
        ...(await headsAsGiven(trial)),
        ...(await headsOfNothing(trial)),
        ...(await headsAgain(trial)),
        ...(await headsBesides(trial, address, made)),
        ...(await headsOfRefusals(trial, made)),
        ...(made === undefined ? [] : await headAfterChange(trial, made, still)),
      ];
      return [get, head, ...others, still.owes(still.status === get.status, 'the record to be still there after HEAD')];
    },
  },
};

/** Every reading of a resource by each method that is safe (RFC 9110 9.2.1). */
function safeRequests(resource: Resource): readonly HttpRequest[] {
  const readings = readingsOf(resource);
  const methods = ['HEAD', 'OPTIONS'].filter((method) => !resource.never.includes(method));
  return methods.flatMap((method) => readings.map((reading) => ({ ...reading, method }))).concat(readings);
}

/** HEAD of the session check, with the target's session and without (document 4.4, 5). */
async function headsOfTheCheck(trial: Trial): Promise<readonly Answer[]> {
  const request = root(trial);
  const [inside, outside] = [await withSession(trial), await withoutSession(trial)];
  return [
    inside,
    await headOf(trial, { request, answer: inside }),
    await headOf(trial, { request: { ...request, anonymous: true }, answer: outside }),
  ];
}

/** Every resource that is read by id, and the session check. */
function readableOrCheck(target: Target): readonly (Subject | Inapplicable)[] {
  return [...readable(target), checkOf(target)];
}
