import { nearest } from '../core/nearest.ts';
import { FAIL_ON, type FailOn } from '../judge/fail-on.ts';
import { UsageProblem } from '../judge/options.ts';

/** Reads the list of `--fail-on`. Throws a UsageProblem for a name that means nothing. */
export function parseFailOn(names: readonly string[]): FailOn[] {
  return names.map((name) => {
    const known = FAIL_ON.find((one) => one === name);
    if (known !== undefined) return known;
    const near = nearest(name, FAIL_ON);
    const hint = near === undefined ? `there is ${FAIL_ON.join(', ')}` : `did you mean ${near}?`;
    throw new UsageProblem(`--fail-on: “${name}” is nothing to fail on; ${hint}`);
  });
}
