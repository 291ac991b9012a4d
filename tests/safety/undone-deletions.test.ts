import { expect, test } from 'vitest';
import { judge } from '../../judge/judge.ts';
import { type Ask, serve, type Told } from '../target-file/service.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Notes whose deletion is answered with this status and is not done, or is done when the list was read so many times after it. */
function notes(status: number, doneAfter = Number.POSITIVE_INFINITY) {
  const kept = new Map<string, string>([['1', 'first']]);
  const deleted = new Map<string, number>();
  let made = 0;
  const shown = (id: string): boolean => kept.has(id) && (deleted.get(id) ?? 0) < doneAfter;
  return {
    shown: () => [...kept.keys()].filter(shown),
    answer({ method, path, json: sent }: Ask): Told {
      const id = path.slice('/notes/'.length);
      if (method === 'POST' && path === '/notes') {
        made += 1;
        kept.set(String(100 + made), String((sent as { text?: unknown }).text)); // the sample of the target file
        return { status: 201, headers: { ...JSON_TYPE, location: `/notes/${100 + made}` }, body: '{}' };
      }
      if (method === 'DELETE') {
        if (kept.has(id) && !deleted.has(id)) deleted.set(id, 0);
        return { status };
      }
      if (method !== 'GET') return { status: 405, headers: { allow: 'GET, POST, DELETE' } };
      if (path === '/notes') {
        for (const [one, times] of deleted) deleted.set(one, times + 1);
        const list = [...kept].filter(([one]) => shown(one)).map(([one, text]) => ({ id: one, text }));
        return { status: 200, headers: JSON_TYPE, body: JSON.stringify(list) };
      }
      if (!shown(id)) return { status: 404 };
      return { status: 200, headers: JSON_TYPE, body: JSON.stringify({ id, text: kept.get(id) }) };
    },
  };
}

async function leftBy(service: ReturnType<typeof notes>) {
  await using served = await serve(service.answer);
  const notesOf = { name: 'notes', collection: '/notes', update: false as const, sample: { text: 'note {unique}' } };
  const target = { baseUrl: served.url, resources: [notesOf] };
  const { run } = await judge({ target, rules: ['create/status', 'create/location'], runs: 1, seed: 1 });
  return run.leftBehind ?? [];
}

test.each([204, 202, 404])('what stays though its deletion was answered %i is told, each once', async (status) => {
  const service = notes(status);
  const told = await leftBy(service);
  const left = service.shown().filter((id) => id !== '1');
  expect(left.length).toBeGreaterThan(0);
  expect(told.map(({ address }) => address.split('/').at(-1)).toSorted()).toEqual(left.toSorted());
  expect(JSON.stringify(told[0])).toContain('the list shows it still');
});

test('a list that shows late what was deleted leaves nothing to tell', async () => {
  expect(await leftBy(notes(204, 3))).toEqual([]);
});
