import type { Seed } from '../../fixtures/seed.ts';
import { createMock, type MockOptions } from '../index.ts';
import type { Stub } from '../stubs/stub.ts';
import { type Recorded, readHar } from './recorded.ts';
import { baseOf, localPath, type RecordedBase, seedOf, versionOf } from './seed-of.ts';
import { stubsOf } from './stubs-of.ts';

/** What a mock takes of a recording. */
export interface LoadedRecording {
  readonly seed: Seed;
  readonly stubs: readonly Stub[];
  readonly version: string | undefined;
  /** What was taken, in words. */
  readonly told: string;
}

/**
 * Reads an HTTP Archive as a seed and stubs. `base` is the address of the service in it; by default where most of what the
 * convention names was asked. Throws an Error that says why nothing can be taken.
 */
export async function loadRecording(text: string, options: MockOptions, base?: string): Promise<LoadedRecording> {
  const recorded = readHar(text);
  const found = base === undefined ? baseOf(recorded) : givenBase(base);
  if (found === undefined)
    throw new Error('it holds no request for /users, /rest/…, /command… or /query/…; name the service with --har-base');
  if (!recorded.some((one) => localPath(one, found) !== undefined))
    throw new Error(`it holds no request below ${found.origin}${found.path}; look at --har-base`);
  const seed = seedOf(recorded, found, options.indexBase ?? 0);
  const version = options.version ?? versionOf(recorded, found);
  const stubs = await stubsFor(recorded, found, { ...options, seed, ...(version === undefined ? {} : { version }) });
  const { users = [], deals = [] } = seed;
  const told = `${users.length} users, ${deals.length} deals and ${stubs.length} stubs from ${found.origin}${found.path}`;
  return { seed, stubs, version, told };
}

function givenBase(base: string): RecordedBase {
  if (!URL.canParse(base))
    throw new Error(`--har-base: "${base}" is no address; give one such as https://api.example.com`);
  const { origin, pathname } = new URL(base);
  return { origin, path: pathname.replace(/(?<!\/)\/+$/u, '') };
}

async function stubsFor(
  recorded: readonly Recorded[],
  base: RecordedBase,
  given: MockOptions,
): Promise<readonly Stub[]> {
  const { basePath: _, chaos: __, ...options } = given;
  // What is only asked changes nothing, whatever its method: each gets a mock as it is at the beginning.
  const ask = async (method: string, target: string): Promise<number> => {
    const mock = createMock({ ...options, logSize: 0 });
    return (await mock.fetch(new Request(`http://mock.test${target}`, { method }))).status;
  };
  return stubsOf(recorded, base, ask);
}
