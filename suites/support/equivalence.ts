import type { Answer } from '../../core/answer.ts';
import type { RepresentationName } from '../../core/claims.ts';
import { at } from '../../core/json-pointer.ts';
import { isObject } from '../../core/json-value.ts';
import { notExercised } from '../../core/outcome.ts';
import { fillUnique } from '../../core/placeholders.ts';
import { parseContentType } from '../../core/representation-text.ts';
import { sameValue } from '../../core/same-value.ts';
import { isRefusal } from '../../core/status-kinds.ts';
import type { JsonObject } from '../../core/target.ts';
import type { Trial } from '../../core/trial.ts';
import { withFormat, withSuffix } from './accept.ts';
import { changesOf } from './changes.ts';
import { addressed, type Created, create, created, createRequest, settles } from './evidence.ts';
import { listedAsRead } from './fresh-listed.ts';
import { isVolatile } from './payloads.ts';
import { readerOf } from './reader.ts';
import { linksAlike } from './self-links.ts';
import { resourceOf, whyNotCreatable } from './subjects.ts';
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

// Nested members may be told in another way; of flags see `flagsIn`.
function isTelling(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

/** Demands that a view tells all of it. Whether it is the view that was asked for is the matter of other rules. */
export function tellsAll(other: Answer, told: readonly Told[], name: RepresentationName): Answer {
  const { syntax, problem } = other.representation;
  if (syntax === name && name === 'html') inItsCharset(other);
  if (syntax !== name || problem !== undefined)
    notExercised(`what was asked for as ${name} cannot be read as it`, other);
  const { untold, isTwice } = readerOf(other);
  other.owes(!isTwice, 'one document', `two ${name} documents in one body`);
  const lost = untold(told);
  const listed = lost.map(([member, value]) => `${member} ${String(value)}`).join(', ');
  return other.owes(lost.length === 0, `the values of the JSON in the ${name}`, `no ${listed}`);
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

/** A record chosen by suffix and by parameter: it has to be the same record, as it is now. */
export async function chosenByAddress(
  trial: Trial,
  address: string,
  told: readonly Told[],
): Promise<readonly Answer[]> {
  const { representations, selectors } = resourceOf(trial);
  const ways = [
    ...(selectors.includes('suffix') ? [withSuffix] : []),
    ...(selectors.includes('format') ? [withFormat] : []),
  ];
  const answers: Answer[] = [];
  for (const way of ways) {
    for (const name of representations) {
      const request = { method: 'GET', address: way(address, name), headers: { accept: '*/*' } };
      // Whether it is chosen so is the matter of other rules.
      const isIt = ({ succeeded, representation: { syntax, problem } }: Answer): boolean =>
        succeeded && syntax === name && problem === undefined;
      const answer = await trial.until(
        () => trial.send(request),
        (view) => !isIt(view) || readerOf(view).untold(told).length === 0,
      );
      answers.push(isIt(answer) ? tellsAll(answer, told, name) : answer);
    }
  }
  return answers;
}

/** What writers forget to escape, or to write in the charset that they name. */
const TREACHEROUS = `{unique} <b> & "q" “é” ]]> ü€'s`;
const BEYOND = `${TREACHEROUS} 🚀`;

/**
 * A record of its own whose texts are hard to write, read in every representation, changed, and read again: what was kept from
 * before the change shows then. Nothing is said of targets that refuse such a text.
 */
export async function freshViews(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (whyNotCreatable(resource) !== undefined) return [];
  const make = (text: string): Promise<Created> =>
    create(trial, (unique) => fillUnique(treacherous(resource.create?.sample ?? {}, text), unique));
  const first = await make(BEYOND);
  // Some databases take no letters of four bytes.
  const record = isRefusal(first.answer) ? await make(TREACHEROUS) : first;
  if (!record.answer.succeeded || record.address === undefined) return [];
  const made = await createdAlike(trial, record);
  const { address } = addressed(record);
  const before = await views(trial, address, []);
  const [json] = before;
  const told = json?.succeeded === true ? toldBy(json, resource.item?.envelope ?? '') : [];
  const listed = await listedAsRead(trial, record, told);
  const [change] = changesOf(trial, resource, addressed(record));
  if (change === undefined || !(await change()).succeeded) return [...made, ...before, ...listed];
  return [...made, ...before, ...(await views(trial, address, before))];
}

/**
 * The same creation with Accept for each other representation. What the body of a 201 shows is left open (document 4.4-c3), but
 * where it names members of the record, it tells those that the JSON tells.
 */
async function createdAlike(trial: Trial, { answer: json, payload }: Created): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { create: creation, representations, selectors, mediaTypes } = resource;
  const shown = at(json.representation.value, creation?.envelope ?? '');
  if (!isObject(shown) || !selectors.includes('accept')) return [];
  const members = toldIn(payload).filter(([member, value]) => sameValue(shown[member], value));
  const answers: Answer[] = [];
  for (const name of representations.filter((other) => other !== 'json')) {
    const unique = trial.unique();
    const own = fillUnique(treacherous(creation?.sample ?? {}), unique);
    const request = createRequest(resource, own, unique);
    const answer = await trial.send({ ...request, headers: { ...request.headers, accept: mediaTypes[name] } });
    const record = created(trial, answer, own, unique);
    await settles(trial, record);
    const { syntax, problem } = answer.representation;
    if (!answer.succeeded || syntax !== name || problem !== undefined) continue;
    const told = toldIn(own).filter(([member]) => members.some(([other]) => other === member));
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
    );
  }
  return answers;
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
    (answer) => answer.text !== before[0]?.text,
  );
  if (!json.succeeded) return [json];
  const told = toldBy(json, item?.envelope ?? '');
  const others = representations.filter((name) => name !== 'json');
  const answers: Answer[] = [json];
  for (const name of others) {
    const other = await trial.until(
      () => read(name),
      (answer) => answer.text !== before[others.indexOf(name) + 1]?.text,
    );
    isWellFormedXml(other);
    if (other.succeeded) linksAlike([json, other].map((view) => ({ view, address })));
    answers.push(other.succeeded ? tellsAll(other, told, name) : other);
  }
  return [...answers, ...(await chosenByAddress(trial, address, told))];
}
