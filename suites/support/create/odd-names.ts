import type { Answer } from '../../../core/answer.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import { isNothing } from '../nothing.ts';
import { told } from '../operation/deal-state.ts';
import { resourceOf } from '../subjects.ts';
import { isWellFormedXml, tellsAll, toldBy } from '../view/equivalence.ts';
import { listedAsRead } from './fresh-listed.ts';
import { hardRecord, type ReadBack, readBack } from './hard-members.ts';
import { isLetterForLetter } from './letter-for-letter.ts';

/** What stands for markup where it is not escaped. */
const MARKUP = 'assayer <i> & "quoted"';

/** Names that are no names of XML elements, or of members in a language, with a text of its own for each. JSON has them all (RFC 8259 4). */
const NAMES: readonly string[] = [
  'assayer two words',
  '1st assayer',
  'assayer größe',
  MARKUP,
  'assayer-dash',
  'assayer/slash',
  'assayer:colon',
];

/** Names that careless readers take for a way into an object or a list. JSON has no such ways, and each is one name (RFC 8259 4). */
const PATHS: Readonly<Record<string, readonly [outer: string, inner: string]>> = {
  'assayer.dotted': ['assayer', 'dotted'],
  'assayerRow[0]': ['assayerRow', '0'],
  'assayerIn[part]': ['assayerIn', 'part'],
};

const PLAIN = 'assayerPlain';

/**
 * A deal with further parameters of such names (document 4.1), without those that look like ways where these are refused; undefined
 * where all are refused or not read as JSON.
 */
async function oddlyNamed(trial: Trial): Promise<ReadBack | undefined> {
  const plain = valuesOf(NAMES);
  return (await readBack(trial, valuesOf([...NAMES, ...Object.keys(PATHS)]))) ?? readBack(trial, plain);
}

function valuesOf(names: readonly string[]): JsonObject {
  const named = Object.fromEntries(names.map((name, i) => [name, `value of oddname ${i + 1}`]));
  return { ...named, [PLAIN]: 'as agreed' };
}

/**
 * Demands that a deal shows further parameters of odd names with the values that they were sent with, where it shows them, and those
 * that the answer of the creation told. A service may refuse such names, or read over them, but not take one name for two.
 */
export async function keepsOddNames(trial: Trial): Promise<readonly Answer[]> {
  const kept = await oddlyNamed(trial);
  if (kept === undefined) return [];
  const { record, read, own } = kept;
  if (!sameValue(own[PLAIN], record.payload[PLAIN])) return [read];
  const body = at(record.answer.representation.value, resourceOf(trial).create?.envelope ?? '');
  const wrong = Object.keys(record.payload).filter((name) => {
    if (!NAMES.includes(name) && !(name in PATHS)) return false;
    const wasTold = isObject(body) && sameValue(body[name], record.payload[name]);
    return isNothing(own[name]) ? wasTold : !sameValue(own[name], record.payload[name]);
  });
  if (wrong.length > 0) {
    const of = (shown: Readonly<Record<string, unknown>> | JsonObject): string =>
      wrong.map((name) => `${JSON.stringify(name)}: ${told(shown[name])}`).join(', ');
    fail(`${of(record.payload)}, as it was sent`, of(own), record.answer, read);
  }
  return [isOneName(kept)];
}

/** What was sent under one name is not shown inside of a member that nobody sent. */
function isOneName({ record, read, own }: ReadBack): Answer {
  const [apart] = Object.entries(PATHS).filter(([name, [outer, inner]]) => {
    const members: unknown = own[outer];
    const sent = record.payload[name];
    return sent !== undefined && typeof members === 'object' && sameValue(sent, Reflect.get(Object(members), inner));
  });
  const [name = '', [outer] = ['']] = apart ?? [];
  return read.owes(
    apart === undefined,
    `${name} under the name that was sent`,
    () => `${outer}: ${JSON.stringify(own[outer])}`,
  );
}

/**
 * Demands that the other representations of a deal with further parameters of odd names, and of one with hard values, tell them
 * as its JSON does (document 4.5-2), in the collection too. How they write a name is left open, but not what it does to the document.
 */
export async function oddNamesAlike(trial: Trial): Promise<readonly Answer[]> {
  const { representations, mediaTypes, item } = resourceOf(trial);
  const answers: Answer[] = [];
  const named = await oddlyNamed(trial);
  const hard = await hardRecord(trial);
  for (const kept of [named, hard]) {
    if (kept === undefined) continue;
    const { record, read } = kept;
    // What the sample holds is read by other rules.
    const values = toldBy(read, item?.envelope ?? '').filter(([member]) => /assayer/u.test(member));
    for (const name of representations.filter((other) => other !== 'json')) {
      const view = await trial.send({ method: 'GET', address: record.address, headers: { accept: mediaTypes[name] } });
      isWellFormedXml(view);
      // A page may show the beginning of a long text, and breaks lines in ways of its own.
      const isOnPages = (value: string): boolean => value.length < LONG && !/[\t\n\u2028\u2029]/u.test(value);
      const due = name === 'xml' ? values : values.filter(([, value]) => isOnPages(String(value)));
      if (view.status === 200 && view.representation.syntax === name)
        isLetterForLetter(escapesNames(tellsAll(view, due, name)), due);
      answers.push(view);
    }
  }
  for (const kept of [named, hard])
    if (kept !== undefined) answers.push(...(await listedAsRead(trial, kept.record, kept.read)));
  return answers;
}

const LONG = 200;

/** A name that stands in a page as it is, but is read as no text, is markup there. A script may hold anything. */
function escapesNames(page: Answer): Answer {
  const { text, strings } = page.representation;
  const isMarkup = text.includes(MARKUP) && !/<script/iu.test(text) && !strings.some((one) => one.includes(MARKUP));
  return page.owes(!isMarkup, `the name ${MARKUP} escaped`, 'it as markup');
}
