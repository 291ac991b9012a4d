import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UsageProblem } from '../judge/options.ts';
import { OWN_FOLDER } from '../judge/own-folder.ts';
import { prepareOutputs } from './outputs.ts';

/** The file of a run's ledger: what `--ledger` says, or one of its own below the working folder; undefined with `--no-ledger`. */
export async function ledgerPath(asked: string | false | undefined): Promise<string | undefined> {
  if (asked === false) return undefined;
  if (asked === undefined) {
    const time = new Date().toISOString().replace(/[-:]|\.\d+/gu, '');
    return resolve(OWN_FOLDER, `ledger-${time}-${process.pid}.jsonl`);
  }
  const path = resolve(asked);
  if (existsSync(path)) {
    throw new UsageProblem(`--ledger: ${path} is there already; clean up by it (assayer cleanup) or name another file`);
  }
  await prepareOutputs([{ path }]);
  return path;
}

/** The line that names a ledger which a run left; none where it was removed, since nothing stayed behind. */
export function ledgerLines(path: string | undefined): string[] {
  if (path === undefined || !existsSync(path)) return [];
  const near = relative(process.cwd(), path);
  const shown = near.startsWith('..') ? path : join(near);
  return [`ledger: ${shown}; “assayer cleanup ${shown}” tries again to delete what stayed`];
}
