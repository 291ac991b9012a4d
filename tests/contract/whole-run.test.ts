import { describe, expect, it } from 'vitest';
import { MOCKS } from './claims.ts';
import { departures } from './departures.ts';
import { type WholeRun, wholeRun, wholeRunOverSockets } from './whole-run.ts';

const SEED = 4;
const SOME: readonly string[] = ['by default', 'that looks at suffixes alone', 'with the least of everything'];

describe(`every exchange of a whole run of the suites keeps the description (seed ${SEED})`, () => {
  it.each(SOME)('of a mock %s', async (name) => {
    expectDescribed(await wholeRun(MOCKS[name] ?? {}, SEED));
  });

  it('of a mock on a socket', async () => {
    expectDescribed(await wholeRunOverSockets({}, SEED));
  });
});

function expectDescribed({ api, exchanges }: WholeRun): void {
  // The suites ask a lot even of the least, so that this cannot be green on nothing.
  expect(exchanges.length).toBeGreaterThan(100);
  expect(departures(api, exchanges)).toEqual([]);
}
