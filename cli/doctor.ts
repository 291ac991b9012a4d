import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { visible, withoutCommands } from '../core/redaction/visible.ts';
import { type Diagnosis, diagnose } from '../doctor/diagnose.ts';
import type { Weight } from '../doctor/finding.ts';
import { UsageProblem } from '../judge/options.ts';
import type { TargetFile } from '../target-file/file.ts';
import { loadTargetFile } from '../target-file/load.ts';
import { type AskingFlags, askingOptions, declareAsking } from './asking-flags.ts';
import { onInterrupt } from './interrupt.ts';
import { ledgerLines, ledgerPath } from './ledger-path.ts';
import { say } from './say.ts';
import { STATUS } from './status.ts';

interface DoctorFlags extends AskingFlags {
  readonly apiVersion?: string;
  readonly allowWrites?: boolean;
  readonly json?: boolean;
}

/** `assayer doctor [target]`: name what keeps a run from beginning, or from meaning what it says. */
export function addDoctor(program: Command, done: (status: number) => void): void {
  const command = program
    .command('doctor')
    .argument('[target]', 'a base address or a target file; assayer.config.{ts,js,json} is found without being named')
    .option('--api-version <segment>', 'what stands for {version} in addresses')
    .option('--allow-writes', 'create one record of each resource and delete it; otherwise nothing but GET is sent')
    .option('--json', 'print the findings as JSON');
  declareAsking(command)
    .addHelpText('after', `\n${EXAMPLES}`)
    .action(async (target: string | undefined, flags: DoctorFlags) => {
      done(await doctor(target, flags));
    });
}

const EXAMPLES = `Examples:
  assayer doctor http://localhost:3000                    a few dozen GETs
  assayer doctor assayer.config.ts --allow-writes         one record of each resource as well, which is deleted again
  assayer doctor https://api.example.com --ca ca.pem      with an authority of one's own

Exit status: 0 when check can go on, whatever warnings there are; 2 when it cannot.`;

async function doctor(target: string | undefined, flags: DoctorFlags): Promise<number> {
  const file = await fileOf(target, flags);
  const allowWrites = flags.allowWrites === true;
  if (allowWrites && file.writes === 'forbidden') {
    throw new UsageProblem(
      '--allow-writes: the target file says writes: "forbidden"; change it there if records may be created',
    );
  }
  const tell = (line: string): void => say(visible(line));
  const ledger = allowWrites ? await ledgerPath(undefined) : undefined;
  using interrupt = onInterrupt(tell, () => ledgerLines(ledger));
  const ledgers = ledger === undefined ? {} : { ledger };
  const signals = { signal: interrupt.signal, cleanUpSignal: interrupt.cleanUpSignal };
  const diagnosis = await diagnose(file, {
    ...askingOptions(flags),
    allowWrites,
    ...ledgers,
    ...signals,
    onNotice: tell,
  });
  ledgerLines(ledger).forEach(tell);
  process.stdout.write(
    flags.json === true ? `${JSON.stringify(diagnosis, null, 2)}\n` : withoutCommands(render(file, diagnosis)),
  );
  if (interrupt.signal.aborted) return STATUS.interrupted;
  return diagnosis.canGoOn ? STATUS.kept : STATUS.unjudged;
}

async function fileOf(target: string | undefined, { apiVersion }: DoctorFlags): Promise<TargetFile> {
  const isUrl = target !== undefined && /^https?:\/\//iu.test(target);
  if (target !== undefined && !isUrl && !existsSync(target)) {
    throw new UsageProblem(`doctor: ${target} is neither an address that begins with http:// or https:// nor a file`);
  }
  const found = await loadTargetFile(isUrl ? undefined : target, process.cwd());
  const version = apiVersion === undefined ? {} : { version: apiVersion };
  if (isUrl) return { ...found?.file, baseUrl: target, ...version };
  if (found !== undefined) return { ...found.file, ...version };
  throw new UsageProblem('doctor: give an address or a target file; there is no assayer.config file in this folder');
}

const SIGNS: Readonly<Record<Weight, string>> = { fine: '✓', note: '·', warning: '!', blocks: '✗' };

function render({ baseUrl = '' }: TargetFile, { findings, canGoOn, requests }: Diagnosis): string {
  const lines = findings.flatMap(({ subject, weight, told, remedy }) => [
    `${SIGNS[weight]} ${subject.padEnd(8)} ${told}`,
    ...(remedy === undefined ? [] : [`           → ${remedy}`]),
  ]);
  const warnings = findings.filter(({ weight }) => weight === 'warning').length;
  const verdict = canGoOn
    ? `check can go on${warnings === 0 ? '' : `, with ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`}`
    : 'check cannot go on: mend what is marked ✗ first';
  const sent = `${requests} ${requests === 1 ? 'request' : 'requests'}`;
  return `${[`${baseUrl} (${sent})`, ...lines, '', verdict].map(visible).join('\n')}\n`;
}
