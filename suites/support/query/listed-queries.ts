import type { Answer } from '../../../core/answer.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import { mayBeAsked } from '../../../core/ids/query-values.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { collection, entryId, queryEntries } from '../evidence.ts';
import { isVolatile } from '../payload/payloads.ts';
import { resourceName, resourceOf } from '../subjects.ts';
import { holdsRecords } from '../whole-lists.ts';
import { foundInEach } from './found-in-each.ts';
import { askFor, entriesFound, entriesOf, onlyHolds, shownValue, valuesFound } from './queries.ts';

/** How many records may share a value for all of them to be awaited in one answer: more may be spread over pages. */
const ON_A_PAGE = 5;

/** More characters than a short column holds. */
const LONG = 100;

/** A query for a value that the collection shows, and the collection before and after it. */
interface ListedQuery {
  readonly value: string;
  readonly answer: Answer;
  readonly before: Answer;
  readonly after: Answer;
}

/** Queries for values that the collection shows; shared. None where the member that is compared is not known, or is not listed. */
const listedQueries: Evidence<readonly ListedQuery[]> = evidence(resourceName, async (shared) => {
  const resource = resourceOf(shared);
  const { query, list } = resource;
  if (query?.field === undefined || list === undefined) return [];
  const before = await collection(shared);
  const asked: ListedQuery[] = [];
  for (const value of tellingValues(entriesOf(before, resource), query, shared.records.fresh.nonce)) {
    const answer = await askFor(shared, value);
    // Others may take a record away meanwhile, or change it.
    const after = await shared.send({ method: 'GET', address: list.address });
    asked.push({ value, answer, before, after });
  }
  return asked;
});

/** Demands that what the collection shows is found: every record that has a value, each once, by a query for that value. */
export async function findsListed(trial: Trial): Promise<Answer[]> {
  const resource = resourceOf(trial);
  const answers: Answer[] = [];
  for (const { value, answer, before, after } of await listedQueries(trial)) {
    // How long a text may be is not shown (document 8).
    if (value.length > LONG && isRefusal(answer)) continue;
    const entries = queryEntries(answer.hasStatus(200), resource);
    holdsRecords(answer, entries, resource);
    const found = entries.flatMap((entry) => entryId(entry, resource) ?? []);
    const still = idsWith(after, resource, value);
    // Results need not show ids.
    const isKnown = entries.length === 0 || found.length > 0;
    const due = isKnown ? idsWith(before, resource, value) : [];
    const lost = due.filter((id) => still.includes(id) && !found.includes(id));
    answer.owes(lost.length === 0, `every record with “${value}”`, `none with the id ${lost.join(', ')}`);
    const twice = found.find((id, i) => found.indexOf(id) !== i && !isTwice(before, resource, id));
    answers.push(answer.owes(twice === undefined, 'each record once', `${twice ?? ''} twice`));
  }
  return answers;
}

/** Demands that these queries find no others, and show them with the values that the collection shows. */
export async function findsAsListed(trial: Trial): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { value, answer, before, after } of await listedQueries(trial)) {
    answers.push(onlyHolds(answer, valuesFound(trial, answer), value));
    for (const entry of entriesFound(answer, resourceOf(trial))) {
      const other = otherThanListed(trial, entry, before, after);
      answer.owes(other.length === 0, 'the record as the collection shows it', `other values for ${other.join(', ')}`);
    }
    // A value that several records share, and one beyond ASCII, show best whether another representation leaves something out.
    const entries = entriesFound(answer, resourceOf(trial));
    const isOdd = /[^ -~]/u.test(value);
    if (entries.length > 1 || isOdd) answers.push(...(await foundInEach(trial, answer, entries, resourceOf(trial))));
  }
  return answers;
}

/** The members that an entry shows otherwise than the collection did before and after. What one of them leaves out is no matter. */
function otherThanListed(trial: Trial, entry: unknown, before: Answer, after: Answer): readonly string[] {
  const resource = resourceOf(trial);
  const id = entryId(entry, resource);
  const [one, two] = [before, after].map((list) =>
    entriesOf(list, resource).filter((other) => id !== undefined && entryId(other, resource) === id),
  );
  const [known, later] = [one?.[0], two?.[0]];
  if (!isObject(entry) || !isObject(known) || !isObject(later) || one?.length !== 1) return [];
  return Object.keys(entry).filter(
    (member) =>
      member in known &&
      !isVolatile(member) &&
      !OF_THE_RESULT.test(member) &&
      sameValue(known[member], later[member]) &&
      !sameValue(known[member], entry[member]),
  );
}

// Of an entry as one of what was found, and not of the record.
const OF_THE_RESULT = /rank|score|index|position|order|match|highlight|relevance|number$/iu;

function isTwice(list: Answer, resource: Resource, id: string): boolean {
  return entriesOf(list, resource).filter((entry) => entryId(entry, resource) === id).length > 1;
}

/**
 * Up to five values to search for: one that several records share, those that are not plain ASCII, one of more than 100 characters, and the
 * last one that the list shows of a record of before: who cuts a page out before it is searched finds the first ones alone.
 */
function tellingValues(entries: readonly unknown[], query: NonNullable<Resource['query']>, nonce: string): string[] {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const value = shownValue(entry, query.field);
    if (value === undefined || !mayBeAsked(query, value) || !/^(?!\s)[^\p{C}]{1,1000}(?<!\s)$/u.test(value)) continue;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const all = [...counts].filter(([, count]) => count <= ON_A_PAGE);
  const [fair, long] = [all.filter(([value]) => value.length <= LONG), all.filter(([value]) => value.length > LONG)];
  const shared = fair.filter(([, count]) => count > 1).slice(0, 1);
  const single = fair.filter(([value, count]) => count === 1 && value !== query.matches);
  const odd = single.filter(([value]) => /[^\w ]/u.test(value)).slice(0, 2);
  const last = single.filter(([value]) => !value.includes(nonce)).slice(-1);
  const values = [...shared, ...odd, ...long.slice(0, 1), ...last].map(([value]) => value);
  return [...new Set(values)];
}

function idsWith(answer: Answer, resource: Resource, wanted: string): string[] {
  return entriesOf(answer, resource)
    .filter((entry) => shownValue(entry, resource.query?.field) === wanted)
    .flatMap((entry) => entryId(entry, resource) ?? []);
}
