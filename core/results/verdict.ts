import type { Level } from '../rule.ts';
import type { Counts, Coverage, Result, Results } from './results.ts';

/** What the verdict asks of a run beside its results. */
export interface Gate {
  /** The level from which a failure counts; `must` unless asked for. */
  readonly level: 'must' | 'should';
  /** The least number of checks that must have passed or failed; 1 unless asked for. */
  readonly minExercised: number;
  /** The greatest number of applicable `must` checks that may be left unexercised; no limit unless asked for. */
  readonly maxNotExercised?: number;
  /** The least share of the applicable `must` checks that has to be exercised, from 0 to 1; no limit unless asked for. */
  readonly minCoverage?: number;
  readonly interrupted?: string;
  /** The results are one shard of a run: whether enough was exercised is decided where the shards are joined. */
  readonly isShard?: boolean;
}

const NONE: Counts = { pass: 0, fail: 0, 'not-exercised': 0, inconclusive: 0, error: 0, 'not-applicable': 0 };

/** Counts the outcomes of the results, of all levels or of one. */
export function countOutcomes(results: readonly Result[], level?: Level): Counts {
  const counts = { ...NONE };
  for (const result of results) if (level === undefined || result.level === level) counts[result.outcome] += 1;
  return counts;
}

/** Whether a failure of the result makes the target non-conformant at this level. */
export function binds(result: Pick<Result, 'level'>, level: Gate['level']): boolean {
  return result.level === 'must' || (level === 'should' && result.level === 'should');
}

/** Decides the verdict. A run that proved nothing, or could not finish what binds, is `not-judged` and says why. */
export function summarise(results: readonly Result[], gate: Gate): Results['summary'] {
  const must = countOutcomes(results, 'must');
  const should = countOutcomes(results, 'should');
  const coverage = coverageOf(must);
  const counted = { coverage, must, should, may: countOutcomes(results, 'may') };
  const binding = results.filter((result) => binds(result, gate.level));
  if (binding.some((r) => r.outcome === 'fail' && r.waiver === undefined))
    return { verdict: 'non-conformant', ...counted };
  const cause =
    whyNotJudged(results, binding, gate) ?? whyNothingSaid(results, binding, gate) ?? whyTooLittle(coverage, gate);
  if (cause !== undefined) return { verdict: 'not-judged', cause, ...counted };
  const unknown = binding.some((r) => r.outcome === 'not-exercised') || holdsNothing(binding, gate);
  return { verdict: unknown ? 'partly-judged' : 'conformant', ...counted };
}

// The others may hold something; this shard has nothing that could be called conformant.
function holdsNothing(binding: readonly Result[], { isShard }: Gate): boolean {
  return isShard === true && !binding.some((r) => r.outcome === 'pass');
}

/** How much of what applies was exercised, of the outcomes at one level. */
export function coverageOf(counts: Counts): Coverage {
  const exercised = counts.pass + counts.fail;
  const notExercised = counts['not-exercised'] + counts.inconclusive + counts.error;
  return { applicable: exercised + notExercised, exercised, notExercised };
}

function whyNotJudged(results: readonly Result[], binding: readonly Result[], gate: Gate): string | undefined {
  if (gate.interrupted !== undefined) return gate.interrupted;
  if (results.length === 0 && gate.isShard !== true) return 'no rule matched the selection';
  const broken = binding.find((r) => r.outcome === 'error');
  if (broken !== undefined) return `the checker itself failed in ${broken.rule} on ${broken.subject}: ${broken.reason}`;
  const away = binding.filter((r) => r.outcome === 'inconclusive');
  if (away[0] !== undefined) {
    const were = away.length === 1 ? '1 binding check was' : `${away.length} binding checks were`;
    return `${were} inconclusive, the first: ${away[0].reason}`;
  }
  return undefined;
}

function whyNothingSaid(results: readonly Result[], binding: readonly Result[], gate: Gate): string | undefined {
  if (gate.isShard === true) return undefined;
  const judged = results.filter((r) => r.outcome === 'pass' || r.outcome === 'fail').length;
  if (judged === 0) return `nothing was exercised: ${results[0]?.reason ?? ''}`;
  if (!binding.some((r) => r.outcome === 'pass') && binding.length > 0) {
    const isWaived = binding.some((r) => r.outcome === 'fail');
    return isWaived ? 'nothing holds: every failure is waived' : 'no binding rule was exercised';
  }
  if (judged < gate.minExercised) {
    return `${judged} ${judged === 1 ? 'check was' : 'checks were'} exercised, ${gate.minExercised} were asked for (--min-exercised)`;
  }
  return undefined;
}

function whyTooLittle({ applicable, exercised, notExercised }: Coverage, gate: Gate): string | undefined {
  const { maxNotExercised, minCoverage } = gate;
  if (maxNotExercised !== undefined && notExercised > maxNotExercised) {
    const were = notExercised === 1 ? 'was' : 'were';
    return `${notExercised} of ${applicable} applicable must checks ${were} not exercised, ${maxNotExercised} at most may be (--max-not-exercised)`;
  }
  if (minCoverage === undefined || (applicable > 0 && exercised / applicable >= minCoverage)) return undefined;
  if (applicable === 0) return 'no must check applies, so that none covers anything (--min-coverage)';
  return `${exercised} of ${applicable} applicable must checks were exercised, ${percent(exercised / applicable)}; ${percent(minCoverage)} were asked for (--min-coverage)`;
}

/** A share in percent, never rounded up: 99.96 % is not 100 %. */
function percent(share: number): string {
  // Floating point makes 0.29 * 1000 a little less than 290.
  return `${Math.floor(share * 1000 + 1e-9) / 10}%`;
}
