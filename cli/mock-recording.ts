import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { messageOf } from '../core/message-of.ts';
import type { MockOptions } from '../mock/index.ts';
import type { PassedExchange } from '../mock/node.ts';

/** Recordings, read and written. */
export interface RecordingFlags {
  readonly har?: string;
  readonly harBase?: string;
  readonly record?: string;
}

/** Adds the options of recordings. */
export function addRecordingFlags(command: Command): Command {
  return command
    .option(
      '--har <file>',
      'begin with the users and deals in this HTTP Archive, and answer other routes as it has them',
    )
    .option('--har-base <url>', 'the address of the service in it; found by what was asked otherwise')
    .option('--record <name>', 'with --upstream: write what passes to <name>.har and <name>.seed.json');
}

/** What a recording gives to begin with; `options` are what else the mock is told. */
export async function harOptionsOf(
  { har, harBase }: RecordingFlags,
  options: MockOptions,
  tell: (line: string) => void,
): Promise<MockOptions> {
  if (har === undefined) {
    if (harBase !== undefined) throw new Error('--har-base says where the service is in --har: give that as well');
    return {};
  }
  const { loadRecording } = await import('../mock/recording/load.ts');
  try {
    const { seed, stubs, version, told } = await loadRecording(await readFile(har, 'utf8'), options, harBase);
    tell(`${har}: ${told}`);
    return { seed, stubs, ...(version === undefined ? {} : { version }) };
  } catch (cause) {
    throw new Error(`--har: ${har} cannot be used: ${messageOf(cause)}`, { cause });
  }
}

/** A recording that is being written. */
export interface Recording {
  readonly onPassed: (exchange: PassedExchange) => void;
  /** Writes what passed since. */
  end(): Promise<void>;
}

/** So long after an exchange everything is written. */
const WAIT_MS = 1000;

/** Writes what passes through the mock, a moment after it passed. Rejects where the files cannot be written. */
export async function startRecording(
  name: string,
  url: string,
  indexBase: number,
  tell: (line: string) => void,
): Promise<Recording> {
  const { prepareOutputs, writeWhole } = await import('./outputs.ts');
  const files = { har: `${name}.har`, seed: `${name}.seed.json` };
  const there = Object.values(files).find((path) => existsSync(path));
  if (there !== undefined)
    throw new Error(`--record: ${there} is there and would be written anew; choose another name, or move it away`);
  await prepareOutputs(Object.values(files).map((path) => ({ path })));
  const { createRecorder } = await import('../mock/recording/recorder.ts');
  const { origin, pathname } = new URL(url);
  const recorder = createRecorder({ origin, path: pathname.replace(/(?<!\/)\/+$/u, '') });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    await writeWhole(files.har, `${JSON.stringify(recorder.har(), null, 1)}\n`);
    await writeWhole(files.seed, `${JSON.stringify(recorder.seed(indexBase), null, 2)}\n`);
  };
  // One after the other: the later one has more.
  const writeNext = (): void => {
    timer = undefined;
    last = last.then(write).catch((cause: unknown) => tell(`the recording was not written: ${messageOf(cause)}`));
  };
  return {
    onPassed(exchange) {
      recorder.take(exchange);
      timer ??= setTimeout(writeNext, WAIT_MS);
    },
    async end() {
      if (timer !== undefined) {
        clearTimeout(timer);
        writeNext();
      }
      await last;
      if (recorder.size > 0) tell(`recorded ${recorder.size} exchanges: ${files.har}, ${files.seed}`);
    },
  };
}
