import { type JudgeOptions, UsageProblem } from '../judge/options.ts';
import { parseClaims } from '../target-file/claim-option.ts';
import { filesIn, findTargetFile, loadTargetFile } from '../target-file/load.ts';
import type { CheckFlags } from './check-flags.ts';
import { filesNamed, type OptionValues, setOptions } from './check-options.ts';
import { failOnRun } from './fail-on.ts';
import { type NamedFile, type NamedOutput, refuseOverwriting } from './files.ts';
import { ledgerPath } from './ledger-path.ts';
import { beginOutputs } from './outputs.ts';
import { checkPrintFlags } from './print-run.ts';
import { targetSource } from './target-source.ts';
import { waiverFile, waiversFor } from './waivers.ts';

type Flags = Omit<CheckFlags, 'color'>;
type Tell = (line: string) => void;
type Found = Awaited<ReturnType<typeof loadTargetFile>>;

/** What the options of a run say, the target file found and read, its outputs made ready. */
export async function judgeOptions(
  url: string | undefined,
  flags: Flags,
  outputs: readonly NamedOutput[],
  tell: Tell,
): Promise<JudgeOptions> {
  const found = await readTarget(flags, outputs);
  if (flags.readOnly === true && flags.allowWrites === true) {
    throw new UsageProblem('--read-only and --allow-writes contradict each other; give one of them');
  }
  checkPrintFlags(flags);
  if (url === undefined && found?.file.baseUrl === undefined) refuseUnaddressed(found?.path, flags);
  if (flags.quiet !== true) tellTarget(url, found?.path, flags, tell);
  const waivers = await waiversFor(flags, tell);
  const source = await targetSource(found?.path);
  const ledger = await ledgerPath(flags.ledger);
  return {
    ...setOptions(setBy(flags)),
    ...(found === undefined ? {} : { target: found.file }),
    ...(source === undefined ? {} : { source }),
    ...(url === undefined ? {} : { baseUrl: url }),
    ...(flags.claim === undefined ? {} : { claims: parseClaims(flags.claim) }),
    ...(flags.failOn === undefined ? {} : { failOn: failOnRun(flags.failOn) }),
    ...(waivers === undefined ? {} : { waivers }),
    ...(ledger === undefined ? {} : { ledger }),
  };
}

/**
 * Reads the target file. Refuses outputs that would overwrite what the run reads; then their places are made ready, also where the target
 * file cannot be read.
 */
async function readTarget(flags: Flags, outputs: readonly NamedOutput[]): Promise<Found> {
  const path = flags.target === false ? undefined : (flags.target ?? (await findTargetFile(process.cwd())));
  const written = [...outputs, ...filesNamed(flags, 'written')];
  refuseOverwriting(await filesRead(flags, path), written);
  const loading = path === undefined ? Promise.resolve(undefined) : loadTargetFile(path, process.cwd());
  const found = await loading.catch(async (cause: unknown) => {
    await begin(flags, outputs);
    throw cause;
  });
  const named = found === undefined ? [] : filesIn(found.file);
  refuseOverwriting(
    named.map(([member, file]) => ({ as: `${member} of the target file`, path: file })),
    written,
  );
  await begin(flags, outputs);
  return found;
}

/** Nothing of an earlier run is to be taken for what this run wrote. One that watches writes no reports. */
async function begin({ watch, transcript }: Flags, outputs: readonly NamedOutput[]): Promise<void> {
  if (watch === true) return;
  await beginOutputs(transcript === undefined ? outputs : [...outputs, { as: '--transcript', path: transcript }]);
}

/** The files that the run reads: those of the options, and those that are found. */
async function filesRead(flags: Flags, target: string | undefined): Promise<readonly NamedFile[]> {
  const waivers = await waiverFile(flags);
  return [
    ...(target === undefined ? [] : [{ as: 'the target file', path: target }]),
    ...(waivers === undefined ? [] : [{ as: '--waivers', path: waivers }]),
    ...filesNamed(flags, 'read'),
  ];
}

/** The embedded mock is not judged in place of a service that has a target file. Recorded traffic and earlier results tell the address. */
function refuseUnaddressed(path: string | undefined, { har, lastFailed }: Flags): void {
  if (path === undefined || har !== undefined || lastFailed !== undefined) return;
  throw new UsageProblem(
    `${path} names no baseUrl, and no address was given: give it as an argument or there; --no-target leaves the file unread`,
  );
}

/** What is judged, where the command line does not say. */
function tellTarget(
  url: string | undefined,
  path: string | undefined,
  { target, har, lastFailed }: Flags,
  tell: Tell,
): void {
  if (path !== undefined && target === undefined) tell(`target file: ${path}`);
  if (path !== undefined || url !== undefined || har !== undefined || lastFailed !== undefined) return;
  tell('no address and no target file: judging the embedded mock (assayer check <url> judges a service)');
}

// The table says nothing of what --no-ledger and --no-target give.
function setBy({ ledger: _, target: __, ...flags }: Flags): OptionValues {
  return flags;
}
