import fc from 'fast-check';
import type { Answer } from '../../../core/answer.ts';
import { decodeSegment, fillTemplate } from '../../../core/http/address.ts';
import { mayBeAsked } from '../../../core/ids/query-values.ts';
import { foundIn, listedIn } from '../../../core/representation/entries.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { notExercised } from '../../../core/results/outcome.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Property, Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { because } from '../because.ts';
import { collection, entryId, kindOf, queryEntries } from '../evidence.ts';
import { queryValuesFrom } from '../payload/schema-payloads.ts';
import { assertNoContent } from '../status/no-content.ts';
import { resourceName, resourceOf } from '../subjects.ts';
import { shownEntry } from '../view/entries-of-view.ts';
import { encodedAgain, lookalikes } from '../view/lookalikes.ts';
import { findsByTheWhole } from './whole-values.ts';

/** The query that matches, shared by the rules that judge its answer. */
export const queryAnswer: Evidence<Answer> = evidence(resourceName, async (shared) => {
  const { name, query, unlisted } = resourceOf(shared);
  const value = query?.matches;
  if (query === undefined || value === undefined)
    notExercised(`no value is known that a query of ${name} matches${because(unlisted)}`);
  const address = fillTemplate(query.address, { value });
  return shared.send({ method: 'GET', address });
});

/** The entries of a collection's answer, where their absence is another rule's matter. */
export function entriesOf({ representation }: Answer, resource: Resource): readonly unknown[] {
  return listedIn(representation.value, resource) ?? [];
}

/** The entries of a query's answer, likewise. */
export function entriesFound({ representation }: Answer, resource: Resource): readonly unknown[] {
  return foundIn(representation.value, resource) ?? [];
}

/** Whether the entries hold the record that the query was made for, as far as they show it. */
export function finds(trial: Trial, entries: readonly unknown[]): boolean {
  const resource = resourceOf(trial);
  const { known, query } = resource;
  const ids = entries.map((entry) => entryId(entry, resource));
  const values = entries.flatMap((entry) => shownValue(entry, query?.field) ?? []);
  if (values.length > 0) return values.some((value) => holds(value, query?.matches ?? ''));
  if (known !== undefined && ids.some((id) => id !== undefined)) return ids.includes(known);
  return entries.length > 0;
}

/** Demands that every record which shows the compared member holds the value in it. */
export function filters(trial: Trial, answer: Answer, wanted: string): Answer {
  const resource = resourceOf(trial);
  const { query } = resource;
  const values = entriesFound(answer, resource).flatMap((entry) => shownValue(entry, query?.field) ?? []);
  if (values.length === 0) notExercised('the records given do not show the member that is compared', answer);
  return onlyHolds(answer, values, wanted);
}

/** Demands that each of these values, which records that were found show, holds the text. */
export function onlyHolds(answer: Answer, values: readonly string[], wanted: string): Answer {
  const others = values.filter((value) => !holds(value, wanted));
  return answer.owes(
    others.length === 0,
    `only records that match “${wanted}”`,
    `also ${others.slice(0, 3).join(', ')}`,
  );
}

// Texts that a careless filter takes for no text, or for a part of its own query.
const TREACHEROUS: readonly string[] = [
  "' OR '1'='1",
  '0',
  'null',
  'undefined',
  '*',
  '%',
  ...['+', '\\', '&', '=', '#', '%', '"', 'ü', '🚀'].map((char) => `zq${char}xj`),
];

/** The same for texts that hardly any record holds: a record that is found anyway does not match. */
export async function filtersAnyText(trial: Trial): Promise<Answer[]> {
  const resource = resourceOf(trial);
  const answers: Answer[] = [];
  for (const value of TREACHEROUS.filter((text) => mayBeAsked(resource.query, text))) {
    const answer = await askFor(trial, value);
    answers.push(onlyHolds(answer, valuesFound(trial, answer), value));
  }
  return [
    ...answers,
    ...(await filtersBesideOthers(trial)),
    ...(await readsAsWritten(trial)),
    ...(await readsToBothEnds(trial)),
  ];
}

/** Demands that the value that matches finds nothing with more at it. */
async function readsToBothEnds(trial: Trial): Promise<readonly Answer[]> {
  const { query } = resourceOf(trial);
  return findsByTheWhole(query?.matches ?? '', {
    ask: async (value) => (mayBeAsked(query, value) ? askFor(trial, value) : undefined),
    finds: (answer, value) => valuesFound(trial, answer).some((shown) => !holds(shown, value)),
  });
}

/**
 * The query that matches, with a parameter that nobody knows after it and before it. Which others there are is not shown (document 4.4), so
 * that it may be refused, or find less; a record that does not match is found by no value of the member.
 */
async function filtersBesideOthers(trial: Trial): Promise<Answer[]> {
  const { query } = resourceOf(trial);
  const { address, matches } = query ?? {};
  if (address?.includes('?') !== true || matches === undefined) return [];
  const answers: Answer[] = [];
  for (const template of [`${address}&${OTHER}`, address.replace('?', `?${OTHER}&`)]) {
    const answer = await trial.send({ method: 'GET', address: fillTemplate(template, { value: matches }) });
    answers.push(onlyHolds(answer, valuesFound(trial, answer), matches));
  }
  return answers;
}

const OTHER = 'zqxj=1';

/**
 * Demands that what resembles a text that finds something finds nothing: with more behind it, with another character in it, or encoded
 * once more. How a match is decided is not shown (document 4.4): who finds a record by a word of several, or reads over what is no
 * letter, may do so here too, which a control shows.
 */
async function readsAsWritten(trial: Trial): Promise<Answer[]> {
  const resource = resourceOf(trial);
  const { matches } = resource.query ?? {};
  if (matches === undefined) return [];
  const answers: Answer[] = [];
  for (const { control, values } of [...lookalikes(matches), encodedAgain(matches)]) {
    if (![control, ...values].every((value) => mayBeAsked(resource.query, value))) continue;
    const first = await askFor(trial, control);
    answers.push(first);
    if (valuesFound(trial, first).length > 0) continue;
    for (const value of values) {
      const answer = await askFor(trial, value);
      answers.push(onlyHolds(answer, valuesFound(trial, answer), value));
    }
  }
  return answers;
}

/** Asks for a value. */
export function askFor(trial: Trial, value: string): Promise<Answer> {
  return trial.send({ method: 'GET', address: fillTemplate(resourceOf(trial).query?.address ?? '', { value }) });
}

/** What the records that were found show in the member that is compared. */
export function valuesFound(trial: Trial, answer: Answer): string[] {
  const resource = resourceOf(trial);
  return entriesFound(answer, resource).flatMap((entry) => shownValue(entry, resource.query?.field) ?? []);
}

/** A value that no record has. */
function valueOfNothing(trial: Trial): string {
  const { name, query } = resourceOf(trial);
  if (query?.empty !== undefined) return query.empty;
  const unique = trial.unique();
  const fitting = [`nobody ${unique}`, unique].find((value) => mayBeAsked(query, value));
  return fitting ?? notExercised(`no value that a query of ${name} allows is known to match nothing: give query.empty`);
}

/** Sends the query that matches nothing and judges its answer by the claim `emptyQuery` (document 4.4-m2). */
export async function emptyAnswer(trial: Trial): Promise<Answer> {
  const resource = resourceOf(trial);
  const value = valueOfNothing(trial);
  const request = { method: 'GET', address: fillTemplate(resource.query?.address ?? '', { value }) };
  if (trial.target.claims.emptyQuery === 204) return assertNoContent((await trial.probe(request)).hasStatus(204));
  const answer = (await trial.send(request)).hasStatus(200);
  const entries = queryEntries(answer, resource);
  return answer.owes(entries.length === 0, 'an empty array', kindOf(entries));
}

/** The same in each other representation in which a query that matches is answered: found nothing is no error there either. */
export async function emptyOtherwise(trial: Trial): Promise<readonly Answer[]> {
  const { query, list, representations, selectors, mediaTypes } = resourceOf(trial);
  if (query?.matches === undefined || !selectors.includes('accept')) return [];
  const answers: Answer[] = [];
  for (const name of representations.filter((own) => own !== 'json')) {
    const ask = (value: string): Promise<Answer> =>
      trial.send({
        method: 'GET',
        address: fillTemplate(query.address, { value }),
        headers: { accept: mediaTypes[name] },
      });
    const control = await ask(query.matches);
    if (control.status !== 200 || control.representation.syntax !== name) continue;
    const answer = (await ask(valueOfNothing(trial))).hasStatus(trial.target.claims.emptyQuery);
    // A page may show others to whoever found nobody.
    const listed = list === undefined || name !== 'xml' ? [] : entriesOf(await collection(trial), resourceOf(trial));
    const shown = shownEntry(answer, listed);
    answers.push(control, answer.owes(shown === undefined, 'an empty collection', `the record with “${shown ?? ''}”`));
  }
  return answers;
}

// How a match is decided is not shown (document 4.4): exact, by prefix, without case are all right.
function holds(value: string, wanted: string): boolean {
  return value.toLowerCase().includes(wanted.toLowerCase());
}

/** What an entry shows in a member, as text. */
export function shownValue(entry: unknown, field: string | undefined): string | undefined {
  const value = field === undefined ? undefined : at(entry, field);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** A text to search for, as it stands in the address. */
interface QueryText {
  readonly encoded: string;
  readonly absurd: boolean;
}

const text = (t: string): QueryText => ({ encoded: encodeURIComponent(t), absurd: false });

/** Texts to search for: every text, or those that the target file's schema of values allows. */
export function queryTexts({ name, query }: Resource): Property<QueryText> {
  const { values } = query ?? {};
  if (values === undefined) return anyTexts;
  const generated = queryValuesFrom(values);
  if (generated === undefined) notExercised(`no values for a query of ${name} could be made up by query.values`);
  const fits = ({ encoded }: QueryText): boolean => mayBeAsked(query, decodeSegment(encoded.replaceAll('+', ' ')));
  return { ...anyTexts, cases: generated.map(text), always: (anyTexts.always ?? []).filter(fits) };
}

// Texts in every script and with every character that means something to some parser.
const anyTexts: Property<QueryText> = {
  cases: fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((t) => !/\p{C}/u.test(t))
    .map(text),
  always: [
    ...[
      "O'Brien",
      'Zoë',
      '山田太郎',
      'عمر',
      '🚀👩‍👧',
      'a&b',
      'a=b',
      'a;b',
      'a#b',
      'a?b',
      'a/b',
      'a\\b',
      '50 %',
      'a+b',
    ].map(text),
    ...['"quoted"', '<b>', '*', '.*', '[', '(', '$ne', '{"$gt":""}', "' OR 1=1 --", '__proto__', 'null', '0', '-1'].map(
      text,
    ),
    text('n'.repeat(1000)),
    { encoded: 'two+words', absurd: false },
    { encoded: '%6Eobody', absurd: false },
    { encoded: 'line%0Abreak', absurd: true },
    { encoded: 'nul%00byte', absurd: true },
    { encoded: 'half%E2%82', absurd: true },
    { encoded: 'broken%ZZ', absurd: true },
  ],
  show: ({ encoded }) => (encoded.length > 60 ? `${encoded.slice(0, 60)}…` : encoded),
};
