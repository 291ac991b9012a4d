import type { Answer } from '../../../core/answer.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import { mayBeAsked } from '../../../core/ids/query-values.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { collection } from '../evidence.ts';
import { resourceOf } from '../subjects.ts';
import { sameNumbers } from '../view/lookalikes.ts';
import { askFor, entriesOf, onlyHolds, valuesFound } from './queries.ts';

/** How many values of other members are asked for. */
const FEW = 2;

/**
 * Demands of each record that is found that its member holds the value (document 4.4), for a value that another member of a record has, and
 * for the query that matches in other words: with its parameter twice, and with the name of the parameter percent-encoded, which is the same
 * name (RFC 3986 6.2.2.2). It may be refused, or find less.
 */
export async function filtersOtherwise(trial: Trial): Promise<readonly Answer[]> {
  const { query } = resourceOf(trial);
  const answers: Answer[] = [];
  for (const value of await valuesOfOthers(trial)) {
    const answer = await askFor(trial, value);
    answers.push(onlyHolds(answer, valuesFound(trial, answer), value));
  }
  const { address = '', matches } = query ?? {};
  for (const template of matches === undefined ? [] : inOtherWords(address)) {
    const answer = await trial.send({ method: 'GET', address: fillTemplate(template, { value: matches ?? '' }) });
    answers.push(onlyHolds(answer, valuesFound(trial, answer), matches ?? ''));
  }
  return [...answers, ...(await comparesTexts(trial))];
}

/**
 * A text that is a number too is compared as a text (document 4.4): another notation of that number is another text. Who reads over what is
 * no letter or digit may find it, which a control shows.
 */
async function comparesTexts(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { query, list } = resource;
  const { field } = query ?? {};
  if (field === undefined || list === undefined) return [];
  const shown = entriesOf(await collection(trial), resource).map((entry) => at(entry, field));
  const number = shown.find((value): value is string => typeof value === 'string' && IS_NUMBER.test(value));
  if (number === undefined) return [];
  const { control, values } = sameNumbers(number);
  const answers: Answer[] = [];
  for (const value of [control, ...values].filter((one) => mayBeAsked(query, one))) {
    const answer = await askFor(trial, value);
    if (value === control && valuesFound(trial, answer).length > 0) return [answer];
    answers.push(onlyHolds(answer, valuesFound(trial, answer), value));
  }
  return answers;
}

const IS_NUMBER = /^\d{1,9}(?:\.\d{1,6})?$/u;

/** What a record of the collection shows in other members than the one that is compared. */
async function valuesOfOthers(trial: Trial): Promise<readonly string[]> {
  const resource = resourceOf(trial);
  const { query, list } = resource;
  if (query?.field === undefined || list === undefined) return [];
  const [entry] = entriesOf(await collection(trial), resource);
  if (!isObject(entry)) return [];
  return Object.entries(entry)
    .filter(([name]) => `/${name}` !== query.field)
    .flatMap(([, value]) => (typeof value === 'string' || typeof value === 'number' ? [String(value)] : []))
    .filter((value) => value !== '' && value.length < LONG && mayBeAsked(query, value))
    .slice(0, FEW);
}

const LONG = 100;

/** The address of a query that is one parameter. */
function inOtherWords(address: string): readonly string[] {
  const [, place = '', first = '', name = ''] = /^([^?]*\?)([A-Za-z])([\w-]*)=\{value\}$/u.exec(address) ?? [];
  if (first === '') return [];
  const encoded = `%${first.charCodeAt(0).toString(16).toUpperCase()}`;
  return [`${address}&${first}${name}={value}`, `${place}${encoded}${name}={value}`];
}
