import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLog, type Log } from '../../mock/log.ts';
import type { MockRequest, MockResponse } from '../../mock/message.ts';

const MEBIBYTE = 1024 * 1024;

function ask(bytes: number, fields: readonly string[] = []): MockRequest {
  const body = new Uint8Array(bytes);
  return {
    method: 'POST',
    path: '/',
    query: '',
    origin: undefined,
    header: () => undefined,
    fields: () => fields,
    body,
  };
}
const reply: MockResponse = { status: 204, fields: [], body: null, chosenByAccept: false };

const heldBy = (log: Log, tenant?: string): number[] => log.list(tenant).map(({ ordinal }) => ordinal);

test('a log keeps the last exchanges of each tenant, in order, whatever was cleared in between', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 7 }),
      fc.array(fc.constantFrom('a', 'b', 'clear a', 'clear', 'leave a', 'join a'), { maxLength: 60 }),
      (size, steps) => {
        const log = createLog(size);
        const expected = new Map<string, { held: number[]; dropped: number }>();
        let ordinal = 0;
        for (const step of steps) {
          if (step === 'clear') {
            log.clear();
            expected.clear();
          } else if (step === 'clear a') {
            log.clear('a');
            expected.delete('a');
          } else if (step === 'leave a') log.leave('a');
          else if (step === 'join a') log.join('a');
          else {
            log.add(step, ask(0), reply, 0);
            ordinal += 1;
            const { held, dropped } = expected.get(step) ?? { held: [], dropped: 0 };
            const more = held.length === size ? 1 : 0;
            expected.set(step, { held: [...held, ordinal].slice(-size), dropped: dropped + more });
          }
          for (const tenant of ['a', 'b']) {
            expect(heldBy(log, tenant)).toEqual(expected.get(tenant)?.held ?? []);
            expect(log.dropped(tenant)).toBe(expected.get(tenant)?.dropped ?? 0);
          }
          const all = [...expected.values()];
          expect(heldBy(log)).toEqual(all.flatMap(({ held }) => held).toSorted((a, b) => a - b));
          expect(log.dropped()).toBe(all.reduce((sum, { dropped }) => sum + dropped, 0));
        }
      },
    ),
  );
});

test('large bodies leave room for fewer of them', { tags: ['night'] }, () => {
  const log = createLog(500);
  for (let i = 0; i < 100; i += 1) log.add('', ask(MEBIBYTE), reply, 0);
  // Beside the bodies there are the texts around them.
  expect(log.list()).toHaveLength(31);
  expect(log.dropped()).toBe(69);
  log.add('', ask(40 * MEBIBYTE), reply, 0);
  expect(log.list()).toHaveLength(0);
  log.add('', ask(1), reply, 0);
  expect(heldBy(log)).toEqual([102]);
});

describe('a busy tenant', () => {
  test('pushes nothing of another one out', () => {
    const log = createLog(500);
    log.add('quiet', ask(10), reply, 0);
    for (let i = 0; i < 20_000; i += 1) log.add('busy', ask(10), reply, 0);
    expect(heldBy(log, 'quiet')).toEqual([1]);
    expect([log.dropped('quiet'), log.dropped('busy')]).toEqual([0, 19_500]);
  });

  test('pushes nothing of another one out with large bodies either', { tags: ['night'] }, () => {
    const log = createLog(500);
    for (let i = 0; i < 10; i += 1) log.add('quiet', ask(MEBIBYTE), reply, 0);
    for (let i = 0; i < 500; i += 1) log.add('busy', ask(MEBIBYTE), reply, 0);
    expect(heldBy(log, 'quiet')).toHaveLength(10);
    expect(log.list()).toHaveLength(31);
  });

  test('gives way where many others come, until all have equal parts', () => {
    const log = createLog(500);
    for (let i = 0; i < 31; i += 1) log.add('first', ask(MEBIBYTE), reply, 0);
    for (let i = 0; i < 3; i += 1) for (let of = 0; of < 10; of += 1) log.add(`t${of}`, ask(MEBIBYTE), reply, 0);
    for (let of = 0; of < 10; of += 1) expect(log.list(`t${of}`).length).toBeGreaterThanOrEqual(2);
    expect(log.list().length).toBe(31);
  });
});

test('a tenant that is gone makes room first, and can be seen until then', { tags: ['night'] }, () => {
  const log = createLog(500);
  for (let i = 0; i < 10; i += 1) log.add('gone', ask(MEBIBYTE), reply, 0);
  log.leave('gone');
  expect(heldBy(log, 'gone')).toHaveLength(10);
  for (let i = 0; i < 25; i += 1) log.add('here', ask(MEBIBYTE), reply, 0);
  expect(heldBy(log, 'here')).toHaveLength(25);
  expect(heldBy(log, 'gone')).toEqual([5, 6, 7, 8, 9, 10]);
  // What was under way when it went is no more lasting.
  log.add('gone', ask(MEBIBYTE), reply, 0);
  expect(heldBy(log, 'here')).toHaveLength(25);
  log.join('gone');
  for (let i = 0; i < 25; i += 1) log.add('here', ask(MEBIBYTE), reply, 0);
  expect(heldBy(log, 'gone')).toHaveLength(6);
});

const LONG = [300_000, 4_000_000].map((length) => 'y'.repeat(length));

test('all together hold a bounded number of bytes, whoever comes and goes', { tags: ['night'] }, () => {
  const tenant = fc.integer({ min: 0, max: 30 }).map((n) => `t${n}`);
  const step = fc.oneof(
    { weight: 8, arbitrary: fc.record({ add: tenant, text: fc.constantFrom('', ...LONG) }) },
    { weight: 1, arbitrary: fc.record({ leave: tenant }) },
    { weight: 1, arbitrary: fc.record({ join: tenant }) },
    { weight: 1, arbitrary: fc.record({ clear: tenant }) },
  );
  fc.assert(
    fc.property(fc.array(step, { minLength: 50, maxLength: 150 }), (steps) => {
      const log = createLog(20);
      for (const one of steps) {
        if ('add' in one) log.add(one.add, ask(0, ['x', one.text]), reply, 0);
        else if ('leave' in one) log.leave(one.leave);
        else if ('join' in one) log.join(one.join);
        else log.clear(one.clear);
        const bytes = log.list().reduce((sum, logged) => sum + (logged.ask.fields()[1] ?? '').length, 0);
        expect(bytes).toBeLessThanOrEqual(32 * MEBIBYTE);
      }
    }),
    { numRuns: 50 },
  );
});
