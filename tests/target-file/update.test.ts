import { expect, test } from 'vitest';
import { fillTexts } from '../../core/ids/placeholders.ts';
import type { Result } from '../../core/results/results.ts';
import { judge } from '../../judge/judge.ts';
import type { ResourceFile, UpdateFile } from '../../target-file/file.ts';
import { type Ask, serve, type Told } from './service.ts';

/** Notes with a revision: an update has to name the id and the revision that it is made on. */
function notes(): (ask: Ask) => Told {
  const kept = new Map<string, { readonly note: Record<string, unknown>; readonly revision: number }>();
  let next = 0;
  return ({ method, path, json }) => {
    const sent = Object(json);
    if (path === '/notes' && method === 'POST') {
      next += 1;
      kept.set(`n${next}`, { note: sent, revision: 1 });
      return { status: 201, headers: { location: `/notes/n${next}` } };
    }
    const id = path.slice('/notes/'.length);
    const found = kept.get(id);
    if (found === undefined) return { status: 404 };
    const { note, revision } = found;
    if (method === 'DELETE') {
      kept.delete(id);
      return { status: 204 };
    }
    const body = { doc: { ...note, _id: id, meta: { rev: revision } } };
    if (method === 'GET') return { status: 200, headers: { etag: `"${revision}"` }, body };
    if (sent['_id'] !== id || sent['_rev'] !== revision) return { status: 409 };
    kept.set(id, { note: sent, revision: revision + 1 });
    return { status: 204 };
  };
}

async function judged(update: UpdateFile): Promise<{ result: Result | undefined; asked: readonly Ask[] }> {
  await using service = await serve(notes());
  const resource: ResourceFile = {
    name: 'notes',
    create: '/notes',
    item: '/notes/{id}',
    delete: '/notes/{id}',
    envelope: { item: '/doc' },
    sample: { text: 'assayer {unique}' },
    update,
  };
  const target = { baseUrl: service.url, resources: [resource] };
  const { results } = await judge({ target, rules: ['validator/etag-changes'], runs: 1, seed: 1 });
  return { result: results.find(({ rule }) => rule === 'validator/etag-changes'), asked: service.asked };
}

const payload = { _id: '{id}', text: 'of {id} {unique}, {{id}} and {{other}}', more: ['{{unique}}', '{"a":{"b":1}}'] };

test('an update names the record, and what it was just read to be', async () => {
  const { result, asked } = await judged({ payload, from: { _rev: '/meta/rev', none: '/nothing' } });
  expect([result?.outcome, result?.reason]).toEqual(['pass', '']);
  const [put] = asked.filter(({ method }) => method === 'PUT');
  const id = put?.path.slice('/notes/'.length);
  expect(put?.json).toEqual({
    _id: id,
    _rev: 1,
    text: expect.stringMatching(new RegExp(`^of ${id} [a-z0-9]+, \\{id\\} and \\{other\\}$`, 'u')),
    more: ['{unique}', '{"a":{"b":1}}'],
  });
});

test('without it the update is refused, and nothing is judged by it', async () => {
  const { result } = await judged({ payload });
  expect(result?.outcome).toBe('not-exercised');
});

test('braces that name nothing stay', () => {
  expect(fillTexts('{a} {b} {{a}} {{b}} {{{a}}} {} {{a} } {toString}', { a: '1' })).toBe(
    '1 {b} {a} {b} {{a}} {} {1 } {toString}',
  );
});
