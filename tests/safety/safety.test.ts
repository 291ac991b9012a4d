import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { added, harmed } from '../hostile/judge-hostile.ts';
import { locations } from '../hostile/servers/locations.ts';
import { inGate } from '../in-gate.ts';
import { ENDINGS, type Ending } from './endings.ts';
import { HONEST, type HonestServer } from './honest.ts';
import { runSafely } from './run-safely.ts';

// The gate tries an honest server and a lying one, `npm run test:all` one server for each ending. SAFETY=all (`npm run safety`) tries
// twenty honest and twenty lying servers with each ending: others with each, so that every server meets most endings.
const all = process.env['SAFETY'] === 'all';
const seed = Number(process.env['SAFETY_SEED'] ?? 20_261_122);
const FEW = ['--runs', '1', '--rule', 'create/status', '--rule', 'create/every', '--rule', 'delete/*'];
const args = all ? ['--runs', '1'] : FEW;
const MINUTES = 60_000;

/** After how many changes of the server a run is struck. */
const moments = fc.sample(fc.integer({ min: 1, max: 40 }), { seed, numRuns: 1000 });

const SERVERS = all ? 20 : 1;

/** Some servers with each ending: the next ones with the next. */
function courses<Server>(
  servers: readonly Server[],
  first: number,
): { server: Server; ending: Ending; changes: number }[] {
  // One SIGINT goes the way of SIGTERM, and the gate tries it.
  return ENDINGS.filter(({ id }) => !all || id !== 'SIGINT').flatMap((ending, at) => {
    const begin = (first + at * SERVERS) % servers.length;
    const some = [...servers, ...servers].slice(begin, begin + SERVERS);
    return some.map((server, i) => ({ server, ending, changes: moments[at * 100 + i] ?? 1 }));
  });
}

/** In the gate each ending is tried on an honest server or on a lying one, by turns. */
const isTurn = (what: 'honest' | 'lying', ending: Ending): boolean =>
  all || (ENDINGS.indexOf(ending) % 2 === 0) === (what === 'honest');

const label = (id: string, ending: Ending, changes: number): string =>
  ending.strike === undefined ? `${id}, ${ending.id}` : `${id}, ${ending.id} after ${changes} changes`;

const honest = courses<HonestServer>(HONEST, 0)
  .filter(({ ending }) => isTurn('honest', ending))
  .map((course) => [label(course.server.id, course.ending, course.changes), course] as const);

const lying = courses(locations, 9)
  .filter(({ ending }) => isTurn('lying', ending))
  .map((course) => [label(course.server.id, course.ending, course.changes), course] as const);

describe(`an honest server keeps what it kept (seed ${seed})`, { concurrent: all }, () => {
  test.each(inGate(honest, 4))('%s', { timeout: 5 * MINUTES }, async (_label, { server, ending, changes }) => {
    const { before, after, report, ended, leftBehind } = await runSafely(server.start, {
      ending,
      changes,
      args: [...server.args, ...args],
    });
    expect(harmed(before, after)).toEqual([]);
    expect(added(before, after), ended.stderr).toEqual([]);
    expect(leftBehind).toEqual([]);
    expect(report).toBe(true);
  });
});

describe(`a lying server loses nothing that was there before (seed ${seed})`, { concurrent: all }, () => {
  test.each(inGate(lying, 4))('%s', { timeout: 5 * MINUTES }, async (_label, { server, ending, changes }) => {
    const { before, after, elsewhere, ended } = await runSafely(server.start, { ending, changes, args });
    expect(harmed(before, after), ended.stderr).toEqual([]);
    expect(elsewhere).toEqual([]);
  });
});
