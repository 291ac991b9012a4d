import { describe, expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import { startCanary } from '../hostile/canary.ts';
import { harmed } from '../hostile/judge-hostile.ts';
import { locations } from '../hostile/servers/locations.ts';
import { inGate } from '../in-gate.ts';

// Each was seen to cost a record, or is next to one that did. `npm run safety` tries all of them, as processes.
const GATE: readonly string[] = [
  'location-of-existing',
  'location-of-existing-hidden',
  'location-of-admin',
  'location-of-root',
  'location-of-admin-unread',
  'location-of-deal-of-any-version',
];
const tried = process.env['SAFETY'] === 'all' ? locations : locations.filter(({ id }) => GATE.includes(id));

describe('a lying Location costs no record that was there before', () => {
  test('the servers that the gate names are there', () => {
    expect(tried.length).toBeGreaterThanOrEqual(GATE.length);
  });

  test.each(
    inGate(
      tried.map((server) => [server.id, server] as const),
      6,
    ),
  )('%s', { tags: ['night'] }, async (_id, server) => {
    await using canary = await startCanary();
    await using started = await server.start({ canary: canary.url, every: 1 });
    const before = started.state();
    await judge({ baseUrl: started.url, rules: ['create/*', 'delete/*', 'version/*'], runs: 1, seed: 1 });
    expect(harmed(before, started.state())).toEqual([]);
    expect(canary.heard).toEqual([]);
  });
});
