import type { Answer } from '../../../core/answer.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Resource } from '../../../core/target.ts';
import { entryId } from '../evidence.ts';
import { oddRecordAlike } from '../made/odd-record.ts';
import { missingIn } from '../query/missing-in-list.ts';
import { entriesOf } from '../query/queries.ts';
import { resourceOf } from '../subjects.ts';
import { chosenByAddress, tellsAll, toldBy } from '../view/equivalence.ts';
import { linksAlike } from '../view/self-links.ts';
import {
  asking,
  besides,
  comesAsAsked,
  negotiatedBesides,
  type Place,
  placesOf,
  type View,
  viewsAt,
} from '../view/views.ts';
import { wordInList, writesNoWord } from '../view/words-for-nothing.ts';
import { holesIn } from './holes-in-lists.ts';
import { each } from './negotiation-evidence.ts';
import { alsoShown, notFound } from './only-found.ts';

const ROUNDS = 3;

/** Demands that the collection, what a query finds and nested records tell the same in each representation. */
export async function alikeBesides(trial: Trial): Promise<readonly Answer[]> {
  const [list] = (await placesOf(trial)).filter(({ kind }) => kind === 'list');
  const others = await negotiatedBesides(trial);
  const lists = [...(list === undefined ? [] : [list]), ...others.filter(({ kind }) => kind === 'query')];
  const nested = others.filter(({ kind }) => kind === 'nested');
  // A query of document 4.3 is answered with the array itself, as a list without an envelope is.
  const isBare = (resourceOf(trial).list?.envelope ?? '') === '';
  const found = isBare ? others.filter(({ kind }) => kind === 'found') : [];
  return [
    ...(await each(besides(trial), (place) => comesAsAsked(trial, place))),
    ...(await each([...lists, ...found], (place) => listedAlike(trial, place))),
    ...(await each(nested, (place) => nestedAlike(trial, place))),
    ...(await each(nested, (place) => nextAlike(trial, place))),
    ...(list === undefined ? [] : await oddRecordAlike(trial, list)),
  ];
}

/** A nested record, or what an operation made, is one record, and each view tells all of it. */
export async function nestedAlike(trial: Trial, place: Place): Promise<readonly Answer[]> {
  const views = await viewsAt(trial, place);
  const json = views.find(({ name }) => name === 'json')?.answer;
  if (json === undefined) return [];
  const told = toldBy(json, '');
  const given = views.filter(({ answer, name }) => isReadAs(answer, name));
  linksAlike(given.map(({ answer }) => ({ view: answer, address: place.address })));
  const others = views
    .filter(({ name }) => name !== 'json')
    .map(({ answer, name }) => writesNoWord(tellsAll(answer, told, name), json));
  const chosen = await chosenByAddress(trial, place.address, told);
  givesEach(trial, chosen);
  return [json, ...others, ...chosen];
}

/**
 * Where suffix and parameter are read is not shown (document 4.5-3). One that is seen to choose there chooses each representation that
 * Accept does.
 */
export function givesEach(trial: Trial, chosen: readonly Answer[]): void {
  const { representations } = resourceOf(trial);
  for (let at = 0; at < chosen.length; at += representations.length) {
    const ofOneWay = chosen.slice(at, at + representations.length);
    const isGiven = ({ status, representation }: Answer, i: number): boolean =>
      status === 200 && representation.syntax === representations[i];
    // JSON may come whatever the address says.
    const isRead = ofOneWay.some((answer, i) => representations[i] !== 'json' && isGiven(answer, i));
    const wrong = isRead ? ofOneWay.findIndex((answer, i) => !isGiven(answer, i)) : -1;
    ofOneWay[wrong]?.owes(false, `a ${representations[wrong] ?? ''} by this address, as it gives another one`);
  }
}

/** The nested record after the known one, which a view may take for that one. Nothing is said where there is none. */
async function nextAlike(trial: Trial, { address }: Place): Promise<readonly Answer[]> {
  const next = address.replace(/(?<!\d)\d+$/u, (index) => String(Number(index) + 1));
  if (next === address) return [];
  const place: Place = { kind: 'nested', address: next };
  const json = await trial.send(asking(trial, place, 'json'));
  if (json.status !== 200 || !isReadAs(json, 'json')) return [];
  const told = toldBy(json, '');
  const answers: Answer[] = [json];
  for (const name of resourceOf(trial).representations.filter((other) => other !== 'json')) {
    const answer = await trial.send(asking(trial, place, name));
    if (!isReadAs(answer, name)) continue;
    linksAlike([json, answer].map((view) => ({ view, address: next })));
    answers.push(tellsAll(answer, told, name));
  }
  return [...answers, ...(await chosenByAddress(trial, next, told))];
}

/**
 * The entries that JSON shows before and after the others, alike both times: each has to be in the others. What is kept in
 * one representation a little longer, and what others do meanwhile, is looked at again.
 */
async function listedAlike(trial: Trial, place: Place): Promise<readonly Answer[]> {
  for (let round = 1; ; round += 1) {
    const views = round === 1 ? await viewsAt(trial, place) : await readAnew(trial, place);
    const before = views.find(({ name }) => name === 'json')?.answer;
    if (before === undefined) return [];
    const others = views.filter(({ name, answer }) => name !== 'json' && isReadAs(answer, name));
    const after = await trial.send(asking(trial, place, 'json'));
    const answers = [before, ...others.map(({ answer }) => answer)];
    const entries = lastingEntries(before, after, resourceOf(trial));
    const faultIn = await faultsOf(trial, place, { before, after, entries });
    const faults = others.flatMap(({ answer }) => {
      const fault = faultIn(answer);
      return fault === undefined ? [] : [{ answer, fault }];
    });
    const read = others.map(({ answer }) => answer);
    const [first] = faults.length > 0 ? faults : await holesIn(trial, read, entries);
    if (first === undefined) return answers;
    if (round === ROUNDS) first.answer.owes(false, 'the records of the JSON, with their values', first.fault);
  }
}

/** A list in JSON before and after the others, and the entries that it shows alike both times. */
interface Readings {
  readonly before: Answer;
  readonly after: Answer;
  readonly entries: readonly unknown[];
}

/** What is wrong with another view of a list that was read in JSON before and after it, in words. */
async function faultsOf(
  trial: Trial,
  { kind }: Place,
  { before, after, entries }: Readings,
): Promise<(view: Answer) => string | undefined> {
  const resource = resourceOf(trial);
  const others = kind === 'query' && before.text === after.text ? await notFound(trial, after) : [];
  return (view) => {
    const missing = missingIn(view, entries, resource);
    if (missing !== undefined) return missing;
    const word = wordInList(view, before.text + after.text, trial.seen);
    if (word !== undefined) return `“${word}” for a value that is not there`;
    const other = alsoShown(trial, view, others);
    return other === undefined ? undefined : `also the record with “${other}”, which JSON does not find`;
  };
}

async function readAnew(trial: Trial, place: Place): Promise<readonly View[]> {
  const names = resourceOf(trial).representations.filter((name) => name !== 'json');
  const views: View[] = [];
  for (const name of ['json', ...names] as const) {
    const request = asking(trial, place, name);
    views.push({ place, name, request, answer: await trial.send(request) });
  }
  return views;
}

function isReadAs({ succeeded, representation: { syntax, problem } }: Answer, name: View['name']): boolean {
  return succeeded && syntax === name && problem === undefined;
}

function lastingEntries(before: Answer, after: Answer, resource: Resource): readonly unknown[] {
  const later = new Map(entriesOf(after, resource).map((entry) => [entryId(entry, resource), entry]));
  return entriesOf(before, resource).filter((entry) => {
    const id = entryId(entry, resource);
    return id !== undefined && sameValue(entry, later.get(id)) && sameValue(later.get(id), entry);
  });
}
