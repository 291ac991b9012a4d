import type { Answer } from '../../../core/answer.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Json, JsonObject } from '../../../core/target.ts';
import { type Created, create, samplePayload } from '../evidence.ts';
import { entryOf } from '../listed-changes.ts';
import { isNothing } from '../nothing.ts';
import { told } from '../operation/deal-state.ts';
import { resourceOf } from '../subjects.ts';
import { furtherMembers } from './further-members.ts';

type Shown = Readonly<Record<string, unknown>>;

/** A new record, and how it was read as JSON; `own` is what it shows. */
export interface ReadBack {
  readonly record: Created & { readonly address: string };
  readonly read: Answer;
  readonly own: Shown;
}

const LINES = 400;

/** Values that careless stores change, each with an ordinary one of its kind. */
export type Hard = Readonly<Record<string, readonly [hard: Json, ordinary: Json]>>;

/** Further parameters of these kinds. No service has members of these names. */
const HARD: Hard = {
  // No rounding to cents changes it.
  Fraction: [0.25, 7],
  Negative: [-3, 7],
  // More than 32 bits hold.
  Many: [4_294_967_297, 7],
  Digits: ['007', 'as agreed'],
  Exponent: ['1e3', 'as agreed'],
  Word: ['true', 'as agreed'],
  Opposite: ['false', 'as agreed'],
  Nothing: ['null', 'as agreed'],
  Unknown: ['undefined', 'as agreed'],
  Nought: ['0', 'as agreed'],
  Twelve: ['12', 'as agreed'],
  Decimal: ['12.50', 'as agreed'],
  Signed: ['+7', 'as agreed'],
  Hexadecimal: ['0x1F', 'as agreed'],
  NoNumber: ['NaN', 'as agreed'],
  Endless: ['Infinity', 'as agreed'],
  Yes: ['yes', 'as agreed'],
  Off: ['off', 'as agreed'],
  Quoted: ['"as agreed"', 'as agreed'],
  Urgent: [true, false],
  Long: [`${'Delivery as agreed. '.repeat(LINES)}The end`, 'as agreed'],
  Object: [
    { terms: { days: 30, partners: [{ name: 'Zoë', paid: true }, { name: "O'Brien & <Sons>" }] } },
    { first: 'one' },
  ],
};

/**
 * Texts of signs that writers of JSON have to escape, and of those that are the end of a line to readers of JavaScript (RFC 8259 7). Some
 * services let nobody send such.
 */
const SIGNS: Hard = {
  Escaped: ['as\tagreed: "twice" in C:\\new,\nand \\"once\\" in \\u0041', 'as agreed'],
  Separated: ['as \u2028agreed \u2029again', 'as agreed'],
};

const ALL: Hard = { ...HARD, ...SIGNS };

/** A deal with such further parameters (document 4.1); undefined where it is refused or not read as JSON. */
export async function hardRecord(trial: Trial): Promise<ReadBack | undefined> {
  return (await readBack(trial, membersOf(ALL))) ?? readBack(trial, membersOf(HARD));
}

/** A new deal with these further parameters, and how it is read. */
export async function readBack(trial: Trial, further: JsonObject): Promise<ReadBack | undefined> {
  const resource = resourceOf(trial);
  if (Object.keys(furtherMembers(resource)).length === 0 || resource.item === undefined) return undefined;
  const record = await create(trial, (unique) => ({ ...samplePayload(resource, unique), ...further }));
  const { answer, address } = record;
  if (!answer.succeeded || address === undefined) return undefined;
  const read = await trial.send({ method: 'GET', address });
  const own = at(isReadable(read).representation.value, resource.item.envelope);
  return read.status === 200 && isObject(own) ? { record: { ...record, address }, read, own } : undefined;
}

/** A member for each hard value, and one for each ordinary value. */
export function membersOf(values: Hard): JsonObject {
  return Object.fromEntries(
    Object.entries(values).flatMap(([kind, [hard, ordinary]]): [string, Json][] => [
      [`assayer${kind}`, hard],
      [`assayerPlain${kind}`, ordinary],
    ]),
  );
}

/**
 * Demands that a deal, and its entry in the collection, shows such further parameters as they were sent, as far as it shows the
 * ordinary ones of their kinds so. All of them may be refused or read over, and a store of texts alone shows every number as one.
 */
export async function keepsHardMembers(trial: Trial, kept: ReadBack | undefined): Promise<readonly Answer[]> {
  if (kept === undefined) return [];
  const { record, read, own } = kept;
  const wrong = wrongIn(sentOf(kept), own);
  if (wrong.length > 0) fail('the further parameters as they were sent', wrong.join(', '), record.answer, read);
  return [read, ...(await listsHardMembers(trial, kept))];
}

/** A list may leave members out, cut long texts short, and show of an object what it likes. */
async function listsHardMembers(trial: Trial, kept: ReadBack): Promise<readonly Answer[]> {
  const { record, read } = kept;
  const resource = resourceOf(trial);
  if (resource.list === undefined || resource.list.entries === 'ids') return [];
  const list = isReadable(await trial.send({ method: 'GET', address: resource.list.address }));
  const entry = entryOf(trial, record, list);
  if (entry === undefined) return [list];
  const brief = Object.entries(entry).filter(([member]) => !/^assayer(?:Long|Object)$/u.test(member));
  const wrong = wrongIn(sentOf(kept), Object.fromEntries(brief), 'shown');
  if (wrong.length > 0) fail('the further parameters in the list as they were sent', wrong.join(', '), read, list);
  return [list];
}

/** The members that are shown otherwise than they were sent, in words; with `shown`, of those alone that are there. */
export function wrongIn(values: Hard, own: Shown, only?: 'shown'): readonly string[] {
  return Object.entries(values).flatMap(([kind, [hard, ordinary]]) => {
    const [value, plain] = [own[`assayer${kind}`], own[`assayerPlain${kind}`]];
    if (!sameValue(ordinary, plain) || (only === 'shown' && isNothing(value))) return [];
    return isAsSent(value, hard, plain) ? [] : [`assayer${kind} ${brief(value)} for ${brief(hard)}`];
  });
}

/** Demands well-formed JSON of what says that it is JSON: what was stored is not to break what shows it. */
function isReadable(answer: Answer): Answer {
  const { syntax, problem } = answer.representation;
  return answer.owes(syntax !== 'json' || problem === undefined, 'well-formed JSON', problem ?? '');
}

/** Those of the hard values that the record was created with. */
function sentOf({ record }: ReadBack): Hard {
  return 'assayerSeparated' in record.payload ? ALL : HARD;
}

/**
 * A text as it is compared: the ends of lines are written in two ways, and the signs that JavaScript takes for such may be taken out, or
 * written as blanks.
 */
function compared(value: unknown, hard: Json): unknown {
  if (typeof value !== 'string' || typeof hard !== 'string') return value;
  if (!/[\u2028\u2029]/u.test(hard)) return value.replaceAll('\r\n', '\n');
  return value.replace(/[\s\u2028\u2029]+/gu, ' ');
}

/** The same value, a text letter for letter, and of the type that it was sent with where an ordinary one kept that. */
function isAsSent(shown: unknown, hard: Json, plain: unknown): boolean {
  const [value, due] = [compared(shown, hard), compared(hard, hard)];
  if (!sameValue(due, value)) return false;
  if (typeof plain !== typeof hard) return true;
  if (typeof hard === 'string') return typeof value === 'string' && value.trim() === due;
  return typeof value === typeof hard;
}

const BRIEF = 60;

function brief(value: unknown): string {
  const text = told(value);
  return text.length > BRIEF ? `${text.slice(0, BRIEF)}… (${text.length} characters)` : text;
}
