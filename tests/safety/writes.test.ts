import { expect, test } from 'vitest';
import { decodeSegment } from '../../core/address.ts';
import { judge } from '../../judge/judge.ts';
import { startMock } from '../../mock/node.ts';

test('a run writes to collections, to its own records and to ids that it made up', async () => {
  const written: { readonly method: string; readonly path: string }[] = [];
  const made = new Set<string>();
  await using mock = await startMock({
    wrap: (fetch) => async (request) => {
      const { pathname } = new URL(request.url);
      if (!['GET', 'HEAD', 'OPTIONS', 'PROPFIND'].includes(request.method))
        written.push({ method: request.method, path: pathname });
      const response = await fetch(request);
      const location = response.headers.get('location');
      if (request.method === 'POST' && location !== null) made.add(location.split('/').at(-1) ?? '');
      return response;
    },
  });
  const state = async (): Promise<unknown> => {
    const lists = ['/rest/1/deals/', '/users'].map(async (path) => (await fetch(mock.url + path)).json());
    return Promise.all(lists);
  };
  const before = await state();
  const { run } = await judge({ baseUrl: mock.url, rules: ['create/*', 'delete/*'], runs: 3, seed: 5 });
  expect(await state()).toEqual(before);
  expect(run.leftBehind).toEqual([]);
  expect(written.length).toBeGreaterThan(50);
  const known = new Set(JSON.stringify(before).match(/(?<="id":")[^"]+/gu) ?? []);
  expect(known.size).toBeGreaterThan(0);
  for (const { method, path } of written) {
    const id = /^\/(?:rest\/[^/]+\/deals|users)\/([^/]+)/u.exec(path)?.[1];
    // Without an id it is a collection or a command: only a POST adds to it. PUT is for documents that the client names.
    if (id === undefined)
      expect(method === 'POST' || path.startsWith('/commands/') || /-[a-z]{10}/u.test(path)).toBe(true);
    else if (!made.has(id)) expect(known).not.toContain(decodeSegment(id));
  }
}, 120_000);
