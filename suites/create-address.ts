import type { Answer } from '../core/answer.ts';
import { decodeSegment, isUriReference, sameAddress } from '../core/http/address.ts';
import { fail, notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import { isNotInItsPlace } from './support/create/created-with-id.ts';
import { leavesEarlier, readEarlier } from './support/create/earlier-records.ts';
import { foundThoughMissedBefore } from './support/create/foreseen-ids.ts';
import { listsAllOfThem } from './support/create/growing-list.ts';
import { readNew } from './support/create/late-record.ts';
import { listsEachOnce } from './support/create/listed-creations.ts';
import { makesAnew } from './support/create/made-anew.ts';
import { givesEachItsOwn } from './support/create/one-address.ts';
import { expectCreated, isTheRecord } from './support/descriptions.ts';
import { addressed, type Created, create, firstCreated, mayAsk, namesNewRecord } from './support/evidence.ts';
import { isOfItself } from './support/marked-address.ts';
import { answering, resourceOf, resourcesUnless, whyNotAnswering } from './support/subjects.ts';

type Id = 'create/location' | 'create/location-absent' | 'create/addressable' | 'create/path' | 'create/distinct';

/** Where a creation says that the new resource is: document 4.1, 4.4-c1 and c2. */
export const creationAddress: Suite<Id> = {
  'create/location': {
    level: 'must',
    clause: '4.1, 4.4-c2',
    title: 'a 201 carries one Location that is a URI reference',
    why: 'Location is how a client learns where the new resource is.',
    sends: 'A POST of the sample payload.',
    due: 'One Location field; relative and absolute references are both right.',
    on: resourcesUnless((resource) => {
      if (resource.create?.location === 'optional') return `${resource.name} claims that it promises no Location`;
      return whyNotAnswering('created')(resource);
    }),
    async check(trial) {
      const { answer } = await firstCreated(trial);
      expectCreated(answer);
      answer.hasHeader('Location');
      const lines = answer.headerLines('Location');
      answer.owes(lines.length === 1, 'one Location field', `${lines.length} of them: ${lines.join(' | ')}`);
      const value = lines[0] ?? '';
      answer.owes(isUriReference(value), 'a Location that is a URI reference', `“${value}”`);
      return answer.owes(answer.location !== undefined, 'a Location that resolves to an http address', `“${value}”`);
    },
  },

  'create/location-absent': {
    level: 'must',
    clause: '4.4-c2',
    title: 'without a Location, the request address is that of the new resource',
    why: 'HTTP says what a 201 without Location created: the resource at the address of the request itself.',
    sends: 'A creation, then a GET of the address that it was sent to.',
    due: 'The GET answers 200.',
    on: resourcesUnless((resource) => {
      const why = whyNotAnswering('created')(resource);
      if (why !== undefined) return why;
      return resource.create?.location === 'promised' ? `${resource.name} promises a Location` : undefined;
    }),
    async check(trial) {
      const { answer } = await firstCreated(trial);
      expectCreated(answer);
      if (answer.header('Location') !== undefined) notExercised('the 201 carried a Location anyway', answer);
      const read = await trial.send({ method: 'GET', address: answer.exchange.request.url });
      return [answer, read.hasStatus(200)];
    },
  },

  'create/addressable': {
    level: 'must',
    clause: '4.4-c1',
    title: 'the Location leads to the new resource',
    why: 'An address that does not answer, or that answers as something else, is no address of the resource.',
    sends:
      'A POST of the sample, then a GET of its Location, or the documented DELETE where records cannot be read. Where ids are counted, a GET of the next six, a creation, and a GET of that.',
    due: 'GET answers 200 with what was created, though its address named nothing before it; DELETE answers with success.',
    on: answering('created'),
    async check(trial) {
      const resource = resourceOf(trial);
      const record = await create(trial);
      record.answer.asControl('creating a record');
      const { location } = record.answer;
      if (location === undefined) return withoutLocation(trial, record);
      record.answer.owes(mayAsk(trial.target, location), "a Location under the target's own origin", location);
      await namesNewRecord(trial, record);
      if (resource.item === undefined) return [record.answer, await deletes(trial, location)];
      const read = await readNew(trial, record.answer, location);
      return [record.answer, isTheRecord(read, record, resource), ...(await foundThoughMissedBefore(trial))];
    },
  },

  'create/path': {
    level: 'should',
    clause: '4.1',
    title: "a deal's address is /rest/{version}/deals/{id}",
    why: 'The document gives deals this address, and clients build it from an id.',
    sends: 'A POST of the sample payload; GET of its Location without what chooses a representation in it.',
    due: 'A Location of that form under the base address; none that chooses a representation, where it is read without that as well.',
    on: resourcesUnless((resource) => {
      if (!resource.ofDocument || resource.name !== 'deals')
        return `the document gives an address to deals only, not to ${resource.name}`;
      return whyNotAnswering('created')(resource);
    }),
    async check(trial) {
      const { answer } = await firstCreated(trial);
      answer.asControl('creating a record');
      const { location } = answer;
      if (location === undefined) notExercised('the answer carried no usable Location', answer);
      const { baseUrl, version } = trial.target;
      const under = `${new URL(baseUrl).pathname.replace(/\/$/u, '')}/rest/${version}/deals/`;
      const { pathname } = new URL(location);
      // An encoded letter is the letter itself (RFC 3986 6.2.2.2), in the fixed part of the path too.
      const [due, given] = [under.split('/').slice(0, -1), pathname.split('/')];
      const isUnder = due.every((segment, i) => decodeSegment(segment) === decodeSegment(given[i] ?? ''));
      const rest = isUnder ? given.slice(due.length).join('/') : '';
      answer.owes(/^[^/]+\/?$/u.test(rest), `a path ${under}{id}`, pathname);
      if (mayAsk(trial.target, location)) await isOfItself(trial, answer, location);
      return answer;
    },
  },

  'create/distinct': {
    level: 'must',
    clause: '4.1, 4.4-c1',
    title: 'each creation gives an address of its own',
    why: 'Two records under one address means that one of them was lost.',
    sends:
      'Several POSTs at the same time, alike but for one value; GET of the collection in each representation; one POST word for word again, with its members in another order, and one for each other representation word for word again; one with its texts, other amounts and a further member, and one with the id of another record; GET of the first one before and after.',
    due: 'As many different Locations as creations, also of others of the run that ran side by side, and no second record of one of them in the collection. XML and HTML list what JSON lists, and a list that has room lists all of them or none. The repeat, and what has the id of another record, may be refused; no record is put in the place of another, and the first one is as it was, with nothing of a later one.',
    on: answering('created'),
    // Whichever check met it first, and whether this one could create anything after it.
    check: (trial) =>
      distinctRecords(trial).finally(async () => {
        putsNothingInPlaceOfOthers(trial);
        await givesEachItsOwn(trial);
      }),
  },
};

/** Several creations, each of which makes a record of its own. */
async function distinctRecords(trial: Trial): Promise<readonly Answer[]> {
  const make = async (): Promise<Created & { readonly address: string }> => {
    const record = await create(trial);
    await namesNewRecord(trial, record);
    return addressed(record);
  };
  const one = await make();
  const before = await readEarlier(trial, one);
  const records = [one, ...(await Promise.all([make(), make(), make(), make()]))];
  for (const [i, record] of records.entries()) {
    const twin = records.slice(0, i).find((other) => sameAddress(other.address, record.address));
    if (twin !== undefined) fail('different addresses', `${record.address} twice`, twin.answer, record.answer);
  }
  const listed = [...(await listsEachOnce(trial, records)), ...(await listsAllOfThem(trial, records))];
  const again = [
    ...(await makesAnew(trial, one)),
    ...(await leavesEarlier(trial, one, before)),
    ...(await isNotInItsPlace(trial, one)),
  ];
  return [...records.map((record) => record.answer), ...listed, ...again];
}

/** A record of before that an earlier creation of the run changed: no more is created then, so that only this shows it. */
function putsNothingInPlaceOfOthers(trial: Trial): void {
  const resource = resourceOf(trial);
  const changed = trial.records.overwritten.changed(resource);
  if (changed === undefined) return;
  const { id, creation, shown } = changed;
  fail('a new record', `what was sent in ${resource.name} ${id}, which was there before`, creation, shown);
}

// Without Location the address is the one that was asked for; create/location-absent judges that.
async function withoutLocation(trial: Trial, record: Created): Promise<readonly Answer[]> {
  const { create: how } = resourceOf(trial);
  if (how?.location === 'promised') notExercised('the answer carried no usable Location', record.answer);
  const { address } = addressed(record);
  return [record.answer, (await trial.send({ method: 'GET', address })).hasStatus(200)];
}

async function deletes(trial: Trial, address: string): Promise<Answer> {
  if (resourceOf(trial).delete === undefined)
    notExercised('records can be neither read nor deleted, so nothing shows the address');
  const answer = await trial.send({ method: 'DELETE', address, alone: true });
  return answer.owes(answer.succeeded, 'a DELETE of the Location to succeed');
}
