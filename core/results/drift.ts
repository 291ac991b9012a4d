import type { Outcome } from './outcome.ts';
import type { Result, Results } from './results.ts';

/** How a check ended on one side; `not there`: the side has no such subject. */
export type DriftOutcome = Outcome | 'not there';

/** One check that ends otherwise on the service than on the mock. */
export interface DriftRow {
  readonly rule: string;
  readonly subject: string;
  readonly level: Result['level'];
  readonly title: string;
  readonly mock: DriftOutcome;
  readonly service: DriftOutcome;
  /** Why, in the words of the side that did not pass. */
  readonly reason: string;
}

/** A service beside the mock, both judged by one target file. */
export interface Drift {
  readonly format: 'assayer-drift/1';
  readonly service: { readonly baseUrl: string; readonly claims: Results['target']['claims'] };
  /** How many checks were judged on both sides. */
  readonly compared: number;
  /** In the order of the catalogue. */
  readonly differences: readonly DriftRow[];
  /** Checks that could not be compared: one side gave no answer to go by. */
  readonly undecided: readonly DriftRow[];
  /** What was left out, in words. */
  readonly leftOut: readonly string[];
  /** Why nothing could be compared; absent: something could. */
  readonly problem?: string;
}

/** Compares how the mock and the service were judged, check by check. `isLeftOut` are subjects that the mock does not serve. */
export function driftBetween(
  mock: Results,
  service: Results,
  leftOut: readonly string[] = [],
  isLeftOut: (subject: string) => boolean = () => false,
): Drift {
  const [ofMock, ofService] = [byName(mock), byName(service)];
  const names = [...new Set([...ofService.keys(), ...ofMock.keys()])];
  const rows = names.flatMap((name): DriftRow[] => {
    const [here, there] = [ofMock.get(name), ofService.get(name)];
    const of = there ?? here;
    return of === undefined || isLeftOut(of.subject) ? [] : [rowOf(of, here, there)];
  });
  const undecided = rows.filter((row) => sides(row).some(isUndecided));
  const decided = rows.filter((row) => !undecided.includes(row));
  return {
    format: 'assayer-drift/1',
    service: { baseUrl: service.target.baseUrl, claims: service.target.claims },
    compared: decided.filter((row) => sides(row).every(isJudged)).length,
    // What neither side gave evidence of is no difference.
    differences: decided.filter((row) => row.mock !== row.service && sides(row).some(isJudged)),
    undecided,
    leftOut,
  };
}

function rowOf(of: Result, mock: Result | undefined, service: Result | undefined): DriftRow {
  const told = [service, mock].find((side) => side !== undefined && side.outcome !== 'pass');
  return {
    rule: of.rule,
    subject: of.subject,
    level: of.level,
    title: of.title,
    mock: mock?.outcome ?? 'not there',
    service: service?.outcome ?? 'not there',
    reason: told?.reason ?? '',
  };
}

function byName({ results }: Results): Map<string, Result> {
  return new Map(results.map((result) => [JSON.stringify([result.rule, result.subject]), result]));
}

function sides({ mock, service }: DriftRow): readonly DriftOutcome[] {
  return [mock, service];
}

function isUndecided(outcome: DriftOutcome): boolean {
  return outcome === 'inconclusive' || outcome === 'error';
}

function isJudged(outcome: DriftOutcome): boolean {
  return outcome === 'pass' || outcome === 'fail';
}
