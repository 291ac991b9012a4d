import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { cleanUpByLedger } from '../../judge/clean-up.ts';
import { judge } from '../../judge/judge.ts';
import { parseLedger } from '../../judge/parse-ledger.ts';
import type { Fetch } from '../../mock/index.ts';
import { temporaryFolder } from '../cli/assayer.ts';
import { DEALS, serveCareless } from './careless.ts';
import { serveNotes } from './notes.ts';

// A run is killed while a creation is under way whose payload its ledger does not hold as a whole. The creation is carried out.

const HUGE = '"assayerHuge"';

const PAYLOADS: readonly [string, (text: string, type: string | null) => boolean][] = [
  ['a long further member', (text) => text.includes(HUGE)],
  ['a long name', (text) => /"name":"[^"]{1000}/u.test(text)],
  ['a body that is said to be plain text', (text, type) => type?.startsWith('text/plain') === true && text !== ''],
];

/** A ledger as it was when its run was killed: from then on nothing is answered, so that the run can delete nothing. */
async function killedAt(isMeant: (text: string, type: string | null) => boolean, path: string) {
  let ledger: string | undefined;
  let isBack = false;
  const server = await serveCareless((fetch: Fetch) => async (request) => {
    if (ledger !== undefined && !isBack) return new Response(null, { status: 403 });
    if (request.method !== 'POST' || new URL(request.url).pathname !== DEALS || isBack) return fetch(request);
    const bytes = new Uint8Array(await request.arrayBuffer());
    const text = new TextDecoder('latin1').decode(bytes);
    const { headers } = request;
    if (isMeant(text, headers.get('content-type'))) {
      ledger = readFileSync(path, 'utf8');
      headers.set('content-type', 'application/json');
    } else if (text.includes(HUGE)) return new Response(null, { status: 400 });
    return fetch(new Request(request.url, { method: 'POST', headers, body: bytes }));
  });
  await judge({ baseUrl: server.url, seed: 1, runs: 1, concurrency: 1, rules: ['create/malformed'], ledger: path });
  isBack = true;
  return { server, text: ledger ?? '' };
}

const NIGHT = { tags: ['night'] };

test.each(PAYLOADS)('the record of a creation with %s is recognised and deleted', NIGHT, async (_, isMeant) => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'run.jsonl');
  const { server, text } = await killedAt(isMeant, path);
  await using _server = server;
  expect(text).not.toBe('');
  expect(server.added().length).toBeGreaterThan(0);
  const { cleaned } = await cleanUpByLedger(parseLedger(text, path), {});
  expect(cleaned.filter(({ end }) => end === 'stays')).toEqual([]);
  expect(server.added()).toEqual([]);
  expect(server.harmed()).toEqual([]);
});

test('a long note that is made without an answer is deleted later, one that quotes it stays, and that is told truly', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'run.jsonl');
  let isOver = false;
  await using server = await serveNotes({
    before({ method, json }, notes) {
      if (method === 'DELETE' && !isOver) return { status: 403 };
      if (method !== 'POST' || !isObject(json)) return undefined;
      const title = String(json['title']);
      notes.set(`n${notes.size}`, { id: `n${notes.size}`, title });
      return { status: 500 };
    },
  });
  const sample = { title: `note {unique} ${'and so on '.repeat(600)}` };
  const notes = { name: 'notes', collection: '/notes', update: false, sample, required: ['title'] } as const;
  const target = { baseUrl: server.url, resources: [notes] };
  await judge({ target, seed: 1, runs: 1, rules: ['create/status'], ledger: path });
  isOver = true;
  const text = readFileSync(path, 'utf8');
  expect(server.left().length).toBeGreaterThan(0);
  await fetch(`${server.url}/notes`, {
    method: 'POST',
    body: JSON.stringify({ title: `Re: note ${/"nonce":"([a-z]+)"/u.exec(text)?.[1] ?? ''}001` }),
  });
  const quoting = server.left().at(-1);
  const { cleaned } = await cleanUpByLedger(parseLedger(text, path), {});
  expect(server.left()).toEqual([quoting]);
  expect(server.harmed()).toEqual([]);
  expect(cleaned.filter(({ end }) => end === 'stays').map(({ address, tried }) => `${address} ${tried}`)).toEqual([
    expect.stringMatching(/\/notes\/n\d+ nothing: it shows a value of this run, but not as the run sent it/u),
  ]);
});
