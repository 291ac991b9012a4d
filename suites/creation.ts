import { decodeSegment, isUriReference, resolveReference, sameAddress } from '../core/address.ts';
import type { Answer } from '../core/answer.ts';
import { fail, notExercised } from '../core/outcome.ts';
import { isFailure } from '../core/property.ts';
import type { Suite } from '../core/rule.ts';
import type { Resource, Target } from '../core/target.ts';
import type { Trial } from '../core/trial.ts';
import { createdInEach } from './created-representations.ts';
import { agrees, describes, isTheRecord, leadsTo, lost, shown } from './descriptions.ts';
import {
  addressed,
  type Created,
  create,
  created,
  createRequest,
  firstCreated,
  mayAsk,
  throwaway,
} from './evidence.ts';
import { fairPayloads } from './fair-payloads.ts';
import { invalidPayloads } from './invalid-payloads.ts';
import { listsNone, malformed, sendMalformed } from './malformed.ts';
import { contradictions } from './payloads.ts';
import { creatable, resourceOf, resourcesUnless } from './subjects.ts';

type Id =
  | 'create/status'
  | 'create/full-result'
  | 'create/location'
  | 'create/location-absent'
  | 'create/addressable'
  | 'create/path'
  | 'create/distinct'
  | 'create/describes'
  | 'create/links'
  | 'create/content-type'
  | 'create/etag-agrees'
  | 'create/no-address'
  | 'create/malformed'
  | 'create/invalid'
  | 'create/any-valid';

/** Creation: document 4.1 and the creation rules of 4.4. */
export const creation: Suite<Id> = {
  'create/status': {
    level: 'must',
    clause: '4.1, 4.4-c1',
    title: 'creating answers 201',
    why: 'A client tells from the status alone that something new exists and can be addressed.',
    sends: 'A POST of the sample payload, and one for each representation that Accept may ask for.',
    due: 'Status 201, exactly; a POST may be refused where its answer could not be shown as asked.',
    on: answering('created'),
    async check(trial) {
      const made = await createdInEach(trial);
      return made.map(({ answer }) => answer.hasStatus(201));
    },
  },

  'create/full-result': {
    level: 'must',
    clause: '4.4-c6',
    title: 'creating answers 200 with the object in full',
    why: 'A service that returns the whole object on creation may answer 200, and then owes all of it.',
    sends: 'A POST of the sample payload.',
    due: 'Status 200 and every value that was sent in the body.',
    on: answering('full-result'),
    async check(trial) {
      const { answer, payload } = await firstCreated(trial);
      answer.hasStatus(200);
      const missing = lost(answer, shown(payload, resourceOf(trial)));
      return answer.owes(
        missing.length === 0,
        'the object in full in the body',
        `a body without ${missing.join(', ')}`,
      );
    },
  },

  'create/location': {
    level: 'must',
    clause: '4.1, 4.4-c2',
    title: 'a 201 carries one Location that is a URI reference',
    why: 'Location is how a client learns where the new resource is.',
    sends: 'A POST of the sample payload.',
    due: 'One Location field; relative and absolute references are both right.',
    on: resourcesUnless((resource, target) => {
      if (resource.create?.location === 'optional') return `${resource.name} claims that it promises no Location`;
      return whyNotAnswering('created')(resource, target);
    }),
    async check(trial) {
      const { answer } = await firstCreated(trial);
      answer.asControl('creating a record');
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
    on: resourcesUnless((resource, target) => {
      const why = whyNotAnswering('created')(resource, target);
      if (why !== undefined) return why;
      return resource.create?.location === 'promised' ? `${resource.name} promises a Location` : undefined;
    }),
    async check(trial) {
      const { answer } = await firstCreated(trial);
      answer.asControl('creating a record');
      if (answer.header('Location') !== undefined) notExercised('the 201 carried a Location all the same', answer);
      const read = await trial.send({ method: 'GET', address: answer.exchange.request.url });
      return [answer, read.hasStatus(200)];
    },
  },

  'create/addressable': {
    level: 'must',
    clause: '4.4-c1',
    title: 'the Location leads to the new resource',
    why: 'An address that does not answer, or that answers as something else, is no address of the resource.',
    sends: 'A POST of the sample, then a GET of its Location, or the documented DELETE where records cannot be read.',
    due: 'GET answers 200 with what was created; DELETE answers with success.',
    on: answering('created'),
    async check(trial) {
      const resource = resourceOf(trial);
      const record = await create(trial);
      record.answer.asControl('creating a record');
      const { location } = record.answer;
      if (location === undefined) return withoutLocation(trial, record);
      record.answer.owes(mayAsk(trial.target, location), "a Location under the target's own origin", location);
      if (resource.item === undefined) return [record.answer, await deletes(trial, location)];
      const read = await trial.until(
        () => trial.send({ method: 'GET', address: location }),
        (answer) => answer.status === 200,
      );
      read.hasStatus(200);
      return [record.answer, isTheRecord(read, record, resource)];
    },
  },

  'create/path': {
    level: 'should',
    clause: '4.1',
    title: "a deal's address is /rest/{version}/deals/{id}",
    why: 'The document gives deals this address, and clients build it from an id.',
    sends: 'A POST of the sample payload.',
    due: 'A Location of that form under the base address.',
    on: resourcesUnless((resource, target) => {
      if (resource.name !== 'deals') return `the document gives an address to deals only, not to ${resource.name}`;
      return whyNotAnswering('created')(resource, target);
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
      return answer.owes(/^[^/]+\/?$/u.test(rest), `a path ${under}{id}`, pathname);
    },
  },

  'create/distinct': {
    level: 'must',
    clause: '4.4-c1',
    title: 'each creation gives an address of its own',
    why: 'Two records under one address means that one of them was lost.',
    sends: 'Several POSTs at the same time, alike but for one value; and one of them word for word again.',
    due: 'As many different Locations as creations; the repeat may be refused.',
    on: answering('created'),
    async check(trial) {
      const make = async (): Promise<Created & { readonly address: string }> => addressed(await create(trial));
      const one = await make();
      const records = [one, ...(await Promise.all([make(), make(), make(), make()]))];
      for (const [i, record] of records.entries()) {
        const twin = records.slice(0, i).find((other) => sameAddress(other.address, record.address));
        if (twin !== undefined) fail('different addresses', `${record.address} twice`, twin.answer, record.answer);
      }
      return [...records.map((record) => record.answer), ...(await twice(trial, one))];
    },
  },

  'create/describes': {
    level: 'must',
    clause: '4.1, 4.4-c3',
    title: 'the body describes what was created',
    why: 'A client can show the result without asking again.',
    sends: 'A POST with a value unique to this run, and one for each representation that Accept may ask for.',
    due: 'That value in the body, and no member that contradicts what was sent.',
    on: answering('created'),
    async check(trial) {
      const made = await createdInEach(trial);
      return made.map(({ answer, payload }) => {
        answer.asControl('creating a record');
        answer.owes(answer.body.length > 0, 'a body that describes what was created', 'no body');
        return describes(answer, payload, resourceOf(trial));
      });
    },
  },

  'create/links': {
    level: 'must',
    clause: '4.1, 4.4-c3',
    title: 'the body links to what was created',
    why: 'Whoever keeps the body keeps the way to the resource with it.',
    sends: 'A POST of the sample payload, and one for each representation that Accept may ask for.',
    due: 'Some string in the body that resolves to the same address as Location, or leads to what was created.',
    on: answering('created'),
    async check(trial) {
      const made = await createdInEach(trial);
      return Promise.all(
        made.map(async (record) => {
          const { answer, address } = addressed(record);
          const { links } = answer.representation;
          return answer.owes(
            links.some((link) => leadsTo(link, address, answer)) || (await isLinkedOtherwise(trial, record)),
            `a link to ${address} in the body`,
            links.length === 0 ? `no link in ${answer.brief}` : `only ${links.slice(0, 5).join(', ')}`,
          );
        }),
      );
    },
  },

  'create/content-type': {
    level: 'must',
    clause: '4.4-c3',
    title: 'the body of a creation is what its Content-Type says',
    why: 'The format of the body is open, so the Content-Type is the only way to know it.',
    sends: 'A POST of the sample payload, and one for each representation that Accept may ask for.',
    due: 'A Content-Type field, and a body that parses as that type.',
    on: answering('created'),
    async check(trial) {
      const made = await createdInEach(trial);
      return made.map(({ answer }) => {
        answer.asControl('creating a record');
        if (answer.body.length === 0) notExercised('the answer has no body', answer);
        const type = answer.hasHeader('Content-Type');
        const { problem } = answer.representation;
        return answer.owes(problem === undefined, `a body that parses as ${type}`, problem ?? '');
      });
    },
  },

  'create/etag-agrees': {
    level: 'should',
    clause: '4.4-c4, RFC 9110 15.3.2',
    title: 'the ETag of a 201 is that of the new representation',
    why: 'A client may use it at once for a conditional request.',
    sends: 'A POST of the sample, then a GET of its Location.',
    due: 'The same ETag on both, where the 201 carries one.',
    on: resourcesUnless((resource, target) => {
      if (target.claims.validators === false) return 'the target claims no validators (validators = false)';
      if (resource.item === undefined) return `${resource.name} is not read by id`;
      return whyNotAnswering('created')(resource, target);
    }),
    async check(trial) {
      const { answer, address } = await throwaway(trial);
      const etag = answer.header('ETag');
      if (etag === undefined) notExercised('the 201 carried no ETag', answer);
      const read = (await trial.send({ method: 'GET', address })).asControl('reading the new record');
      if (read.mediaType !== answer.mediaType) notExercised('the two answers are not of one media type', answer, read);
      const now = read.header('ETag');
      if (!sameTag(etag, now)) await insistOnOneTag(trial, read);
      return [answer, read.owes(sameTag(etag, now), `ETag ${etag} on a GET right after`, now ?? 'none')];
    },
  },

  'create/no-address': {
    level: 'must',
    clause: '4.4-c5',
    title: 'a POST that leaves nothing to address answers 200 with a body or 204',
    why: '201 would promise an address that does not exist.',
    sends: 'A POST of the sample payload.',
    due: 'Status 200 and a body, or status 204 and none.',
    on: answering('no-address'),
    async check(trial) {
      const { answer } = await firstCreated(trial);
      answer.hasStatus(200, 204);
      const withBody = answer.body.length > 0;
      return answer.owes(
        withBody === (answer.status === 200),
        answer.status === 200 ? 'a body with 200' : 'no body with 204',
      );
    },
  },

  'create/malformed': {
    level: 'must',
    clause: '7 (400)',
    title: 'malformed JSON is answered 400 and creates nothing',
    why: 'The client must change the request before it repeats it, and 400 is how it learns that.',
    sends:
      'The sample payload, broken: cut short, with a comma too many, bare words, not UTF-8, empty; beside it, intact.',
    due: 'Status 400 for each of the broken ones, and none of them in the collection.',
    on: creatable,
    async check(trial) {
      const control = (await firstCreated(trial)).answer.asControl('the same payload, intact,');
      const sent: string[] = [];
      const proof = await trial.forAll(malformed, async (broken) => {
        const unique = trial.unique();
        sent.push(unique);
        return sendMalformed(trial, broken, unique);
      });
      const list = await listsNone(trial, sent);
      return { ...proof, witness: [control, ...proof.witness, ...list] };
    },
  },

  'create/invalid': {
    level: 'must',
    clause: '7 (400)',
    title: 'a semantically invalid payload is answered 400 and creates nothing',
    why: 'The document uses 400 for meaning as well as for syntax.',
    sends: 'The sample with each required member left out in turn, and each invalid sample of the target file.',
    due: 'Status 400 for each, and none of them in the collection.',
    on: resourcesUnless((resource) => {
      if (resource.create === undefined) return `${resource.name} offers no creation`;
      const { required, invalid } = resource.create;
      return required.length + invalid.length > 0
        ? undefined
        : 'the target file names no required members and no invalid samples';
    }),
    async check(trial) {
      const control = (await firstCreated(trial)).answer.asControl('the valid payload');
      const witness: Answer[] = [control];
      const sent: string[] = [];
      for (const { title, payloadOf } of invalidPayloads(resourceOf(trial))) {
        const unique = trial.unique();
        sent.push(unique);
        const answer = await trial.send(createRequest(resourceOf(trial), payloadOf(unique), unique));
        created(trial, answer, {}, unique);
        witness.push(answer.owes(answer.status === 400, `status 400 for a payload ${title}`, `status ${answer.brief}`));
      }
      return [...witness, ...(await listsNone(trial, sent))];
    },
  },

  'create/any-valid': {
    level: 'must',
    clause: '4.1',
    title: 'every valid payload is created and read back with the same values',
    why: 'Text and numbers that are changed on the way are data lost.',
    sends: 'Made-up payloads: Unicode, long texts, edges of numbers; each is read back.',
    due: 'A success for each, and the same values when read (the document shows no types: 100 and "100" are one price).',
    on: creatable,
    async check(trial) {
      const resource = resourceOf(trial);
      const fair = fairPayloads(resource);
      return trial.forAll(fair, async (candidate) => {
        const record = await create(trial, candidate.payloadOf);
        candidate.judgeRefusal(record.answer);
        const { answer, address, payload } = addressed(record);
        const problem = contradictions(shown(payload, resource), answer.representation.value);
        answer.owes(
          problem.length === 0,
          'the values that were sent',
          `other values in the answer: ${problem.join(', ')}`,
        );
        if (resource.item === undefined) return answer;
        const read = (await trial.send({ method: 'GET', address })).hasStatus(200);
        return [answer, agrees(read, payload, resource)];
      });
    },
  },
};

function whyNotAnswering(due: 'created' | 'full-result' | 'no-address') {
  return ({ name, create: how }: Resource, _target: Target): string | undefined => {
    if (how === undefined) return `${name} offers no creation`;
    return how.answer === due ? undefined : `${name} claims create = ${how.answer}`;
  };
}

function answering(due: 'created' | 'full-result' | 'no-address'): ReturnType<typeof resourcesUnless> {
  return resourcesUnless(whyNotAnswering(due));
}

/** Sends a creation word for word again. It may be refused as a duplicate; where it is 201, something new was made. */
async function twice(trial: Trial, one: Created & { readonly address: string }): Promise<readonly Answer[]> {
  const answer = await trial.send(createRequest(resourceOf(trial), one.payload, one.unique));
  const { address } = created(trial, answer, one.payload, one.unique);
  if (answer.status !== 201 || address === undefined) return [];
  return [answer.owes(!sameAddress(address, one.address), 'another address for another creation', `${address} again`)];
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

/**
 * Whether a link leads to the new record under another address than its Location: with a slash behind it or without, with
 * a query or without. What it leads to has to be the record, so that the one before it or the collection will not do.
 */
async function isLinkedOtherwise(trial: Trial, record: Created): Promise<boolean> {
  const resource = resourceOf(trial);
  if (resource.item === undefined) return false;
  const { answer } = record;
  const places = answer.representation.links.flatMap(
    (link) => resolveReference(link, answer.exchange.request.url) ?? [],
  );
  for (const address of [...new Set(places)].filter((place) => mayAsk(trial.target, place)).slice(0, 3)) {
    const read = await trial.send({ method: 'GET', address });
    if (read.status === 200 && isOrNot(() => isTheRecord(read, record, resource))) return true;
  }
  return false;
}

function isOrNot(demand: () => unknown): boolean {
  try {
    demand();
    return true;
  } catch (thrown) {
    if (isFailure(thrown)) return false;
    throw thrown;
  }
}

// A record that tells when it was served has other bytes, and so another tag, in each answer (RFC 9110 8.8.1).
async function insistOnOneTag(trial: Trial, read: Answer): Promise<void> {
  const again = await trial.send({ method: 'GET', address: read.exchange.request.url });
  if (again.header('ETag') !== read.header('ETag') && again.text !== read.text)
    notExercised('no two readings of the record are alike, and each has a tag of its own', read, again);
}

// Weak comparison (RFC 9110 8.8.3.2): a server may weaken the tag of what it compresses.
function sameTag(a: string, b: string | undefined): boolean {
  return a.replace(/^W\//u, '') === b?.replace(/^W\//u, '');
}
