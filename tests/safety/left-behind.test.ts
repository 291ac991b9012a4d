import { describe, expect, test } from 'vitest';
import { added, harmed } from '../hostile/judge-hostile.ts';
import { deletions } from '../hostile/servers/deletions.ts';
import { time } from '../hostile/servers/time.ts';
import { inGate } from '../in-gate.ts';
import type { Ending } from './endings.ts';
import { runSafely } from './run-safely.ts';

const all = process.env['SAFETY'] === 'all';
const TO_THE_END: Ending = { id: 'to the end', args: ['--rule', 'create/status'] };

function called(id: string): (typeof deletions)[number] {
  const server = [...deletions, ...time].find((known) => known.id === id);
  if (server === undefined) throw new Error(`there is no hostile server ${id}`);
  return server;
}

// Servers that refuse, so that what was made stays.
const REFUSING = [
  'deletion-500',
  'deletion-403',
  'deletion-405',
  'deletion-429',
  'deletion-reset',
  'deletion-redirects',
  'deletion-precondition',
];
// Servers that say that they deleted, and did not. Their list still shows what was made.
const UNTRUE = ['deletion-204-undone', 'deletion-202-undone', 'deletion-404-undone'];
// Servers that stop answering.
const HANGING = ['deletion-hangs', 'deletion-silences', 'time-silent-after-200', 'time-silent-after-20', 'time-never'];

describe.concurrent('what a server refuses to delete is told, and decides the exit status where that is asked', () => {
  test.each(inGate(all ? REFUSING : REFUSING.slice(0, 1), 4))('%s', async (id) => {
    const course = { ending: TO_THE_END, changes: 0, args: ['--fail-on', 'left-behind'] };
    const { before, after, leftBehind, report, ended } = await runSafely(called(id).start, course);
    expect(report).toBe(true);
    expect(harmed(before, after)).toEqual([]);
    const left = added(before, after);
    expect(left.length).toBeGreaterThan(0);
    expect(leftBehind.map(({ address }) => `deal ${address.split('/').at(-1)}`).sort()).toEqual([...left].sort());
    for (const { resource, curl, tried, answered } of leftBehind) {
      expect(resource).toBe('deals');
      expect(curl).toMatch(/^curl .*DELETE/u);
      expect([tried, answered]).not.toContain(undefined);
    }
    expect(ended.status, ended.stderr).toBe(2);
  });
});

describe.concurrent('what was deleted after all is not told as left behind', () => {
  test.each(!all ? ['deletion-second-time'] : ['deletion-500-done', 'deletion-second-time'])('%s', async (id) => {
    const course = { ending: TO_THE_END, changes: 0, args: ['--fail-on', 'left-behind'] };
    const { before, after, leftBehind, ended } = await runSafely(called(id).start, course);
    expect(added(before, after)).toEqual([]);
    expect(leftBehind).toEqual([]);
    expect(ended.status, ended.stderr).toBe(0);
  });
});

describe.concurrent('a server that says that it deleted, and did not, harms no record of before', () => {
  test.each(all ? UNTRUE : UNTRUE.slice(0, 1))('%s', async (id) => {
    const { before, after, report } = await runSafely(called(id).start, { ending: TO_THE_END, changes: 0 });
    expect(report).toBe(true);
    expect(harmed(before, after)).toEqual([]);
  });
});

describe.concurrent('a server that stops answering ends the run by itself, with a report', () => {
  test.each(all ? HANGING : HANGING.slice(0, 1))('%s', async (id) => {
    const ending = { id: '--max-time', args: ['--max-time', '4s', '--cleanup-time', '2s'] };
    const { before, after, report, ended } = await runSafely(called(id).start, { ending, changes: 0 });
    expect(report).toBe(true);
    expect([0, 1, 2]).toContain(ended.status);
    expect(harmed(before, after)).toEqual([]);
  });
});
