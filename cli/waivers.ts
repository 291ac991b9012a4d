import { access } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Results } from '../core/results/results.ts';
import type { PlacedWaiver } from '../core/results/waivers.ts';
import { isFilled, loadWaivers, readWaivers, WAIVER_FILE } from '../judge/waiver-file.ts';
import { waiversToWrite } from '../judge/write-waivers.ts';
import type { CheckFlags } from './check-flags.ts';
import { writeWhole } from './outputs.ts';

type Tell = (line: string) => void;

/** The file of waivers that a run reads: that of `--waivers`, or the one in the working folder; undefined when there is none. */
export async function waiverFile({ waivers }: Pick<CheckFlags, 'waivers'>): Promise<string | undefined> {
  return waivers ?? ((await exists(WAIVER_FILE)) ? WAIVER_FILE : undefined);
}

/**
 * The waivers of a run; undefined when there is no file of them. A run that writes them lets unfilled entries stand, since it is to add
 * others beside them, but waives nothing by them.
 */
export async function waiversFor(
  flags: Pick<CheckFlags, 'waivers' | 'writeWaivers' | 'quiet'>,
  tell: Tell,
): Promise<readonly PlacedWaiver[] | undefined> {
  const { waivers, writeWaivers, quiet } = flags;
  if (writeWaivers !== undefined && (await exists(writeWaivers))) await readWaivers(writeWaivers);
  const path = await waiverFile(flags);
  if (path === undefined) return undefined;
  if (waivers === undefined && quiet !== true) tell(`waivers: ${resolve(path)}`);
  if (writeWaivers === undefined) return loadWaivers(path);
  return (await exists(path)) ? (await readWaivers(path)).filter(isFilled) : undefined;
}

/** Writes `--write-waivers`, and tells what is left for a person. */
export async function writeWaiverFile(path: string, results: Results, tell: Tell): Promise<void> {
  const { text, added, kept } = await waiversToWrite(path, results);
  await writeWhole(path, text);
  const others = kept === 0 ? '' : `, ${kept} kept as ${kept === 1 ? 'it was' : 'they were'}`;
  tell(`${path}: ${added} ${added === 1 ? 'waiver' : 'waivers'} added${others}`);
  if (added === 0) return;
  const use = resolve(path) === resolve(WAIVER_FILE) ? 'assayer check' : `assayer check --waivers ${basename(path)}`;
  tell(`fill in reason, owner and expires (2026-12-31) of each; then ${use} takes them`);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
