import { describe, expect, it } from 'vitest';
import { inGate } from '../in-gate.ts';
import { MOCKS } from './claims.ts';
import { departures } from './departures.ts';
import { tour, tourOfMethods } from './tour.ts';

describe.each(inGate(Object.entries(MOCKS), 5))('the description of a mock %s', (_name, options) => {
  it('has no answer that the mock does not give, and all are as described', { tags: ['night'] }, async () => {
    const { api, described, seen, exchanges } = await tour(options);
    expect(described.filter((stop) => !seen.includes(stop))).toEqual([]);
    expect(departures(api, exchanges)).toEqual([]);
  });

  it('is right about HEAD, OPTIONS and methods that it does not have', async () => {
    const { api, exchanges } = await tourOfMethods(options);
    expect(departures(api, exchanges)).toEqual([]);
  });
});
