import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { messageOf } from '../core/message-of.ts';
import type { TargetFile } from './file.ts';
import { problemLines, TargetProblem } from './problem.ts';
import { validateTarget } from './validate.ts';
import { writtenJson } from './written-json.ts';

/** The names under which a target file is found without being named, in this order. */
export const TARGET_FILES: readonly string[] = ['ts', 'mts', 'js', 'mjs', 'json'].map((ext) => `assayer.config.${ext}`);

/**
 * Reads and validates a target file: the named one, or the one that lies in the folder; undefined when there is none.
 * Throws a TargetProblem that says which file, where in it, why, and what to do.
 */
export async function loadTargetFile(
  path: string | undefined,
  cwd: string,
): Promise<{ file: TargetFile; path: string } | undefined> {
  const found = path === undefined ? await findTargetFile(cwd) : resolve(cwd, path);
  if (found === undefined) return undefined;
  await checkFile(found);
  const checked = validateTarget(await read(found));
  if ('file' in checked) return { file: withAbsolutePaths(checked.file, dirname(found)), path: found };
  throw new TargetProblem(`${found} is not a valid target file:\n${problemLines(checked.problems)}`);
}

/** The path of the target file that lies in a folder; undefined when there is none. */
export async function findTargetFile(cwd: string): Promise<string | undefined> {
  for (const name of TARGET_FILES) {
    const path = resolve(cwd, name);
    if (await exists(path)) return path;
  }
  return undefined;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (cause: unknown) => !isMissing(cause),
  );
}

// A loop of links, or a folder that may not be entered, is told as what it is.
function isMissing(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Refuses what cannot be read: nobody may ever write into a pipe. */
async function checkFile(path: string): Promise<void> {
  const found = await stat(path).catch((cause: unknown) => {
    const usual = TARGET_FILES.join(', ');
    throw new TargetProblem(
      isMissing(cause)
        ? `There is no target file ${path}: check the path, or leave it out to have ${usual} found.`
        : `The target file ${path} cannot be read: ${messageOf(cause)}`,
      { cause },
    );
  });
  if (found.isFile()) return;
  const what = found.isDirectory() ? 'a folder' : 'a pipe or a device';
  throw new TargetProblem(`${path} is ${what}: give the path of a target file.`);
}

async function read(path: string): Promise<unknown> {
  const kind = extname(path);
  if (kind === '.json') return parse(path, await text(path));
  if (['.ts', '.mts', '.js', '.mjs'].includes(kind)) return defaultExport(path);
  throw new TargetProblem(`${path} is not a kind of file that can hold a target: use .json, .ts, .mts, .js or .mjs.`);
}

async function text(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new TargetProblem(`${path} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

function parse(path: string, json: string): unknown {
  const read = writtenJson(json);
  if ('value' in read) return read.value;
  throw new TargetProblem(`${path} ${read.problem}`);
}

async function defaultExport(path: string): Promise<unknown> {
  // Loaded here alone: a target file is mostly JSON.
  const { createJiti } = await import('jiti');
  // No cache on disk: a target file is read once, and nothing is to be left behind in the user's folders.
  const jiti = createJiti(pathToFileURL(path).href, { fsCache: false, moduleCache: false, alias: ownName() });
  const module = await imported(jiti.import(path), path);
  const given: unknown =
    typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  if (typeof given === 'object' && given !== null && !(given instanceof Promise)) return given;
  throw new TargetProblem(
    `${basename(path)} (${path}) has no default export that is a target: write "export default defineTarget({ … });".`,
  );
}

async function imported(importing: Promise<unknown>, path: string): Promise<unknown> {
  try {
    return await importing;
  } catch (cause) {
    throw new TargetProblem(`${path} cannot be run: ${messageOf(cause)}`, { cause });
  }
}

// `import { defineTarget } from 'assayer'` has to work where assayer runs through npx and is not in the file's reach.
function ownName(): Record<string, string> {
  return { assayer: fileURLToPath(new URL(`../target-file/file${extname(import.meta.url)}`, import.meta.url)) };
}

function withAbsolutePaths(file: TargetFile, folder: string): TargetFile {
  const { cookieFile, command } = file.session ?? {};
  const { ca, cert, key } = file.tls ?? {};
  return {
    ...file,
    ...(file.session === undefined
      ? {}
      : {
          session: {
            ...file.session,
            ...(cookieFile === undefined ? {} : { cookieFile: resolve(folder, cookieFile) }),
            ...(command === undefined ? {} : { command: { ...command, cwd: resolve(folder, command.cwd ?? '.') } }),
          },
        }),
    ...(file.tls === undefined ? {} : { tls: { ...file.tls, ...absolute({ ca, cert, key }, folder) } }),
  };
}

/** The files that a loaded target file names, by their members. */
export function filesIn({ session, tls }: TargetFile): readonly (readonly [member: string, path: string])[] {
  const named = {
    'session.cookieFile': session?.cookieFile,
    'tls.ca': tls?.ca,
    'tls.cert': tls?.cert,
    'tls.key': tls?.key,
  };
  return Object.entries(named).flatMap(([member, path]) => (path === undefined ? [] : [[member, path] as const]));
}

function absolute(paths: Readonly<Record<string, string | undefined>>, folder: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(paths).flatMap(([name, path]) => (path === undefined ? [] : [[name, resolve(folder, path)]])),
  );
}
