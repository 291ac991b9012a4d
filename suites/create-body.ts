import type { Answer } from '../core/answer.ts';
import { lastSegment, resolveReference } from '../core/http/address.ts';
import { notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import { isFailure } from '../core/run/property.ts';
import type { Trial } from '../core/run/trial.ts';
import type { Target } from '../core/target.ts';
import { createdInEach } from './support/create/created-representations.ts';
import { tellsAsRead } from './support/create/told-as-read.ts';
import { describes, expectCreated, isTheRecord, leadsTo, showsValues } from './support/descriptions.ts';
import { addressed, type Created, createRecord, firstCreated, mayAsk } from './support/evidence.ts';
import { validatorsAsMade } from './support/made/made-validators.ts';
import { saysJson } from './support/payload/declared-type.ts';
import { answering, resourceOf, resourcesUnless, whyNotAnswering } from './support/subjects.ts';

type Id =
  | 'create/describes'
  | 'create/shows-values'
  | 'create/links'
  | 'create/content-type'
  | 'create/etag-agrees'
  | 'create/no-address';

/** What the answer of a creation holds: document 4.1, 4.4-c3 to c5. */
export const creationBody: Suite<Id> = {
  'create/describes': {
    level: 'must',
    clause: '4.1, 4.4-c3',
    title: 'the body describes what was created',
    why: 'A client can show the result without asking again.',
    sends: 'A POST with a value unique to this run, and one for each representation that Accept may ask for.',
    due: 'A value that was sent, the id or the address in the body, and no member that contradicts what was sent.',
    on: answering('created'),
    async check(trial) {
      const made = await createdInEach(trial);
      return made.map((record) => {
        expectCreated(record.answer);
        return describes(record, resourceOf(trial));
      });
    },
  },

  'create/shows-values': {
    // The document leaves the shape of the body open (4.4-c3): a body of id and link describes what was created.
    level: 'should',
    clause: '4.4-c3',
    title: 'the body of a creation shows a value that was sent',
    why: 'A client that sees its own values knows that they arrived.',
    sends:
      'A POST with a value unique to this run, and one for each representation that Accept may ask for; GET of the first one, where its answer has members that a service sets once.',
    due: 'That value in the body, and members such as createdAt, number or held as the record shows them.',
    on: answering('created'),
    needs: ['create/describes'],
    async check(trial) {
      const made = await createdInEach(trial);
      const shown = made.map((record) => showsValues(record.answer, record, resourceOf(trial)));
      const [json] = made;
      return [...shown, ...(json === undefined ? [] : await tellsAsRead(trial, json))];
    },
  },

  'create/links': {
    level: 'must',
    clause: '4.1, 4.4-c3',
    title: 'the body links to what was created',
    why: 'A client that stored the body can find the resource again.',
    sends: 'A POST of the sample payload, and one for each representation that Accept may ask for.',
    due: 'Some string in the body that resolves to the same address as Location, or leads to what was created.',
    on: answering('created'),
    async check(trial) {
      const made = await createdInEach(trial);
      return Promise.all(
        made.map(async (record) => {
          const { answer, address } = addressed(record);
          expectCreated(answer);
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
        answer.owes(problem === undefined, `a body that parses as ${type}`, problem ?? '');
        return saysJson(answer, resourceOf(trial));
      });
    },
  },

  'create/etag-agrees': {
    level: 'should',
    clause: '4.4-c4, RFC 9110 15.3.2',
    title: 'the validators of a 201 are those of the new representation',
    why: 'A client may use it at once for a conditional request.',
    sends:
      'A POST of the sample, then a GET of its Location; the same with Accept for each other representation that may be asked for.',
    due: 'The same ETag on both, where the 201 carries one, and the same Last-Modified.',
    on: resourcesUnless((resource, target) => {
      if (target.claims.validators === false) return 'the target claims no validators (validators = false)';
      if (resource.item === undefined) return `${resource.name} is not read by id`;
      return whyNotAnswering('created')(resource);
    }),
    async check(trial) {
      const { answer, address } = await createRecord(trial);
      expectCreated(answer);
      const etag = answer.header('ETag');
      const isDated = answer.header('Last-Modified') !== undefined;
      if (etag === undefined && !isDated) notExercised('the 201 carried no ETag and no Last-Modified', answer);
      const read = (await trial.send({ method: 'GET', address })).asControl('reading the new record');
      if (read.mediaType !== answer.mediaType) notExercised('the two answers are not of one media type', answer, read);
      // Each content coding has a tag of its own (RFC 9110 8.8.3.3), and a server may compress the one answer only.
      if (read.header('Content-Encoding') !== answer.header('Content-Encoding'))
        notExercised('the two answers are not of one content coding', answer, read);
      const now = read.header('ETag');
      const isKept = etag === undefined || sameTag(etag, now);
      if (!isKept) await insistOnOneTag(trial, read);
      read.owes(isKept, `ETag ${etag ?? ''} on a GET right after`, now ?? 'none');
      await validatorsAsMade(trial, answer, read);
      return [answer, read, ...(await taggedInEach(trial))];
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
};

/** The same of what was created for clients that accept another representation, where the 201 came in it. */
async function taggedInEach(trial: Trial): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { answer, address } of (await createdInEach(trial)).slice(1)) {
    if (answer.status !== 201 || address === undefined) continue;
    const read = await trial.send({ method: 'GET', address, headers: { accept: answer.mediaType } });
    await validatorsAsMade(trial, answer, read);
    answers.push(read);
  }
  return answers;
}

/**
 * Whether a link leads to the new record under another address than its Location: with a slash behind it or without, with
 * a query or without. What it leads to has to be the record, so that the one before it or the collection will not do; or by its id, where
 * records are not read.
 */
async function isLinkedOtherwise(trial: Trial, record: Created): Promise<boolean> {
  const resource = resourceOf(trial);
  const { answer } = record;
  const places = answer.representation.links.flatMap(
    (link) => resolveReference(link, answer.exchange.request.url) ?? [],
  );
  if (resource.item === undefined) return places.some((place) => namesAlike(place, record, trial.target));
  for (const address of [...new Set(places)].filter((place) => mayAsk(trial.target, place)).slice(0, 3)) {
    const read = await trial.send({ method: 'GET', address });
    if (read.status === 200 && isOrNot(() => isTheRecord(read, record, resource))) return true;
  }
  return false;
}

/** Nothing shows what an address leads to where records are not read: one that ends in the same id may be of the same record. */
function namesAlike(place: string, { address }: Created, target: Target): boolean {
  const id = address === undefined ? undefined : lastSegment(address);
  return id !== undefined && mayAsk(target, place) && lastSegment(place) === id;
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
