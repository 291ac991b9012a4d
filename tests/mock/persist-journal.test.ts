import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMock, type Mock } from '../../mock/index.ts';
import type { StateImage } from '../../mock/state/image.ts';
import { changeLine, droppedLine, forgottenLine, sessionLine, stateLines } from '../../mock/state/journal.ts';
import { createJournalReader, type Kept } from '../../mock/state/journal-reader.ts';
import type { MintedSession } from '../../mock/state/minted-sessions.ts';
import { casesInGate } from '../in-gate.ts';
import { state } from './state-images.ts';

function read(lines: readonly string[]): Kept {
  const reader = createJournalReader();
  for (const line of lines) reader.take(line);
  return reader.kept();
}

const linesOf = (text: Iterable<string>): string[] => [...text].join('').trimEnd().split('\n');
const headers = { 'content-type': 'application/json' };
const send = (mock: Mock, method: string, path: string, body?: string): Promise<Response> =>
  mock.fetch(new Request(`http://mock.test${path}`, { method, headers, ...(body === undefined ? {} : { body }) }));

describe('a journal', () => {
  test('holds states, snapshots and the seed as they were', { tags: ['night'] }, () => {
    fc.assert(
      fc.property(state, state, state, (seed, now, then) => {
        const kept = read([
          ...linesOf(stateLines({ begin: 'seed' }, seed)),
          ...linesOf(stateLines({ begin: 'state', tenant: 'a' }, then)),
          ...linesOf(stateLines({ begin: 'snapshot', tenant: 'a', name: 's' }, then)),
          ...linesOf(stateLines({ begin: 'state', tenant: 'a' }, now)),
        ]);
        expect(kept.seed).toEqual(seed);
        expect(kept.tenants).toEqual(new Map([['a', { state: now, snapshots: new Map([['s', then]]), sessions: [] }]]));
      }),
      { numRuns: casesInGate(100) },
    );
  });

  test('a state that is not there to its end does not count', () => {
    fc.assert(
      fc.property(state, state, fc.nat(), (before, after, at) => {
        const lines = linesOf(stateLines({ begin: 'state', tenant: '' }, after));
        const reader = createJournalReader();
        for (const line of linesOf(stateLines({ begin: 'state', tenant: '' }, before))) reader.take(line);
        for (const line of lines.slice(0, 1 + (at % (lines.length - 1)))) reader.take(line);
        expect(reader.isOpen).toBe(true);
        expect(reader.kept().tenants.get('')?.state).toEqual(before);
      }),
      { numRuns: casesInGate(100) },
    );
  });

  const requests = fc.array(
    fc.oneof(
      fc.constantFrom<readonly [string, string, string?]>(
        ['POST', '/rest/1/deals/', '{"name":"n","price":12345678901234567890.1}'],
        ['POST', '/rest/1/deals/1/holds', '{"reason":"r"}'],
        ['PUT', '/rest/1/deals/1/cancel', '{"reason":"r","amercement":1}'],
        ['PUT', '/commands/g', '{"deal":"1","action":"HoldDeal","params":{"reason":"g"}}'],
        ['POST', '/_mock/reset'],
        ['POST', '/_mock/snapshots/s/restore'],
        ['PUT', '/_mock/snapshots/s'],
        ['DELETE', '/_mock/snapshots/s'],
        ['POST', '/_mock/sessions', '{"user":"ada","lifeSeconds":9}'],
        ['GET', '/_mock/login?user=ben'],
        ['DELETE', '/_mock/sessions/latest'],
        ['POST', '/_mock/sessions/latest/expire'],
      ),
      fc
        .constantFrom('1', '2', '4', '5')
        .chain((id) =>
          fc.constantFrom<readonly [string, string, string?]>(
            ['DELETE', `/rest/1/deals/${id}`],
            ['PUT', `/rest/1/deals/${id}/hold`, '{"reason":"h"}'],
            ['PUT', `/rest/1/deals/${id}/commands/c`, '{"action":"UnholdDeal","params":{}}'],
          ),
        ),
    ),
    { maxLength: 25 },
  );

  test('comes to the state of the mock whose changes it was told, after each of them', async () => {
    await fc.assert(
      fc.asyncProperty(requests, fc.constantFrom(404, 410), async (all, deleted) => {
        const mock = createMock({ deleted });
        const reader = createJournalReader();
        const take = (text: Iterable<string>): void => linesOf(text).forEach(reader.take);
        const { tenant, ...world } = mock.tenants.of('');
        take(stateLines({ begin: 'state', tenant }, world.image()));
        mock.watch((_, event) => {
          const { store } = mock.tenants.of('');
          if (event === 'replaced') take(stateLines({ begin: 'state', tenant }, world.image(), world.sessions.list()));
          else if (typeof event === 'object')
            for (const change of event)
              if (change.kind === 'session') take([sessionLine(tenant, change.session)]);
              else if (change.kind !== 'snapshot') take([changeLine(tenant, store, [change])]);
              else if (change.image === undefined) take([droppedLine(tenant, change.id)]);
              else take(stateLines({ begin: 'snapshot', tenant, name: change.id }, change.image));
        });
        for (const [method, path, body] of all) {
          await send(mock, method, path.replace('latest', world.sessions.list().at(-1)?.id ?? 'none'), body);
          const kept = reader.kept().tenants.get('');
          expect(kept?.state).toEqual(world.image());
          expect(kept?.sessions).toEqual(world.sessions.list());
          expect(kept?.snapshots).toEqual(mock.tenants.of('').snapshots);
        }
      }),
      { numRuns: casesInGate(60) },
    );
  });

  test('forgets the sessions before a state, since a reset is one', () => {
    const session: MintedSession = {
      id: 'i',
      value: 'v',
      user: 'ada',
      crossSite: false,
      expiresAt: undefined,
      ended: undefined,
    };
    fc.assert(
      fc.property(state, (now) => {
        const lines = linesOf(stateLines({ begin: 'state', tenant: 'a' }, now, [session]));
        expect(read(lines).tenants.get('a')?.sessions).toEqual([session]);
        const ended = { ...session, ended: 'revoked' as const };
        expect(read([...lines, sessionLine('a', ended)]).tenants.get('a')?.sessions).toEqual([ended]);
        const begun = linesOf(stateLines({ begin: 'state', tenant: 'a' }, now));
        expect(read([...lines, ...begun.slice(0, -1)]).tenants.get('a')?.sessions).toEqual([session]);
        expect(read([...lines, ...begun]).tenants.get('a')?.sessions).toEqual([]);
      }),
      { numRuns: casesInGate(100) },
    );
  });

  test('forgets a tenant with its snapshots, and refuses what it cannot have written', () => {
    const empty: StateImage = {
      format: 'assayer-state/1',
      deals: [],
      users: [],
      commands: [],
      gone: [],
      lastNumber: 0,
    };
    const lines = [
      ...linesOf(stateLines({ begin: 'state', tenant: 'a' }, empty)),
      ...linesOf(stateLines({ begin: 'snapshot', tenant: 'a', name: 's' }, empty)),
    ];
    expect(read([...lines, forgottenLine('a')]).tenants.size).toBe(0);
    expect(read([...lines, droppedLine('a', 's')]).tenants.get('a')?.snapshots.size).toBe(0);
    expect(() => read(['{"tenant":"b","lastNumber":1}'])).toThrow('nothing stands before it of the tenant "b"');
    expect(() => read(['{"x":1}'])).toThrow('it names no tenant');
    expect(() => read(['{"x"'])).toThrow(SyntaxError);
  });
});
