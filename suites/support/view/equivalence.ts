import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { parseContentType } from '../../../core/representation/text.ts';
import { notExercised } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { withFormat, withSuffix } from '../negotiate/accept.ts';
import { isVolatile } from '../payload/payloads.ts';
import { resourceOf } from '../subjects.ts';
import { inexactIn } from './exactly.ts';
import { readerOf } from './reader.ts';
import type { Told } from './telling.ts';

/** What a JSON record tells that every other view of it has to tell too. */
export function toldBy(json: Answer, envelope: string): readonly Told[] {
  const record = at(json.representation.value, envelope);
  return [...toldIn(record), ...flagsIn(record)];
}

/** The flags of a record. Another view may tell them in any way, but not as their opposite. */
export function flagsIn(record: unknown): readonly Told[] {
  if (!isObject(record)) return [];
  return Object.entries(record).filter((pair): pair is [string, boolean] => typeof pair[1] === 'boolean');
}

/** The same of a record by itself. */
export function toldIn(record: unknown): readonly Told[] {
  if (!isObject(record)) return [];
  return Object.entries(record).filter(
    (pair): pair is [string, string | number] => !isVolatile(pair[0]) && !isNotation(pair[0]) && isTelling(pair[1]),
  );
}

// `@type`, `_embedded`, `$schema`: about the notation, and no value of the record.
function isNotation(member: string): boolean {
  return /^[@_$]/u.test(member);
}

/**
 * Nested members may be told in another way; of flags see `flagsIn`. JSON sets no limit to numbers (RFC 8259 6): what no number of JavaScript
 * holds has lost its value when it is read, and another view may rightly write it in any notation.
 */
function isTelling(value: unknown): value is string | number {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' && value.trim() !== '' && !isHugeInteger(value) && !UNWRITABLE.test(value);
}

// XML has no place for these characters (XML 1.0 2.2), and HTML none for most of them: a view shows such a text in a way of its own.
const UNWRITABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/u;

// An integer that is beyond all numbers of JavaScript is read as its digits (core/representation/json.ts).
function isHugeInteger(value: string): boolean {
  return /^-?\d{309,}$/u.test(value);
}

/** Demands that a view tells all of it. Whether it is the view that was asked for is the matter of other rules. */
export function tellsAll(other: Answer, told: readonly Told[], name: RepresentationName): Answer {
  const { syntax, problem } = other.representation;
  if (syntax === name && name === 'html') inItsCharset(other);
  if (syntax !== name || problem !== undefined)
    notExercised(`what was asked for as ${name} cannot be read as it`, other);
  const { untold, isTwice } = readerOf(other);
  other.owes(!isTwice, 'one document', `two ${name} documents in one body`);
  const inexact = inexactIn(other, told);
  other.owes(inexact.length === 0, `the values of the JSON in the ${name}, exactly`, inexact.join(', '));
  const lost = untold(told);
  const listed = lost.map(([member, value]) => `${member} ${String(value)}`).join(', ');
  return other.owes(lost.length === 0, `the values of the JSON in the ${name}`, `no ${listed}`);
}

/** Demands of a view in a representation that it tells what JSON does. */
export type TellsIt = (view: Answer, told: readonly Told[], name: RepresentationName) => Answer;

/** Reads a record in each representation but JSON, and demands of each that succeeds that it tells what its JSON does. */
export async function othersTell(
  trial: Trial,
  address: string,
  json: Answer,
  tellsIt: TellsIt = tellsAll,
): Promise<readonly Answer[]> {
  const { item, representations, mediaTypes } = resourceOf(trial);
  const told = toldBy(json, item?.envelope ?? '');
  const answers: Answer[] = [];
  for (const name of representations.filter((other) => other !== 'json')) {
    const view = await trial.until(
      () => trial.send({ method: 'GET', address, headers: { accept: mediaTypes[name] } }),
      ({ succeeded }) => succeeded,
    );
    isWellFormedXml(view);
    answers.push(view.succeeded ? tellsIt(view, told, name) : view);
  }
  return answers;
}

/** Whether a view that can be read tells all of it, as `tellsAll` demands. */
export function tellsIt(other: Answer, told: readonly Told[]): boolean {
  const { untold, isTwice } = readerOf(other);
  return !isTwice && inexactIn(other, told).length === 0 && untold(told).length === 0;
}

/**
 * Demands of a view that was read that it tells each text and number of the lists which the JSON record holds, such as tags. A page may
 * show a list otherwise, and is held to those that it names alone.
 */
export function tellsLists(other: Answer, json: Answer, envelope: string): Answer {
  const record = at(json.representation.value, envelope);
  const members = isObject(record) ? Object.entries(record).filter(([member]) => !isNotation(member)) : [];
  const { untold, names } = readerOf(other);
  const due = members.flatMap(([member, value]): Told[] => {
    const isDue = Array.isArray(value) && (other.representation.syntax === 'xml' || names(member));
    return isDue ? value.filter(isTelling).map((one): Told => [member, one]) : [];
  });
  const lost = untold(due).map(([member, value]) => `${String(value)} of ${member}`);
  return other.owes(lost.length === 0, 'the lists of the JSON record', `no ${lost.join(', ')}`);
}

/** Demands XML that can be read, of an answer that is labelled as XML. */
export function isWellFormedXml(answer: Answer): void {
  const { syntax, problem } = answer.representation;
  answer.owes(syntax !== 'xml' || problem === undefined, 'well-formed XML', problem ?? '');
}

// Where no charset is named, a page may name its own in its head.
function inItsCharset(page: Answer): void {
  const { charset } = parseContentType(page.header('Content-Type') ?? '');
  const { problem = '' } = page.representation;
  page.owes(charset === undefined || !problem.startsWith('bytes'), `a page in the charset ${charset ?? ''}`, problem);
}

/** A way to choose a representation by the address (document 4.5-3). */
export interface ByAddress {
  readonly name: RepresentationName;
  readonly addressOf: typeof withSuffix;
}

export function waysByAddress(trial: Trial): readonly ByAddress[] {
  const { representations, selectors } = resourceOf(trial);
  const ways = [
    ...(selectors.includes('suffix') ? [withSuffix] : []),
    ...(selectors.includes('format') ? [withFormat] : []),
  ];
  return ways.flatMap((addressOf) => representations.map((name) => ({ name, addressOf })));
}

/** A record chosen by suffix and by parameter: it has to be the same record, as it is now. */
export async function chosenByAddress(
  trial: Trial,
  address: string,
  told: readonly Told[],
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const way of waysByAddress(trial)) answers.push(await chosenBy(trial, way, address, told));
  return answers;
}

/** The same in one of the ways. */
export async function chosenBy(
  trial: Trial,
  way: ByAddress,
  address: string,
  told: readonly Told[],
  leastMs?: number,
): Promise<Answer> {
  const answer = await readBy(trial, way, address, told, leastMs);
  return isChosen(answer, way.name) ? tellsAll(answer, told, way.name) : answer;
}

/** The same before it is judged. */
export function readBy(
  trial: Trial,
  { name, addressOf }: ByAddress,
  address: string,
  told: readonly Told[],
  leastMs?: number,
): Promise<Answer> {
  const request = { method: 'GET', address: addressOf(address, name), headers: { accept: '*/*' } };
  return trial.until(
    () => trial.send(request),
    (view) => !isChosen(view, name) || readerOf(view).untold(told).length === 0,
    leastMs,
  );
}

/** Whether what was chosen by its address came. Whether it has to is the matter of other rules. */
export function isChosen({ succeeded, representation }: Answer, name: RepresentationName): boolean {
  return succeeded && representation.syntax === name && representation.problem === undefined;
}
