import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { added, harmed } from '../hostile/judge-hostile.ts';
import type { Ending } from './endings.ts';
import { HONEST } from './honest.ts';
import { runSafely } from './run-safely.ts';

// kill -9 leaves no time to clean up: `assayer cleanup` does it afterwards, from the ledger.
const all = process.env['SAFETY'] === 'all';
const seed = Number(process.env['SAFETY_SEED'] ?? 20_261_122);
const rules = ['--runs', '1', ...(all ? [] : ['--rule', 'create', '--rule', 'delete'])];
const MINUTES = 60_000;

const moment = fc.record({
  changes: fc.integer({ min: 1, max: 60 }),
  // Between an answer and the next request, or in the middle of either.
  pauseMs: fc.integer({ min: 0, max: 40 }),
  server: fc.constantFrom(...HONEST.filter(({ id }) => id !== 'no operations')),
});
const moments = fc.sample(moment, { seed, numRuns: all ? 20 : 1 });

describe(`after kill -9, assayer cleanup restores what was (seed ${seed})`, () => {
  test.each(moments.map((m) => [m.server.id, m.changes, m.pauseMs, m] as const))(
    '%s, after %i changes and %i ms',
    { timeout: 5 * MINUTES },
    async (_id, changes, pauseMs, { server }) => {
      const killed: Ending = {
        id: 'SIGKILL',
        args: [],
        strike: ({ child }) => void setTimeout(() => child.kill('SIGKILL'), pauseMs),
      };
      const course = { ending: killed, changes, args: [...server.args, ...rules], cleanup: true } as const;
      const { before, after, ended, cleanup } = await runSafely(server.start, course);
      expect(ended.status).toBe(null);
      expect(cleanup?.status, cleanup?.stderr).toBe(0);
      expect(harmed(before, after)).toEqual([]);
      expect(added(before, after), cleanup?.stdout).toEqual([]);
    },
  );
});
