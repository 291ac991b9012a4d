import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { cleanUpByLedger } from '../../judge/clean-up.ts';
import { judge } from '../../judge/judge.ts';
import type { JudgeOptions } from '../../judge/options.ts';
import { parseLedger } from '../../judge/parse-ledger.ts';
import { temporaryFolder } from '../cli/assayer.ts';
import { type Ask, type Service, serve, type Told } from '../target-file/service.ts';

// What a list shows may quote what the run sent, and be somebody else's.

interface Post {
  readonly title: string;
  readonly at: number;
  readonly [member: string]: unknown;
}

/** Posts of others, the latest first, of which the list shows the first `page`; `created` says what a creation brings about besides. */
function posts(count: number, page: number, created: (store: Map<string, Post>, title: string) => Told | undefined) {
  const store = new Map<string, Post>();
  for (let nth = 1; nth <= count; nth += 1) store.set(String(nth), { title: `post ${nth}`, at: nth });
  const before = [...store.keys()];
  return {
    store,
    lost: () => before.filter((id) => !store.has(id)),
    answer({ method, path, json }: Ask): Told {
      const id = path.slice('/posts/'.length);
      if (path === '/posts' && method === 'GET') {
        const latest = [...store].sort(([, a], [, b]) => b.at - a.at).slice(0, page);
        return { status: 200, body: latest.map(([one, post]) => ({ ...post, id: one })) };
      }
      if (path === '/posts' && method === 'POST') {
        if (!isObject(json) || typeof json['title'] !== 'string') return { status: 400 };
        const made = String(1000 + store.size);
        store.set(made, { ...json, title: json['title'], at: 1000 + store.size });
        return (
          created(store, json['title']) ?? { status: 201, headers: { location: `/posts/${made}` }, body: { id: made } }
        );
      }
      const post = store.get(id);
      if (post === undefined) return { status: 404 };
      if (method === 'GET') return { status: 200, body: { ...post, id } };
      if (method !== 'DELETE') return { status: 405, headers: { allow: 'GET, DELETE' } };
      store.delete(id);
      return { status: 204 };
    },
  };
}

const judged = (service: Service, options: Partial<JudgeOptions> = {}) =>
  judge({
    target: {
      baseUrl: service.url,
      resources: [{ name: 'posts', collection: '/posts', update: false, sample: { title: 'a post {unique}' } }],
    },
    rules: ['create/status', 'delete/status'],
    runs: 1,
    seed: 1,
    ...options,
  });

test('a thread of before that tells the last post stays, and is told', async () => {
  const own = posts(60, 20, (store, title) => {
    store.set('1', { title: 'post 1', at: 9000, latest: title });
    return undefined;
  });
  await using service = await serve(own.answer);
  const { run } = await judged(service);
  expect(own.lost()).toEqual([]);
  expect(own.store.get('1')?.['latest']).toContain('a post');
  expect(run.leftBehind?.map(({ address }) => address)).toEqual([`${service.url}/posts/1`]);
  expect(run.leftBehind?.[0]?.tried).toMatch(/^nothing: it shows a value of this run, but not as the run sent it/u);
});

test('an answer of another client, made during the run, stays', async () => {
  const own = posts(3, 100, (store, title) => {
    if (!store.has('answer')) store.set('answer', { title: `Re: ${title}`, at: 9000 });
    return undefined;
  });
  await using service = await serve(own.answer);
  await judged(service);
  expect([...own.store.keys()]).toEqual(['1', '2', '3', 'answer']);
});

test('and so it does where a ledger is cleaned up by', async () => {
  await using folder = await temporaryFolder();
  const ledger = join(folder.path, 'ledger.jsonl');
  let isKept = true;
  const own = posts(3, 100, (store, title) => {
    store.set('answer', { title: `Who made “${title}”?`, at: 9000 });
    return undefined;
  });
  await using service = await serve((asked) =>
    isKept && asked.method === 'DELETE' ? { status: 503 } : own.answer(asked),
  );
  await judged(service, { ledger });
  isKept = false;
  const { cleaned } = await cleanUpByLedger(parseLedger(await readFile(ledger, 'utf8'), ledger), {});
  const stays = cleaned.filter(({ end }) => end === 'stays').map(({ address, tried }) => `${address} ${tried}`);
  expect(stays).toEqual([expect.stringContaining(`${service.url}/posts/answer nothing: it shows a value of this run`)]);
  expect([...own.store.keys()]).toEqual(['1', '2', '3', 'answer']);
});

test('where a list may be a page, what creations made that broke down is told', async () => {
  const own = posts(60, 20, () => ({ status: 500 }));
  // The oldest first, so that nothing new is seen.
  for (const [id, post] of own.store) own.store.set(id, { ...post, at: 100_000 - post.at });
  await using service = await serve(own.answer);
  const { run } = await judged(service);
  expect(own.store.size).toBeGreaterThan(60);
  expect(run.leftBehind?.length).toBeGreaterThan(0);
});

test('an invitation of before that a creation accepts stays, though a second creation is refused', async () => {
  const own = posts(0, 20, () => undefined);
  for (let nth = 1; nth <= 60; nth += 1)
    own.store.set(String(nth), { title: `member ${nth}`, at: 100 - nth, email: `member-${nth}@example.com` });
  let isAccepted = false;
  await using service = await serve((asked) => {
    if (asked.method !== 'POST' || !isObject(asked.json) || asked.json['email'] !== 'member-40@example.com')
      return own.answer(asked);
    if (isAccepted) return { status: 409 };
    isAccepted = true;
    own.store.set('40', { ...asked.json, title: String(asked.json['title']), at: 60 });
    return { status: 201, headers: { location: '/posts/40' }, body: { id: '40' } };
  });
  const sample = { title: 'a post {unique}', email: 'member-40@example.com' };
  const { run } = await judge({
    target: { baseUrl: service.url, resources: [{ name: 'posts', collection: '/posts', update: false, sample }] },
    rules: ['create/status', 'delete/status'],
    runs: 1,
    seed: 1,
  });
  expect(own.store.has('40')).toBe(true);
  expect(run.leftBehind?.map(({ address }) => address)).toContain(`${service.url}/posts/40`);
});
