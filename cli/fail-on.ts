import { CHANGES, type Change } from '../core/results/compare.ts';
import { FAIL_ON, type FailOn } from '../judge/fail-on.ts';
import { UsageProblem } from '../judge/options.ts';
import { hintAmong } from './hint.ts';

/** Reads the list of `--fail-on`: what the run left, and how it differs from its baseline. Throws a UsageProblem for a name that means nothing. */
export function parseFailOn(names: readonly string[]): (FailOn | Change)[] {
  const all = [...FAIL_ON, ...CHANGES];
  return names.map((name) => {
    const known = all.find((one) => one === name);
    if (known !== undefined) return known;
    throw new UsageProblem(`--fail-on: “${name}” is nothing to fail on; ${hintAmong(name, all)}`);
  });
}

/** Those that are about the run itself. */
export function failOnRun(names: readonly string[]): FailOn[] {
  return parseFailOn(names).flatMap((name) => FAIL_ON.find((one) => one === name) ?? []);
}

/** Those that are about differences to a baseline. */
export function failOnChanges(names: readonly string[]): Change[] {
  return parseFailOn(names).flatMap((name) => CHANGES.find((one) => one === name) ?? []);
}
