import { expect, it } from 'vitest';
import type { MockOptions } from '../../mock/index.ts';
import { MOCKS } from './claims.ts';
import { departures } from './departures.ts';
import { wholeRun } from './whole-run.ts';

const SEED = 4;
const SOME: readonly string[] = ['by default', 'that looks at suffixes alone', 'with the least of everything'];

it.each(SOME)('every exchange of a whole run of the suites against a mock %s keeps its description', async (name) => {
  const options: MockOptions = MOCKS[name] ?? {};
  const { api, exchanges } = await wholeRun(options, SEED);
  // The suites ask a lot even of the least, so that this cannot be green on nothing.
  expect(exchanges.length).toBeGreaterThan(100);
  expect(departures(api, exchanges)).toEqual([]);
});
