import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../fixtures/json.ts';
import type { StateImage } from '../../mock/state/image.ts';
import { randomFor } from '../../mock/state/random.ts';
import { type Running, start, temporaryFolder } from '../cli/assayer.ts';
import { TRIES_ALL } from '../in-gate.ts';

// More rounds, or other moments: ASSAYER_KILL_ROUNDS=500 ASSAYER_KILL_SEED=7 npx vitest run --project unit tests/mock/persist-kill.test.ts
const ROUNDS = Number(process.env['ASSAYER_KILL_ROUNDS'] ?? (TRIES_ALL ? 12 : 6));
const SEED = Number(process.env['ASSAYER_KILL_SEED'] ?? 1);

/** Who writes, one request after the other, and what was acknowledged. */
interface Writer {
  readonly name: string;
  readonly mount: string;
  /** Data by id. */
  readonly deals: Map<string, JsonObject>;
  readonly deleted: Set<string>;
  /** What is under way: the deal as it is and as it will be; undefined: it is not there. */
  pending: { readonly id: string | undefined; readonly before?: JsonObject; readonly after?: JsonObject } | undefined;
  acknowledged: number;
}

/** Who resets a tenant, and goes back and forth between snapshots: names of deals beside the seed's. */
interface Resetter {
  readonly mount: string;
  names: readonly string[];
  kept: readonly string[] | undefined;
  pending: { readonly names: readonly string[]; readonly kept: readonly string[] | undefined } | undefined;
  acknowledged: number;
}

/** Who gives out sessions and ends them: whether a session is live, by its id. */
interface Minter {
  readonly mount: string;
  readonly live: Map<string, boolean>;
  /** The session that is being ended; empty: one is being given out; undefined: nothing is under way. */
  pending: string | undefined;
  acknowledged: number;
}

type Random = () => number;
const pick = <T>(random: Random, from: Iterable<T>): T | undefined => {
  const all = [...from];
  return all[Math.floor(random() * all.length)];
};

async function send(url: string, method: string, body?: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${method} ${url} was answered ${response.status}`);
  return response;
}

async function writeOne(writer: Writer, url: string, random: Random): Promise<void> {
  const base = `${url}${writer.mount}/rest/1/deals/`;
  const id = random() < 0.45 ? undefined : pick(random, writer.deals.keys());
  if (id === undefined) {
    const after = { name: `${writer.name} ${writer.acknowledged} ${random()}`, price: 1 };
    writer.pending = { id: undefined, after };
    const made = (await send(base, 'POST', after)).headers.get('location')?.split('/').at(-1) ?? '';
    writer.deals.set(made, after);
  } else if (random() < 0.5) {
    const before = writer.deals.get(id) ?? {};
    const reason = String(random());
    writer.pending = { id, before, after: { ...before, held: true, holdReason: reason } };
    await send(`${base}${id}/hold`, 'PUT', { reason });
    writer.deals.set(id, writer.pending.after ?? {});
  } else {
    writer.pending = { id, before: writer.deals.get(id) ?? {} };
    await send(`${base}${id}`, 'DELETE');
    writer.deals.delete(id);
    writer.deleted.add(id);
  }
  writer.pending = undefined;
  writer.acknowledged += 1;
}

async function resetOne(resetter: Resetter, url: string, random: Random): Promise<void> {
  const { names, kept, mount } = resetter;
  const control = `${url}${mount}/_mock`;
  const act = async (
    pending: NonNullable<Resetter['pending']>,
    method: string,
    at: string,
    body?: object,
  ): Promise<void> => {
    resetter.pending = pending;
    await send(at, method, body);
    Object.assign(resetter, pending, { pending: undefined });
  };
  const which = random();
  if (which < 0.1) await act({ names: [], kept }, 'POST', `${control}/reset`);
  else if (which < 0.2) await act({ names, kept: names }, 'PUT', `${control}/snapshots/s`);
  else if (which < 0.3 && kept !== undefined)
    await act({ names: kept, kept }, 'POST', `${control}/snapshots/s/restore`);
  else {
    const name = `r${random()}`;
    await act({ names: [...names, name], kept }, 'POST', `${url}${mount}/rest/1/deals/`, { name, price: 1 });
  }
  resetter.acknowledged += 1;
}

async function mintOne(minter: Minter, url: string, random: Random): Promise<void> {
  const sessions = `${url}${minter.mount}/_mock/sessions`;
  const live = Array.from(minter.live).flatMap(([id, isLive]) => (isLive ? [id] : []));
  const id = random() < 0.6 ? undefined : pick(random, live);
  minter.pending = id ?? '';
  if (id === undefined) {
    const made = (await (await send(sessions, 'POST', { user: 'ada', lifeSeconds: 9999 })).json()) as { id: string };
    minter.live.set(made.id, true);
  } else {
    if (random() < 0.5) await send(`${sessions}/${id}`, 'DELETE');
    else await send(`${sessions}/${id}/expire`, 'POST');
    minter.live.set(id, false);
  }
  minter.pending = undefined;
  minter.acknowledged += 1;
}

// Until the process is gone: every request fails then, and what was under way stays pending.
async function untilKilled(step: () => Promise<void>, running: Running): Promise<void> {
  let failed: unknown;
  while (failed === undefined) await step().catch((cause: unknown) => (failed = cause ?? true));
  await running.ended;
  if (failed instanceof Error && failed.message.includes('was answered')) throw failed;
}

async function stateAt(url: string, mount: string): Promise<StateImage> {
  return (await (await fetch(`${url}${mount}/_mock/state`)).json()) as StateImage; // what that route answers
}

/** Holds the state against what was acknowledged, and goes on from how it was with what was under way. */
function checkWriters(state: StateImage, writers: readonly Writer[]): void {
  const there = new Map(state.deals.map(({ id, data }) => [id, data]));
  for (const id of ['1', '2', '3']) there.delete(id);
  for (const writer of writers) {
    const { pending } = writer;
    for (const [id, data] of writer.deals) {
      if (pending?.id === id) continue;
      expect(there.get(id), `deal ${id} of ${writer.name}`).toEqual(data);
      there.delete(id);
    }
    for (const id of writer.deleted) {
      expect(there.has(id), `deal ${id}, deleted`).toBe(false);
      expect(state.gone).toContain(id);
    }
    settle(writer, there, state);
    writer.pending = undefined;
  }
  expect([...there]).toEqual([]);
}

function settle({ pending, deals, deleted }: Writer, there: Map<string, JsonObject>, state: StateImage): void {
  if (pending === undefined) return;
  const made = Array.from(there).find(([, { name }]) => name === pending.after?.['name'])?.[0];
  const id = pending.id ?? made;
  if (id === undefined) return;
  const data = there.get(id);
  expect([pending.before, pending.after]).toContainEqual(data);
  there.delete(id);
  if (data !== undefined) deals.set(id, data);
  else if (deals.delete(id)) deleted.add(id);
  if (data === undefined) expect(state.gone).toContain(id);
}

async function checkResetter(url: string, resetter: Resetter): Promise<void> {
  const seen = ({ deals }: StateImage): unknown[] => deals.map(({ data }) => data['name']).slice(3);
  const names = seen(await stateAt(url, resetter.mount));
  const snapshot = await fetch(`${url}${resetter.mount}/_mock/snapshots/s`);
  const kept = snapshot.ok ? seen((await snapshot.json()) as StateImage) : undefined;
  const { pending } = resetter;
  const possible = [{ names: resetter.names, kept: resetter.kept }, ...(pending === undefined ? [] : [pending])];
  expect(possible).toContainEqual({ names, kept });
  Object.assign(resetter, { names, kept, pending: undefined });
}

async function checkMinter(url: string, minter: Minter): Promise<void> {
  const { pending, live, mount } = minter;
  const listed = (await (await fetch(`${url}${mount}/_mock/sessions`)).json()) as { id: string; state: string }[];
  const there = new Map(listed.map(({ id, state }) => [id, state === 'live']));
  for (const [id, isLive] of live) if (id !== pending) expect(there.get(id), `session ${id}`).toBe(isLive);
  const unknown = listed.filter(({ id }) => !live.has(id));
  expect(unknown.length, 'sessions that nobody was given').toBeLessThanOrEqual(pending === '' ? 1 : 0);
  if (pending !== undefined && pending !== '') expect(there.has(pending)).toBe(true);
  for (const [id, isLive] of there) live.set(id, isLive);
  minter.pending = undefined;
}

/** Waits until each of them was answered once more. */
async function answeredSince(them: readonly { readonly acknowledged: number }[]): Promise<void> {
  const before = them.map(({ acknowledged }) => acknowledged);
  while (them.some(({ acknowledged }, i) => acknowledged === before[i])) await pause(5);
}

const writerOf = (name: string, mount: string): Writer => ({
  name,
  mount,
  deals: new Map(),
  deleted: new Set(),
  pending: undefined,
  acknowledged: 0,
});

test(`nothing that was acknowledged is lost, and the file can be read, whenever kill -9 comes (seed ${SEED}, ${ROUNDS} rounds)`, {
  tags: ['night'],
  timeout: 600_000,
}, async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'state.jsonl');
  // The file is written anew with every few changes.
  const flags = ['--port', '0', '--claim', 'deleted=410', '--persist', file, '--persist-log', '400'];
  const random = randomFor('kill', SEED);
  const everybody = [writerOf('a', ''), writerOf('b', ''), writerOf('c', '')];
  const tenant = [writerOf('d', '/_tenant/t'), writerOf('e', '/_tenant/t')];
  const writers = [...everybody, ...tenant];
  const resetter: Resetter = { mount: '/_tenant/r', names: [], kept: undefined, pending: undefined, acknowledged: 0 };
  const minter: Minter = { mount: '/_tenant/m', live: new Map(), pending: undefined, acknowledged: 0 };
  let whileWrittenAnew = 0;

  for (let round = 0; round <= ROUNDS; round += 1) {
    // Now and then it is killed while it starts, which is when it reads and writes all.
    if (random() < 0.3) {
      const early = start(['mock', ...flags]);
      await pause(100 + random() * 200);
      early.child.kill('SIGKILL');
      await early.ended;
    }
    const running = start(['mock', ...flags]);
    const url = /^listening on (\S+)$/u.exec(await running.firstLine)?.[1] ?? '';
    checkWriters(await stateAt(url, ''), everybody);
    checkWriters(await stateAt(url, '/_tenant/t'), tenant);
    await checkResetter(url, resetter);
    await checkMinter(url, minter);
    const work = [
      ...writers.map((writer) => untilKilled(() => writeOne(writer, url, random), running)),
      untilKilled(() => resetOne(resetter, url, random), running),
      untilKilled(() => mintOne(minter, url, random), running),
    ];
    // However slow the machine is, everybody was answered at least once in each round.
    if (round < ROUNDS) await answeredSince([...writers, resetter, minter]);
    await pause(round === ROUNDS ? 0 : random() * 200);
    running.child.kill('SIGKILL');
    await Promise.all(work);
    if ((await readdir(folder.path)).includes('state.jsonl.new')) whileWrittenAnew += 1;
  }
  const acknowledged = [...writers, resetter, minter].map((one) => one.acknowledged);
  console.log(
    `acknowledged: ${acknowledged.join(' + ')}; killed while the file was written anew: ${whileWrittenAnew} times; ${(await stat(file)).size} bytes`,
  );
  expect(Math.min(...acknowledged)).toBeGreaterThanOrEqual(ROUNDS);
});
