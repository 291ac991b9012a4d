import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { isListAs, lastingWrongInList, wrongInList } from '../create/fresh-listed.ts';
import { mayBeKept } from '../listed-changes.ts';
import { isNothing } from '../nothing.ts';
import { PATIENCE_MS } from '../patience.ts';
import { resourceOf } from '../subjects.ts';
import { isWellFormedXml, tellsAll, toldBy, toldIn, waysByAddress } from '../view/equivalence.ts';
import { readerOf } from '../view/reader.ts';
import type { Told } from '../view/telling.ts';
import { kindsOfChange } from './kinds-of-change.ts';
import { queriesFollow } from './queries-follow.ts';
import type { Change, Done } from './seen-change.ts';

/** How many kinds of change are looked at again, each so many times: other rules may ask for the list at the same moment. */
const KINDS_AGAIN = 2;
const TIMES = 2;

/** The collection in one representation, chosen in one way. */
interface List {
  readonly name: RepresentationName;
  readonly request: HttpRequest;
}

/** A change that a list did not show when it was asked for the first time. */
interface Lag {
  readonly change: Change;
  readonly lists: readonly List[];
}

/**
 * Makes one change of each kind: a creation, an operation in each form and as each command, what ends a deal, a deletion. After each one,
 * the record is read in each representation (document 4.5-2), and the collection once in each, by turns by suffix or parameter too. A list
 * may follow a little later, as other rules let it; but what is old the first time that somebody asks, however long after, was kept by the
 * readings and not by the time.
 */
export async function viewsFollow(trial: Trial): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let again = 0;
  for (const [i, change] of (await kindsOfChange(trial)).entries()) {
    const done = await change.make();
    if (done === undefined) continue;
    answers.push(...(await recordsTellIt(trial, done)), ...(await queriesFollow(trial, done)));
    const lagging: List[] = [];
    for (const list of [...listsByAccept(trial), ...listByTurns(trial, i)]) {
      const answer = await trial.send(list.request);
      answers.push(answer);
      if (lagsIn(trial, list, answer, done).length > 0) lagging.push(list);
    }
    // At once: what comes after it may be the end of all changes.
    if (lagging.length === 0 || again === KINDS_AGAIN) continue;
    again += 1;
    answers.push(...(await followsLater(trial, { change, lists: lagging })));
  }
  return answers;
}

/** The record in each representation besides JSON tells what its JSON tells after the change, and JSON what it told before, or was sent, if they do. */
async function recordsTellIt(trial: Trial, { record, before, json }: Done): Promise<readonly Answer[]> {
  const { item, mediaTypes } = resourceOf(trial);
  if (json === undefined || record.address === undefined) return [];
  const { address } = record;
  const envelope = item?.envelope ?? '';
  const shown = toldBy(json, envelope);
  const left = before === undefined ? [] : toldIn(at(before.representation.value, envelope));
  const now = at(json.representation.value, envelope);
  // JSON may call it otherwise, or write it in an object of its own (document 2, 4.4-c3).
  const told = JSON.stringify(now);
  const lacks = ([member, value]: Told): boolean =>
    isObject(now) && isNothing(now[member]) && !told.includes(JSON.stringify(value));
  const answers: Answer[] = [json];
  for (const name of namesOf(trial)) {
    if (name === 'json') continue;
    const view = await trial.send({ method: 'GET', address, headers: { accept: mediaTypes[name] } });
    isWellFormedXml(view);
    // Where somebody said that effects take time, they may take it here too.
    if (isListAs(name, view) && trial.settleMs === 0) tellsAll(view, shown, name);
    // A page may show more of what was sent than JSON does.
    const sent = name === 'xml' ? toldIn(record.payload) : [];
    const kept = isListAs(name, view) ? [...left, ...sent].filter((one) => lacks(one) && tellsMember(view, one)) : [];
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
async function followsLater(trial: Trial, { change, lists }: Lag): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let time = 1; time <= TIMES; time += 1) {
    const done = await change.make();
    if (done === undefined) return answers;
    await trial.until(
      () => trial.send(done.look),
      () => false,
      PATIENCE_MS,
    );
    for (const list of lists) {
      const answer = await trial.send(list.request);
      const wrong = await lastingLagsIn(trial, list, answer, done);
      answers.push(answer);
      if (wrong.length === 0) continue;
      // Where it is old for good, other rules say so.
      const due = `${change.what} in the ${list.name} of the list, ${PATIENCE_MS / 1000} s later and at the first reading`;
      fail(due, wrong.join(', '), done.answer, answer, await trial.send(list.request));
    }
  }
  return answers;
}

function lagsIn(trial: Trial, { name }: List, answer: Answer, done: Done): readonly string[] {
  if (!isListAs(name, answer) || mayBeKept(answer)) return [];
  if (done.json === undefined) return done.wrongIn(answer);
  return wrongInList(trial, { name, answer }, done.record, done.json);
}

/** The same, but for what another change than this one may have moved. */
async function lastingLagsIn(
  trial: Trial,
  { name, request }: List,
  answer: Answer,
  done: Done,
): Promise<readonly string[]> {
  const wrong = lagsIn(trial, { name, request }, answer, done);
  if (wrong.length === 0 || done.json === undefined) return wrong;
  return lastingWrongInList(trial, { name, answer }, done.record, done.json);
}

function namesOf(trial: Trial): readonly RepresentationName[] {
  const { representations, selectors } = resourceOf(trial);
  return selectors.includes('accept') ? representations : [];
}

function listsByAccept(trial: Trial): readonly List[] {
  const { list, mediaTypes } = resourceOf(trial);
  const address = list?.address ?? '';
  return namesOf(trial).map((name) => ({
    name,
    request: { method: 'GET', address, headers: { accept: mediaTypes[name] } },
  }));
}

/** The list by one of the other ways (document 4.5-3), each of which may have a cache of its own: another one after each change. */
function listByTurns(trial: Trial, turn: number): readonly List[] {
  const ways = waysByAddress(trial);
  const way = ways[turn % Math.max(ways.length, 1)];
  if (way === undefined) return [];
  const address = way.addressOf(resourceOf(trial).list?.address ?? '', way.name);
  return [{ name: way.name, request: { method: 'GET', address, headers: { accept: '*/*' } } }];
}
