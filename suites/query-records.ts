import type { Answer } from '../core/answer.ts';
import { fillTemplate } from '../core/http/address.ts';
import { isObject } from '../core/representation/json-value.ts';
import { sameValue } from '../core/representation/same-value.ts';
import { fail, notApplicable, notExercised } from '../core/results/outcome.ts';
import type { Suite } from '../core/rule.ts';
import type { Trial } from '../core/run/trial.ts';
import type { Query, Resource } from '../core/target.ts';
import {
  anotherToFind,
  eachQuery,
  findableQuery,
  findingRequest,
  queryOf,
  recordToFind,
} from './support/command/command-evidence.ts';
import { type Compared, untilAgreed } from './support/query/found-as-listed.ts';
import { findsRenamed } from './support/query/found-by-name.ts';
import { foundInEach } from './support/query/found-in-each.ts';
import { findsWhatIsThere } from './support/query/found-later.ts';
import { findsOddText, parameterFor } from './support/query/found-records.ts';
import { readsToTheEnd } from './support/query/long-parameters.ts';
import { idOf, jsonOf, otherIn, readAsFound } from './support/query/read-as-found.ts';
import { findsByTheWhole } from './support/query/whole-values.ts';
import { seenEachTime } from './support/steady/seen-each-time.ts';
import { lookalikes } from './support/view/lookalikes.ts';

type Shown = Readonly<Record<string, unknown>>;

/** How many records are read again, and up to how many a query may find for all of them to be awaited. */
const FEW = 5;

/** What a query of document 4.3 finds: the records that are there, as they are. */
export const queryRecords: Suite<'query/records'> = {
  'query/records': {
    level: 'should',
    clause: '4.3',
    title: 'a query gives the records that match, each once and as it is read elsewhere',
    why: 'Where all reading goes by queries, a client sees nothing of a record that they leave out.',
    sends:
      'GET of a query that finds something, of the records that it finds by their ids, and of their collection; of the query for values beyond ASCII that the collection shows, for one that several records share, and for what resembles the first one. The query for a new text, two creations with it and different amounts, the query, GET of both, DELETE of the first, and the query again; then a change of the second, and further ones by operations and by commands, two more creations, one with 0 for each amount, GET of that, and DELETE of all, each with the query after it; a creation, a change of the text by which it is found, and the query for that and for the one before; a creation of a text that is hard to write in an address, and of a long one, and the query for each, and for the long one with another end.',
    due: 'An array of objects, no record twice, the values that the record itself shows, and no record missing that the collection shows with the same value in the member by which the others were found. Of a new record that is asked for by its own text, that one alone; of several with one text, all of them, each once and with the values and members that it shows itself, in each representation; of what was deleted, nothing, and 404 where all was; a record that was changed as it is then, by the text that it shows then, and not by the one that it shows no more; 0 where the record shows it and others are found with such a member; nothing of what only resembles a value, to its end, nor by one with a word or letters at it, unless a search by words or by resemblance finds more.',
    operates: true,
    on: eachQuery,
    async check(trial) {
      const query = await findableQuery(trial);
      const resource = trial.target.resources.find(({ name }) => name === query.resource);
      if (resource === undefined)
        notApplicable(
          `the target has no resource ${query.resource} to compare with; name the query’s resource in the target file`,
        );
      const ask = (): Promise<Answer> => trial.send(findingRequest(query));
      const answer = (await trial.until(ask, ({ succeeded }) => succeeded)).asControl('a query that finds something');
      const found = answer.json();
      if (!Array.isArray(found)) notExercised('the answer is no array', answer);
      const records = found.filter(isObject);
      areObjects(answer, found, resource);
      isEachOnce(answer, found, resource);
      if (queryOf(trial).found?.includes('{unique}') === true) await isTheNewOne(trial, answer);
      return [
        answer,
        ...(await readAsFound(trial, { answer, resource, recordsIn, areTheSame: false })),
        ...(await lacksNone(trial, answer, records, resource, query.found ?? '')),
        ...(await findsNoLookalike(trial, query)),
        ...(await findsNothingLonger(trial, query, records)),
        ...(await findsNew(trial, answer, records, resource)),
      ];
    },
  },
};

/**
 * What resembles the parameter finds nothing (document 4.3: 404), where the same with other signs finds nothing either. A suffix that
 * chooses a representation may stand on a path (4.5-3), and then it comes as that.
 */
async function findsNoLookalike(trial: Trial, { address, found = '' }: Query): Promise<readonly Answer[]> {
  const ask = (parameter: string): Promise<Answer> =>
    trial.send({ method: 'GET', address: fillTemplate(address, { parameter }) });
  const answers: Answer[] = [];
  for (const { control, values } of lookalikes(found)) {
    if ((await ask(control)).status !== 404) continue;
    // JSON comes by itself, so that its suffix is seen to choose only where another one does.
    let isSuffixRead = false;
    for (const value of values) {
      const answer = await ask(value);
      const isChosen: boolean =
        answer.succeeded &&
        value.endsWith(`.${answer.representation.syntax}`) &&
        (isSuffixRead || !value.endsWith('.json'));
      isSuffixRead ||= isChosen;
      answers.push(answer.owes(!answer.succeeded || isChosen, `nothing by the parameter “${value}”`));
    }
  }
  return answers;
}

/**
 * Nothing is found by the parameter with more at it, where it is a text that all of the records have in one member: what else a parameter
 * may mean is not shown (document 4.3), and a number may be read as far as it is one.
 */
async function findsNothingLonger(
  trial: Trial,
  { address, found = '' }: Query,
  records: readonly Shown[],
): Promise<readonly Answer[]> {
  const members = Object.keys(records[0] ?? {}).filter((name) => records.every((one) => one[name] === found));
  if (members.length === 0 || !/\p{L}/u.test(found)) return [];
  return findsByTheWhole(found, {
    ask: (parameter) => trial.send({ method: 'GET', address: fillTemplate(address, { parameter }) }),
    finds: (answer) =>
      recordsIn(answer)
        .filter(isObject)
        .some((one) => members.some((name) => one[name] === found)),
  });
}

async function findsNew(
  trial: Trial,
  answer: Answer,
  records: readonly Shown[],
  resource: Resource,
): Promise<readonly Answer[]> {
  const parameterOf = parameterFor(queryOf(trial), records, resource);
  if (parameterOf === undefined) return [answer];
  return [
    ...(await findsWhatIsThere(trial, resource, parameterOf)),
    ...(await findsRenamed(trial, resource, parameterOf)),
    ...(await findsOddText(trial, resource, parameterOf)),
    ...(await readsToTheEnd(trial, resource, parameterOf)),
  ];
}

/** What is read by its id as an object is a record of that kind in what a query finds (document 4.3). A service may list ids alone. */
function areObjects(answer: Answer, found: readonly unknown[], { item, list }: Resource): void {
  if (item === undefined || list === undefined || list.entries === 'ids') return;
  const odd = found.find((entry) => !isObject(entry) && !Array.isArray(entry));
  answer.owes(odd === undefined, 'an array of records', `${JSON.stringify(odd)} in it`);
}

function isEachOnce(answer: Answer, found: readonly unknown[], resource: Resource): void {
  const ids = found.flatMap((record) => idOf(record, resource) ?? []);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  answer.owes(twice === undefined, 'each record once', `${twice ?? ''} twice`);
}

/** Only one record of the world holds a fresh value of the run, unless somebody copied it just then. */
async function isTheNewOne(trial: Trial, found: Answer): Promise<void> {
  const { found: text = '', resource, address } = queryOf(trial);
  const { unique } = await recordToFind(trial, resource);
  const several = await seenEachTime(severalIn(found, unique), async () => {
    const another = await anotherToFind(trial, resource);
    const parameter = text.replaceAll('{unique}', another.unique);
    const ask = (): Promise<Answer> => trial.send({ method: 'GET', address: fillTemplate(address, { parameter }) });
    return severalIn(await trial.until(ask, ({ succeeded }) => succeeded), another.unique);
  });
  if (several === undefined) return;
  fail(`the one record with ${several.unique}`, `${recordsIn(several.answer).length} records`, several.answer);
}

interface Several {
  readonly answer: Answer;
  readonly unique: string;
}

function severalIn(answer: Answer, unique: string): Several | undefined {
  const records = recordsIn(answer).filter(isObject);
  // A record need not show what was sent (document 2), but where the new one does, so do the others of its kind.
  const isShown = records.some((record) => JSON.stringify(record).includes(unique));
  return isShown && records.length > 1 ? { answer, unique } : undefined;
}

/**
 * What the collection shows with the parameter itself in the member by which all of these were found, is found as well. How a query
 * matches is not shown (4.3), so that nothing is awaited where the parameter is no value of theirs.
 */
async function lacksNone(
  trial: Trial,
  answer: Answer,
  records: readonly Shown[],
  resource: Resource,
  parameter: string,
): Promise<readonly Answer[]> {
  const { list } = resource;
  if (list === undefined || list.envelope !== '' || list.entries === 'ids' || records.length === 0) return [];
  const names = Object.keys(records[0] ?? {}).filter((member) =>
    records.every((record) => sameValue(record[member], parameter)),
  );
  const [member] = names;
  if (member === undefined || records.length > FEW) return [];
  // Result records need not show the id of what they are about (document 4.3).
  if (!records.some((record) => idOf(record, resource) !== undefined)) return [];
  const listed = await trial.send({ method: 'GET', address: list.address, headers: jsonOf(resource) });
  const entries = listed.representation.value;
  if (listed.status !== 200 || !Array.isArray(entries)) return [listed];
  const isAsked = (entry: Shown): boolean => sameValue(entry[member], parameter);
  const ids = idsWhere(entries, isAsked, resource);
  if (ids.length > FEW) return [listed];
  const lost = missingIn(answer, ids, resource);
  if (lost.length === 0)
    return [
      listed,
      ...(await findsOddTexts(trial, entries, member, resource)),
      ...(await findsShared(trial, entries, member, resource)),
    ];
  // Others may have made it meanwhile, or taken it away.
  const stillLost = (now: Compared): readonly string[] => {
    const there = idsWhere(recordsIn(now.listed), isAsked, resource);
    return missingIn(now.found, lost, resource).filter((id) => there.includes(id));
  };
  const query = (): Promise<Answer> => trial.send({ method: 'GET', address: answer.exchange.request.url });
  const last = await untilAgreed(trial, { list: listOf(trial, resource), query }, (now) => stillLost(now).length === 0);
  const still = stillLost(last);
  if (still.length > 0)
    fail(`every record with ${member} ${parameter}`, `none with the id ${still.join(', ')}`, last.found, last.listed);
  return [listed, last.found, last.listed];
}

/** Records that the collection shows with one text are all found by it, in each representation. */
async function findsShared(
  trial: Trial,
  entries: readonly unknown[],
  member: string,
  resource: Resource,
): Promise<readonly Answer[]> {
  const texts = entries.filter(isObject).flatMap((entry) => {
    const text = entry[member];
    return typeof text === 'string' && /^[\w -]{1,100}$/u.test(text) ? [text] : [];
  });
  const text = texts.find((one) => {
    const { length } = idsWhere(entries, (entry) => entry[member] === one, resource);
    return length > 1 && length <= FEW;
  });
  if (text === undefined) return [];
  const isShared = (entry: Shown): boolean => entry[member] === text;
  const ids = idsWhere(entries, isShared, resource);
  const request = { method: 'GET', address: fillTemplate(queryOf(trial).address, { parameter: text }) };
  const found = await trial.send(request);
  const lost = found.succeeded ? missingIn(found, ids, resource) : ids;
  const { value } = found.representation;
  if (lost.length === 0 && Array.isArray(value)) return [found, ...(await foundInEach(trial, found, value, resource))];
  // Others may have taken them away meanwhile, and their ids may have come back.
  const missingFrom = (now: Compared): readonly string[] => {
    const there = idsWhere(recordsIn(now.listed), isShared, resource);
    return isResult(now.found) ? missingIn(now.found, ids, resource).filter((id) => there.includes(id)) : [];
  };
  const ask = { list: listOf(trial, resource), query: () => trial.send(request) };
  const last = await untilAgreed(trial, ask, (now) => missingFrom(now).length === 0);
  const missing = missingFrom(last);
  if (missing.length > 0)
    fail(`every record with ${member} ${text}`, `none with the id ${missing.join(', ')}`, last.listed, last.found);
  return [found, last.found];
}

/** How many records are asked for by texts that are hard to write in a path. */
const ODD = 2;

/** A record that the collection shows with a text beyond ASCII is found by that text as well (RFC 3986 2.5). */
async function findsOddTexts(
  trial: Trial,
  entries: readonly unknown[],
  member: string,
  resource: Resource,
): Promise<readonly Answer[]> {
  const odd = entries.filter(isObject).filter((entry) => {
    const text = entry[member];
    return typeof text === 'string' && text.length < LONG_TEXT && /[^ -~]/u.test(text) && !/[\p{C}/]/u.test(text);
  });
  const answers: Answer[] = [];
  for (const entry of odd.slice(0, ODD)) {
    const [id, text] = [idOf(entry, resource), String(entry[member])];
    if (id === undefined) continue;
    const request = { method: 'GET', address: fillTemplate(queryOf(trial).address, { parameter: text }) };
    const found = await trial.send(request);
    answers.push(found);
    if (found.succeeded && missingIn(found, [id], resource).length === 0) {
      answers.push(...(await isAsListed(trial, found, entry, resource)));
      if (answers.length === 1) answers.push(...(await foundInEach(trial, found, recordsIn(found), resource)));
      continue;
    }
    // Others may have taken it away meanwhile.
    const isLost = (now: Compared): boolean =>
      missingIn(now.listed, [id], resource).length === 0 &&
      isResult(now.found) &&
      missingIn(now.found, [id], resource).length > 0;
    const ask = { list: listOf(trial, resource), query: () => trial.send(request) };
    const last = await untilAgreed(trial, ask, (now) => !isLost(now));
    if (isLost(last)) fail(`the record ${id} with ${member} ${text}`, last.found.brief, last.listed, last.found);
  }
  return answers;
}

/** A record is found with the values that the collection shows, before and after (document 4.3). */
async function isAsListed(trial: Trial, found: Answer, listed: Shown, resource: Resource): Promise<readonly Answer[]> {
  const entryIn = (answer: Answer): Shown | undefined =>
    recordsIn(answer)
      .filter(isObject)
      .find((one) => idOf(one, resource) === idOf(listed, resource));
  const record = entryIn(found);
  const other = record === undefined ? [] : otherIn(listed, record);
  if (record === undefined || other.length === 0) return [];
  // Others may have changed it meanwhile, or change it all the while.
  const list = listOf(trial, resource);
  const query = (): Promise<Answer> => trial.send({ method: 'GET', address: found.exchange.request.url });
  const otherwise = (now: Compared): readonly string[] =>
    otherIn(entryIn(now.listed) ?? {}, entryIn(now.found) ?? {}).filter((member) => other.includes(member));
  const { listed: still, found: again } = await untilAgreed(
    trial,
    { list, query },
    (now) => otherwise(now).length === 0,
  );
  const [one, two] = [entryIn(still) ?? {}, entryIn(await list()) ?? {}];
  if (otherIn(one, two).length > 0) return [still, again];
  const twice = otherwise({ listed: still, found: again });
  if (twice.length > 0)
    fail(
      `the record ${idOf(listed, resource) ?? ''} as the collection shows it`,
      `other values for ${twice.join(', ')}`,
      still,
      again,
    );
  return [still, again];
}

function listOf(trial: Trial, resource: Resource): () => Promise<Answer> {
  const { list } = resource;
  return () => trial.send({ method: 'GET', address: list?.address ?? '', headers: jsonOf(resource) });
}

/** Whether a query answered with what it finds, or that it finds nothing (document 4.3). */
function isResult({ succeeded, status }: Answer): boolean {
  return succeeded || status === 404;
}

const LONG_TEXT = 100;

/** The ids of the records of which this holds. */
function idsWhere(
  records: readonly unknown[],
  holds: (record: Shown) => boolean,
  resource: Resource,
): readonly string[] {
  return records
    .filter(isObject)
    .filter(holds)
    .flatMap((one) => idOf(one, resource) ?? []);
}

function recordsIn({ representation: { value } }: Answer): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function missingIn(answer: Answer, ids: readonly string[], resource: Resource): readonly string[] {
  const { value } = answer.representation;
  const found = Array.isArray(value) ? value.flatMap((record: unknown) => idOf(record, resource) ?? []) : [];
  return ids.filter((id) => !found.includes(id));
}
