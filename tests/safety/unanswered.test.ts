import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { judge } from '../../judge/judge.ts';
import { onWire } from '../../mock/faces/wire.ts';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { DEALS, serveCareless } from './careless.ts';
import { judgeNotes, serveNotes } from './notes.ts';

/** A service that breaks off the connection over some creations, and gives away what makes of them what they sent. */
function breakingOff(broken: (make: () => Promise<unknown>) => void): (fetch: Fetch) => Fetch {
  let creations = 0;
  return (fetch) => async (request) => {
    if (request.method !== 'POST' || new URL(request.url).pathname !== DEALS) return fetch(request);
    creations += 1;
    // The first ones are answered, so that the run knows what is served.
    if (creations < 4) return fetch(request);
    const { headers } = request;
    const later = new Request(request.url, { method: 'POST', headers, body: await request.text() });
    broken(() => Promise.resolve(fetch(later)));
    return onWire(new Response(null), (outgoing) => void outgoing.socket?.destroy());
  };
}

const HOW = { seed: 1, runs: 1, concurrency: 1, rules: ['create/status', 'create/distinct'] };

test('a deal that is made half a second after its creation was broken off is deleted at the end', async () => {
  const made: Promise<unknown>[] = [];
  await using server = await serveCareless(breakingOff((make) => made.push(wait(500).then(make))));
  const { run } = await judge({ baseUrl: server.url, ...HOW });
  await Promise.all(made);
  expect(made.length).toBeGreaterThan(0);
  expect(server.harmed()).toEqual([]);
  expect(server.added()).toEqual([]);
  expect(run.leftBehind).toEqual([]);
});

test('what is made when the run is over is told, once', { tags: ['night'] }, async () => {
  const broken: (() => Promise<unknown>)[] = [];
  await using server = await serveCareless(breakingOff((make) => broken.push(make)));
  const { run } = await judge({ baseUrl: server.url, ...HOW });
  for (const make of broken) await make();
  expect(server.added().length).toBeGreaterThan(0);
  expect(server.harmed()).toEqual([]);
  expect(run.leftBehind).toHaveLength(1);
  expect(JSON.stringify(run.leftBehind)).toContain(
    'POST was not answered, and what it makes was not seen: it may come later',
  );
});

test('a run whose creations are all answered waits for none', async () => {
  await using server = await serveCareless((fetch) => fetch);
  const { run } = await judge({ baseUrl: server.url, ...HOW });
  expect(run.leftBehind).toEqual([]);
  const last = server.heard.slice(server.heard.findLastIndex((line) => line.startsWith('DELETE ')));
  expect(last.filter((line) => line === `GET ${DEALS}`).length).toBeLessThanOrEqual(2);
});

// Whichever creation it is, one of those too that show alone that creations make new records.
test.each(inGate([1, 2, 3, 4, 5], 5))(
  'a note that is made after a gateway gave up on the creation number %i is deleted, or told',
  async (nth) => {
    let creations = 0;
    const later: Promise<unknown>[] = [];
    await using server = await serveNotes({
      others: Array.from({ length: 13 }, (_, i) => `o${i}`),
      before({ method, json }, notes) {
        if (method !== 'POST' || !isObject(json) || typeof json['title'] !== 'string') return undefined;
        creations += 1;
        if (creations !== nth) return undefined;
        const note = { id: `late${nth}`, title: json['title'] };
        later.push(wait(400).then(() => notes.set(note.id, note)));
        return { status: 504 };
      },
    });
    const { told } = await judgeNotes(server, { rules: ['create/status', 'create/distinct'] });
    await Promise.all(later);
    expect(creations).toBeGreaterThanOrEqual(nth);
    const untold = server
      .left()
      .filter((id) => !told.some((line) => line.includes(id) || line.includes('may come later')));
    expect(untold).toEqual([]);
  },
);
