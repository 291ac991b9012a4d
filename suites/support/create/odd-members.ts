import type { Answer } from '../../../core/answer.ts';
import { isRefusal } from '../../../core/http/status-kinds.ts';
import { at } from '../../../core/representation/json-pointer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { sameValue } from '../../../core/representation/same-value.ts';
import { fail } from '../../../core/results/outcome.ts';
import { type Evidence, evidence } from '../../../core/run/shared-evidence.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Json, JsonObject } from '../../../core/target.ts';
import { shown } from '../descriptions.ts';
import { addressed, type Created, create, firstCreated, samplePayload } from '../evidence.ts';
import { isNothing } from '../nothing.ts';
import { told } from '../operation/deal-state.ts';
import { DECEPTIVE_TEXTS, HARDEST_TEXT } from '../payload/hard-values.ts';
import { isKept } from '../payload/kept-values.ts';
import { seenEachTime } from '../steady/seen-each-time.ts';
import { resourceName, resourceOf } from '../subjects.ts';
import { furtherMembers } from './further-members.ts';
import { type Pair, shownOtherwise } from './further-types.ts';

type Shown = Readonly<Record<string, unknown>>;

/** Values that careless code takes for none, each with an ordinary value of its kind. No service has members of these names. */
const ODD: Readonly<Record<string, readonly [odd: Json, ordinary: Json]>> = {
  Text: ['', 'As agreed'],
  Blank: ['  ', 'as Agreed'],
  Count: [0, 7],
  Flag: [false, true],
  Nothing: [null, 'something'],
  Row: [
    [0, 'Zoë'],
    [1, 'zoë'],
  ],
};

/** The same inside of lists and objects, texts that look like other values, and such as are easily changed on the way. */
const ODDER: typeof ODD = {
  Mixed: [
    [null, false, '', 0, 'Zoë'],
    [1, true, 'zoë'],
  ],
  Inner: [
    { nothing: null, blank: '', flag: false, count: 0, row: [], more: { nothing: null, name: 'Zoë' } },
    { name: 'Zoë', flag: true, more: { name: 'zoë' } },
  ],
  Price: [19.99, 20],
  Big: [2 ** 31 + 1, 21],
  Small: [-0.01, 22],
  Lines: [HARDEST_TEXT, 'as agreed before'],
  Single: [['only'], ['one', 'two']],
  Empty: [[], ['one', 'two']],
  ...Object.fromEntries(DECEPTIVE_TEXTS.map((text, i): [string, [Json, Json]] => [`Like${i}`, [text, `agreed ${i}`]])),
};

/** Members of unusual names: one that objects inherit, one beyond ASCII, one that is no word; and two that differ in case alone. */
const NAMED: readonly (readonly [name: string, value: string])[] = [
  ['toString', 'as text'],
  ['assayerÜnit', 'as unit'],
  ['assayer-other', 'as other'],
];
const CASES: typeof NAMED = [
  ['assayerCase', 'in lower case'],
  ['AssayerCase', 'in upper case'],
];

/**
 * Creates a deal with further parameters (document 4.1) that are empty, blank, 0, false and null, also inside of lists and objects, beside
 * ordinary ones, and with unusual names. All of them may be refused, or read over; what is empty, blank, false or null may be kept as none, and
 * 0 be left out. What is shown is what was sent.
 */
export async function storesOddMembers(trial: Trial): Promise<readonly Answer[]> {
  const resource = resourceOf(trial);
  if (Object.keys(furtherMembers(resource)).length === 0 || resource.item === undefined) return [];
  const make = (further: JsonObject): Promise<Created> =>
    create(trial, (unique) => ({ ...samplePayload(resource, unique), ...further }));
  const all = async (): Promise<Created> => {
    const record = await make({ ...odds({ ...ODD, ...ODDER }), ...Object.fromEntries([...NAMED, ...CASES]) });
    return isRefusal(record.answer) ? make(odds(ODD)) : record;
  };
  const first = await readOdds(trial, await all());
  // Another client may change a deal once.
  const wrong = await seenEachTime(first.wrong.length === 0 ? undefined : first, async () => {
    const again = await readOdds(trial, await all());
    return again.wrong.length === 0 ? undefined : again;
  });
  if (wrong !== undefined) fail('the further parameters as they were sent', wrong.wrong.join(', '), ...wrong.answers);
  return first.answers;
}

interface Read {
  readonly answers: readonly Answer[];
  readonly wrong: readonly string[];
}

async function readOdds(trial: Trial, { answer, address, payload }: Created): Promise<Read> {
  const resource = resourceOf(trial);
  if (!answer.succeeded || address === undefined) return { answers: [answer], wrong: [] };
  const read = await trial.send({ method: 'GET', address });
  const answers = [answer, read];
  const own = recordIn(read, resource.item?.envelope ?? '');
  if (own === undefined) return { answers, wrong: [] };
  const wrong = Object.entries({ ...ODD, ...ODDER }).flatMap(([kind, [odd, ordinary]]) => {
    const value = own[`assayer${kind}`];
    const isKind = `assayer${kind}` in payload && sameValue(ordinary, own[`assayerOrdinary${kind}`]);
    return !isKind || isKeptAs(value, odd) ? [] : [`assayer${kind} ${told(value)} for ${told(odd)}`];
  });
  return { answers, wrong: [...wrong, ...misnamed(payload, own), ...shownOtherwise(PAIRS, payload, own)] };
}

const PAIRS: readonly Pair[] = Object.entries({ ...ODD, ...ODDER }).map(([kind, [sent, ordinary]]) => ({
  name: `assayer${kind}`,
  sent,
  ordinary,
  beside: `assayerOrdinary${kind}`,
}));

/**
 * Where texts of unknown names are stored, none stands under another's. What has an unusual name may be read over, and who takes names without
 * case may keep one of two.
 */
function misnamed(sent: JsonObject, own: Shown): readonly string[] {
  if (own['assayerOrdinaryText'] !== ODD['Text']?.[1]) return [];
  const isOther = (name: string, value: string): boolean =>
    Object.hasOwn(sent, name) && Object.hasOwn(own, name) && !sameValue(value, own[name]);
  const other = NAMED.filter(([name, value]) => isOther(name, value));
  const mixed = CASES.filter(([name, value]) => isOther(name, value));
  const isOneKept = CASES.filter(([name]) => Object.hasOwn(own, name)).length === 1;
  return [...other, ...(isOneKept ? [] : mixed)].map(([name, value]) => `another ${name} than ${value}`);
}

function odds(all: typeof ODD): JsonObject {
  return Object.fromEntries(
    Object.entries(all).flatMap(([kind, [odd, ordinary]]): [string, Json][] => [
      [`assayer${kind}`, odd],
      [`assayerOrdinary${kind}`, ordinary],
    ]),
  );
}

function isKeptAs(value: unknown, sent: Json | undefined): boolean {
  if (isUnwritten(value, sent)) return true;
  if (Array.isArray(sent))
    return Array.isArray(value)
      ? value.length === sent.length && sent.every((one: Json, i) => isKeptAs(value[i], one))
      : sent.length === 0 && isNothing(value);
  if (isObject(sent)) return isObject(value) && Object.entries(sent).every(([name, one]) => isKeptAs(value[name], one));
  if (typeof sent === 'string' && sent !== '' && isKept(value, sent, undefined)) return true;
  if (typeof sent === 'string' && DECEPTIVE_TEXTS.includes(sent)) return false;
  const isNone = isNothing(sent) || (typeof sent === 'string' && sent.trim() === '');
  const isShownAsNone = isNothing(value) || (typeof value === 'string' && value.trim() === '');
  return (isNone && isShownAsNone) || sameValue(sent, value);
}

/** Some writers of JSON leave out a number that is 0, and read it so. */
function isUnwritten(value: unknown, sent: unknown): boolean {
  return sent === 0 && value === undefined;
}

/** The sample as it is read after its creation, shared; undefined where it is not read as JSON. */
const sampleShown: Evidence<Shown | undefined> = evidence(resourceName, async (shared) => {
  const { item } = resourceOf(shared);
  const { address } = await firstCreated(shared);
  if (item === undefined || address === undefined) return undefined;
  return recordIn(await shared.send({ method: 'GET', address }), item.envelope);
});

/**
 * Demands that a record has each member that a record of the sample shows as it was sent. A text that is blank may be kept as no value, and 0
 * may be left out.
 */
export async function losesNoMember(trial: Trial, payload: JsonObject, read: Answer): Promise<Answer> {
  const resource = resourceOf(trial);
  const own = recordIn(read, resource.item?.envelope ?? '');
  const first = await sampleShown(trial);
  if (own === undefined || first === undefined) return read;
  const { payload: sample } = addressed(await firstCreated(trial));
  const lost = Object.entries(shown(payload, resource)).filter(
    ([member, value]) =>
      !(isNothing(value) || (typeof value === 'string' && value.trim() === '')) &&
      isNothing(own[member]) &&
      !isUnwritten(own[member], value) &&
      !isNothing(first[member]) &&
      sameValue(sample[member], first[member]),
  );
  const due = lost.map(([member, value]) => `${member} ${told(value)}`).join(', ');
  return read.owes(lost.length === 0, `${due} as it was sent: records of the sample show such members`, `none of it`);
}

function recordIn(answer: Answer, envelope: string): Shown | undefined {
  const record = at(answer.representation.value, envelope);
  return answer.status === 200 && isObject(record) ? record : undefined;
}
