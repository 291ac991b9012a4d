import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { cleanUpByLedger } from '../../judge/clean-up.ts';
import { judge } from '../../judge/judge.ts';
import type { JudgeOptions } from '../../judge/options.ts';
import { parseLedger } from '../../judge/parse-ledger.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { assayer, start, temporaryFolder } from '../cli/assayer.ts';
import { inGate } from '../in-gate.ts';
import { type Ask, serve, type Told } from '../target-file/service.ts';

// Servers whose answer to DELETE does not say what became of the record.
// SAFETY=all (`npm run safety`) tries more of them.
const all = process.env['SAFETY'] === 'all';
const JSON_TYPE = { 'content-type': 'application/json' };

/** How such a server answers. It may be changed while it runs. */
interface Habits {
  /** What DELETE is answered. */
  status: number;
  deletes: boolean;
  /** The list and GET show that a record was deleted when the list was read so many times after it. */
  shownAfter: number;
  listed: 'all' | 'one page' | 'no';
  isRead: boolean;
  /** Ids are drawn from so many that none comes back; else they count. */
  isDrawn: boolean;
}

const KEEPS: Habits = { status: 204, deletes: false, shownAfter: 0, listed: 'all', isRead: true, isDrawn: false };

function notes(differs: Partial<Habits> = {}) {
  const habits = { ...KEEPS, ...differs };
  const kept = new Map<string, string>([['1', 'first']]);
  const deleted = new Map<string, number>();
  let made = 0;
  const isShown = (id: string): boolean => kept.has(id) && (deleted.get(id) ?? -1) < habits.shownAfter;
  const list = (): Told => {
    for (const [one, times] of deleted) deleted.set(one, times + 1);
    const shown = [...kept].filter(([one]) => isShown(one)).map(([id, text]) => ({ id, text }));
    if (habits.listed === 'all') return { status: 200, body: shown };
    return { status: 200, headers: { link: '</notes?page=2>; rel="next"' }, body: shown.slice(0, 1) };
  };
  return {
    habits,
    left: () => [...kept.keys()].filter((id) => id !== '1' && isShown(id)).toSorted(),
    made: () => made,
    answer({ method, path, json: sent }: Ask): Told {
      const id = path.slice('/notes/'.length);
      if (method === 'POST' && path === '/notes') {
        if (!isObject(sent) || typeof sent['text'] !== 'string') return { status: 400 };
        made += 1;
        const given = habits.isDrawn ? randomUUID() : String(100 + made);
        kept.set(given, sent['text']);
        return { status: 201, headers: { ...JSON_TYPE, location: `/notes/${given}` }, body: '{}' };
      }
      if (method === 'DELETE') {
        if (habits.deletes && kept.has(id) && !deleted.has(id)) deleted.set(id, 0);
        return { status: habits.status };
      }
      if (method !== 'GET') return { status: 405, headers: { allow: 'GET, POST, DELETE' } };
      if (path === '/notes') return habits.listed === 'no' ? { status: 404 } : list();
      if (!habits.isRead) return { status: 403 };
      return isShown(id) ? { status: 200, body: { id, text: kept.get(id) } } : { status: 404 };
    },
  };
}

interface Service extends Omit<ReturnType<typeof notes>, 'answer'> {
  readonly answer: (ask: Ask) => Told | undefined;
}

function targetOf(baseUrl: string, { habits }: Service): TargetFile {
  const resource = { name: 'notes', collection: '/notes', update: false as const, sample: { text: 'note {unique}' } };
  const list = habits.listed === 'no' ? { list: false as const } : {};
  return { baseUrl, resources: [{ ...resource, ...list }] };
}

const CREATING = ['create/status', 'create/location'];

async function judged(service: Service, options: Partial<JudgeOptions> = {}) {
  await using served = await serve(service.answer);
  const target = targetOf(served.url, service);
  const { run } = await judge({ target, rules: CREATING, runs: 1, seed: 1, ...options });
  return { left: run.leftBehind ?? [], run };
}

const idsOf = (told: readonly { readonly address: string }[]): string[] =>
  told.map(({ address }) => address.split('/').at(-1) ?? '').toSorted();

test.concurrent.each(inGate([204, 202, 404], 3))(
  'what stays though its deletion was answered %i is told, each once',
  async (status) => {
    const service = notes({ status });
    const { left } = await judged(service);
    expect(service.left().length).toBeGreaterThan(0);
    expect(idsOf(left)).toEqual(service.left());
    expect(JSON.stringify(left[0])).toContain('the list shows it still');
  },
);

test.concurrent.each(all ? (['one page', 'no'] as const) : (['one page'] as const))(
  'and so it is where the list shows %s of it',
  { tags: ['night'] },
  async (listed) => {
    const service = notes({ listed });
    const { left } = await judged(service, { rules: ['create/*'] });
    // More than are looked at before the other deletions are believed.
    expect(service.left().length).toBeGreaterThan(8);
    expect(idsOf(left)).toEqual(service.left());
    const stillShown = left.filter((one) => JSON.stringify(one).includes('a GET of it shows it still'));
    expect(stillShown.length).toBeGreaterThan(8);
  },
);

test.concurrent.each(['all', 'one page', 'no'] as const)('what was deleted is not told: listed %s', async (listed) => {
  const service = notes({ listed, deletes: true });
  expect((await judged(service)).left).toEqual([]);
  expect(service.left()).toEqual([]);
});

test.concurrent('a list that shows late what was deleted leaves nothing to tell', async () => {
  expect((await judged(notes({ deletes: true, shownAfter: 3 }))).left).toEqual([]);
});

test.concurrent('nor does one that shows it as late as --settle allows', { tags: ['night'] }, async () => {
  const { answer, ...service } = notes({ deletes: true });
  const deleted = new Map<string, number>();
  const late = (ask: Ask): Told => {
    if (ask.method === 'DELETE') deleted.set(ask.path, deleted.get(ask.path) ?? performance.now());
    const told = answer(ask);
    const isLate = [...deleted.values()].some((at) => performance.now() - at < 2200);
    if (ask.method !== 'GET' || ask.path !== '/notes' || !isLate) return told;
    const old = [...deleted].map(([path]) => ({ id: path.slice('/notes/'.length), text: texts.get(path) }));
    return { ...told, body: [...(Array.isArray(told.body) ? told.body : []), ...old] };
  };
  const texts = new Map<string, string>();
  const noting = (ask: Ask): Told => {
    const told = late(ask);
    const location = told.headers?.['location'];
    if (ask.method === 'POST' && location !== undefined && isObject(ask.json))
      texts.set(location, String(ask.json['text']));
    return told;
  };
  expect((await judged({ ...service, answer: noting }, { settleMs: 4000 })).left).toEqual([]);
});

test.concurrent('the look comes after --bail too', async () => {
  const service = notes();
  const refusing = (ask: Ask): Told | undefined =>
    ask.method === 'POST' && service.made() > 2 ? { status: 409 } : service.answer(ask);
  const { left, run } = await judged({ ...service, answer: refusing }, { bail: true, rules: ['create/*'] });
  expect(run.interrupted).toContain('--bail');
  expect(service.left().length).toBeGreaterThan(0);
  expect(idsOf(left)).toEqual(service.left());
});

test('and after --max-time', { tags: ['night'] }, async () => {
  const service = notes();
  let isHanging = false;
  const hangingOnce = (ask: Ask): Told | undefined => {
    if (isHanging || ask.method !== 'GET' || !ask.path.startsWith('/notes/10')) return service.answer(ask);
    isHanging = true;
    return undefined;
  };
  const { left, run } = await judged({ ...service, answer: hangingOnce }, { maxTimeMs: 7000, timeoutMs: 60_000 });
  expect(run.interrupted).toContain('time limit');
  expect(service.left().length).toBeGreaterThan(0);
  expect(idsOf(left)).toEqual(service.left());
});

test.concurrent('where the time for cleaning up ends before the look, that is told', { tags: ['night'] }, async () => {
  const service = notes();
  const giveUp = new AbortController();
  let lists = 0;
  const answer = (ask: Ask): Told | undefined => {
    lists += ask.path === '/notes' && ask.method === 'GET' ? 1 : 0;
    // The first look is at the list before anything is created, the second at what was deleted.
    if (lists > 1 && service.made() > 0) giveUp.abort();
    return service.answer(ask);
  };
  const { left } = await judged({ ...service, answer }, { cleanUpSignal: giveUp.signal });
  expect(JSON.stringify(left)).toContain('before anybody looked whether the deletions took effect');
  expect(left[0]?.curl).toMatch(/^curl .*\/notes'?$/u);
});

/** A run that was refused every deletion, and its ledger. */
async function ledgerOf(service: Service, folder: string) {
  const { deletes, status } = service.habits;
  Object.assign(service.habits, { deletes: false, status: 403 });
  const ledger = join(folder, 'run.jsonl');
  const served = await serve(service.answer);
  const rules = [...CREATING, 'create/distinct'];
  await judge({ target: targetOf(served.url, service), rules, runs: 1, seed: 1, ledger });
  Object.assign(service.habits, { deletes, status });
  return { ledger, served };
}

test.concurrent.each(
  inGate(
    [
      ['all', true, false, 'stays', 'and the list shows it still'],
      ['no', true, false, 'stays', 'and a GET of it shows it still'],
      ['no', false, false, 'stays', 'its id may have been given to another record since'],
      ['no', false, true, 'unseen', '204 without a body'],
    ] as const,
    4,
  ),
)(
  'cleanup by the ledger believes no 204: listed %s, read %s, drawn %s',
  async (listed, isRead, isDrawn, end, words) => {
    const service = notes({ listed, isRead: true, isDrawn });
    await using folder = await temporaryFolder();
    const { ledger, served } = await ledgerOf(service, folder.path);
    await using _ = served;
    service.habits.isRead = isRead;
    const { cleaned } = await cleanUpByLedger(parseLedger(readFileSync(ledger, 'utf8'), ledger), {});
    expect(new Set(cleaned.map((one) => one.end))).toEqual(new Set([end]));
    expect(`${cleaned[0]?.tried} ${cleaned[0]?.answered}`).toContain(words);
  },
);

test.concurrent('assayer cleanup exits with 2 while something is there, keeps the ledger, and tries again', {
  tags: ['night'],
}, async () => {
  const service = notes();
  await using folder = await temporaryFolder();
  const { ledger, served } = await ledgerOf(service, folder.path);
  await using _ = served;
  const kept = await assayer(['cleanup', ledger], { cwd: folder.path });
  expect(kept.stdout).toMatch(
    /^ {2}stays {4}\S+ {2}DELETE was answered 204 without a body, and the list shows it still$/mu,
  );
  expect(kept.status).toBe(2);
  expect(existsSync(ledger)).toBe(true);
  service.habits.deletes = true;
  const gone = await assayer(['cleanup', ledger], { cwd: folder.path });
  expect(gone.stdout).toMatch(/: [1-9]\d* deleted, 0 gone already, 0 stay$/mu);
  expect(gone.status).toBe(0);
  expect(existsSync(ledger)).toBe(false);
  expect(service.left()).toEqual([]);
});

test.concurrent.for(inGate(['SIGINT', 'SIGTERM'] as const, 2))(
  'after %s what is still there is told, and cleanup finds it',
  async (signal, { onTestFinished }) => {
    const service = notes({ listed: 'one page' });
    await using served = await serve(service.answer);
    await using folder = await temporaryFolder();
    const target = join(folder.path, 'target.json');
    await writeFile(target, JSON.stringify({ version: '1', ...targetOf(served.url, service) }));
    const args = ['check', '--target', target, '--rule', 'create/*', '--runs', '100', '--quiet'];
    const { child, ended } = start([...args, '--reporter', 'json=out.json'], { cwd: folder.path });
    onTestFinished(() => void child.kill('SIGKILL'));
    while (service.made() < 5 && child.exitCode === null) await new Promise((done) => setTimeout(done, 5));
    child.kill(signal);
    await ended;
    const { run } = JSON.parse(readFileSync(join(folder.path, 'out.json'), 'utf8')) as {
      run: { leftBehind: { address: string }[] };
    }; // written by assayer
    expect(idsOf(run.leftBehind)).toEqual(service.left());
    service.habits.deletes = true;
    const cleaned = await assayer(['cleanup', '--target', target], { cwd: folder.path });
    expect(cleaned.status, cleaned.stdout + cleaned.stderr).toBe(0);
    expect(service.left()).toEqual([]);
    expect((await readdir(folder.path)).includes('.assayer')).toBe(false);
  },
);
