import { expect, test } from 'vitest';
import { isObject } from '../../core/representation/json-value.ts';
import { type Initialised, initialise } from '../../init/init.ts';
import { printTypeScript } from '../../init/print.ts';
import { type Ask, type Service, serve, type Told } from '../target-file/service.ts';

// What Django REST framework answers as it comes: every address ends with a slash, one without it is redirected, and a list is
// a page, whose records are in "results".

function framework(collection: string) {
  const kept = new Map([1, 2, 3].map((id) => [id, { id, name: `of somebody ${id}`, price: 1 }]));
  let last = 100;
  return ({ method, path, json }: Ask): Told => {
    const [at = ''] = path.split('?');
    if (at !== collection && !at.startsWith(`${collection}/`)) return { status: 404 };
    if (!at.endsWith('/')) return { status: 301, headers: { location: `${at}/` } };
    const id = Number(at.slice(collection.length + 1, -1));
    if (at === `${collection}/`) {
      if (method === 'GET') return { status: 200, body: page([...kept.values()]) };
      if (!isObject(json) || typeof json['name'] !== 'string') return { status: 400 };
      last += 1;
      kept.set(last, { id: last, name: json['name'], price: 1 });
      return { status: 201, headers: { location: `${collection}/${last}/` }, body: kept.get(last) };
    }
    if (!kept.has(id)) return { status: 404 };
    if (method === 'DELETE') return kept.delete(id) ? { status: 204 } : { status: 404 };
    return method === 'GET' || method === 'PUT' ? { status: 200, body: kept.get(id) } : { status: 405 };
  };
}

const page = (results: readonly unknown[]): object => ({ count: results.length, next: null, previous: null, results });

const lookAt = ({ url }: Service, collections?: readonly string[]): Promise<Initialised> =>
  initialise({ baseUrl: url, allowWrites: true, ...(collections === undefined ? {} : { collections }) });

test('of the document’s own collection the page and the slashes are found out', async () => {
  await using service = await serve(framework('/rest/1/deals'));
  const found = await lookAt(service);
  const { file, findings } = found;
  const [deals] = file.resources ?? [];
  expect(deals).toMatchObject({
    name: 'deals',
    list: '/rest/{version}/deals/',
    item: '/rest/{version}/deals/{id}/',
    delete: '/rest/{version}/deals/{id}/',
    envelope: { list: '/results' },
  });
  expect(findings.map(({ evidence }) => evidence).join('\n')).toMatch(
    /GET \/rest\/1\/deals\/ was answered 200 with an array of \d at \/results/u,
  );
  expect(printTypeScript(found)).toContain('// TO DECIDE: GET /users was answered 404');
});

test('of a named collection likewise, whether it is named with its slash or not', async () => {
  for (const named of ['/notes', '/notes/']) {
    await using service = await serve(framework('/notes'));
    const { file } = await lookAt(service, [named]);
    const [notes] = file.resources ?? [];
    expect(notes).toMatchObject({
      name: 'notes',
      create: '/notes/',
      list: '/notes/',
      item: '/notes/{id}/',
      delete: '/notes/{id}/',
      update: { address: '/notes/{id}/' },
      envelope: { list: '/results' },
    });
  }
});

test('where no id of a new record is told, one is made and no more', async () => {
  let made = 0;
  await using service = await serve(({ method, path }) => {
    if (path !== '/rest/1/deals/') return { status: 404 };
    made += method === 'POST' ? 1 : 0;
    return method === 'POST' ? { status: 201 } : { status: 405 };
  });
  await lookAt(service);
  expect(made).toBe(2);
});
