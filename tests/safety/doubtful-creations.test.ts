import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { cleanUpByLedger } from '../../judge/clean-up.ts';
import { judge } from '../../judge/judge.ts';
import { parseLedger } from '../../judge/parse-ledger.ts';
import { startMock } from '../../mock/node.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { temporaryFolder } from '../cli/assayer.ts';
import { inGate } from '../in-gate.ts';
import { type Ask, serve, type Told } from '../target-file/service.ts';

/** Notes that are made, though the creation is answered with another status. */
function notes(status: number, listFields: Record<string, string> = {}) {
  const kept = new Map([
    ['1', 'first'],
    ['2', 'second'],
  ]);
  let made = 0;
  const json = (value: unknown, headers = {}): Told => ({
    status: 200,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  });
  return {
    kept,
    made: () => made,
    answer({ method, path, json: sent }: Ask): Told {
      const id = path.slice('/notes/'.length);
      if (method === 'POST' && path === '/notes') {
        made += 1;
        const text = isObject(sent) ? sent['text'] : undefined;
        kept.set(String(100 + made), typeof text === 'string' ? text : 'a note');
        return { status };
      }
      if (method === 'DELETE') return { status: kept.delete(id) ? 204 : 404 };
      if (method !== 'GET') return { status: 405, headers: { allow: 'GET, POST, DELETE' } };
      if (path === '/notes')
        return json(
          [...kept].map(([one, text]) => ({ id: one, text })),
          listFields,
        );
      const text = kept.get(id);
      return text === undefined ? { status: 404 } : json({ id, text });
    },
  };
}

function targetOf(baseUrl: string, isListed = true): TargetFile {
  const notListed = isListed ? {} : { list: false as const };
  const notes = { name: 'notes', collection: '/notes', update: false as const, sample: { text: 'note {unique}' } };
  return { baseUrl, resources: [{ ...notes, ...notListed }] };
}

const HOW = { rules: ['create/*', 'delete/*'], runs: 1, seed: 1 } as const;

async function judged(service: ReturnType<typeof notes>, isListed = true) {
  await using served = await serve(service.answer);
  return await judge({ target: targetOf(served.url, isListed), ...HOW });
}

test.each([500, 502, 303, 400, 403])(
  'what a creation answered with %i made all the same is deleted',
  async (status) => {
    const service = notes(status);
    const { run } = await judged(service);
    expect(service.made()).toBeGreaterThan(0);
    expect([...service.kept.keys()]).toEqual(['1', '2']);
    expect(run.leftBehind ?? []).toEqual([]);
  },
);

test.each([500, 303])('where nothing is listed, a creation answered with %i is told', async (status) => {
  const service = notes(status);
  const { run } = await judged(service, false);
  const told = run.leftBehind ?? [];
  expect(service.made()).toBeGreaterThan(0);
  expect(told).toHaveLength(service.made());
  expect(JSON.stringify(told[0])).toContain(`answered ${status}, so it is not known whether it made something`);
});

test('where one page is listed, a creation answered with 500 is told', async () => {
  const service = notes(500, { link: '</notes?page=2>; rel="next"' });
  const { run } = await judged(service);
  expect((run.leftBehind ?? []).length).toBeGreaterThan(0);
});

test('a refused creation is not told where nothing is listed', async () => {
  const { run } = await judged(notes(403), false);
  expect(run.leftBehind ?? []).toEqual([]);
});

test('the clean-up by the ledger tells them as well, where one page is listed', async () => {
  const paged: Record<string, string> = { link: '</notes?page=2>; rel="next"' };
  const service = notes(500, paged);
  await using served = await serve(service.answer);
  await using folder = await temporaryFolder();
  const ledger = join(folder.path, 'run.jsonl');
  const { run } = await judge({ target: targetOf(served.url), ...HOW, ledger });
  const told = (run.leftBehind ?? []).length;
  expect(told).toBeGreaterThan(0);
  const stays = async (): Promise<number> => {
    const { cleaned } = await cleanUpByLedger(parseLedger(readFileSync(ledger, 'utf8'), ledger), {});
    return cleaned.filter(({ end }) => end === 'stays').length;
  };
  expect(await stays()).toBe(told);
  delete paged['link'];
  expect(await stays()).toBe(0);
});

test('a run that is refused after the target was asked tells what stays', async () => {
  await using mock = await startMock({
    wrap: (fetch) => async (request) => {
      const refused = new Response(null, { status: 403 });
      return request.method === 'DELETE' ? refused : fetch(request);
    },
  });
  const deals = async (): Promise<number> => JSON.parse(await (await fetch(`${mock.url}/rest/1/deals/`)).text()).length;
  const before = await deals();
  const notices: string[] = [];
  const how = { ...HOW, rules: ['create/status#boats'], onNotice: (line: string) => notices.push(line) };
  await expect(judge({ baseUrl: mock.url, ...how })).rejects.toThrow(/names no case of this target/u);
  const made = (await deals()) - before;
  expect(made).toBeGreaterThan(0);
  expect(notices.filter((line) => line.startsWith('left behind: '))).toHaveLength(made);
});

/** Notes that are never made: what is asked about them is answered so. */
function noNotes(answer: (ask: Ask) => Told): (ask: Ask) => Told {
  return (ask) => (ask.path.startsWith('/notes') ? answer(ask) : { status: 200, body: [] });
}

/** Another resource is served, so that the target is judged. */
function besideUsers(baseUrl: string): TargetFile {
  const { resources = [] } = targetOf(baseUrl);
  return { baseUrl, resources: [...resources, { name: 'users', collection: '/users', create: false }] };
}

const login: Record<string, string> = { location: '/login?next=%2Fnotes' };
const reading = ({ method }: Ask): boolean => method === 'GET' || method === 'HEAD';

// A server of files, one that leads everybody to a page to log in, one that moved, and one that answers everything alike.
const MADE_NOTHING: readonly [string, (ask: Ask) => Told][] = [
  ['501, where nothing is listed', (ask) => ({ status: reading(ask) ? 403 : 501 })],
  ['302 to where every reading is led', () => ({ status: 302, headers: login })],
  ['308 to another host', ({ path }) => ({ status: 308, headers: { location: `http://example.com${path}` } })],
  ['200 with what every reading shows', () => ({ status: 200, body: { posts: '/posts' } })],
];

test.each(inGate(MADE_NOTHING, 4))(
  'a creation that is answered %s: none is told, and few are sent',
  async (_, answer) => {
    await using served = await serve(noNotes(answer));
    const { run, results } = await judge({ target: besideUsers(served.url), ...HOW });
    const sent = served.asked.filter(({ method }) => method === 'POST').length;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThanOrEqual(12);
    expect(results.some(({ outcome }) => outcome === 'fail')).toBe(true);
    expect(run.leftBehind).toEqual([]);
  },
);

test.each(inGate([302, 303], 2))(
  'a creation that is answered %i and made something is told where readings are not led so',
  async (status) => {
    const answer = (ask: Ask): Told => (reading(ask) ? { status: 403 } : { status, headers: login });
    await using served = await serve(noNotes(answer));
    const { run } = await judge({ target: besideUsers(served.url), ...HOW });
    expect(run.leftBehind?.length ?? 0).toBeGreaterThan(0);
  },
);
