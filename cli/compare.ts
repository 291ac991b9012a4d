import type { Command } from 'commander';
import { withoutCommands } from '../core/redaction/visible.ts';
import { CHANGES, type Change, compareResults } from '../core/results/compare.ts';
import { loadResults } from '../judge/load-results.ts';
import { UsageProblem } from '../judge/options.ts';
import { COMPARISON_REPORTERS, comparisonText } from '../reports/comparison.ts';
import { refuseOverwriting } from './files.ts';
import { hintAmong } from './hint.ts';
import { beginOutputs, outputsAmong, writeWhole } from './outputs.ts';
import { STATUS } from './status.ts';
import { collect, collectList } from './values.ts';

interface CompareFlags {
  readonly reporter?: readonly string[];
  readonly failOn?: readonly string[];
}

/** `assayer compare base.json head.json`: what differs between two saved runs. */
export function addCompare(program: Command, done: (status: number) => void): void {
  program
    .command('compare')
    .argument('<base>', 'the results of the earlier run, as check --reporter json=… wrote them')
    .argument('<head>', 'the results of the later run')
    .option('--fail-on <change,…>', `exit with 1 on any of ${CHANGES.join(', ')}`, collectList)
    .option('--reporter <name[=path]>', 'text, markdown or json; to stdout without a path; may be repeated', collect)
    .addHelpText('after', '\nExample: assayer compare base.json head.json --fail-on regressed,lost')
    .action(async (base: string, head: string, flags: CompareFlags) => {
      const failOn = (flags.failOn ?? []).map(changeNamed);
      const outputs = outputsAmong(COMPARISON_REPORTERS, flags.reporter);
      const read = [
        { as: 'the earlier run', path: base },
        { as: 'the later run', path: head },
      ];
      refuseOverwriting(read, outputs);
      await beginOutputs(outputs);
      const comparison = compareResults(await loadResults(base), await loadResults(head));
      for (const { path, render } of outputs) if (path !== undefined) await writeWhole(path, render(comparison));
      const toStdout = outputs.filter(({ path }) => path === undefined);
      if (outputs.length === 0) process.stdout.write(withoutCommands(comparisonText(comparison)));
      for (const { render } of toStdout) process.stdout.write(render(comparison));
      const isMet = comparison.differences.some(({ change }) => failOn.includes(change));
      // Who fails on a difference asks for two runs that can be compared.
      const isUnjudged = [comparison.base, comparison.head].some(({ notJudged }) => notJudged !== undefined);
      if (isMet) done(STATUS.broken);
      else done(isUnjudged && failOn.length > 0 ? STATUS.unjudged : STATUS.kept);
    });
}

function changeNamed(name: string): Change {
  const known = CHANGES.find((change) => change === name);
  if (known !== undefined) return known;
  throw new UsageProblem(`--fail-on: “${name}” is no kind of difference; ${hintAmong(name, CHANGES)}`);
}
