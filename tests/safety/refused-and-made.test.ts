import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { judge } from '../../judge/judge.ts';
import { type Ask, serve, type Told } from '../target-file/service.ts';

// A service that carries a creation out, and then has no representation that the client accepts: 406. Its collection is no list.

function notes() {
  const kept = new Map([['1', { id: '1', text: 'of somebody' }]]);
  let last = 1;
  return {
    texts: (): readonly string[] => [...kept.values()].map(({ text }) => text),
    answer({ method, path, json, headers }: Ask): Told {
      const [, , id = ''] = path.split('/');
      if (method === 'POST' && path === '/notes') {
        if (!isObject(json) || typeof json['text'] !== 'string' || json['text'].includes('\ufffd'))
          return { status: 400 };
        last += 1;
        kept.set(String(last), { id: String(last), text: json['text'] });
        const isAcceptable = /json|\*\/\*/u.test(String(headers['accept'] ?? '*/*'));
        return isAcceptable ? { status: 201, headers: { location: `/notes/${last}` } } : { status: 406 };
      }
      const one = kept.get(id);
      if (one === undefined) return { status: 404 };
      if (method === 'DELETE') kept.delete(id);
      return method === 'DELETE' ? { status: 204 } : { status: 200, body: one };
    },
  };
}

test('what a refusal would leave behind is not sent where no list would show it', async () => {
  const service = notes();
  await using served = await serve(service.answer);
  const { results } = await judge({
    target: {
      baseUrl: served.url,
      resources: [
        {
          name: 'notes',
          create: '/notes',
          item: '/notes/{id}',
          delete: '/notes/{id}',
          sample: { text: 'note {unique}' },
        },
      ],
    },
    rules: ['create/*', 'delete/*', 'read/*', 'negotiate/*'],
    seed: 1,
  });
  expect(results.filter(({ rule, outcome }) => rule === 'create/malformed' && outcome === 'pass')).toHaveLength(1);
  expect(service.texts()).toEqual(['of somebody']);
});
