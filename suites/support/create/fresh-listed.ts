import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import { header } from '../../../core/http/exchange.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { type Created, entryId } from '../evidence.ts';
import { mayBeKept } from '../listed-changes.ts';
import { isNothing } from '../nothing.ts';
import { PATIENCE_MS } from '../patience.ts';
import { inOtherLetters } from '../payload/other-letters.ts';
import { contradictions, isVolatile } from '../payload/payloads.ts';
import { entriesOf } from '../query/queries.ts';
import { resourceOf } from '../subjects.ts';
import { wrongInListed } from '../view/entry-in-view.ts';
import { toldBy } from '../view/equivalence.ts';
import { readerOf } from '../view/reader.ts';
import type { Told } from '../view/telling.ts';

/**
 * Demands of the collection, in each representation in which it shows a new record of hard texts, that it shows the record as the record
 * itself does in JSON (document 4.5-2). It may be one page of many, follow a little later, show less of each record, or cut texts short.
 */
export async function listedAsRead(trial: Trial, record: Created, json: Answer): Promise<readonly Answer[]> {
  const { list, item, representations, selectors, mediaTypes } = resourceOf(trial);
  const told = toldBy(json, item?.envelope ?? '');
  if (list === undefined || list.entries === 'ids' || !told.some((one) => isOf(record, one))) return [];
  const answers: Answer[] = [];
  for (const name of selectors.includes('accept') ? representations : []) {
    const request = { method: 'GET', address: list.address, headers: { accept: mediaTypes[name] } };
    const wrongIn = (answer: Answer): readonly string[] => wrongInList(trial, { name, answer }, record, json);
    const answer = await trial.until(
      () => trial.send(request),
      (one) => wrongIn(one).length === 0,
      PATIENCE_MS,
    );
    if (!isListAs(name, answer)) continue;
    if (name !== 'json') isWrittenOnce(answer, record);
    const wrong = mayBeKept(answer) ? [] : await lastingWrongInList(trial, { name, answer }, record, json);
    answers.push(
      answer.owes(wrong.length === 0, `in the list what the record shows of ${record.unique}`, wrong.join()),
    );
  }
  return answers;
}

function isOf({ unique }: Created, [, value]: Told): boolean {
  return typeof value === 'string' && value.includes(unique);
}

/**
 * The same, where the record shows it so after the list too: what is done to other records may move a member of this one between two readings,
 * such as a mark of the latest record, and then the list is right about its own moment.
 */
export async function lastingWrongInList(
  trial: Trial,
  view: { readonly name: RepresentationName; readonly answer: Answer },
  record: Created,
  json: Answer,
): Promise<readonly string[]> {
  const wrong = wrongInList(trial, view, record, json);
  if (wrong.length === 0) return [];
  const { url: address, headers } = json.exchange.request;
  const now = await trial.send({ method: 'GET', address, headers: { accept: header(headers, 'Accept') } });
  if (!isListAs('json', now)) return [];
  const lasting = wrongInList(trial, view, record, now);
  return wrong.filter((one) => lasting.includes(one));
}

/** Whether the collection came as this. */
export function isListAs(name: RepresentationName, { status, representation: { syntax, problem } }: Answer): boolean {
  return status === 200 && syntax === name && problem === undefined;
}

/** What the collection in one representation shows otherwise than the JSON of the record, in words; nothing where it does not show the record. */
export function wrongInList(
  trial: Trial,
  { name, answer }: { readonly name: RepresentationName; readonly answer: Answer },
  record: Created,
  json: Answer,
): readonly string[] {
  if (!isListAs(name, answer)) return [];
  if (name === 'json') return wrongInEntry(trial, answer, record, json);
  if (!answer.text.includes(record.unique)) return [];
  const told = toldBy(json, resourceOf(trial).item?.envelope ?? '');
  // Pages for people may round numbers, and write them and dates in words.
  return [
    ...untoldIn(answer, name === 'xml' ? told : told.filter((one) => isOf(record, one))),
    ...wrongInListed(answer, record.unique, told),
  ];
}

/** The members that the record's entry shows otherwise than the record, an empty text for null and null for one as well, or lacks where others have them. */
function wrongInEntry(trial: Trial, answer: Answer, { id, payload }: Created, json: Answer): readonly string[] {
  const resource = resourceOf(trial);
  const envelope = resource.item?.envelope ?? '';
  const told = toldBy(json, envelope);
  const own = at(json.representation.value, envelope);
  const entries = entriesOf(answer, resource);
  const entry = entries.find((one) => entryId(one, resource) === id);
  if (id === undefined || !isObject(entry) || !isObject(own)) return [];
  const empty = Object.entries(own).filter(
    ([member, value]) => (value === '' || value === null) && !isVolatile(member),
  );
  const isListed = (member: string): boolean => entries.some((one) => isObject(one) && !isNothing(one[member]));
  // A list may show less of every record; a flag that is left out is not set.
  const lost = told.filter(([member, value]) => value !== false && isNothing(entry[member]) && isListed(member));
  const wrong = [
    ...lost.map(([member]) => member),
    ...contradictions(Object.fromEntries(told), entry).filter((member) => !isCut(entry[member], told)),
    ...contradictions(Object.fromEntries(empty), entry),
  ];
  const others = wrong.map((member) => `${member} ${JSON.stringify(entry[member])} for ${JSON.stringify(own[member])}`);
  const asRead = Object.fromEntries(Object.entries(own).filter(([member]) => member in payload));
  return [...others, ...inOtherLetters(asRead, entry)];
}

function untoldIn(answer: Answer, told: readonly Told[]): readonly string[] {
  const { untold } = readerOf(answer);
  return untold(told, 'labelled').map(([member, value]) => `no ${member} ${String(value)}`);
}

// A list may show the beginning of a text.
function isCut(shown: unknown, texts: readonly Told[]): boolean {
  if (typeof shown !== 'string') return shown === null;
  const begin = shown.replace(/(?:…|\.{3})$/u, '').trimEnd();
  // Blanks alone are no rest of a text that would be cut off.
  if (texts.some(([, value]) => value !== shown && String(value).trimEnd() === begin)) return false;
  return texts.some(([, value]) => String(value).startsWith(begin));
}

/** What is left in a text that was escaped twice, or encoded twice, once it is read. */
const TWICE = /&(?:amp|lt|gt|quot|apos|#x?[\da-f]+);|â€|Ã[\u0080-\u00bf]/u;

function isWrittenOnce(answer: Answer, { unique }: Created): void {
  const twice = answer.representation.strings.find((text) => text.includes(unique) && TWICE.test(text));
  answer.owes(twice === undefined, 'texts that are escaped and encoded once', `“${twice ?? ''}”`);
}
