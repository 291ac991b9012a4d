import type { Command } from 'commander';
import { withoutCommands } from '../core/redaction/visible.ts';
import type { Drift } from '../core/results/drift.ts';
import { drift } from '../judge/drift.ts';
import { UsageProblem } from '../judge/options.ts';
import { DRIFT_REPORTERS, driftText } from '../reports/drift.ts';
import { declareAsking } from './asking-flags.ts';
import type { CheckFlags } from './check-flags.ts';
import { declareSome } from './check-options.ts';
import { onInterrupt } from './interrupt.ts';
import { judgeOptions } from './judge-options.ts';
import { ledgerLines } from './ledger-path.ts';
import { outputsAmong, writeWhole } from './outputs.ts';
import { say } from './say.ts';
import { STATUS } from './status.ts';
import { collect } from './values.ts';

/** `assayer drift <url>`: a service and the mock, judged by one target file. */
export function addDrift(program: Command, done: (status: number) => void): void {
  const command = program
    .command('drift')
    .argument('[url]', 'the base address of the service, over that of the target file');
  declareSome(command, OPTIONS).option(
    '--reporter <name[=path]>',
    'text, markdown or json; to stdout without a path; may be repeated',
    collect,
  );
  declareAsking(command)
    .addHelpText('after', `\n${HELP}`)
    .action(async (url: string | undefined, flags: Omit<CheckFlags, 'color'>) => done(await runDrift(url, flags)));
}

/** Those of check that a comparison has too. */
const OPTIONS = [
  ...(['target', 'noTarget', 'claim', 'rule', 'skip', 'readOnly', 'allowWrites', 'ledger', 'noLedger'] as const),
  ...(['wait', 'maxTime', 'settle', 'runs', 'seed'] as const),
];

const HELP = `Examples:
  assayer drift https://api.example.com --read-only
  assayer drift http://127.0.0.1:3000 --target assayer.config.json --reporter markdown=drift.md

Exit status: 0 when the service is as the mock is, 1 when they differ, 2 when they could not be compared, 130 when interrupted.`;

async function runDrift(url: string | undefined, flags: Omit<CheckFlags, 'color'>): Promise<number> {
  const tell = say;
  const outputs = outputsAmong(DRIFT_REPORTERS, flags.reporter);
  const options = await judgeOptions(url, flags, outputs, tell);
  if (options.baseUrl === undefined && options.target?.baseUrl === undefined)
    throw new UsageProblem('drift: give the address of the service, or a target file with a baseUrl');
  using interrupt = onInterrupt(tell, () => ledgerLines(options.ledger));
  const { signal, cleanUpSignal } = interrupt;
  const found = await drift({ ...options, onNotice: tell, signal, cleanUpSignal });
  for (const { path, render } of outputs) if (path !== undefined) await writeWhole(path, render(found));
  const shown = outputs.filter(({ path }) => path === undefined);
  if (shown.length === 0) process.stdout.write(withoutCommands(driftText(found)));
  for (const { render } of shown) process.stdout.write(render(found));
  ledgerLines(options.ledger).forEach(tell);
  return signal.aborted ? STATUS.interrupted : statusOfDrift(found);
}

// Where nothing differs and not everything could be compared, nobody knows that they are alike.
function statusOfDrift({ differences, undecided, compared, problem }: Drift): number {
  if (problem === undefined && differences.length > 0) return STATUS.broken;
  return problem !== undefined || compared === 0 || undecided.length > 0 ? STATUS.unjudged : STATUS.kept;
}
