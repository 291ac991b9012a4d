import fc from 'fast-check';
import { fillTemplate } from '../core/address.ts';
import type { Answer } from '../core/answer.ts';
import { notExercised } from '../core/outcome.ts';
import type { Property, Trial } from '../core/trial.ts';
import { isBare } from './bare.ts';
import { at, entryId, kindOf, listEntries } from './evidence.ts';
import { resourceOf } from './subjects.ts';

/** The query that matches, shared by the rules that judge its answer. */
export function queryAnswer(trial: Trial): Promise<Answer> {
  const { name, query } = resourceOf(trial);
  const value = query?.matches;
  if (query === undefined || value === undefined) notExercised(`no value is known that a query of ${name} matches`);
  const address = fillTemplate(query.address, { value });
  return trial.once(`query ${name}`, (shared) => shared.send({ method: 'GET', address }));
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
export function filters(trial: Trial, answer: Answer): Answer {
  const resource = resourceOf(trial);
  const { query } = resource;
  const entries = listEntries(answer, resource);
  const values = entries.flatMap((entry) => shownValue(entry, query?.field) ?? []);
  if (values.length === 0) notExercised('the records given do not show the member that is compared', answer);
  const others = values.filter((value) => !holds(value, query?.matches ?? ''));
  return answer.owes(
    others.length === 0,
    `only records that match “${query?.matches ?? ''}”`,
    `also ${others.slice(0, 3).join(', ')}`,
  );
}

/** Sends the query that matches nothing and judges its answer by the claim `emptyQuery` (document 4.4-m2). */
export async function emptyAnswer(trial: Trial): Promise<Answer> {
  const resource = resourceOf(trial);
  const value = resource.query?.empty ?? `nobody ${trial.unique()}`;
  const request = { method: 'GET', address: fillTemplate(resource.query?.address ?? '', { value }) };
  if (trial.target.claims.emptyQuery === 204) return isBare((await trial.probe(request)).hasStatus(204));
  const answer = (await trial.send(request)).hasStatus(200);
  const entries = listEntries(answer, resource);
  return answer.owes(entries.length === 0, 'an empty array', kindOf(entries));
}

// How a match is decided is not shown (document 4.4): exact, by prefix, without case are all right.
function holds(value: string, wanted: string): boolean {
  return value.toLowerCase().includes(wanted.toLowerCase());
}

function shownValue(entry: unknown, field: string | undefined): string | undefined {
  const value = field === undefined ? undefined : at(entry, field);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** A text to search for, as it stands in the address. */
interface QueryText {
  readonly encoded: string;
  readonly absurd: boolean;
}

const text = (t: string): QueryText => ({ encoded: encodeURIComponent(t), absurd: false });

/** Texts in every script and with every character that means something to some parser. */
export const queryTexts: Property<QueryText> = {
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
