import type { Answer } from '../core/answer.ts';
import { fillTemplate } from '../core/http/address.ts';
import { isObject } from '../core/representation/json-value.ts';
import { sameValue } from '../core/representation/same-value.ts';
import { fail, notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import {
  anotherToFind,
  eachQuery,
  encodedRequest,
  findableQuery,
  findingRequest,
  found,
  ODD_PARAMETERS,
  queryOf,
  unknownQueries,
} from './support/command/command-evidence.ts';
import { sameForOtherClients } from './support/command/other-clients.ts';
import { kindOf } from './support/evidence.ts';
import { saysJson } from './support/payload/declared-type.ts';
import { differences } from './support/payload/payloads.ts';
import { seenEachTime } from './support/steady/seen-each-time.ts';
import { assertUnchanged } from './support/unchanged.ts';
import { holdsRecords } from './support/whole-lists.ts';

/** Queries: document 4.3. What they find is judged in query-records.ts. */
export const queries: Suite<'query/status' | 'query/empty' | 'query/safe'> = {
  'query/status': {
    level: 'must',
    reads: true,
    clause: '4.3',
    title: 'a query that finds something is answered 200 with a JSON array of it',
    why: 'Clients iterate over what a query gives.',
    sends: 'GET of the query with a parameter that finds something.',
    due: 'Status 200 and a JSON array of records with at least one, labelled as JSON.',
    on: eachQuery,
    async check(trial) {
      return saysJsonHere(trial, findsSome(await found(trial)));
    },
  },

  'query/empty': {
    level: 'must',
    reads: true,
    clause: '4.3',
    title: 'a query that finds nothing is answered 404',
    why: 'In this design an empty result is no result.',
    sends:
      'GET of the query with parameters that find nothing, for clients that accept HTML or XML too, and of queries that do not exist; beside it, with one that finds something.',
    due: 'Status 404; odd texts may be refused otherwise.',
    on: eachQuery,
    async check(trial) {
      const query = await findableQuery(trial);
      const control = (await found(trial)).asControl('a query that finds something');
      const parameter = query.empty ?? `nothing ${trial.unique()}`;
      const request = { method: 'GET', address: fillTemplate(query.address, { parameter }) };
      const answer = await trial.send(request);
      const witness = [control, answer.hasStatus(404), ...(await sameForOtherClients(trial, request, 404))];
      for (const odd of ODD_PARAMETERS) {
        const address = fillTemplate(query.address, { parameter: `${odd}${trial.unique()}` });
        const refused = await trial.send({ method: 'GET', address });
        witness.push(refused.owes(!refused.succeeded && refused.status < 500, '404, or a refusal of the parameter'));
      }
      // What was encoded twice is another text when it is decoded once.
      const twice = await trial.send(encodedRequest(query, 2));
      witness.push(twice.owes(!twice.succeeded && twice.status < 500, '404 for what only decoding it twice finds'));
      for (const address of unknownQueries(query)) {
        const parameter = query.found ?? '';
        const unknown = await trial.send({
          method: 'GET',
          address: fillTemplate(address, { parameter }),
          about: 'missing',
        });
        witness.push(unknown.hasStatus(404));
      }
      return witness;
    },
  },

  'query/safe': {
    level: 'must',
    clause: 'RFC 9110 9.2.1',
    title: 'asking a query twice gives the same',
    why: 'A query only reads, so that anyone may ask it as often as they like.',
    sends:
      'GET of a query that finds something, twice, and once more where the second answer shows something else besides; a look at every list and known record before and after.',
    due: 'The same records both times, and no record of any resource more, less or other than before.',
    on: eachQuery,
    // Last, when the run itself changes nothing.
    passive: true,
    drivenBy: ['query/status'],
    async check(trial) {
      // The first time that the run asks it at all: what a query takes away by being asked is gone ever after.
      const first = (await found(trial)).asControl('a query that finds something');
      const second = await trial.send(findingRequest(await findableQuery(trial)));
      second.owes(second.status === first.status, `status ${first.status} again`);
      const isArray = [first, second].every((answer) => Array.isArray(answer.json()));
      if (!isArray) notExercised('the answers are no arrays', first, second);
      const other = await staysOther(trial, [first, second]);
      if (other !== undefined) fail('the same records again', `${other[1].brief} after ${other[0].brief}`, ...other);
      return [first, second, ...(await assertUnchanged(trial, [findingRequest(await findableQuery(trial))]))];
    },
  },
};

function findsSome(answer: Answer): Answer {
  const list = answer.hasStatus(200).json();
  answer.owes(Array.isArray(list) && list.length > 0, 'a JSON array that is not empty', kindOf(list));
  return holdsRecords(answer, Array.isArray(list) ? list : []);
}

/** A query gives a JSON array (document 4.3). What the target file names as a type of JSON is as good as any. */
function saysJsonHere({ target }: Trial, answer: Answer): Answer {
  return saysJson(
    answer,
    target.resources.find(({ mediaTypes }) => mediaTypes.json === answer.mediaType),
  );
}

type Twice = readonly [Answer, Answer];

/**
 * Two answers that hold other records. What the run wrote between may show in both: a user may tell the sum of his deals. So the query is
 * asked once more, when nothing is written. Where its records were made for it, somebody else may have copied one: others are made.
 */
async function staysOther(trial: Trial, twice: Twice): Promise<Twice | undefined> {
  const query = queryOf(trial);
  const { found: text = '' } = query;
  const [first, second] = twice.map((answer) => answer.representation.value);
  // What somebody else copied, or what was counted, takes nothing away.
  const isLess = Array.isArray(first) && (!Array.isArray(second) || second.length < first.length);
  if (isLess) return isOther(twice);
  if (!text.includes('{unique}'))
    return isOther(twice) && isOther([twice[1], await trial.send(findingRequest(await findableQuery(trial)))]);
  return seenEachTime(isOther(twice), async () => {
    const { unique } = await anotherToFind(trial, query.resource);
    const request = findingRequest({ ...query, found: text.replaceAll('{unique}', unique) });
    const ask = (): Promise<Answer> => trial.send(request);
    return isOther([await trial.until(ask, ({ succeeded }) => succeeded), await ask()]);
  });
}

/** Two answers to one query that hold other records. */
function isOther([first, second]: Twice): Twice | undefined {
  const [before, after] = [first.representation.value, second.representation.value];
  if (!Array.isArray(before)) return undefined;
  return Array.isArray(after) && areSameRecords(before, after) ? undefined : [first, second];
}

// In their order first: lists of thousands that were read alike are compared once.
function areSameRecords(before: readonly unknown[], after: readonly unknown[]): boolean {
  if (before.length !== after.length) return false;
  const texts = new Set(after.map((entry) => JSON.stringify(entry)));
  return before.every(
    (entry, i) =>
      agree(entry, after[i]) || texts.has(JSON.stringify(entry)) || after.some((other) => agree(entry, other)),
  );
}

function agree(a: unknown, b: unknown): boolean {
  return isObject(a) && isObject(b) ? differences(a, b).length === 0 : sameValue(a, b);
}
