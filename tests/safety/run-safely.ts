import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StateImage } from '../../mock/state/image.ts';
import { assayer, type Ended, start, temporaryFolder } from '../cli/assayer.ts';
import { type Canary, startCanary } from '../hostile/canary.ts';
import type { HostileServer, Started } from '../hostile/hostile-server.ts';
import { type Ending, strikeAfter } from './endings.ts';

/** A record that a run could not take away, as the results tell it. */
export interface LeftBehind {
  readonly resource: string;
  readonly address: string;
  readonly tried: unknown;
  readonly answered: unknown;
  readonly curl: string;
}

/** What became of a server and of the run that judged it. */
export interface Aftermath {
  readonly before: StateImage;
  readonly after: StateImage;
  readonly ended: Ended;
  readonly heard: Started['heard'];
  readonly elsewhere: Canary['heard'];
  /** Whether results.json was written. */
  readonly report: boolean;
  readonly leftBehind: readonly LeftBehind[];
  /** What `assayer cleanup` said, where it was asked to. */
  readonly cleanup?: Ended;
}

/** How a run goes. */
export interface Course {
  readonly ending: Ending;
  /** After how many changes of the server it is struck. */
  readonly changes: number;
  readonly args?: readonly string[];
  /** Whether `assayer cleanup` is run afterwards. */
  readonly cleanup?: true;
}

/** Judges a server in a process of its own, ends it as told, and compares what the server keeps. */
export async function runSafely(startServer: HostileServer['start'], course: Course): Promise<Aftermath> {
  const { ending, changes, args = [] } = course;
  await using folder = await temporaryFolder();
  await using canary = await startCanary();
  await using server = await startServer({ canary: canary.url, every: 1 });
  const before = server.state();
  const options = { cwd: folder.path, env: { XDG_STATE_HOME: folder.path } };
  const running = start(['check', server.url, '--out', 'out', ...args, ...ending.args], options);
  const { strike } = ending;
  const unwatch = strikeAfter(changes, server, () => strike?.(running));
  const ended = await running.ended;
  unwatch();
  const cleanup = course.cleanup === true ? await assayer(['cleanup'], options) : undefined;
  const file = join(folder.path, 'out/results.json');
  return {
    before,
    after: server.state(),
    ended,
    heard: [...server.heard],
    elsewhere: [...canary.heard],
    report: existsSync(file),
    leftBehind: existsSync(file) ? await leftBehindIn(file) : [],
    ...(cleanup === undefined ? {} : { cleanup }),
  };
}

async function leftBehindIn(file: string): Promise<LeftBehind[]> {
  const { run } = JSON.parse(await readFile(file, 'utf8')) as { run: { leftBehind?: LeftBehind[] } }; // written by assayer
  return run.leftBehind ?? [];
}
