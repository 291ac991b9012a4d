import { CHANGES, type Change } from '../core/results/compare.ts';
import { FAIL_ON, type FailOn } from '../judge/fail-on.ts';
import { UsageProblem } from '../judge/options.ts';
import { hintAmong } from './hint.ts';

/** Reads the list of `--fail-on`: what the run left, and how it differs from its baseline. Throws a UsageProblem for a name that means nothing. */
export function parseFailOn(names: readonly string[]): (FailOn | Change)[] {
  return names.map((name) => named(name, [...FAIL_ON, ...CHANGES]));
}

function named<Name extends string>(name: string, all: readonly Name[]): Name {
  const known = all.find((one) => one === name);
  if (known !== undefined) return known;
  throw new UsageProblem(`--fail-on: “${name}” is nothing to fail on; ${hintAmong(name, all)}`);
}

/** Those that are about the run itself. */
export function failOnRun(names: readonly string[]): FailOn[] {
  return parseFailOn(names).flatMap((name) => FAIL_ON.find((one) => one === name) ?? []);
}

/** The same where nothing is compared: what is about differences is refused as well. */
export function failOnRunAlone(names: readonly string[]): FailOn[] {
  const difference = CHANGES.find((change) => names.includes(change));
  if (difference !== undefined)
    throw new UsageProblem(
      `--fail-on ${difference} needs an earlier run to compare with: assayer compare base.json results.json --fail-on ${difference}`,
    );
  return names.map((name) => named(name, FAIL_ON));
}

/** Those that are about differences to a baseline. */
export function failOnChanges(names: readonly string[]): Change[] {
  return parseFailOn(names).flatMap((name) => CHANGES.find((one) => one === name) ?? []);
}
