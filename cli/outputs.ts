import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { messageOf } from '../core/message-of.ts';
import { visible } from '../core/redaction/visible.ts';
import type { Results } from '../core/results/results.ts';
import { makeFolder } from '../judge/make-folder.ts';
import { UsageProblem } from '../judge/options.ts';
import { REPORTERS } from '../reports/registry.ts';
import type { Reporter } from '../reports/reporter.ts';
import type { NamedOutput } from './files.ts';
import { hintAmong } from './hint.ts';
import { letGo } from './memory.ts';
import { say } from './say.ts';
import { STATUS } from './status.ts';

/** A report and where it goes: a file, or stdout. */
export interface Output extends NamedOutput {
  readonly name: string;
  readonly load: () => Promise<Reporter>;
}

/** What `--reporter` takes, for the help. */
export const REPORTER_NAMES: string = [...REPORTERS.keys()].join(', ');

const OUT_FILES: readonly (readonly [name: string, file: string])[] = [
  ['json', 'results.json'],
  ['junit', 'junit.xml'],
  ['html', 'report.html'],
];

/** Reads `--reporter name[=path]` and `--out folder`. Throws a UsageProblem for what cannot be had together. */
export function parseOutputs(reporters: readonly string[], out?: string): Output[] {
  const outputs = reporters.map(parseReporter);
  if (out !== undefined) {
    for (const [name, file] of OUT_FILES)
      outputs.push({ as: '--out', name, load: reporterOf(name), path: join(out, file) });
  }
  checkPlaces(outputs);
  return outputs;
}

/** Two reports in one place would be no report. */
function checkPlaces(outputs: readonly { readonly path?: string }[]): void {
  if (outputs.filter(({ path }) => path === undefined).length > 1) {
    throw new UsageProblem(
      '--reporter: only one report can go to stdout; give the others a file, as in json=report.json',
    );
  }
  const paths = outputs.flatMap(({ path }) => (path === undefined ? [] : [resolve(path)]));
  const twice = paths.find((path, i) => paths.indexOf(path) !== i);
  if (twice !== undefined) throw new UsageProblem(`--reporter: two reports would go to ${twice}`);
}

/**
 * Makes sure, before anything is sent, that every file can be written, and removes what an earlier run wrote there: a run that ends
 * before it has something to report is not to leave the reports of another one.
 */
export async function beginOutputs(outputs: readonly NamedOutput[]): Promise<void> {
  for (const { as, path } of outputs) if (path !== undefined && !ADDED.has(as)) await removeOld(path);
  await prepareOutputs(outputs);
}

// What is no file, such as a device, is written to. What cannot be removed cannot be written either, and that is told.
async function removeOld(path: string): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isFile() === true) await rm(path, { force: true }).catch(() => undefined);
}

/** Makes sure, before anything is sent, that every file can be written. Creates missing folders. */
export async function prepareOutputs(outputs: readonly { readonly path?: string }[]): Promise<void> {
  for (const { path } of outputs) if (path !== undefined) await prepare(path);
}

/**
 * Writes every report that goes to a file. Gives a line for each that cannot be written: the others, and what is printed, are to be had
 * all the same.
 */
export async function writeReports(results: Results, outputs: readonly Output[]): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { as, path, load } of outputs) {
    if (path === undefined) continue;
    await letGo();
    const before = ADDED.has(as) ? await readFile(path, 'utf8').catch(() => '') : '';
    const render = await load();
    const text = before + render(results, Buffer.byteLength(before));
    await writeWhole(path, text).catch((cause: unknown) => problems.push(messageOf(cause)));
  }
  return problems;
}

/** Tells what could not be written, after all else, and gives the exit status: what was asked for is not there. */
export function withUnwritten(problems: readonly string[], status: number): number {
  for (const problem of problems) say(`error: ${visible(problem)}`);
  return problems.length === 0 ? status : STATUS.unjudged;
}

/** The summary of a job holds what the commands before wrote there. */
const ADDED: ReadonlySet<string> = new Set(['--reporter github']);

/** Writes a file so that nobody ever sees half of it. */
export async function writeWhole(path: string, content: string): Promise<void> {
  const beside = temporaryFor(path);
  const there = await stat(path).catch(() => undefined);
  try {
    // What is no file, such as a device or a pipe, is written to: renaming would put a file in its place.
    if (there !== undefined && !there.isFile()) {
      await writeFile(path, content);
      return;
    }
    await writeFile(beside, content, { flag: 'wx' });
    await rename(beside, path);
  } catch (cause) {
    await rm(beside, { force: true });
    throw unwritable(path, cause);
  }
}

function parseReporter(text: string): Output {
  const at = text.indexOf('=');
  const name = at === -1 ? text : text.slice(0, at);
  const path = text.slice(at + 1);
  const load = reporterOf(name);
  const as = `--reporter ${name}`;
  if (at === -1) return { as, name, load };
  if (path === '')
    throw new UsageProblem(`--reporter: ${name}= names no file; write ${name}=path, or ${name} for stdout`);
  return { as, name, load, path };
}

/** A report of a kind of its own, and where it goes. */
interface OutputAmong<T> extends NamedOutput {
  readonly render: T;
}

/** Reads each `--reporter name[=path]` where the reports are of one kind of their own. */
export function outputsAmong<T>(reporters: ReadonlyMap<string, T>, texts: readonly string[] = []): OutputAmong<T>[] {
  const outputs = texts.map((text) => outputAmong(reporters, text));
  checkPlaces(outputs);
  return outputs;
}

function outputAmong<T>(reporters: ReadonlyMap<string, T>, text: string): OutputAmong<T> {
  const at = text.indexOf('=');
  const name = at === -1 ? text : text.slice(0, at);
  const render = reporters.get(name);
  if (render === undefined)
    throw new UsageProblem(`--reporter: there is no report “${name}”; ${hintAmong(name, [...reporters.keys()])}`);
  const as = `--reporter ${name}`;
  return at === -1 ? { as, render } : { as, render, path: text.slice(at + 1) };
}

function reporterOf(name: string): Output['load'] {
  const reporter = REPORTERS.get(name);
  if (reporter !== undefined) return reporter;
  throw new UsageProblem(`--reporter: there is no report “${name}”; ${hintAmong(name, [...REPORTERS.keys()])}`);
}

async function prepare(path: string): Promise<void> {
  try {
    makeFolder(dirname(path));
    const there = await stat(path).catch(() => undefined);
    if (there?.isDirectory() === true) throw new Error('it is a folder');
    // Nothing is put beside a device or a pipe.
    if (there?.isFile() === false) return;
    const probe = temporaryFor(path);
    await (await open(probe, 'wx')).close();
    await rm(probe);
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

function temporaryFor(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.tmp`);
}

function unwritable(path: string, cause: unknown): UsageProblem {
  const why = messageOf(cause);
  return new UsageProblem(`${path} cannot be written: ${why}; choose another path`, { cause });
}
