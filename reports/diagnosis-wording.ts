import type { Cause } from '../core/results/diagnosis.ts';
import type { Results } from '../core/results/results.ts';
import { plural } from './wording.ts';

/** Causes that a short report tells. */
const SHOWN = 3;
/** A cause that fits at least so well is called likely. */
const LIKELY = 0.7;
/** One that fits less well is not in a short report: it would send its reader the wrong way. */
const WORTH_TELLING = 0.4;

/** A cause in words. */
export interface ToldCause {
  readonly cause: Cause;
  /** `explains 1 of 3 failures, fits 96 %`. */
  readonly how: string;
}

/** What lies behind the failures, in words. */
export interface ToldDiagnosis {
  /** `Likely cause`, or that none is known. */
  readonly heading: string;
  readonly causes: readonly ToldCause[];
  /** What else could be behind them. */
  readonly others: readonly ToldCause[];
  /** What nothing explains, in a sentence. */
  readonly rest?: string;
  /** Whether nothing explains more than half of the failures. */
  readonly isMostlyUnknown: boolean;
}

/** The diagnosis of a run in words; undefined where it has none. */
export function toldDiagnosis({ diagnosis, results }: Results): ToldDiagnosis | undefined {
  if (diagnosis === undefined) return undefined;
  const { causes, others, unexplained } = diagnosis;
  const failures = results.filter(({ outcome }) => outcome === 'fail').length;
  const told = (cause: Cause): ToldCause => ({
    cause,
    how: howOf(cause, failures),
  });
  const rest = restOf(unexplained, causes.length === 0);
  const isMostlyUnknown = unexplained.length * 2 > failures;
  return {
    heading: headingOf(causes, isMostlyUnknown),
    causes: causes.map(told),
    others: others.slice(0, SHOWN - 1).map(told),
    ...(rest === undefined ? {} : { rest }),
    isMostlyUnknown,
  };
}

/** The diagnosis in few lines, for reports that are short: at most six. */
export function diagnosisLines(results: Results): readonly string[] {
  const told = toldDiagnosis(results);
  if (told === undefined) return [];
  const shown = told.causes.filter(({ cause }) => cause.weight >= WORTH_TELLING).slice(0, SHOWN);
  const left = told.causes.length - shown.length;
  const [next] = told.others;
  const rest = told.rest === undefined ? [] : [told.rest];
  return [
    ...(told.isMostlyUnknown ? rest : []),
    ...shown.flatMap(({ cause, how }, i) => [
      `${cause.sentence} (${how})`,
      ...(i === 0 && cause.remedy !== '' ? [`due: ${cause.remedy}`] : []),
    ]),
    ...(left === 0 ? [] : [leftOut(left, shown.length === 0)]),
    ...(shown.length !== 1 || next === undefined ? [] : [`or else: ${next.cause.sentence} (${next.how})`]),
    ...(told.isMostlyUnknown ? [] : rest),
  ];
}

function leftOut(count: number, isAll: boolean): string {
  if (!isAll) return `and ${plural(count, 'more cause')}`;
  return `${plural(count, 'known fault')} below ${percent(WORTH_TELLING)}: the HTML and JSON reports name what fits so little`;
}

function headingOf(causes: readonly Cause[], isMostlyUnknown: boolean): string {
  const [first, ...more] = causes;
  if (first === undefined) return 'Cause unknown';
  if (isMostlyUnknown) return 'Possible causes of some failures';
  const isLikely = first.weight >= LIKELY;
  if (more.length === 0) return isLikely ? 'Likely cause' : 'Possible cause';
  return isLikely ? 'Likely causes' : 'Possible causes';
}

function restOf(unexplained: readonly string[], isAll: boolean): string | undefined {
  const [first, ...more] = unexplained;
  if (first === undefined) return undefined;
  if (isAll) return 'No known fault shows in this way.';
  if (more.length === 0) return `No known fault explains the failure of ${first}.`;
  return `No known fault explains ${plural(unexplained.length, 'failure')}, the first: ${first}.`;
}

function howOf({ explains, weight, alike = [] }: Cause, failures: number): string {
  const others = alike.length === 0 ? '' : `, and so would ${plural(alike.length, 'other known fault')}`;
  return `explains ${explains.length} of ${plural(failures, 'failure')}, fits ${percent(weight)}${others}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
