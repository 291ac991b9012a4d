import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { judge } from '../../judge/judge.ts';
import { serveNotes } from './notes.ts';

// A service that carries a creation out, and then has no representation that the client accepts: 406. Its collection is no list.

test('what a refusal would leave behind is not sent where no list would show it', async () => {
  await using server = await serveNotes({
    before({ method, path, json, headers }, notes) {
      if (path !== '/notes') return undefined;
      if (method === 'GET') return { status: 404 };
      const isAcceptable = /json|\*\/\*/u.test(String(headers['accept'] ?? '*/*'));
      const isRight = isObject(json) && typeof json['title'] === 'string' && !json['title'].includes('\ufffd');
      if (method !== 'POST' || isAcceptable || !isRight) return undefined;
      notes.set('unshown', { id: 'unshown', title: String(json['title']) });
      return { status: 406 };
    },
  });
  const { results } = await judge({
    target: {
      baseUrl: server.url,
      resources: [
        {
          name: 'notes',
          create: '/notes',
          item: '/notes/{id}',
          delete: '/notes/{id}',
          sample: { title: 'note {unique}' },
        },
      ],
    },
    rules: ['create/*', 'delete/*', 'read/*', 'negotiate/*'],
    seed: 1,
  });
  expect(results.filter(({ rule, outcome }) => rule === 'create/malformed' && outcome === 'pass')).toHaveLength(1);
  expect(server.left()).toEqual([]);
  expect(server.harmed()).toEqual([]);
});
