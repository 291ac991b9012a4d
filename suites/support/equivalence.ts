import { encodeSegment } from '../../core/address.ts';
import type { Answer } from '../../core/answer.ts';
import type { RepresentationName } from '../../core/claims.ts';
import { at } from '../../core/json-pointer.ts';
import { isObject } from '../../core/json-value.ts';
import { notExercised } from '../../core/outcome.ts';
import { fillUnique } from '../../core/placeholders.ts';
import { sameValue } from '../../core/same-value.ts';
import type { JsonObject } from '../../core/target.ts';
import type { Trial } from '../../core/trial.ts';
import { withFormat, withSuffix } from './accept.ts';
import { changesOf } from './changes.ts';
import { addressed, create, entryId } from './evidence.ts';
import { isVolatile } from './payloads.ts';
import { entriesOf } from './queries.ts';
import { resourceOf, whyNotCreatable } from './subjects.ts';

/** A value of a JSON record and the member that holds it. */
export type Told = readonly [member: string, value: string | number];

/** What a JSON record tells that every other view of it has to tell too. */
export function toldBy(json: Answer, envelope: string): readonly Told[] {
  const record = at(json.representation.value, envelope);
  if (!isObject(record)) return [];
  return Object.entries(record).filter(
    (pair): pair is [string, string | number] => !isVolatile(pair[0]) && !isNotation(pair[0]) && isTelling(pair[1]),
  );
}

// `@type`, `_embedded`, `$schema`: about the notation, and no value of the record.
function isNotation(member: string): boolean {
  return /^[@_$]/u.test(member);
}

// Links, dates, booleans and nested members may be told in another way; ids, names and amounts may not.
function isTelling(value: unknown): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && value.trim() !== '' && !value.includes('/') && !/^\d{4}-\d\d-\d\d/u.test(value);
}

/** Demands that a view tells all of it. Whether it is the view that was asked for is the matter of other rules. */
export function tellsAll(other: Answer, told: readonly Told[], name: RepresentationName): Answer {
  const { strings, syntax, problem } = other.representation;
  if (syntax !== name || problem !== undefined)
    notExercised(`what was asked for as ${name} cannot be read as it`, other);
  const lost = untold(strings, told);
  const listed = lost.map(([member, value]) => `${member} ${String(value)}`).join(', ');
  return other.owes(lost.length === 0, `the values of the JSON in the ${name}`, `no ${listed}`);
}

function untold(strings: readonly string[], told: readonly Told[]): readonly Told[] {
  return told.filter(([, value]) => !strings.some((text) => tells(text, value)));
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
        (view) => !isIt(view) || untold(view.representation.strings, told).length === 0,
      );
      answers.push(isIt(answer) ? tellsAll(answer, told, name) : answer);
    }
  }
  return answers;
}

function tells(text: string, value: string | number): boolean {
  const fold = (t: string): string => t.replace(/\s+/gu, ' ').trim().normalize();
  const own = fold(text);
  // 1250 may stand on a page as 1,250.00.
  const ungrouped = own.replace(/(?<=\d)[ ,.’'](?=\d{3}(?!\d))/gu, '');
  return sameValue(own, value) || own.includes(fold(String(value))) || ungrouped.includes(String(value));
}

/** What writers forget to escape, or to write in the charset that they name. */
const TREACHEROUS = '{unique} <b> & “é” ü';

/**
 * A record of its own whose texts are hard to write, read in every representation, changed, and read again: what was kept from
 * before the change shows then. Nothing is said of targets that refuse such a text.
 */
export async function freshViews(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (whyNotCreatable(resource) !== undefined) return [];
  const record = await create(trial, (unique) => fillUnique(treacherous(resource.create?.sample ?? {}), unique));
  if (!record.answer.succeeded || record.address === undefined) return [];
  const { address } = addressed(record);
  const before = await views(trial, address, []);
  const [change] = changesOf(trial, resource, addressed(record));
  if (change === undefined || !(await change()).succeeded) return before;
  return [...before, ...(await views(trial, address, before))];
}

function treacherous(sample: JsonObject): JsonObject {
  const entries = Object.entries(sample).map(([member, value]): [string, typeof value] => [
    member,
    typeof value === 'string' ? value.replace('{unique}', TREACHEROUS) : value,
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
    answers.push(other.succeeded ? tellsAll(other, told, name) : other);
  }
  return [...answers, ...(await chosenByAddress(trial, address, told))];
}

/** The first entries of the collection, in JSON and in XML: each that JSON shows before and after has to be in the XML. */
export async function listedAlike(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  const { list, mediaTypes, representations } = resource;
  if (list === undefined || !representations.includes('xml')) return [];
  const read = (name: RepresentationName): Promise<Answer> =>
    trial.send({ method: 'GET', address: list.address, headers: { accept: mediaTypes[name] } });
  const ids = (answer: Answer): string[] =>
    entriesOf(answer, resource).flatMap((entry) => entryId(entry, resource) ?? []);
  const before = await read('json');
  const xml = await read('xml');
  const after = ids(await read('json'));
  if (xml.representation.syntax !== 'xml' || xml.representation.problem !== undefined) return [before, xml];
  const shown = xml.representation.strings;
  const lost = ids(before)
    .slice(0, 5)
    .filter((id) => after.includes(id) && !shown.some((text) => text === id || text.includes(`/${encodeSegment(id)}`)));
  return [before, xml.owes(lost.length === 0, 'the records of the JSON in the XML', `no ${lost.join(', ')}`)];
}
