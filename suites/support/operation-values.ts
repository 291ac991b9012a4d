import { FORMS } from '../../core/claims.ts';
import type { Json, JsonObject } from '../../core/target.ts';
import type { Trial } from '../../core/trial.ts';
import { makesCommand, otherParameters, sampleParameters, withTexts } from './operation-requests.ts';
import { type Asked, isFirst } from './operation-subjects.ts';
import { resourceOf } from './subjects.ts';

/** One more request for the operation: the values that it sends, and the representation that its client accepts. */
export interface Again {
  readonly parameters: (unique: string) => JsonObject;
  readonly accept?: string | undefined;
  /** What the client of a repeat accepts; undefined where it is not repeated. */
  readonly repeated?: string | undefined;
  /** Other values, for the same deal where the first ones are refused. */
  readonly otherwise?: { readonly parameters: Again['parameters']; readonly isRead?: false } | undefined;
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
  if (!isFirst(trial) || makesCommand(asked)) {
    const usual = { accept: types[turn % types.length], repeated: types[(turn + 1) % types.length] };
    const blank = isFirst(trial) ? [text(asked.form === 'F' ? '' : BLANK)] : [];
    return [{ ...zeroOr(asked, other), ...usual }, ...blank];
  }
  return [
    { parameters: other, accept: types[0] },
    { parameters: sample, accept: types[1], repeated: types[0] },
    { parameters: (unique) => withTexts(asked, sample(unique), 'Prüfung läuft, 契約 第三号 🚀') },
    text(''),
    ...(makesSomething(asked) ? [text(BLANK)] : []),
    { parameters: other },
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

/** Other values with 0 for each number, which many a server takes for none; where that is refused, the other values alone. */
function zeroOr(asked: Asked, other: Again['parameters']): Pick<Again, 'parameters' | 'otherwise' | 'isRead'> {
  const numbers = asked.operation.parameters.filter(({ type }) => type === 'number');
  if (numbers.length === 0) return { parameters: other };
  const zeros = Object.fromEntries(numbers.map(({ name }): [string, Json] => [name, 0]));
  return {
    parameters: (unique) => ({ ...other(unique), ...zeros }),
    otherwise: { parameters: other, isRead: false },
    isRead: makesSomething(asked),
  };
}

/** Whether it makes something that may be read: a record of form E, or a command document. */
function makesSomething(asked: Asked): boolean {
  return asked.spelling.method === 'POST' || makesCommand(asked);
}
