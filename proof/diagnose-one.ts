import { type Diagnosed, diagnose, showsAlike } from '../core/results/diagnose.ts';
import type { Dictionary, KnownFault } from '../core/results/known-faults.ts';
import { dictionary } from '../judge/dictionary.ts';
import type { Deviation } from './deviations/deviation.ts';
import { judgeWrapped, type Wrapped } from './judge-wrapped.ts';
import { deviationCalled } from './known-fault.ts';
import { deviated } from './prove.ts';

/** What a diagnosis made of it. */
export interface DiagnosisDone {
  readonly ids: readonly string[];
  /** Whether a rule failed at all: without that there is nothing to diagnose. */
  readonly failed: boolean;
  /** For each fault, its place among the causes that were named, from 0; -1 where it was not. */
  readonly places: readonly number[];
  /** Who was named first when nothing was known of the whole family: with confidence, and with no rule in common. */
  readonly wrongly?: string;
  /** Those that were named, best first. */
  readonly named: readonly string[];
}

/** From here on a cause is named with confidence; `reports/diagnosis-wording.ts` calls it likely. */
const CONFIDENT = 0.7;
/** Who is among so many that were named counts as named. */
export const FIRST = 3;

/** Judges the mock with one fault, or with two (`one + other`), and diagnoses what failed. */
export async function diagnoseOne(id: string, seed: number): Promise<DiagnosisDone> {
  const ids = id.split(' + ');
  const deviations = ids.map(deviationCalled);
  const run = await judgeWrapped(allAtOnce(deviations, seed));
  const known = dictionary();
  const named = namedIn(run, known);
  const wrongly = deviations.length === 1 ? wronglyNamed(run, deviations, known) : undefined;
  return {
    ids,
    failed: run.results.some(({ outcome }) => outcome === 'fail'),
    places: ids.map((id) => named.findIndex((other) => other === id || areAlike(known, id, other))),
    ...(wrongly === undefined ? {} : { wrongly }),
    named: named.slice(0, FIRST),
  };
}

/** The mock with several faults at once, the first one innermost. */
export function allAtOnce(deviations: readonly Deviation[], seed: number): Wrapped {
  const each = deviations.map((deviation) => deviated(deviation, seed));
  return {
    wrap: (fetch, mock) => each.reduce((inner, { wrap }) => wrap(inner, mock), fetch),
    options: Object.assign({}, ...each.map(({ options }) => options)),
    file: (whole) => each.reduce((file, one) => one.file(file), whole),
    how: Object.assign({}, ...each.map(({ how }) => how)),
  };
}

function namedIn(run: Diagnosed, known: Dictionary): readonly string[] {
  const { causes = [], others = [] } = diagnose(run, known) ?? {};
  return [...causes, ...others].map(({ id }) => id);
}

// A family are the faults whose first rule is the same.
function wronglyNamed(run: Diagnosed, [deviation]: readonly Deviation[], known: Dictionary): string | undefined {
  if (deviation === undefined) return undefined;
  const faults = known.faults.filter(({ breaks }) => breaks[0] !== deviation.breaks[0]);
  const [first] = diagnose(run, { ...known, faults })?.causes ?? [];
  if (first === undefined || first.weight < CONFIDENT) return undefined;
  const breaks = faultOf(known, first.id)?.breaks ?? [];
  return breaks.some((rule) => deviation.breaks.includes(rule)) ? undefined : first.id;
}

function areAlike(known: Dictionary, id: string, other: string): boolean {
  const [one, two] = [faultOf(known, id), faultOf(known, other)];
  return one !== undefined && two !== undefined && showsAlike(one, two);
}

function faultOf({ faults }: Dictionary, id: string): KnownFault | undefined {
  return faults.find((fault) => fault.id === id);
}
