import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FleetStore } from '../judge/fleet/run.ts';
import { loadResults } from '../judge/load-results.ts';
import { makeFolder } from '../judge/make-folder.ts';
import { reportJson } from '../reports/index.ts';
import { writeWhole } from './outputs.ts';

const LENGTH = 32;

/**
 * Results below a folder, each beside a mark of what was asked for: the same task is not judged again. What was interrupted is.
 * A task holds a target's secrets, so the mark is a salted hash that is slow to guess by.
 */
export function storeIn(out: string, fresh: boolean): FleetStore {
  const markOf = (file: string): string => join(out, file.replace(/\.json$/u, '.asked'));
  return {
    async read(file, task) {
      const mark = await readFile(markOf(file), 'utf8').catch(() => '');
      if (fresh || !isMarkOf(mark, task) || !existsSync(join(out, file))) return undefined;
      const results = await loadResults(join(out, file));
      return results.run.interrupted === undefined ? results : undefined;
    },
    async write(file, task, results) {
      makeFolder(dirname(join(out, file)));
      await writeWhole(join(out, file), reportJson(results));
      await writeWhole(markOf(file), marked(task, randomBytes(16)));
    },
  };
}

function marked(task: string, salt: Buffer): string {
  return `${salt.toString('hex')}:${scryptSync(task, salt, LENGTH).toString('hex')}`;
}

function isMarkOf(mark: string, task: string): boolean {
  const [salt = '', hash = ''] = mark.split(':');
  if (hash.length !== 2 * LENGTH) return false;
  return timingSafeEqual(Buffer.from(hash, 'hex'), scryptSync(task, Buffer.from(salt, 'hex'), LENGTH));
}
