import { describe, expect, it } from 'vitest';
import { MOCKS } from './claims.ts';
import { departures } from './departures.ts';
import { tour, tourOfMethods } from './tour.ts';

// `requireTransitions` promises 409 for anything after cancel, but these two set nothing that tells a repeat from a first time.
const NEVER_REFUSED = /(?:price|date|Price|Date).* 409$/u;

describe.each(Object.entries(MOCKS))('the description of a mock %s', (_name, options) => {
  it('has no answer that the mock does not give, and all are as described', async () => {
    const { api, described, seen, exchanges } = await tour(options);
    expect(described.filter((stop) => !seen.includes(stop) && !NEVER_REFUSED.test(stop))).toEqual([]);
    expect(departures(api, exchanges)).toEqual([]);
  });

  it('is right about HEAD, OPTIONS and methods that it does not have', async () => {
    const { api, exchanges } = await tourOfMethods(options);
    expect(departures(api, exchanges)).toEqual([]);
  });
});
