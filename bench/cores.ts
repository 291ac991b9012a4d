import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const CORES = { server: 0, load: 1 } as const;

/** Whether server and load get a core each: they do where there are two and Linux's taskset. */
export const APART: boolean =
  availableParallelism() > 1 && spawnSync('taskset', ['-c', '0', 'true']).error === undefined;

/** A command line, held to the core of its part. */
export function onCore(part: keyof typeof CORES, command: readonly string[]): readonly string[] {
  return APART ? ['taskset', '-c', String(CORES[part]), ...command] : command;
}
