import { FORMS } from '../../../core/claims.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Json, JsonObject } from '../../../core/target.ts';
import { LONGEST_TEXT, SHORTER_TEXT, withHardestValues } from '../payload/hard-values.ts';
import { resourceOf } from '../subjects.ts';
import { deceptiveText, hardAlone, type ParametersOf } from './hard-parameters.ts';
import { statesOf } from './operation-dues.ts';
import { makesCommand, otherParameters, sampleParameters, withTexts } from './operation-requests.ts';
import { type Asked, isFirst, rotated } from './operation-subjects.ts';

/** One more request for the operation: the values that it sends, and the representation that its client accepts. */
export interface Again {
  readonly parameters: ParametersOf;
  readonly accept?: string | undefined;
  /** What the client of a repeat accepts; undefined where it is not repeated. */
  readonly repeated?: string | undefined;
  /** Other values, for the same deal where the first ones are refused. */
  readonly otherwise?: Pick<Again, 'parameters' | 'otherwise' | 'isRead'> | undefined;
  /** Whether what the operation made (a record of form E, a command document) is read as well. */
  readonly isRead?: boolean;
}

/**
 * How often the operation is asked for again. The first one of a form several times: every third or fifth request may do nothing,
 * and texts may be empty, blank or beyond ASCII. A command is tried under many ids besides, each of which has to be carried out.
 */
export function againIn(trial: Trial, asked: Asked): readonly Again[] {
  const { representations, selectors, mediaTypes } = resourceOf(trial);
  const names = selectors.includes('accept') ? representations.filter((name) => name !== 'json') : [];
  const types = names.map((name) => mediaTypes[name]);
  const other = (unique: string): JsonObject => otherParameters(asked, unique);
  const sample = (unique: string): JsonObject => sampleParameters(asked, unique);
  const place = trial.target.operations.findIndex(({ name }) => name === asked.operation.name);
  const turn = place + FORMS.indexOf(asked.form);
  const text = (value: string): Again => ({
    parameters: (unique) => withTexts(asked, sample(unique), value),
    isRead: makesSomething(asked),
  });
  // Which limits there are is not shown (document 8): whoever refuses the longest text is asked with a shorter one.
  const long: Again = { ...text(LONGEST_TEXT), otherwise: text(SHORTER_TEXT) };
  if (!isFirst(trial) || makesCommand(asked)) {
    const usual = { accept: types[turn % types.length], repeated: types[(turn + 1) % types.length] };
    const texts = isFirst(trial) ? [text(asked.form === 'F' ? '' : BLANK), long] : [];
    return [{ ...oddOr(trial, asked, other), ...usual }, ...texts, ...hardOnItsOwn(trial, asked)];
  }
  return [
    { parameters: other, accept: types[0] },
    { parameters: sample, accept: types[1], repeated: types[0] },
    inTurn([
      (unique) => withHardestValues(asked.operation, sample(unique), Number),
      (unique) => withTexts(asked, sample(unique), 'Prüfung läuft, 契約 第三号 🚀 '),
    ]),
    text(''),
    long,
    ...(makesSomething(asked) ? [text(BLANK)] : []),
    inTurn([(unique) => withTexts(asked, other(unique), deceptiveText(trial)), other]),
    // A member that no operation has: it may be refused, or read over.
    ...(isInFirstForm(trial, asked)
      ? [{ parameters: (unique: string) => ({ ...other(unique), [FURTHER]: true }) }]
      : []),
  ];
}

const BLANK = '   ';
const FURTHER = 'assayerFurther';

// An earlier deal is looked at in one form of each operation, a later one in each form of the first operation.
export function isInFirstForm(trial: Trial, asked: Asked): boolean {
  return asked.form === trial.target.claims.operationForms[0];
}

/** Texts that careless readers take for none, or cut: each operation is asked for with one of them in each form. */
const ODD_TEXTS: readonly ((text: string) => string)[] = [
  () => '',
  (text) => `${text} `,
  () => BLANK,
  (text) => ` ${text}`,
];

/**
 * Other values with 0 for each number and false for each flag, which many a server takes for none, and with an odd text for each text; where that is refused, with 0
 * alone, and where that is refused too, the other values alone.
 */
function oddOr(
  trial: Trial,
  asked: Asked,
  other: Again['parameters'],
): Pick<Again, 'parameters' | 'otherwise' | 'isRead'> {
  const [odd = String] = rotated(trial, ODD_TEXTS, 1);
  const texts = new Set(asked.operation.parameters.filter(({ type }) => type === 'string').map(({ name }) => name));
  const numbers = asked.operation.parameters.filter(({ type }) => type === 'number');
  const flags = asked.operation.parameters.filter(({ type }) => type === 'boolean');
  const zeros = Object.fromEntries([
    ...numbers.map(({ name }): [string, Json] => [name, 0]),
    ...flags.map(({ name }): [string, Json] => [name, false]),
  ]);
  const zeroed = (unique: string): JsonObject => ({ ...other(unique), ...zeros });
  const all = (unique: string): JsonObject =>
    Object.fromEntries(
      Object.entries(zeroed(unique)).map(([name, value]) => [name, texts.has(name) ? odd(String(value)) : value]),
    );
  const plain = { parameters: other, isRead: false } as const;
  const hasZeros = numbers.length + flags.length > 0;
  const zero = !hasZeros ? plain : { parameters: zeroed, otherwise: plain };
  const isRead = makesSomething(asked);
  if (texts.size > 0) return { parameters: all, otherwise: zero, isRead };
  return hasZeros ? { ...zero, isRead } : { parameters: other };
}

/** Hard values on deals of their own, for an operation that sets a state: whether it may be asked for twice is not shown (document 3). */
function hardOnItsOwn(trial: Trial, asked: Asked): readonly Again[] {
  const { parameters, effect } = asked.operation;
  const isHard = parameters.some(({ type }) => type === 'string' || type === 'number');
  if (!isHard || statesOf(effect).length === 0) return [];
  const isRead = makesSomething(asked);
  return hardAlone(trial, asked).map((values) => ({ ...inTurn(values), isRead }));
}

/** One after the other, where those before are refused. */
function inTurn([parameters = () => ({}), ...others]: readonly ParametersOf[]): Pick<
  Again,
  'parameters' | 'otherwise'
> {
  return others.length === 0 ? { parameters } : { parameters, otherwise: inTurn(others) };
}

/** Whether it makes something that may be read: a record of form E, or a command document. */
function makesSomething(asked: Asked): boolean {
  return asked.spelling.method === 'POST' || makesCommand(asked);
}
