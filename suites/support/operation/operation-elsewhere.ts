import type { Answer } from '../../../core/answer.ts';
import { FORMS, type RepresentationName } from '../../../core/claims.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { fail, notExercised } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { entryId } from '../evidence.ts';
import { mayBeKept } from '../listed-changes.ts';
import { PATIENCE_MS } from '../patience.ts';
import { entriesOf } from '../query/queries.ts';
import { seenEachTime } from '../steady/seen-each-time.ts';
import { queriesAbout, resourceOf } from '../subjects.ts';
import { wrongInListed } from '../view/entry-in-view.ts';
import { chosenBy, flagsIn, toldIn, waysByAddress } from '../view/equivalence.ts';
import { inexactIn } from '../view/exactly.ts';
import { readerOf } from '../view/reader.ts';
import type { Told } from '../view/telling.ts';
import { bystander } from './bystander.ts';
import { type OtherView, otherViews } from './deal-views.ts';
import { behindIn, type Effect, entryOf } from './listed-effect.ts';
import { listedLater } from './listed-later.ts';
import { readyDeal } from './operation-evidence.ts';
import { members } from './operation-outcome.ts';
import { type Deal, operationRequest, particulars } from './operation-requests.ts';
import type { Asked } from './operation-subjects.ts';
import { naming, type Place, staysListed } from './still-listed.ts';

/**
 * Demands that what the deal shows after the operation is shown wherever the deal is: in its other representations, in the
 * collection, and by a query of document 4.3. Each operation in the first of its forms at all of these places, and in each other form in the
 * collection and at one of the others in turn, also by suffix and parameter (4.5-3): the forms come to the same, but each may keep a copy of
 * its own. What the collection showed of the deals of other checks is looked at once more in the same reading.
 */
export async function shownElsewhere(trial: Trial, asked: Asked, effect: Effect): Promise<readonly Answer[]> {
  const elsewhere = await shownBeside(trial, asked, effect);
  const request = listing(trial);
  if (request === undefined) return elsewhere;
  const isList = ({ exchange }: Answer): boolean => exchange.request.url.endsWith(request.address);
  const list = elsewhere.find(isList) ?? (await shownIn(trial, asked, listing, effect));
  await listedLater(trial, list, effect);
  return [...new Set([...elsewhere, list])];
}

async function shownBeside(trial: Trial, asked: Asked, effect: Effect): Promise<readonly Answer[]> {
  if (asked.form === 'D') return tellsItsFlags(trial, asked, effect);
  if (asked.form !== trial.target.claims.operationForms[0]) return shownInTurn(trial, asked, effect);
  const answers: Answer[] = [...(await toldInEach(trial, effect))];
  for (const place of placesOf(trial, effect.deal)) answers.push(await shownIn(trial, asked, place, effect));
  answers.push(...(await listedInEach(trial, effect)), ...(await foundByName(trial, asked, effect)));
  return answers;
}

/** The query of the collection by the name of the deal shows it as it is now, at once (document 4.4). */
async function foundByName(trial: Trial, asked: Asked, effect: Effect): Promise<readonly Answer[]> {
  return naming(trial, effect.deal) === undefined ? [] : [await shownIn(trial, asked, naming, effect)];
}

/** One of the places, another one for each operation and form, where the operation set values that every place can tell. */
async function shownInTurn(trial: Trial, asked: Asked, effect: Effect): Promise<readonly Answer[]> {
  const { operation, form } = asked;
  const due = toldIn(effectOf(effect));
  if (due.length === 0) return [];
  const { representations, selectors } = resourceOf(trial);
  const others = selectors.includes('accept') ? representations.filter((name) => name !== 'json') : [];
  const all = [...due, ...flagsIn(effectOf(effect))];
  const ways = [
    ...others.map((name) => () => toldInEach(trial, effect, [], [name])),
    ...waysByAddress(trial).map((way) => async () => [
      await chosenBy(trial, way, effect.deal.address, all, PATIENCE_MS),
    ]),
    ...placesOf(trial, effect.deal).map((place) => async () => [await shownIn(trial, asked, place, effect)]),
    ...others.map((name) => () => listedInEach(trial, effect, [name])),
  ];
  const turn = trial.target.operations.findIndex(({ name }) => name === operation.name) + APART * FORMS.indexOf(form);
  return (await ways[turn % ways.length]?.()) ?? [];
}

/** How far apart the places of two forms begin, so that each form is seen at other ones. */
const APART = 5;

function effectOf({ shown, judged }: Pick<Effect, 'shown' | 'judged'>): Effect['shown'] {
  return Object.fromEntries(judged.map((member) => [member, shown[member]]));
}

/**
 * Form D puts `held` on the deal itself (document 2, 4.2 D), so that its other representations are read after it as well, and those of a deal
 * that is not on hold.
 */
async function tellsItsFlags(trial: Trial, asked: Asked, { shown, ...effect }: Effect): Promise<readonly Answer[]> {
  if (!effect.judged.includes('held')) return [];
  const known = shown['held'] === true ? await bystander(trial, asked) : undefined;
  const others = known === undefined ? [] : await otherViews(trial, known.deal.address);
  return toldInEach(trial, { ...effect, shown, judged: Object.keys(shown) }, others);
}

async function toldInEach(
  trial: Trial,
  { deal, shown, judged }: Effect,
  others: readonly OtherView[] = [],
  names: readonly RepresentationName[] = resourceOf(trial).representations,
): Promise<readonly Answer[]> {
  const { selectors, mediaTypes } = resourceOf(trial);
  const effect = effectOf({ shown, judged });
  const told = [...toldIn(effect), ...flagsIn(effect)];
  const answers: Answer[] = [];
  for (const name of selectors.includes('accept') && told.length > 0 ? names : []) {
    if (name === 'json') continue;
    // Whether it comes as what was asked for, and shows all of a deal, is the matter of other rules.
    const untold = ({ status, representation: { syntax, problem } }: Answer, view: Answer): readonly Told[] =>
      status === 200 && syntax === name && problem === undefined ? readerOf(view).untold(told) : [];
    const inexact = (view: Answer): readonly string[] =>
      view.status === 200 && view.representation.syntax === name && view.representation.problem === undefined
        ? inexactIn(view, told, others.find((other) => other.name === name)?.answer)
        : [];
    const read = (): Promise<Answer> =>
      trial.send({ method: 'GET', address: deal.address, headers: { accept: mediaTypes[name] } });
    const isExact = (answer: Answer): boolean => untold(answer, answer).length + inexact(answer).length === 0;
    const view = await trial.until(read, isExact, PATIENCE_MS);
    const lost = untold(view, view).map(([member, value]) => `${member} ${String(value)}`);
    answers.push(view.owes(lost.length === 0, `the values of the JSON in the ${name}`, `no ${lost.join(', ')}`));
    const other = inexact(view);
    view.owes(other.length === 0, `the values of the JSON in the ${name}, exactly`, other.join(', '));
  }
  return answers;
}

/** The entry of the deal in the other representations of the collection, as far as it is known and names its members. */
async function listedInEach(
  trial: Trial,
  { deal, shown, judged }: Effect,
  names: readonly RepresentationName[] = resourceOf(trial).representations,
): Promise<readonly Answer[]> {
  const { list, selectors, mediaTypes } = resourceOf(trial);
  const told = [...toldIn(shown), ...flagsIn(shown)];
  const answers: Answer[] = [];
  for (const name of selectors.includes('accept') && list !== undefined ? names : []) {
    if (name === 'json') continue;
    const wrongIn = (view: Answer): readonly string[] => {
      const { syntax, problem } = view.representation;
      const isIt = view.status === 200 && syntax === name && problem === undefined && !mayBeKept(view);
      return isIt ? wrongInListed(view, deal.unique, told, judged) : [];
    };
    const view = await trial.until(
      () => trial.send({ method: 'GET', address: list?.address ?? '', headers: { accept: mediaTypes[name] } }),
      (answer) => wrongIn(answer).length === 0,
      PATIENCE_MS,
    );
    const wrong = wrongIn(view);
    answers.push(view.owes(wrong.length === 0, `in the ${name} of the list what the deal shows`, wrong.join(', ')));
  }
  return answers;
}

function placesOf(trial: Trial, deal: Deal): readonly Place[] {
  const places: readonly Place[] = [listing, querying];
  return places.filter((place) => place(trial, deal) !== undefined);
}

function listing(trial: Trial): HttpRequest | undefined {
  const { list } = resourceOf(trial);
  return list === undefined || list.entries === 'ids' ? undefined : { method: 'GET', address: list.address };
}

/** The query that finds the deal by the text that it was created with. */
function querying(trial: Trial, deal: Deal): HttpRequest | undefined {
  const own = queriesAbout(trial.target, resourceOf(trial));
  const query = own.find(({ found }) => found?.includes('{unique}') === true);
  if (query?.found === undefined) return undefined;
  const parameter = query.found.replaceAll('{unique}', deal.unique);
  return { method: 'GET', address: fillTemplate(query.address, { parameter }) };
}

/**
 * What an entry shows of the effect is as the deal shows it. It may be left out, or show less: where other entries of the same list have a
 * member, this one has it too.
 */
async function shownIn(trial: Trial, asked: Asked, place: Place, effect: Effect): Promise<Answer> {
  const { deal, shown } = effect;
  const request = place(trial, deal) ?? notExercised('the deal is not found there');
  const behind = (answer: Answer): readonly string[] => behindIn(trial, answer, effect);
  const answer = await trial.until(
    () => trial.send(request),
    (one) => behind(one).length === 0,
    PATIENCE_MS,
  );
  await isOneDeal(trial, asked, place, { answer, deal });
  await staysListed(trial, asked, place, { answer, deal });
  const wrong = behind(answer);
  if (mayBeKept(answer)) return answer;
  const times = request.address === resourceOf(trial).list?.address ? timesListed(trial, answer, deal.id) : 1;
  answer.owes(times < 2, `the deal ${deal.id} once in the collection`, `${times} times`);
  if (wrong.length === 0) return answer;
  const entry = entryOf(trial, answer, deal.id) ?? {};
  fail(`${members(wrong, shown)}, as the deal itself shows`, members(wrong, entry), answer);
}

/** A deal after an operation, in an answer that shows it among others. */
interface Found {
  readonly answer: Answer;
  readonly deal: Deal;
}

/**
 * An operation is done to a deal, and makes no other one (document 4.2): no other entry has what this deal was created with. Somebody
 * else may have copied it just then, so the same is done to new ones, and others are looked at without it.
 */
async function isOneDeal(trial: Trial, asked: Asked, place: Place, first: Found): Promise<void> {
  const again = async (): Promise<Found | undefined> => {
    const deal = await readyDeal(trial, asked);
    const operation = operationRequest(asked, particulars(asked, deal, trial.unique()));
    const request = place(trial, deal);
    if (request === undefined || !(await trial.send(operation)).succeeded) return undefined;
    return withOthers(trial, { answer: await trial.send(request), deal });
  };
  const found = await seenEachTime(withOthers(trial, first), again);
  if (found === undefined || (await comesWithout(trial, asked, place))) return;
  fail(
    `one deal with ${found.deal.unique}`,
    `another one after it, ${othersIn(trial, found).join(', ')}`,
    found.answer,
  );
}

/** So many deals are looked at to which nothing is done, each so often. */
const [UNTOUCHED, LOOKS] = [4, 4];

/** Whether a deal has another one beside it though the operation was not done to it. */
async function comesWithout(trial: Trial, asked: Asked, place: Place): Promise<boolean> {
  for (let i = 0; i < UNTOUCHED; i += 1) {
    const deal = await readyDeal(trial, asked);
    const request = place(trial, deal);
    for (let look = 0; request !== undefined && look < LOOKS; look += 1)
      if (withOthers(trial, { answer: await trial.send(request), deal }) !== undefined) return true;
  }
  return false;
}

function withOthers(trial: Trial, found: Found): Found | undefined {
  return resourceOf(trial).list !== undefined && othersIn(trial, found).length > 0 ? found : undefined;
}

/** The ids of the entries beside the deal that have what it was created with. */
function othersIn(trial: Trial, { answer, deal: { id, payload, unique } }: Found): readonly string[] {
  const sent = Object.entries(payload).filter(([, value]) => typeof value === 'string' && value.includes(unique));
  return entriesOf(answer, resourceOf(trial)).flatMap((one) => {
    const own = entryId(one, resourceOf(trial));
    const isOther = isObject(one) && own !== id && sent.some(([member, value]) => one[member] === value);
    return own !== undefined && isOther ? [own] : [];
  });
}

/** A collection holds each of its members once (document 4.4); a query gives results of its own, which may be several for a deal (4.3). */
function timesListed(trial: Trial, answer: Answer, id: string): number {
  const resource = resourceOf(trial);
  return entriesOf(answer, resource).filter((one) => entryId(one, resource) === id).length;
}
