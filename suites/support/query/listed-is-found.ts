import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { queryOf } from '../command/command-evidence.ts';
import { type Compared, untilAgreed } from './found-as-listed.ts';
import { foundInEach } from './found-in-each.ts';
import { idOf, jsonOf, otherIn, recordsIn } from './read-as-found.ts';

type Shown = Readonly<Record<string, unknown>>;

/** Up to how many records a query may find for all of them to be awaited. */
const FEW = 5;

/**
 * What the collection shows with the parameter itself in the member by which all of these were found, is found as well. How a query
 * matches is not shown (4.3), so that nothing is awaited where the parameter is no value of theirs.
 */
export async function lacksNone(
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
const LONG_TEXT = 100;

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

function missingIn(answer: Answer, ids: readonly string[], resource: Resource): readonly string[] {
  const { value } = answer.representation;
  const found = Array.isArray(value) ? value.flatMap((record: unknown) => idOf(record, resource) ?? []) : [];
  return ids.filter((id) => !found.includes(id));
}
