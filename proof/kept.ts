import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isObject } from '../core/representation/json-value.ts';
import { UsageProblem } from '../judge/options.ts';

/** What came of the tasks of a proof so far. A whole proof takes hours: it may be ended, and go on from here. */
export interface Kept {
  /** What came of a task; undefined where it was not done yet. */
  find(task: unknown): unknown;
  add(task: unknown, done: unknown): void;
}

const FORMAT = 'assayer-proof-run/1';
/** Folders whose code decides what comes of a task. The built files of all of them are in `shared`. */
const DECIDING = ['core', 'client', 'fixtures', 'judge', 'mock', 'proof', 'suites', 'target-file', 'shared'];

/**
 * Opens the file in which results are kept, a line each. Throws a UsageProblem where other code has begun it, since its results may
 * no longer hold. A line that was cut when the process was killed is dropped.
 */
export function openKept(path: string, code: string = digestOfCode()): Kept {
  const lines = existsSync(path) ? linesOf(path) : [];
  const [head, ...rest] = lines;
  if (head !== undefined && (!isObject(head) || head['format'] !== FORMAT))
    throw new UsageProblem(`--keep: ${path} is no file of a proof; name another one`);
  if (isObject(head) && head['code'] !== code)
    throw new UsageProblem(
      `--keep: ${path} was begun by another build of assayer, so its results may no longer hold; delete it, or name another one`,
    );
  const known = new Map(rest.flatMap((line) => (isObject(line) ? [[keyOf(line['task']), line['done']]] : [])));
  // Without the line that was cut.
  const whole = [{ format: FORMAT, code }, ...rest];
  writeFileSync(path, whole.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return {
    find: (task) => known.get(keyOf(task)),
    add: (task, done) => appendFileSync(path, `${JSON.stringify({ task, done })}\n`),
  };
}

function keyOf(task: unknown): string {
  return JSON.stringify(task);
}

function linesOf(path: string): unknown[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line): unknown[] => {
      try {
        return line === '' ? [] : [JSON.parse(line)];
      } catch {
        return [];
      }
    });
}

/** Of all files that decide: the sources, or what was built of them. */
function digestOfCode(): string {
  const hash = createHash('sha256');
  for (const folder of DECIDING) {
    const path = fileURLToPath(new URL(`../${folder}/`, import.meta.url));
    if (!existsSync(path)) continue;
    for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()) {
      if (/(?<!\.d)\.(?:ts|js)$/u.test(name)) hash.update(`${name}\n`).update(readFileSync(`${path}${name}`));
    }
  }
  return hash.digest('hex');
}
