import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Comparison, compare } from './compare.ts';
import { get, type Sent } from './request.ts';
import { nameOf, type Size, writeSeed } from './seed-file.ts';
import { open, type Server, seededMock } from './server.ts';

/** What a start with so many records takes. */
export interface Start {
  readonly records: number;
  readonly milliseconds: number;
  readonly heapBytes: number;
}

/** A read of the large mock beside the same read of the small one. */
export interface Reading {
  readonly name: string;
  readonly rounds: readonly Comparison[];
}

const SMALL: Size = { users: 100, deals: 10 };
const LARGE: Size = { users: 1_000_000, deals: 100_000 };
const STARTS: readonly Size[] = [
  { users: 10_000, deals: 0 },
  { users: 100_000, deals: 0 },
  { users: 1_000_000, deals: 0 },
];

/** Starts from seeds of growing size, and reads of a large mock beside those of a small one. */
export async function measureScale(
  rounds: number,
  seconds: number,
): Promise<{ readonly starts: readonly Start[]; readonly readings: readonly Reading[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'assayer-bench-'));
  const seeded = async (size: Size): Promise<Server> => {
    const file = join(folder, `${size.users}-${size.deals}.json`);
    await writeSeed(file, size);
    return open(seededMock(file));
  };
  try {
    const starts: Start[] = [];
    for (const size of STARTS) {
      await using server = await seeded(size);
      starts.push(startOf(server, size));
    }
    await using small = await seeded(SMALL);
    await using large = await seeded(LARGE);
    const readings: Reading[] = [];
    for (const [name, sent] of Object.entries(READS)) {
      const done: Comparison[] = [];
      for (let i = 0; i < rounds; i += 1) done.push(await compare(large, small, sent, seconds));
      readings.push({ name, rounds: done });
    }
    return { starts, readings };
  } finally {
    await rm(folder, { recursive: true });
  }
}

// The same hundred users of both: what differs is what stands around them.
const USERS = Array.from({ length: SMALL.users }, (_, i) => i + 1);
const READS: Readonly<Record<string, readonly Sent[]>> = {
  'GET of one user': USERS.map((number) => get(`/users/${number}`)),
  'GET of a query by name': USERS.map((number) => get(`/users?name=${encodeURIComponent(nameOf(number))}`)),
  'GET of one deal': USERS.slice(0, SMALL.deals).map((number) => get(`/rest/1/deals/${number}`)),
};

function startOf(server: Server, { users, deals }: Size): Start {
  const told: unknown = JSON.parse(server.said().split('\n', 1)[0] ?? '');
  const { startMs, heapUsed } = told as { startMs: number; heapUsed: number }; // bench/seeded.mjs writes them
  return { records: users + deals, milliseconds: startMs, heapBytes: heapUsed };
}
