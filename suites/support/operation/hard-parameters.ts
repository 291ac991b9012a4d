import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject } from '../../../core/target.ts';
import {
  DECEPTIVE_TEXTS,
  HARD_DAYS,
  HARD_NUMBERS,
  LONG_HARD_TEXT,
  LONGEST_TEXT,
  type NumberOf,
  SHORTER_TEXT,
  withDays,
  withHardestValues,
  withHardNumbers,
  withHardValues,
} from '../payload/hard-values.ts';
import { sampleParameters, withTexts } from './operation-requests.ts';
import { type Asked, formsOf, rotated } from './operation-subjects.ts';

/** The parameters of a request, for a deal that has this fresh value. */
export type ParametersOf = (unique: string) => JsonObject;

/** Where an operation is served in so few forms, one form has to show what is spread over the forms elsewhere. */
const FEW_FORMS = 2;

/**
 * Values that are easily changed on the way, each with those to send where they are refused: another kind of number for each operation and
 * form, another day for each date, and texts that are hard to write; for every second one then texts that look like something else, with the
 * next kind of number.
 */
export function hardValues(trial: Trial, asked: Asked): readonly (readonly ParametersOf[])[] {
  const { operation } = asked;
  const [numberOf, next] = kindsOfNumbers(trial);
  const sample: ParametersOf = (unique) => sampleParameters(asked, unique);
  const hardest: ParametersOf = (unique) => withHardestValues(operation, sample(unique), numberOf);
  const hard: ParametersOf = (unique) => withHardValues(operation, sample(unique), numberOf);
  const withNext: ParametersOf = (unique) => withHardestValues(operation, sample(unique), next);
  const inTexts: ParametersOf = (unique) => withHardestValues(operation, sample(unique), Number);
  const [day = ''] = rotated(trial, HARD_DAYS, 1);
  const dated: ParametersOf = (unique) => withDays(operation, hardest(unique), day);
  const hasDate = operation.parameters.some(({ type }) => type === 'date');
  const whole = [...(hasDate ? [dated] : []), hardest, hard, ...(hasNumber(asked) ? [withNext] : []), inTexts];
  return hasFewForms(trial, asked) || turns(trial, [false, true])
    ? [whole, withNumbers(asked, [deceptiveText(trial)], next)]
    : [whole];
}

/** A text as long as may be, in the first form, and in every second other; where that is refused, one of several hundred characters. */
export function longValues(trial: Trial, asked: Asked): readonly (readonly ParametersOf[])[] {
  const hasText = asked.operation.parameters.some(({ type }) => type === 'string');
  const isInFirst = asked.form === trial.target.claims.operationForms[0];
  const isTried = isInFirst || hasFewForms(trial, asked) || turns(trial, [true, false]);
  const [, , third] = kindsOfNumbers(trial);
  return hasText && isTried ? [withNumbers(asked, [LONGEST_TEXT, SHORTER_TEXT], third)] : [];
}

/**
 * The sample with kinds of numbers that the other values of this operation and form do not have: one of them, or all where no other form
 * shows them. What is refused says nothing, and the sample comes in its place.
 */
export function otherNumbers(trial: Trial, asked: Asked): readonly (readonly ParametersOf[])[] {
  const sample: ParametersOf = (unique) => sampleParameters(asked, unique);
  if (!hasNumber(asked)) return [[sample]];
  const [, ...others] = kindsOfNumbers(trial);
  return others
    .slice(0, hasFewForms(trial, asked) ? others.length : 1)
    .map((numberOf) => [(unique) => withHardNumbers(asked.operation, sample(unique), numberOf), sample]);
}

/**
 * Values for deals of their own, of an operation that may not be asked for twice: the last of the hard ones, longer than many columns are
 * where they are no texts of another kind; where no other form shows them, each of them, and the long one.
 */
export function hardAlone(trial: Trial, asked: Asked): readonly (readonly ParametersOf[])[] {
  const [whole = [], ...others] = hardValues(trial, asked);
  const [first] = whole;
  const hasText = asked.operation.parameters.some(({ type }) => type === 'string');
  const longer: readonly ParametersOf[] =
    first !== undefined && hasText ? [(unique) => withTexts(asked, first(unique), LONG_HARD_TEXT)] : [];
  const all = [[...longer, ...whole], ...others, ...longValues(trial, asked)];
  return hasFewForms(trial, asked) ? all : [others.at(-1) ?? all[0] ?? []];
}

/** These texts with a kind of number, and then without it, where that is refused; each text where the one before is refused. */
function withNumbers(asked: Asked, texts: readonly string[], numberOf: NumberOf): readonly ParametersOf[] {
  return texts.flatMap((text): readonly ParametersOf[] => {
    const plain: ParametersOf = (unique) => withTexts(asked, sampleParameters(asked, unique), text);
    const numbered: ParametersOf = (unique) => withHardNumbers(asked.operation, plain(unique), numberOf);
    return hasNumber(asked) ? [numbered, plain] : [plain];
  });
}

/** The kinds of hard numbers, beginning with another one for each operation and form. */
function kindsOfNumbers(trial: Trial): readonly [NumberOf, NumberOf, NumberOf, ...NumberOf[]] {
  const [first = Number] = rotated(trial, HARD_NUMBERS, 1);
  const place = HARD_NUMBERS.indexOf(first);
  const [a = Number, b = Number, c = Number, ...rest] = [...HARD_NUMBERS.slice(place), ...HARD_NUMBERS.slice(0, place)];
  return [a, b, c, ...rest];
}

function hasNumber({ operation }: Asked): boolean {
  return operation.parameters.some(({ type, sample }) => type === 'number' && typeof sample === 'number');
}

/** Whether the operation is served in few forms alone. */
export function hasFewForms({ target }: Trial, { operation }: Asked): boolean {
  return formsOf(target, operation).length <= FEW_FORMS;
}

function turns(trial: Trial, times: readonly [boolean, boolean]): boolean {
  return rotated(trial, times, 1)[0] === true;
}

/** A text that looks like something else, another one for each operation and form. */
export function deceptiveText(trial: Trial): string {
  return rotated(trial, DECEPTIVE_TEXTS, 1)[0] ?? '';
}
