import type { Answer } from '../../core/answer.ts';
import type { RepresentationName } from '../../core/claims.ts';
import { at } from '../../core/json-pointer.ts';
import { isObject } from '../../core/json-value.ts';
import { fail } from '../../core/outcome.ts';
import type { Trial } from '../../core/trial.ts';
import { isNothing } from './deal-state.ts';
import { isWellFormedXml, tellsAll, toldBy, toldIn } from './equivalence.ts';
import { isListAs, wrongInList } from './fresh-listed.ts';
import { type Change, type Done, kindsOfChange } from './kinds-of-change.ts';
import { mayBeKept } from './listed-changes.ts';
import { PATIENCE_MS } from './patience.ts';
import { readerOf } from './reader.ts';
import { resourceOf } from './subjects.ts';
import type { Told } from './telling.ts';

/** How many kinds of change are looked at again, each so many times: other rules may ask for the list at the same moment. */
const KINDS_AGAIN = 2;
const TIMES = 2;

/** A change that a list did not show when it was asked for the first time. */
interface Lag {
  readonly change: Change;
  readonly names: readonly RepresentationName[];
}

/**
 * Makes one change of each kind: a creation, an operation in each form and as a command, what ends a deal, a deletion. After each one,
 * the record is read in each representation (document 4.5-2), and the collection once in each. A list may follow a little later, as other
 * rules let it; but what is old the first time that somebody asks, however long after, was kept by the readings and not by the time.
 */
export async function viewsFollow(trial: Trial): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let again = 0;
  for (const change of await kindsOfChange(trial)) {
    const done = await change.make();
    if (done === undefined) continue;
    answers.push(...(await recordsTellIt(trial, done)));
    const names: RepresentationName[] = [];
    for (const name of namesOf(trial)) {
      const list = await readList(trial, name);
      answers.push(list);
      if (lagsIn(trial, name, list, done).length > 0) names.push(name);
    }
    // At once: what comes after it may be the end of all changes.
    if (names.length === 0 || again === KINDS_AGAIN) continue;
    again += 1;
    answers.push(...(await followsLater(trial, { change, names })));
  }
  return answers;
}

/** The record in each representation besides JSON tells what its JSON tells after the change, and JSON what it told before if they do. */
async function recordsTellIt(trial: Trial, { record, before, json }: Done): Promise<readonly Answer[]> {
  const { item, mediaTypes } = resourceOf(trial);
  if (json === undefined || record.address === undefined) return [];
  const { address } = record;
  const envelope = item?.envelope ?? '';
  const told = toldBy(json, envelope);
  const left = before === undefined ? [] : toldIn(at(before.representation.value, envelope));
  const now = at(json.representation.value, envelope);
  const gone = isObject(now) ? left.filter(([member]) => isNothing(now[member])) : [];
  const answers: Answer[] = [json];
  for (const name of namesOf(trial)) {
    if (name === 'json') continue;
    const view = await trial.send({ method: 'GET', address, headers: { accept: mediaTypes[name] } });
    isWellFormedXml(view);
    // Where somebody said that effects take time, they may take it here too.
    if (isListAs(name, view) && trial.settleMs === 0) tellsAll(view, told, name);
    const kept = isListAs(name, view) ? gone.filter((one) => tellsMember(view, one)) : [];
    json.owes(kept.length === 0, `the values of the ${name}`, `no ${kept.map(([member]) => member).join(', ')}`);
    answers.push(view);
  }
  return answers;
}

function tellsMember(view: Answer, one: Told): boolean {
  const { names, untold } = readerOf(view);
  return names(one[0]) && untold([one]).length === 0;
}

/** The same change anew, and nobody asks for the list until lists have had the time that they may take. */
async function followsLater(trial: Trial, { change, names }: Lag): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let time = 1; time <= TIMES; time += 1) {
    const done = await change.make();
    if (done === undefined) return answers;
    await trial.until(
      () => trial.send(done.look),
      () => false,
      PATIENCE_MS,
    );
    for (const name of names) {
      const list = await readList(trial, name);
      const wrong = lagsIn(trial, name, list, done);
      answers.push(list);
      if (wrong.length === 0) continue;
      // Where it is old for good, other rules say so.
      const due = `${change.what} in the ${name} of the list, ${PATIENCE_MS / 1000} s later and at the first reading`;
      fail(due, wrong.join(', '), done.answer, list, await readList(trial, name));
    }
  }
  return answers;
}

function lagsIn(trial: Trial, name: RepresentationName, list: Answer, done: Done): readonly string[] {
  if (!isListAs(name, list) || mayBeKept(list)) return [];
  if (done.json === undefined) return done.wrongIn(list);
  return wrongInList(trial, { name, answer: list }, done.record, done.json);
}

function namesOf(trial: Trial): readonly RepresentationName[] {
  const { representations, selectors } = resourceOf(trial);
  return selectors.includes('accept') ? representations : [];
}

function readList(trial: Trial, name: RepresentationName): Promise<Answer> {
  const { list, mediaTypes } = resourceOf(trial);
  return trial.send({ method: 'GET', address: list?.address ?? '', headers: { accept: mediaTypes[name] } });
}
