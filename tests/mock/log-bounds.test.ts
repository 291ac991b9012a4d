import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLog } from '../../mock/log.ts';
import type { MockRequest, MockResponse } from '../../mock/message.ts';

const MEGABYTE = 1024 * 1024;

function ask(bytes: number): MockRequest {
  const body = new Uint8Array(bytes);
  return { method: 'POST', path: '/', query: '', origin: undefined, header: () => undefined, fields: () => [], body };
}
const reply: MockResponse = { status: 204, fields: [], body: null, chosenByAccept: false };

test('a log keeps the last exchanges, in order, whatever was cleared in between', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 7 }),
      fc.array(fc.constantFrom('a', 'b', 'clear a', 'clear')),
      (size, steps) => {
        const log = createLog(size);
        let expected: { tenant: string; ordinal: number }[] = [];
        let ordinal = 0;
        for (const step of steps) {
          if (step === 'clear') {
            log.clear();
            expected = [];
          } else if (step === 'clear a') {
            log.clear('a');
            expected = expected.filter(({ tenant }) => tenant !== 'a');
          } else {
            log.add(step, ask(0), reply, 0);
            ordinal += 1;
            expected = [...expected, { tenant: step, ordinal }].slice(-size);
          }
          expect(log.list().map((logged) => ({ tenant: logged.tenant, ordinal: logged.ordinal }))).toEqual(expected);
        }
      },
    ),
  );
});

test('large bodies leave room for fewer of them', () => {
  const log = createLog(500);
  for (let i = 0; i < 100; i += 1) log.add('', ask(MEGABYTE), reply, 0);
  expect(log.list()).toHaveLength(32);
  log.add('', ask(40 * MEGABYTE), reply, 0);
  expect(log.list()).toHaveLength(0);
  log.add('', ask(1), reply, 0);
  expect(log.list().map(({ ordinal }) => ordinal)).toEqual([102]);
});
