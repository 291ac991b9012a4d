import type { Answer } from '../core/answer.ts';
import { decodeSegment, fillTemplate, partsOf } from '../core/http/address.ts';
import type { HttpRequest } from '../core/http/exchange.ts';
import { isAbsent } from '../core/http/status-kinds.ts';
import { idText, isObject } from '../core/representation/json-value.ts';
import { fail, notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Remark, Trial } from '../core/run/trial.ts';
import type { Resource } from '../core/target.ts';
import { eachQuery, findableQuery, findingRequest } from './support/command/command-evidence.ts';
import { isWritten } from './support/delete/written-meanwhile.ts';
import { equalReadings, wordsOf } from './support/equal-readings.ts';
import { entryId } from './support/evidence.ts';
import { entriesFound, entriesOf } from './support/query/queries.ts';
import { endOf, startOf } from './support/record-histories.ts';
import { losesNone } from './support/steady/lost-from-list.ts';
import { showsItsOwn } from './support/steady/own-ids.ts';
import { asEntries, asList, asRecord, staysAsItWas } from './support/steady/steady-answers.ts';
import { viewsStay } from './support/steady/steady-views.ts';
import { readListedOrQueried, resourceOf } from './support/subjects.ts';
import { readingsOf } from './support/unchanged.ts';
import { canonical } from './support/view/same-words.ts';

/** How often each reading is asked for again: one of several servers behind one address may lack what the others have. */
const AGAIN = 10;

/** The same for nested records, which are read by fewer rules. */
const NESTED_AGAIN = 8;

const DUE =
  'No 404, 410 or empty answer between two equal readings that found the same, where nothing was written to it meanwhile.';

/** What is read once can be read again: every reading of the run, whatever rule it was sent for. */
export const steadyReading: Suite<'read/every'> = {
  'read/every': {
    level: 'must',
    clause: '4.4, 4.4-m1, 4.4-m2',
    title: 'what is there is found each time',
    why: 'A record that is missing now and then is taken for deleted by somebody.',
    sends: `It watches every reading of the run, and asks ${AGAIN} times each for a known record, the collection and a query that matches, ${NESTED_AGAIN} times for nested records, and some times for each of them as XML and HTML.`,
    due: `${DUE} No other status, Content-Type or broken body, and no entry or member missing, between two that agree. A record that the collection showed when the run began, and that is still read as it was, is still in it where it has room. No record at the address of another one, where each shows the identifier of its address.`,
    operates: true,
    on: readListedOrQueried,
    passive: true,
    drivenBy: ['read/item-of-collection', 'read/query-match', 'read/query-filters'],
    async check(trial) {
      const resource = resourceOf(trial);
      for (const reading of readingsOf(resource)) {
        const answers = await askAgain(trial, reading, AGAIN);
        const isRecord = idAsked(answers[0]?.exchange.request.url ?? '', resource, trial.target.baseUrl) !== undefined;
        const [first] = equalReadings(trial.seen).get(wordsOf(answers[0])) ?? [];
        staysAsItWas(answers, isRecord ? asRecord(resource.item?.envelope ?? '') : asList(resource, first));
      }
      for (const nested of resource.nested) {
        if (nested.owner === undefined || nested.index === undefined) continue;
        const address = fillTemplate(nested.address, { id: nested.owner, index: nested.index });
        staysAsItWas(await askAgain(trial, { method: 'GET', address }, NESTED_AGAIN), asRecord(''));
      }
      await viewsStay(trial);
      await losesNone(trial);
      showsItsOwn(trial);
      return withoutLapse(trial, (answer) => foundIn(answer, resource, trial.target.baseUrl));
    },
  },
};

/** The same for the queries of document 4.3. */
export const steadyQueries: Suite<'query/every'> = {
  'query/every': {
    level: 'must',
    clause: '4.3',
    title: 'what a query finds is found each time',
    why: 'In this design 404 says that there is nothing, so a client that gets it looks no further.',
    sends: `It watches every query of the run, and asks ${AGAIN} times for one that finds something.`,
    due: `${DUE} No record and no member missing between two answers that agree. Every success is 200, and JSON in it an array that is not empty: nothing found is 404.`,
    on: eachQuery,
    passive: true,
    drivenBy: ['query/status', 'query/empty'],
    async check(trial) {
      const query = await findableQuery(trial);
      const answers = await askAgain(trial, findingRequest(query), AGAIN);
      const [first] = equalReadings(trial.seen).get(wordsOf(answers[0])) ?? [];
      staysAsItWas(answers, asEntries(first, identified));
      const address = findingRequest(query).address;
      for (const answer of answersTo(trial, query.address)) findsSomething(answer);
      return withoutLapse(trial, (answer) =>
        answer.exchange.request.url === trial.target.baseUrl + address ? recordsIn(answer) : undefined,
      );
    },
  },
};

/** The records that a query found, each by its id. */
function identified({ representation: { value } }: Answer): readonly (readonly [id: string, record: unknown])[] {
  const records: readonly unknown[] = Array.isArray(value) ? value : [];
  return records.flatMap((record) => {
    const id = isObject(record) ? idText(record['id']) : undefined;
    return id === undefined ? [] : [[id, record] as const];
  });
}

/** Every success of a GET with some parameter in the query's template. */
function answersTo({ seen, target }: Trial, template: string): readonly Answer[] {
  const [before = '', behind = ''] = (target.baseUrl + template).split('{parameter}');
  return seen.filter(({ exchange: { request }, succeeded }) => {
    const { method, url } = request;
    if (method !== 'GET' || !succeeded || !url.startsWith(before) || !url.endsWith(behind)) return false;
    return /^[^/?#]+$/u.test(url.slice(before.length, url.length - behind.length));
  });
}

function findsSomething(answer: Answer): void {
  answer.hasStatus(200);
  const { syntax, problem, value } = answer.representation;
  if (syntax !== 'json' || problem !== undefined) return;
  answer.owes(Array.isArray(value) && value.length > 0, 'a JSON array that is not empty');
}

async function askAgain(trial: Trial, reading: HttpRequest, times: number): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < times) answers.push(await trial.send(reading));
  return answers;
}

/** What a reading found, each by a mark of its own; none where it says that there is nothing; undefined where it does not say. */
type Found = readonly Mark[] | undefined;

interface Mark {
  /** By which it is known again. */
  readonly text: string;
  /** The id that a write to it would name; undefined where nothing writes to it. */
  readonly id: string | undefined;
}

function withoutLapse(trial: Trial, foundBy: (answer: Answer) => Found): Remark {
  const witness: Answer[] = [];
  for (const equal of equalReadings(trial.seen).values()) {
    const readings = equal.flatMap((answer) => {
      const found = foundBy(answer);
      return found === undefined ? [] : [{ answer, isEmpty: found.length === 0 }];
    });
    for (const { answer, isEmpty } of readings) {
      if (!isEmpty) witness.push(answer);
      else blameLapse(trial, answer, readings, foundBy);
    }
  }
  if (witness.length === 0) notExercised('the run read nothing that is known to be there');
  return { witness: witness.slice(-3), remark: `${witness.length} readings found something` };
}

interface Reading {
  readonly answer: Answer;
  /** What was found is read again where it counts: lists may be long, and are kept as bytes alone. */
  readonly isEmpty: boolean;
}

function blameLapse(
  trial: Trial,
  lapse: Answer,
  readings: readonly Reading[],
  foundBy: (answer: Answer) => Found,
): void {
  const finding = readings.filter(({ isEmpty }) => !isEmpty);
  const before = finding.findLast(({ answer }) => endOf(answer) <= startOf(lapse));
  const after = finding.find(({ answer }) => startOf(answer) >= endOf(lapse));
  if (before === undefined || after === undefined) return;
  const later = new Set(foundBy(after.answer)?.map(({ text }) => text));
  const stayed = (foundBy(before.answer) ?? []).filter(({ text }) => later.has(text));
  // What was written shortly before may show at different times in different places.
  const [from, to] = [startOf(before.answer) - trial.settleMs, endOf(after.answer)];
  if (!stayed.some(({ id }) => id === undefined || !isWritten(trial, id, from, to))) return;
  const { url } = lapse.exchange.request;
  const due = `GET ${url} to find what it found before and after`;
  const { problem } = lapse.representation;
  fail(due, problem === undefined ? lapse.brief : `${problem} (${lapse.brief})`, before.answer, lapse, after.answer);
}

/** What a reading of a resource found: the record of the path, or the entries of the list. */
function foundIn(answer: Answer, resource: Resource, baseUrl: string): Found {
  const { url } = answer.exchange.request;
  const id = idAsked(url, resource, baseUrl);
  if (id !== undefined) return isAbsent(answer) ? [] : answer.status === 200 ? [{ text: id, id }] : undefined;
  const isList = resource.list !== undefined && samePath(url, baseUrl + resource.list.address);
  const isQuery = resource.query !== undefined && isAsked(url, baseUrl + resource.query.address);
  if (!isList && !isQuery) return undefined;
  if (isAbsent(answer) || answer.status === 204) return [];
  if (answer.status !== 200 || answer.representation.syntax !== 'json') return undefined;
  const isWritable = resource.create !== undefined || resource.delete !== undefined;
  const entries = isQuery ? entriesFound(answer, resource) : entriesOf(answer, resource);
  return entries.flatMap((entry): Mark[] => {
    const own = entryId(entry, resource);
    if (own !== undefined) return [{ text: own, id: own }];
    return isWritable ? [] : [{ text: canonical(entry), id: undefined }];
  });
}

/** Whether a URL is that of a query: its path, and every parameter that the template names. */
function isAsked(url: string, template: string): boolean {
  const place = fillTemplate(template, { value: 'x' });
  if (!samePath(url, place)) return false;
  const asked = [...new URL(url).searchParams.keys()];
  return [...new URL(place).searchParams.keys()].every((name) => asked.includes(name));
}

function samePath(a: string, b: string): boolean {
  return partsOf(a)?.pathname === partsOf(b)?.pathname;
}

/** The id of the record whose plain address a URL is. */
function idAsked(url: string, { item }: Resource, baseUrl: string): string | undefined {
  const [before, behind] = (baseUrl + (item?.address ?? '')).split('{id}');
  if (before === undefined || behind === undefined || !url.startsWith(before) || !url.endsWith(behind))
    return undefined;
  const segment = url.slice(before.length, url.length - behind.length);
  return /^[^/?#]+$/u.test(segment) && !/\.(?:json|xml|html)$/u.test(segment) ? decodeSegment(segment) : undefined;
}

/** What a query of document 4.3 found; records are told apart as they read, and written to by the id that they show. */
function recordsIn(answer: Answer): Found {
  if (isAbsent(answer)) return [];
  const { value } = answer.representation;
  if (answer.status !== 200 || !Array.isArray(value)) return undefined;
  return value.map((record: unknown) => ({
    text: canonical(record),
    id: isObject(record) ? idText(record['id']) : undefined,
  }));
}
