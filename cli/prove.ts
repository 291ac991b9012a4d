import type { Command } from 'commander';
import picomatch from 'picomatch';
import { holds, type Proof } from '../core/proof.ts';
import { UsageProblem } from '../judge/options.ts';
import { prove } from '../proof/prove-all.ts';
import { tasks } from '../proof/prove-task.ts';
import { proofMarkdown } from '../reports/proof-markdown.ts';
import { proofSvg } from '../reports/proof-svg.ts';
import { proofText } from '../reports/proof-text.ts';
import { RULES } from '../suites/index.ts';
import { prepareOutputs, writeWhole } from './outputs.ts';
import { STATUS } from './status.ts';
import { collect, parseCount, parseSeed } from './values.ts';

interface ProveFlags {
  readonly only?: readonly string[];
  readonly seed?: number;
  readonly jobs?: number;
  readonly combinations?: number;
  readonly reporter?: readonly string[];
  readonly quiet?: boolean;
}

/** Every report of a proof, by the name that `--reporter` takes. */
const PROOF_REPORTERS: ReadonlyMap<string, (proof: Proof) => string> = new Map([
  ['text', proofText],
  ['json', (proof) => `${JSON.stringify(proof, null, 2)}\n`],
  ['markdown', proofMarkdown],
  [
    'svg',
    (proof) =>
      proofSvg(
        proof,
        RULES.map(({ id }) => id),
      ),
  ],
] satisfies [string, (proof: Proof) => string][]);

/** `assayer prove`: the rules against deliberate faults, legal variations and servers that know nothing. */
export function addProve(program: Command, done: (status: number) => void): void {
  program
    .command('prove')
    .description('judge deliberate faults, legal variations and null servers: what the rules are worth')
    .option(
      '--only <pattern>',
      'only deviations, variations and null servers of this id or glob; may be repeated',
      collect,
    )
    .option('--seed <n>', 'decides what is made up (1)', parseSeed)
    .option('--jobs <n>', 'servers judged at the same time (one per core)', parseCount(1))
    .option('--combinations <n>', 'random combinations of legal variations (50)', parseCount(0))
    .option(
      '--reporter <name[=path]>',
      'text, json, markdown or svg; to stdout without a path; may be repeated',
      collect,
    )
    .option('--quiet', 'print nothing but the report')
    .addHelpText('after', '\nExit status: 0 when the proof holds, 1 when it does not, 2 when it could not be made.')
    .action(async (flags: ProveFlags) => {
      done(await proveAll(flags));
    });
}

async function proveAll({ only, seed, jobs, combinations, reporter = ['text'], quiet }: ProveFlags): Promise<number> {
  const outputs = reporter.map(parseReporter);
  await prepareOutputs(outputs);
  const wanted = only === undefined ? () => true : picomatch([...only]);
  if (tasks(wanted, combinations).length === 0) {
    throw new UsageProblem(
      `--only: no deviation, variation or null server is called ${only?.join(' or ') ?? ''}; assayer mock --deviations lists them`,
    );
  }
  const tell = process.stderr.isTTY && quiet !== true;
  const proof = await prove({
    wanted,
    ...(seed === undefined ? {} : { seed }),
    ...(jobs === undefined ? {} : { jobs }),
    ...(combinations === undefined ? {} : { combinations }),
    onTask: (finished, of) => void (tell && process.stderr.write(`\r${finished} of ${of} servers judged`)),
  });
  if (tell) process.stderr.write('\n');
  for (const { path, render } of outputs) {
    if (path === undefined) process.stdout.write(render(proof));
    else await writeWhole(path, render(proof));
  }
  return holds(proof) ? STATUS.kept : STATUS.broken;
}

function parseReporter(text: string): { readonly render: (proof: Proof) => string; readonly path?: string } {
  const [name = '', ...rest] = text.split('=');
  const render = PROOF_REPORTERS.get(name);
  if (render === undefined) {
    throw new UsageProblem(
      `--reporter: there is no report “${name}” of a proof; there are ${[...PROOF_REPORTERS.keys()].join(', ')}`,
    );
  }
  const path = rest.join('=');
  return path === '' ? { render } : { render, path };
}
