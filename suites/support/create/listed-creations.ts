import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { type Created, create, entryId } from '../evidence.ts';
import { entriesOf } from '../query/queries.ts';
import { seenEachTime } from '../steady/seen-each-time.ts';
import { resourceOf } from '../subjects.ts';

/** How long another representation of the list may take to follow, where nobody said how long effects take. */
const PATIENCE_MS = 2000;

/**
 * Demands of the collection that each creation made one record (document 4.1: "the new resource"), and that its XML and HTML
 * show the new records that its JSON shows. Gives no witness where records are not listed, or the list does not show them.
 */
export async function listsEachOnce(trial: Trial, records: readonly Created[]): Promise<readonly Answer[]> {
  const { list, representations, selectors } = resourceOf(trial);
  if (list === undefined || list.entries === 'ids') return [];
  const json = await readList(trial, 'json');
  if (json.status !== 200) return [];
  // Somebody else may have copied one of them.
  const doubled = await seenEachTime(doubledIn(trial, json, records), async () => {
    const one = await create(trial);
    return doubledIn(trial, await readList(trial, 'json'), [one]);
  });
  if (doubled !== undefined) fail('one record of one creation', doubled.told, doubled.creation, doubled.list);
  const others = selectors.includes('accept') ? representations.filter((name) => name !== 'json') : [];
  const answers: Answer[] = [json];
  for (const name of others) answers.push(await showsThemToo(trial, json, records, name));
  return answers;
}

/** What a list shows of a creation that it shows several times. */
export interface Doubled {
  readonly told: string;
  readonly creation: Answer;
  readonly list: Answer;
}

/**
 * A creation of which a list shows several records: what else quotes it, as the row of a log, is none of them (RFC 9110 9.2.2: a server may
 * log each request separately).
 */
export function doubledIn(trial: Trial, list: Answer, records: readonly Created[]): Doubled | undefined {
  const resource = resourceOf(trial);
  for (const record of records) {
    const { unique, answer } = record;
    const entries = entriesWith(trial, list, unique);
    const own = entries.find((entry) => entryId(entry, resource) === record.id);
    const copies = entries.filter((entry) => entry === own || isCopy(entry, own, record));
    const ids = new Set(copies.flatMap((entry) => entryId(entry, resource) ?? []));
    const told = `${[...ids].join(' and ')} in the list, with ${unique} each`;
    if (ids.size > 1) return { told, creation: answer, list };
  }
  return undefined;
}

/** Whether an entry shows all that was sent as the entry of the record does, as far as that shows it. */
function isCopy(entry: unknown, own: unknown, { payload }: Created): boolean {
  if (!isObject(entry) || !isObject(own) || !isObject(payload)) return true;
  const shown = Object.keys(payload).filter((name) => sameValue(payload[name], own[name]));
  return shown.every((name) => sameValue(payload[name], entry[name]));
}

async function showsThemToo(
  trial: Trial,
  json: Answer,
  records: readonly Created[],
  name: RepresentationName,
): Promise<Answer> {
  const listed = records.filter(({ unique }) => entriesWith(trial, json, unique).length > 0);
  const lacking = (answer: Answer): readonly Created[] => listed.filter(({ unique }) => !shows(answer, unique));
  const read = (): Promise<Answer> => readList(trial, name);
  const other = await trial.until(read, (answer) => lacking(answer).length === 0, PATIENCE_MS);
  const { syntax, problem } = other.representation;
  // Whether it is what was asked for is the matter of other rules.
  if (other.status !== 200 || syntax !== name || problem !== undefined || isPartOfIt(other)) return other;
  const lost = lacking(other);
  // A list that shows nothing of its entries, such as a page of links, shows nothing of these either.
  if (lost.length === 0 || !marksOf(trial, json).some((mark) => shows(other, mark))) return other;
  // Somebody may have taken them away meanwhile.
  const after = await readList(trial, 'json');
  const still = lost.filter(({ unique }) => entriesWith(trial, after, unique).length > 0);
  if (still.length === 0) return other;
  const values = still.map(({ unique }) => unique).join(', ');
  fail(`the new records of the JSON list in the ${name}`, `none with ${values}`, json, other, after);
}

function readList(trial: Trial, name: RepresentationName): Promise<Answer> {
  const { list, mediaTypes } = resourceOf(trial);
  return trial.send({ method: 'GET', address: list?.address ?? '', headers: { accept: mediaTypes[name] } });
}

function entriesWith(trial: Trial, answer: Answer, unique: string): readonly unknown[] {
  return entriesOf(answer, resourceOf(trial)).filter((entry) => JSON.stringify(entry).includes(unique));
}

/** A text of each of the first entries by which it is known when it is seen elsewhere. */
function marksOf(trial: Trial, json: Answer): readonly string[] {
  return entriesOf(json, resourceOf(trial)).flatMap((entry) => {
    const texts = isObject(entry) ? Object.values(entry).filter((value) => typeof value === 'string') : [];
    return texts.filter((text) => text.length >= MARK && !/[/:]/u.test(text)).slice(0, 1);
  });
}

const MARK = 6;

function shows({ representation }: Answer, text: string): boolean {
  return representation.strings.some((other) => other.includes(text));
}

/** Pages for people come in parts, are filled in by scripts, and are kept by caches, each of which is their own business. */
export function isPartOfIt(answer: Answer): boolean {
  const isKept = /(?:max-age|s-maxage)=["']?0*[1-9]/u.test(answer.header('Cache-Control') ?? '');
  if (isKept || Number(answer.header('Age') ?? 0) > 0 || answer.header('Expires') !== undefined) return true;
  if (answer.header('Link') !== undefined || answer.header('Content-Range') !== undefined) return true;
  return /<script|<form|[?&;](?:page|offset|start|cursor|limit|after|skip|from|per_page|size)=|["' ](?:next|prev)\b/iu.test(
    answer.text,
  );
}
