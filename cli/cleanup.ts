import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { whatWasTried } from '../core/cleanup/deletion.ts';
import { messageOf } from '../core/message-of.ts';
import { visible } from '../core/redaction/visible.ts';
import { type CleanedUp, type CleanUpLedgerOptions, cleanUpByLedger } from '../judge/clean-up.ts';
import { removeLedger } from '../judge/ledger.ts';
import type { LedgerContent } from '../judge/ledger-lines.ts';
import { isRunning } from '../judge/ledger-owner.ts';
import { UsageProblem } from '../judge/options.ts';
import { OWN_FOLDER } from '../judge/own-folder.ts';
import { parseLedger } from '../judge/parse-ledger.ts';
import { loadTargetFile } from '../target-file/load.ts';
import { type AskingFlags, askingOptions, declareAsking } from './asking-flags.ts';
import { declareSome } from './check-options.ts';
import { say } from './say.ts';
import { STATUS } from './status.ts';

interface CleanupFlags extends AskingFlags {
  /** False with --no-target. */
  readonly target?: string | false;
}

type Tell = (line: string) => void;

/** `assayer cleanup [ledger]`: delete what a run left behind. */
export function addCleanup(program: Command, done: (status: number) => void): void {
  const command = program
    .command('cleanup')
    .argument('[ledger]', `the file of the run; without it, every one in ${OWN_FOLDER}/ whose run has ended`);
  declareAsking(declareSome(command, ['target', 'noTarget']))
    .addHelpText(
      'after',
      '\nExample: assayer cleanup .assayer/ledger-20261122T103000Z-4711.jsonl\n\nExit status: 0 when nothing stays, 2 when something does, or a ledger cannot be used.',
    )
    .action(async (ledger: string | undefined, flags: CleanupFlags) => {
      done(await cleanUpAll(ledger, flags));
    });
}

async function cleanUpAll(asked: string | undefined, flags: CleanupFlags): Promise<number> {
  const tell: Tell = (line) => void process.stdout.write(`${visible(line)}\n`);
  const paths = asked === undefined ? await ledgersHere() : [asked];
  if (paths.length === 0) {
    tell(`nothing to clean up: there is no ledger in ${OWN_FOLDER}/`);
    return STATUS.kept;
  }
  const options = await optionsOf(flags);
  let status: number = STATUS.kept;
  for (const path of paths) {
    const isClean = await cleanUpOne(path, asked !== undefined, options, tell).catch((cause: unknown) => {
      if (!(cause instanceof UsageProblem)) throw cause;
      say(visible(`error: ${path}: ${cause.message}`));
      return false;
    });
    if (!isClean) status = STATUS.unjudged;
  }
  return status;
}

async function cleanUpOne(path: string, isNamed: boolean, options: CleanUpLedgerOptions, tell: Tell): Promise<boolean> {
  const ledger = await readLedger(path);
  const { head } = ledger;
  if (isRunning(head)) {
    if (!isNamed) {
      tell(`${path}: left alone, since its run may still be on (process ${head.pid})`);
      return true;
    }
    say(`${visible(path)}: process ${head.pid} is there; if it is that run, it loses its records`);
  }
  const { cleaned, notes } = await cleanUpByLedger(ledger, options);
  const of = (end: CleanedUp['end']): readonly CleanedUp[] => cleaned.filter((one) => one.end === end);
  const [stays, unseen] = [of('stays'), of('unseen')];
  const not = unseen.length === 0 ? '' : `${unseen.length} answered as deleted and not seen to be gone, `;
  tell(
    `${path} (${head.baseUrl}): ${of('deleted').length} deleted, ${not}${of('gone').length} gone already, ${stays.length} stay`,
  );
  for (const { address } of of('deleted')) tell(`  deleted  ${address}`);
  for (const { address, tried, answered } of unseen)
    tell(`  unseen   ${address}  ${whatWasTried({ tried, answered })}, and it could not be looked at`);
  for (const [line, alike] of grouped(stays)) {
    tell(`  stays    ${line}${alike.length === 1 ? '' : ` (${alike.length} times)`}`);
    const [{ curl } = {}] = alike;
    if (curl !== undefined) tell(`           ${curl}`);
  }
  for (const note of notes) tell(`  note: ${note}`);
  if (ledger.spoiltLines.length > 0) {
    tell(`  ${linesOf(ledger.spoiltLines)} of ${path} cannot be read: what was told there alone was not cleaned up`);
    tell(`  ${path} is kept: remove it yourself once nothing of the run is left`);
    return false;
  }
  if (stays.length === 0) removeLedger(path);
  else tell(`  ${path} is kept: cleanup removes it once these are gone; remove it yourself where they are to stay`);
  return stays.length === 0;
}

function linesOf(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? 'line' : 'lines'} ${numbers.join(', ')}`;
}

/** By what is told of them: of creations that named no address, many read alike. */
function grouped(stays: readonly CleanedUp[]): ReadonlyMap<string, readonly CleanedUp[]> {
  const groups = new Map<string, CleanedUp[]>();
  for (const one of stays) {
    const line = `${one.address}  ${whatWasTried(one)}`;
    groups.set(line, [...(groups.get(line) ?? []), one]);
  }
  return groups;
}

async function readLedger(path: string): Promise<LedgerContent> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UsageProblem(`it cannot be read: ${messageOf(cause)}`, { cause });
  });
  return parseLedger(text, 'it');
}

async function ledgersHere(): Promise<string[]> {
  const names = await readdir(OWN_FOLDER).catch((): string[] => []);
  const isOurs = (name: string): boolean => /^ledger-.*\.jsonl$/u.test(name);
  return names
    .filter(isOurs)
    .sort()
    .map((name) => join(OWN_FOLDER, name));
}

async function optionsOf(flags: CleanupFlags): Promise<CleanUpLedgerOptions> {
  const found = flags.target === false ? undefined : await loadTargetFile(flags.target, process.cwd());
  return { ...askingOptions(flags), ...(found === undefined ? {} : { target: found.file }) };
}
