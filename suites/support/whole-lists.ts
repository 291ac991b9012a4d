import type { Answer } from '../../core/answer.ts';
import { at } from '../../core/json-pointer.ts';
import { idText, isObject } from '../../core/json-value.ts';
import { fail } from '../../core/outcome.ts';
import { isAsLongAsAPage, showsOnePage } from '../../core/paged.ts';
import type { Resource } from '../../core/target.ts';
import type { Trial } from '../../core/trial.ts';
import { entryId, itemAddress, kindOf } from './evidence.ts';
import { entriesOf } from './queries.ts';
import { resourceOf } from './subjects.ts';

/** Demands that each entry of an array of records (document 4.3, 4.4) is one: neither null nor a list, which hold nothing of a record. */
export function holdsRecords(answer: Answer, entries: readonly unknown[], resource?: Resource): Answer {
  const pointer = resource?.list?.id ?? '/id';
  const odd = entries.find((entry) => entry === null || (Array.isArray(entry) && at(entry, pointer) === undefined));
  return answer.owes(odd === undefined, 'an array of records', `${kindOf(odd)} in it`);
}

/** Demands that no entry shows an empty text as its id, which is in no path (document 2: a path segment). */
export function idsAreNotEmpty(answer: Answer, entries: readonly unknown[], { item, list }: Resource): Answer {
  // Where nothing is asked for by its id, an id may be that of a group.
  const isAsked = item !== undefined;
  const empty = entries.findIndex((entry) => (list?.entries === 'ids' ? entry : at(entry, list?.id ?? '/id')) === '');
  return answer.owes(!isAsked || empty < 0, 'an id of each record', `an empty one in entry ${empty + 1}`);
}

/**
 * Demands that a collection of the document (4.4: an array of users) leaves no record out that is there: ids that are numbers have
 * neighbours, and one that is read, as those that are listed, and is not listed, was left out. Of a list that may be a page nothing is said.
 */
export async function leavesNoneOut(trial: Trial, list: Answer): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (!resource.ofDocument || resource.item === undefined || resource.list?.envelope !== '') return [];
  const answers: Answer[] = [];
  for (const id of isWhole(list, resource) ? neighboursOf(idsIn(list, resource)) : []) {
    const read = await trial.send({ method: 'GET', address: itemAddress(resource, id) });
    if (isAmongThem(read, id, list, resource)) answers.push(...(await isListed(trial, id, read)));
  }
  return answers;
}

/** Reads the list again: what is there before and after it and is not in it was left out. */
async function isListed(trial: Trial, id: string, before: Answer): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const list = await trial.until(
    () => trial.send({ method: 'GET', address: resource.list?.address ?? '' }),
    (answer) => idsIn(answer, resource).includes(id),
  );
  if (!isWhole(list, resource) || idsIn(list, resource).includes(id)) return [list];
  const after = await trial.send({ method: 'GET', address: itemAddress(resource, id) });
  if (!isAmongThem(after, id, list, resource)) return [list];
  fail(`the record ${id} in the collection, as it is read`, `${list.brief} without it`, before, list, after);
}

function isWhole(list: Answer, resource: Resource): boolean {
  const count = entriesOf(list, resource).length;
  const isPart = showsOnePage(list) || list.header('Link') !== undefined || isAsLongAsAPage(count);
  return list.status === 200 && count > 0 && !isPart;
}

function idsIn(list: Answer, resource: Resource): readonly string[] {
  return entriesOf(list, resource).flatMap((entry) => entryId(entry, resource) ?? []);
}

/** The ids beside those of a list: the first gaps, one below the least, and one above the greatest. */
function neighboursOf(ids: readonly string[]): readonly string[] {
  if (ids.length === 0 || !ids.every((id) => /^[1-9]\d{0,6}$/u.test(id))) return [];
  const numbers = ids.map(Number).toSorted((a, b) => a - b);
  const gaps = numbers.flatMap((number, i) => {
    const next = numbers[i + 1];
    return next === undefined || next > number + 1 ? [number + 1] : [];
  });
  const below = (numbers[0] ?? 0) - 1;
  return [...(below > 0 ? [below] : []), ...gaps.slice(0, GAPS), ...gaps.slice(GAPS).slice(-1)].map(String);
}

const GAPS = 2;

/** Members that tell the state of a record: what is archived or ended may be left out of a list. */
const STATE = /stat(?:e|us)$|active|hidden|archived|deleted|visib|public/iu;

/** Whether it is the record of this id, in the state of one that is listed. */
function isAmongThem(read: Answer, id: string, list: Answer, resource: Resource): boolean {
  const record = at(read.representation.value, resource.item?.envelope ?? '');
  if (read.status !== 200 || !isObject(record) || idText(at(record, resource.item?.id ?? '/id')) !== id) return false;
  const states = Object.keys(record).filter((member) => STATE.test(member) || typeof record[member] === 'boolean');
  return entriesOf(list, resource).some(
    (entry) => isObject(entry) && states.every((member) => entry[member] === record[member]),
  );
}
