import { describe, expect, it } from 'vitest';
import { header } from '../../core/http/exchange.ts';
import { TRIES_ALL } from '../in-gate.ts';
import { MOCKS } from './claims.ts';
import { departures } from './departures.ts';
import { type WholeRun, wholeRun, wholeRunOverSockets } from './whole-run.ts';

const SEED = 4;
// The gate sees a mock by default on a socket.
const SOME: readonly string[] = [
  ...(TRIES_ALL ? ['by default', 'that looks at suffixes alone'] : []),
  'with the least of everything',
];

describe(`every exchange of a whole run of the suites keeps the description (seed ${SEED})`, () => {
  it.each(SOME)('of a mock %s', { tags: ['night'] }, async (name) => {
    expectDescribed(await wholeRun(MOCKS[name] ?? {}, SEED));
  });

  it('of a mock on a socket', { tags: ['night'] }, async () => {
    // `assayer check` judges every form in the gate, and TESTS=all looks at them here.
    expectDescribed(await wholeRunOverSockets(TRIES_ALL ? {} : { operationForms: ['A', 'F'] }, SEED));
  });
});

function expectDescribed({ api, exchanges }: WholeRun): void {
  // A request without Host is refused as a message (RFC 9112 3.2), before anybody looks at what the description is of.
  const messages = exchanges.filter(({ request }) => header(request.headers, 'host') !== undefined);
  // The suites ask a lot even of the least, so that this cannot be green on nothing.
  expect(messages.length).toBeGreaterThan(100);
  expect(exchanges.length - messages.length).toBeLessThan(10);
  expect(departures(api, messages)).toEqual([]);
}
