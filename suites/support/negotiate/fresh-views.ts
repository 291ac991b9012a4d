import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import { fillUnique } from '../../../core/ids/placeholders.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { idText, isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject, Resource } from '../../../core/target.ts';
import { changesOf } from '../changes.ts';
import { listedAsRead } from '../create/fresh-listed.ts';
import { furtherMembers, withFractions } from '../create/further-members.ts';
import { toldInFull } from '../create/told-in-full.ts';
import { addressed, type Created, create, created, createRequest, settles } from '../evidence.ts';
import { resourceOf, whyNotCreatable } from '../subjects.ts';
import {
  chosenByAddress,
  flagsIn,
  isWellFormedXml,
  tellsAll,
  tellsLists,
  toldBy,
  toldIn,
} from '../view/equivalence.ts';
import { readerOf } from '../view/reader.ts';
import { saysTheSame } from '../view/same-words.ts';
import { linksAlike } from '../view/self-links.ts';
import type { Told } from '../view/telling.ts';
import { writesNoWord } from '../view/words-for-nothing.ts';
import { viewsAfterOperations } from './operated-views.ts';
import { numbersAsTexts } from './text-numbers.ts';

/** What writers forget to escape, or to write in the charset that they name. */
const TREACHEROUS = `{unique} <b> & "q" “é” ‘t’ – ]]> ü€'s`;
const BEYOND = `${TREACHEROUS} q̃ 契 ש 🚀`;

/** What writers of other representations leave out. No service has members of these names. */
const EASILY_LOST: JsonObject = { assayerUrgent: true, assayerClosed: false, assayerBlank: '' };

/**
 * A record of its own with further members, whose texts are hard to write, read in every representation, changed, and read again: what
 * was kept from before the change shows then. Each operation on a deal is such a change. Nothing is said of targets that refuse this.
 */
export async function freshViews(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (whyNotCreatable(resource) !== undefined) return [];
  const sample = resource.create?.sample ?? {};
  const further = furtherMembers(resource);
  const whole = Object.keys(further).length === 0 ? sample : { ...withFractions(sample), ...further, ...EASILY_LOST };
  const make = (payload: JsonObject, text: string): Promise<Created> =>
    create(trial, (unique) => fillUnique(treacherous(payload, text), unique));
  let record = await make(whole, BEYOND);
  if (isRefusal(record.answer) && whole !== sample) record = await make(sample, BEYOND);
  // Some databases take no letters of four bytes.
  if (isRefusal(record.answer)) record = await make(sample, TREACHEROUS);
  if (!record.answer.succeeded || record.address === undefined) return [];
  const template = 'assayerUrgent' in record.payload ? whole : sample;
  const made = [...(await createdAlike(trial, record, template)), ...(await viewsOfTexts(trial, sample))];
  const { address } = addressed(record);
  const before = await views(trial, address, []);
  const [json] = before;
  const listed = json?.succeeded === true ? await listedAsRead(trial, record, json) : [];
  const [change] = changesOf(trial, resource, addressed(record));
  if (change === undefined || !(await change()).succeeded) return [...made, ...before, ...listed];
  const after = await views(trial, address, before);
  return [...made, ...before, ...after, ...(await viewsAfterOperations(trial, addressed(record)))];
}

/** The views of a record that was made with a text for each number, such as a price, where that is taken. */
async function viewsOfTexts(trial: Trial, sample: JsonObject): Promise<readonly Answer[]> {
  const texts = numbersAsTexts(sample);
  if (texts === undefined) return [];
  const record = await create(trial, (unique) => fillUnique(texts, unique));
  if (!record.answer.succeeded || record.address === undefined) return [];
  const all = await views(trial, record.address, []);
  const [json] = all;
  return json?.succeeded === true ? [...all, ...(await listedAsRead(trial, record, json))] : all;
}

/**
 * The same creation with Accept for each other representation. What the body of a 201 shows is left open (document 4.4-c3), but
 * where it names members of the record, it tells those that the JSON tells.
 */
async function createdAlike(
  trial: Trial,
  { answer: json, payload }: Created,
  template: JsonObject,
): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { create: creation, representations, selectors, mediaTypes } = resource;
  const shown = at(json.representation.value, creation?.envelope ?? '');
  if (!isObject(shown) || !selectors.includes('accept')) return [];
  const members = [...toldIn(payload), ...flagsIn(payload)].filter(([member, value]) =>
    sameValue(shown[member], value),
  );
  const answers: Answer[] = [];
  for (const name of representations.filter((other) => other !== 'json')) {
    const unique = trial.unique();
    const own = fillUnique(treacherous(template), unique);
    const request = createRequest(resource, own, unique);
    const answer = await trial.send({ ...request, headers: { ...request.headers, accept: mediaTypes[name] } });
    const record = created(trial, answer, own, unique);
    await settles(trial, record);
    const { syntax, problem } = answer.representation;
    if (!answer.succeeded || syntax !== name || problem !== undefined) continue;
    const told = [
      ...[...toldIn(own), ...flagsIn(own)].filter(([member]) => members.some(([other]) => other === member)),
      ...ownId(resource, { json, answer, id: record.id }),
    ];
    // Without a Location nothing but the body itself may tell which record it is.
    const [first, second] = [json.location, answer.location];
    if (first !== undefined && second !== undefined)
      linksAlike([
        { view: json, address: first },
        { view: answer, address: second },
      ]);
    const { names } = readerOf(answer);
    answers.push(
      tellsAll(
        answer,
        told.filter(([member]) => names(member)),
        name,
      ),
      ...(await toldInFull(trial, record, name)),
    );
  }
  return answers;
}

/** The id of a new record, as its Location has it, where the JSON of another creation calls its record so (document 2). */
function ownId(
  { item, create: creation }: Resource,
  { json, answer, id }: { readonly json: Answer; readonly answer: Answer; readonly id: string | undefined },
): readonly Told[] {
  const [member, ...deeper] = (item?.id ?? '/id').split('/').slice(1);
  const shown = at(json.representation.value, creation?.envelope ?? '');
  if (id === undefined || member === undefined || deeper.length > 0 || !isObject(shown)) return [];
  const isCalledSo = json.location?.endsWith(`/${String(idText(shown[member]))}`) === true;
  return isCalledSo && answer.location?.endsWith(`/${id}`) === true ? [[member, id]] : [];
}

function treacherous(sample: JsonObject, text = TREACHEROUS): JsonObject {
  const entries = Object.entries(sample).map(([member, value]): [string, typeof value] => [
    member,
    typeof value === 'string' ? value.replace('{unique}', text) : value,
  ]);
  return Object.fromEntries(entries);
}

async function views(trial: Trial, address: string, before: readonly Answer[]): Promise<readonly Answer[]> {
  const { mediaTypes, representations, item } = resourceOf(trial);
  const read = (name: RepresentationName): Promise<Answer> =>
    trial.send({ method: 'GET', address, headers: { accept: mediaTypes[name] } });
  const json = await trial.until(
    () => read('json'),
    (answer) => isOther(answer, before[0]),
  );
  if (!json.succeeded) return [json];
  const told = toldBy(json, item?.envelope ?? '');
  const others = representations.filter((name) => name !== 'json');
  const answers: Answer[] = [json];
  for (const name of others) {
    const other = await trial.until(
      () => read(name),
      (answer) => isOther(answer, before[others.indexOf(name) + 1]),
    );
    isWellFormedXml(other);
    if (other.succeeded) linksAlike([json, other].map((view) => ({ view, address })));
    const sameWords = (view: Answer): Answer => tellsLists(writesNoWord(view, json), json, item?.envelope ?? '');
    answers.push(other.succeeded ? sameWords(tellsAll(other, told, name)) : other);
  }
  return [...answers, ...(await chosenByAddress(trial, address, told))];
}

function isOther(now: Answer, before: Answer | undefined): boolean {
  return before === undefined || !saysTheSame(now, before);
}
