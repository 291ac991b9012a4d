import type { Command } from 'commander';
import { holds, type Proof } from '../core/results/proof.ts';
import { dictionary } from '../judge/dictionary.ts';
import { UsageProblem } from '../judge/options.ts';
import { openKept } from '../proof/kept.ts';
import { type ProveOptions, prove } from '../proof/prove-all.ts';
import { mutantMatcher } from '../proof/prove-mutants.ts';
import { tasks } from '../proof/prove-task.ts';
import { dictionaryText, learnAll } from '../proof/write-dictionary.ts';
import { proofMarkdown } from '../reports/proof-markdown.ts';
import { proofSvg } from '../reports/proof-svg.ts';
import { proofText } from '../reports/proof-text.ts';
import { RULES } from '../suites/index.ts';
import { type NamedFile, type NamedOutput, refuseOverwriting } from './files.ts';
import { prepareOutputs, writeWhole } from './outputs.ts';
import { STATUS } from './status.ts';
import { collect, parseCount, parseSeed } from './values.ts';

interface ProveFlags {
  readonly only?: readonly string[];
  readonly seed?: number;
  readonly jobs?: number;
  readonly combinations?: number;
  readonly mutants?: boolean;
  readonly all?: boolean;
  readonly rejudge?: boolean;
  readonly diagnosis?: boolean;
  readonly assurance?: boolean;
  readonly writeDictionary?: string;
  readonly keep?: string;
  readonly sample?: number;
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
    .option(
      '--only <pattern>',
      'only deviations, variations, null servers and mutants of this id or glob; may be repeated',
      collect,
    )
    .option('--mutants', 'judge the mutants that operators generate, in place of what a person wrote')
    .option('--all', 'judge what a person wrote and the mutants')
    .option('--rejudge', 'judge runs again from their transcripts, and compare, in place of what a person wrote')
    .option('--diagnosis', 'measure how often the fault that is there is named, in place of what a person wrote')
    .option('--assurance', 'measure how often it is predicted what a run catches, in place of what a person wrote')
    .option(
      '--write-dictionary <file>',
      'only write down how each deviation shows, for diagnoses; with --only, those, and what is known of the others',
    )
    .option(
      '--sample <n>',
      'only so many mutants, faults to be diagnosed (60), or faults under each setting (5), drawn by the seed',
      parseCount(1),
    )
    .option('--keep <file>', 'keep each result in this file, and go on from what is in it: a whole proof takes hours')
    .option('--seed <n>', 'decides what is made up and drawn (1)', parseSeed)
    .option('--jobs <n>', 'servers judged at the same time (one per core)', parseCount(1))
    .option('--combinations <n>', 'random combinations of legal variations (50)', parseCount(0))
    .option(
      '--reporter <name[=path]>',
      'text, json, markdown or svg; to stdout without a path; may be repeated',
      collect,
    )
    .option('--quiet', 'print nothing but the report')
    .addHelpText(
      'after',
      '\nExamples:\n  assayer prove --mutants --sample 300\n  assayer prove --rejudge --only "delete-*"\n  assayer prove --diagnosis --sample 100 --seed 7\n\nExit status: 0 when the proof holds, 1 when it does not, 2 when it could not be made. A mutant that survives is told and is no\nfailure.',
    )
    .action(async (flags: ProveFlags) => {
      done(await proveAll(flags));
    });
}

async function proveAll(flags: ProveFlags): Promise<number> {
  const { only, reporter = ['text'], quiet, writeDictionary } = flags;
  const outputs = reporter.map(parseReporter);
  refuseOverwriting([], [...outputs, ...filesWritten(flags)]);
  await prepareOutputs(outputs);
  const { mutants, all, diagnosis, assurance } = flags;
  if (flags.sample !== undefined && [mutants, all, diagnosis, assurance].every((asked) => asked !== true))
    throw new UsageProblem(
      '--sample: only mutants are drawn, and faults to be measured; give --mutants, --all, --diagnosis or --assurance beside it',
    );
  const wanted = only === undefined ? () => true : mutantMatcher(only);
  const how = optionsOf(flags);
  // Before the plain mock is judged, which takes longer than to count.
  if (how.written && tasks(wanted, flags.combinations).length === 0) throw nothingCalled(only);
  const keeping = flags.keep === undefined ? {} : { kept: openKept(flags.keep) };
  const tell = process.stderr.isTTY && quiet !== true;
  const onTask = (finished: number, of: number): void =>
    void (tell && process.stderr.write(`\r${finished} of ${of} servers judged`));
  if (writeDictionary !== undefined) {
    const before = only === undefined ? {} : { before: dictionary() };
    await writeWhole(
      writeDictionary,
      dictionaryText(await learnAll({ ...how, ...keeping, ...before, wanted, onTask })),
    );
    return STATUS.kept;
  }
  const proof = await prove({ ...how, ...keeping, wanted, onTask });
  if (tell) process.stderr.write('\n');
  if (isEmpty(proof)) throw nothingCalled(only);
  for (const { path, render } of outputs) {
    if (path === undefined) process.stdout.write(render(proof));
    else await writeWhole(path, render(proof));
  }
  return holds(proof) ? STATUS.kept : STATUS.broken;
}

function optionsOf({
  seed,
  jobs,
  combinations,
  sample,
  mutants,
  all,
  rejudge,
  diagnosis,
  assurance,
}: ProveFlags): ProveOptions & { readonly mutants: boolean; readonly written: boolean } {
  return {
    written: all === true || [mutants, rejudge, diagnosis, assurance].every((asked) => asked !== true),
    mutants: mutants === true || all === true,
    ...(rejudge === undefined ? {} : { rejudge }),
    ...(diagnosis === undefined ? {} : { diagnosis }),
    ...(assurance === undefined ? {} : { assurance }),
    ...(seed === undefined ? {} : { seed }),
    ...(jobs === undefined ? {} : { jobs }),
    ...(combinations === undefined ? {} : { combinations }),
    ...(sample === undefined ? {} : { sample }),
  };
}

/** What is written beside the reports. */
function filesWritten({ keep, writeDictionary }: ProveFlags): NamedFile[] {
  return [
    ...(keep === undefined ? [] : [{ as: '--keep', path: keep }]),
    ...(writeDictionary === undefined ? [] : [{ as: '--write-dictionary', path: writeDictionary }]),
  ];
}

function nothingCalled(only: readonly string[] = []): UsageProblem {
  return new UsageProblem(
    `--only: no deviation, variation, null server or mutant that was asked for is called ${only.join(' or ')}; ` +
      'assayer mock --deviations lists the deviations, and docs/proof.md shows how mutants are called',
  );
}

function isEmpty({ kills, calms, together, nothings, rejudge, diagnosis, assurance, generated = 0 }: Proof): boolean {
  const written = kills.length + calms.length + together.length + nothings.length;
  return written + generated + (rejudge?.runs ?? 0) + (diagnosis?.faults ?? 0) + (assurance?.faults ?? 0) === 0;
}

function parseReporter(text: string): NamedOutput & { readonly render: (proof: Proof) => string } {
  const [name = '', ...rest] = text.split('=');
  const render = PROOF_REPORTERS.get(name);
  if (render === undefined) {
    throw new UsageProblem(
      `--reporter: there is no report “${name}” of a proof; there are ${[...PROOF_REPORTERS.keys()].join(', ')}`,
    );
  }
  const path = rest.join('=');
  const as = `--reporter ${name}`;
  return path === '' ? { as, render } : { as, render, path };
}
