import { describe, expect, test } from 'vitest';
import { inGate } from '../in-gate.ts';
import { judgeHostile } from './judge-hostile.ts';
import { HOSTILE } from './servers/index.ts';

// Of some kinds one, and those that end soon: the gate is short. `npm run hostile` judges all of them.
const GATE = ['framing-reset-in-body', 'coding-gzip-cut', 'redirect-host'];
const SOON = ['--runs', '1', '--rule', 'read/item', '--rule', 'create/status', '--timeout', '2s'];

test('each hostile server is described once', () => {
  const ids = HOSTILE.map(({ id }) => id);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  expect(HOSTILE.filter(({ title }) => !/\.$/u.test(title)).map(({ id }) => id)).toEqual([]);
  expect(ids.length).toBeGreaterThanOrEqual(100);
});

describe('a hostile server ends in a verdict and a report', () => {
  test.each(
    inGate(
      HOSTILE.filter(({ id }) => GATE.includes(id)).map((server) => [server.id, server] as const),
      8,
    ),
  )('%s', async (_id, server) => {
    const row = await judgeHostile(server, { maxTime: '60s', more: SOON });
    expect(row).toMatchObject({ report: true, elsewhere: [], harmed: [], errors: [], leaks: [] });
    expect([0, 1, 2], row.stderr).toContain(row.status);
    expect(row.requests).toBeGreaterThan(0);
  });
});

test('among honest answers a hostile one is survived', async () => {
  const server = HOSTILE.find(({ id }) => id === 'framing-closed-at-once');
  if (server === undefined) throw new Error('there is no such server');
  const row = await judgeHostile(server, { every: 9, maxTime: '60s', more: SOON });
  expect(row).toMatchObject({ report: true, elsewhere: [], harmed: [], errors: [], leaks: [] });
  expect([0, 1, 2], row.stderr).toContain(row.status);
});
