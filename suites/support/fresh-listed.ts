import type { Answer } from '../../core/answer.ts';
import { isObject } from '../../core/json-value.ts';
import type { Trial } from '../../core/trial.ts';
import { type Created, entryId } from './evidence.ts';
import { contradictions } from './payloads.ts';
import { entriesOf } from './queries.ts';
import { readerOf } from './reader.ts';
import { resourceOf } from './subjects.ts';
import type { Told } from './telling.ts';

/**
 * Demands of the collection, in each representation in which it shows a new record of hard texts, that it shows them as the record itself
 * does (document 4.5-2). It may be one page of many, show less of each record, or cut texts short.
 */
export async function listedAsRead(trial: Trial, record: Created, told: readonly Told[]): Promise<readonly Answer[]> {
  const { list, representations, selectors, mediaTypes } = resourceOf(trial);
  const texts = told.filter(([, value]) => typeof value === 'string' && value.includes(record.unique));
  if (list === undefined || list.entries === 'ids' || texts.length === 0) return [];
  const answers: Answer[] = [];
  for (const name of selectors.includes('accept') ? representations : []) {
    const answer = await trial.send({ method: 'GET', address: list.address, headers: { accept: mediaTypes[name] } });
    const { syntax, problem } = answer.representation;
    if (answer.status !== 200 || syntax !== name || problem !== undefined) continue;
    if (name === 'json') entryAsRead(trial, answer, record, texts);
    else if (answer.text.includes(record.unique)) pageAsRead(answer, record, texts);
    answers.push(answer);
  }
  return answers;
}

function entryAsRead(trial: Trial, answer: Answer, { id }: Created, texts: readonly Told[]): void {
  const resource = resourceOf(trial);
  const entry = entriesOf(answer, resource).find((one) => entryId(one, resource) === id);
  if (id === undefined || !isObject(entry)) return;
  const wrong = contradictions(Object.fromEntries(texts), entry).filter((member) => !isCut(entry[member], texts));
  const due = `the texts of ${id} in the list, as the record shows them`;
  answer.owes(wrong.length === 0, due, wrong.map((member) => `${member} ${JSON.stringify(entry[member])}`).join(', '));
}

// A list may show the beginning of a text.
function isCut(shown: unknown, texts: readonly Told[]): boolean {
  if (typeof shown !== 'string') return shown === null;
  const begin = shown.replace(/(?:…|\.{3})$/u, '').trimEnd();
  return texts.some(([, value]) => String(value).startsWith(begin));
}

/** What is left in a text that was escaped twice, or encoded twice, once it is read. */
const TWICE = /&(?:amp|lt|gt|quot|apos|#x?[\da-f]+);|â€|Ã[\u0080-\u00bf]/u;

function pageAsRead(answer: Answer, { unique }: Created, texts: readonly Told[]): void {
  const twice = answer.representation.strings.find((text) => text.includes(unique) && TWICE.test(text));
  answer.owes(twice === undefined, 'texts that are escaped and encoded once', `“${twice ?? ''}”`);
  const { untold } = readerOf(answer);
  const lost = untold(texts, 'labelled').map(([member, value]) => `${member} ${String(value)}`);
  answer.owes(lost.length === 0, 'the texts of the JSON in the list', `no ${lost.join(', ')}`);
}
