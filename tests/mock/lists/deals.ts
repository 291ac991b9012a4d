import { expect, test } from 'vitest';
import { createDeal, type List, onEveryFace, readJson, send } from '../faces.ts';

/** Creation, reading and deletion (document 4.1, 4.4). */
export const deals: List = onEveryFace('deals', (open) => {
  test('a creation answers 201 with an absolute Location and the deal, linked', async () => {
    await using service = await open();
    const response = await send(service, 'POST', '/rest/1/deals/', {
      json: { name: 'Zoë’s 🚢', price: 12, tags: ['a'] },
    });
    expect(response.status).toBe(201);
    const location = response.headers.get('location') ?? '';
    expect(location).toMatch(/^http:\/\/[^/]+\/rest\/1\/deals\/[^/]+$/u);
    const body = await response.json();
    expect(body).toMatchObject({ name: 'Zoë’s 🚢', price: 12, tags: ['a'] });
    expect(new URL(body._links.self.href, location).href).toBe(location);
  });

  test('the validators of a creation are those of the GET that follows', async () => {
    await using service = await open();
    const created = await send(service, 'POST', '/rest/1/deals/', { json: { name: 'n', price: 1 } });
    const read = await send(service, 'GET', created.headers.get('location') ?? '');
    expect(read.status).toBe(200);
    expect(created.headers.get('etag')).toMatch(/^"[^"]+"$/u);
    expect(read.headers.get('etag')).toBe(created.headers.get('etag'));
    expect(read.headers.get('last-modified')).toBe(created.headers.get('last-modified'));
    expect(await read.json()).toEqual(await created.json());
  });

  test('the collection takes a POST without its trailing slash', async () => {
    await using service = await open();
    const response = await send(service, 'POST', '/rest/1/deals', { json: { name: 'n', price: '1.5' } });
    expect(response.status).toBe(201);
  });

  test('Location is the same whatever representation was asked for, and the body is in it', async () => {
    await using service = await open({ ids: 'uuid' });
    const response = await send(service, 'POST', '/rest/1/deals/', {
      json: { name: 'n', price: 1 },
      headers: { accept: 'application/xml' },
    });
    const location = new URL(response.headers.get('location') ?? '');
    expect(location.pathname).toMatch(/^\/rest\/1\/deals\/[0-9a-f-]{36}$/u);
    expect(response.headers.get('content-type')).toMatch(/^application\/xml/u);
    expect(await response.text()).toContain(`href="${location.pathname}"`);
  });

  test('nothing is created where the answer could not be shown', async () => {
    await using service = await open();
    const before = await readJson(service, '/rest/1/deals/');
    const response = await send(service, 'POST', '/rest/1/deals/', {
      json: { name: 'n', price: 1 },
      headers: { accept: 'text/csv' },
    });
    expect(response.status).toBe(406);
    expect(await readJson(service, '/rest/1/deals/')).toEqual(before);
  });

  test('a deletion answers a bare 204, and the deal alone is gone', async () => {
    await using service = await open();
    const [createRecordToDelete, other] = [await createDeal(service), await createDeal(service)];
    const response = await send(service, 'DELETE', createRecordToDelete);
    expect(response.status).toBe(204);
    expect(response.headers.get('content-length')).toBeNull();
    expect(response.headers.get('content-type')).toBeNull();
    expect(await response.text()).toBe('');
    expect((await send(service, 'GET', createRecordToDelete)).status).toBe(404);
    expect((await send(service, 'DELETE', createRecordToDelete)).status).toBe(404);
    expect((await send(service, 'GET', other)).status).toBe(200);
  });

  test('where deleted is 410, what was deleted answers it and what never was does not', async () => {
    await using service = await open({ deleted: 410 });
    const createRecordToDelete = await createDeal(service);
    await send(service, 'DELETE', createRecordToDelete);
    expect((await send(service, 'GET', createRecordToDelete)).status).toBe(410);
    expect((await send(service, 'DELETE', createRecordToDelete)).status).toBe(410);
    expect((await send(service, 'PUT', `${createRecordToDelete}/hold`, { json: { reason: 'r' } })).status).toBe(410);
    expect((await send(service, 'GET', '/rest/1/deals/never')).status).toBe(404);
  });

  test('full-result answers 200 with the object and no Location', async () => {
    await using service = await open({ create: 'full-result' });
    const response = await send(service, 'POST', '/rest/1/deals/', { json: { name: 'n', price: 1 } });
    expect(response.status).toBe(200);
    expect(response.headers.get('location')).toBeNull();
    const { id, ...rest } = await response.json();
    expect(rest).toMatchObject({ name: 'n', price: 1 });
    expect(await readJson(service, `/rest/1/deals/${id}`)).toMatchObject({ name: 'n' });
  });

  test('a relative Location is an absolute path, below the base path', async () => {
    await using service = await open({ location: 'relative', basePath: '/api/shop', version: 'v2.1' });
    const response = await send(service, 'POST', '/rest/v2.1/deals/', { json: { name: 'n', price: 1 } });
    expect(response.headers.get('location')).toMatch(/^\/api\/shop\/rest\/v2\.1\/deals\/\d+$/u);
  });

  test('another version is not served', async () => {
    await using service = await open({ version: '7' });
    expect((await send(service, 'GET', '/rest/7/deals/')).status).toBe(200);
    expect((await send(service, 'GET', '/rest/1/deals/')).status).toBe(404);
    expect((await send(service, 'POST', '/rest/8/deals/', { json: { name: 'n', price: 1 } })).status).toBe(404);
  });

  test('every violation is listed with its pointer, and nothing is created', async () => {
    await using service = await open();
    const before = await readJson(service, '/rest/1/deals/');
    const response = await send(service, 'POST', '/rest/1/deals/', { json: { name: '', price: {} } });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const details = await response.json();
    expect(details).toMatchObject({ status: 400, title: 'Bad Request' });
    expect(details.errors.map((e: { pointer: string }) => e.pointer).toSorted()).toEqual(['/name', '/price']);
    expect(await readJson(service, '/rest/1/deals/')).toEqual(before);
  });

  test.each([
    ['nothing', ''],
    ['a cut object', '{"name":"n","price":1'],
    ['a trailing comma', '{"name":"n","price":1,}'],
    ['a bare word', 'name'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a text', '"n"'],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', new Uint8Array([...Buffer.from('{"name":"n","price":1}', 'utf16le')])],
    ['a key that reaches into prototypes', '{"name":"n","price":1,"__proto__":{"held":true}}'],
    ['the same, deeper down', '{"name":"n","price":1,"a":[{"constructor":{"prototype":{"held":true}}}]}'],
    ['an escaped one', '{"name":"n","price":1,"\\u005f_proto__":{}}'],
    ['nesting without end', `{"name":"n","price":1,"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ])('400 for a body that is %s', async (_title, body) => {
    await using service = await open();
    const before = await readJson(service, '/rest/1/deals/');
    const response = await send(service, 'POST', '/rest/1/deals/', {
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ status: 400 });
    expect(await readJson(service, '/rest/1/deals/')).toEqual(before);
    expect(Object.hasOwn(Object.prototype, 'held')).toBe(false);
  });

  test.each([
    ['12345678901234567890'],
    ['-9007199254740993'],
    ['0.1234567890123456789012345'],
    ['1e400'],
    ['5e-324'],
    ['-0.25'],
  ])('the number %s is shown as it was sent', async (digits) => {
    await using service = await open();
    const body = `{"name":"n","price":1,"nested":[{"amount":${digits}}]}`;
    const created = await send(service, 'POST', '/rest/1/deals/', {
      body,
      headers: { 'content-type': 'application/json' },
    });
    const text = await (await send(service, 'GET', created.headers.get('location') ?? '')).text();
    const shown = /"amount":([^}]*)\}/u.exec(text)?.[1] ?? '';
    expect(shown).toBe(digits);
  });

  test('a body that is said to be no JSON answers 415 with what is taken', async () => {
    await using service = await open();
    const response = await send(service, 'POST', '/rest/1/deals/', {
      body: 'name=n&price=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(response.status).toBe(415);
    expect(response.headers.get('accept')).toBe('application/json');
  });

  test('a body over the limit answers 413', async () => {
    await using service = await open({ bodyLimit: 1000 });
    const json = { name: 'n'.repeat(100_000), price: 1 };
    expect((await send(service, 'POST', '/rest/1/deals/', { json })).status).toBe(413);
    expect((await send(service, 'POST', '/rest/1/deals/', { json: { name: 'n', price: 1 } })).status).toBe(201);
  });

  test('an id and links that are sent are ours to give', async () => {
    await using service = await open();
    const address = await createDeal(service, {
      name: 'n',
      price: 1,
      id: 'mine',
      _links: { self: { href: 'http://evil' } },
    });
    const deal = await (await send(service, 'GET', address)).json();
    expect(deal.id).not.toBe('mine');
    expect(deal._links.self.href).toBe(new URL(address).pathname);
  });
});
