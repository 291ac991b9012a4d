import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { messageOf } from '../../core/message-of.ts';
import type { PlacedWaiver } from '../../core/results/waivers.ts';
import type { CHECK_OPTIONS } from '../../fixtures/check-options.ts';
import { type FLEET_OPTIONS, fleetSchema } from '../../fixtures/schemas/fleet.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { loadTargetFile } from '../../target-file/load.ts';
import { schemaCheck } from '../../target-file/schema-check.ts';
import { writtenJson } from '../../target-file/written-json.ts';
import { type JudgeOptions, UsageProblem } from '../options.ts';
import { loadWaivers } from '../waiver-file.ts';

/** How a target is judged; each member is as in `JudgeOptions`. */
export interface FleetHow extends Pick<JudgeOptions, (typeof CHECK_OPTIONS)[(typeof FLEET_OPTIONS)[number]]['sets']> {
  /** A file of waivers. */
  readonly waivers?: string;
  /** Parts in which it is judged. */
  readonly shards?: number;
}

/** How much at the same time, and how fast. */
export interface Bounds {
  readonly together: number;
  readonly perHost: number;
  readonly rate?: number;
  readonly ratePerHost?: number;
}

interface FleetFile {
  readonly seed?: number;
  readonly bounds?: Partial<Bounds>;
  readonly defaults?: FleetHow;
  readonly targets: readonly (FleetHow & { readonly name: string; readonly target?: string; readonly url?: string })[];
}

/** One target of a fleet, everything about it read. */
export interface FleetTarget {
  readonly name: string;
  readonly baseUrl: string;
  readonly file?: TargetFile;
  readonly how: Omit<FleetHow, 'waivers'>;
  readonly waivers?: readonly PlacedWaiver[];
}

/** What is to be judged. */
export interface Fleet {
  readonly seed: number;
  readonly bounds: Bounds;
  readonly targets: readonly FleetTarget[];
}

/** Reads a fleet and every file that it names. Throws a UsageProblem that says what is wrong and where, before anything is sent. */
export async function loadFleet(path: string): Promise<Fleet> {
  const { seed = 1, bounds, defaults = {}, targets } = contentOf(path, await textOf(path));
  const names = targets.map(({ name }) => name.toLowerCase());
  const twice = targets.find(({ name }, i) => names.indexOf(name.toLowerCase()) !== i);
  if (twice !== undefined)
    throw new UsageProblem(`${path}: two targets are called ${twice.name}; give each a name of its own`);
  const folder = dirname(resolve(path));
  const read = targets.map((target) => targetOf({ ...defaults, ...target }, folder, path));
  return { seed, bounds: { together: 4, perHost: 1, ...bounds }, targets: await Promise.all(read) };
}

async function targetOf(
  { name, target, url, waivers, ...how }: FleetFile['targets'][number],
  folder: string,
  path: string,
): Promise<FleetTarget> {
  const file = target === undefined ? undefined : (await loadTargetFile(resolve(folder, target), folder))?.file;
  const baseUrl = url ?? file?.baseUrl;
  if (baseUrl === undefined || !URL.canParse(baseUrl)) {
    throw new UsageProblem(`${path}: ${name} has no address; give a url, or a baseUrl in its target file`);
  }
  return {
    ...{ name, baseUrl, how },
    ...(file === undefined ? {} : { file }),
    ...(waivers === undefined ? {} : { waivers: await loadWaivers(resolve(folder, waivers)) }),
  };
}

const checked = schemaCheck<FleetFile>(fleetSchema);

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UsageProblem(`${path} cannot be read: ${messageOf(cause)}`, { cause });
  });
}

function contentOf(path: string, text: string): FleetFile {
  const read = writtenJson(text);
  if ('problem' in read) throw new UsageProblem(`${path} ${read.problem}`);
  const found = checked(read.value);
  if ('value' in found) return found.value;
  const lines = found.problems.map((problem) => `  ${problem.path} ${problem.reason}`);
  throw new UsageProblem(
    `${path} is no fleet:\n${lines.join('\n')}\nCorrect it there; docs/fleet.md explains every member.`,
  );
}
