import { expect, test } from 'vitest';
import { type List, onEveryFace, send } from '../faces.ts';

const BROWSERS = [
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
];

const PREFERENCES: readonly (readonly [accept: string | undefined, mediaType: string])[] = [
  [undefined, 'application/json'],
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['text/*', 'text/html'],
  ['application/xml', 'application/xml'],
  ['APPLICATION/XML', 'application/xml'],
  ['text/xml', 'application/xml'],
  ['text/xml;q=0.5, application/json;q=0.4', 'application/xml'],
  ['application/xml;charset=utf-8', 'application/xml'],
  ['application/json; charset="UTF-8"', 'application/json'],
  ['application/json;q=0.1, application/xml', 'application/xml'],
  ['application/json;q=0, */*', 'application/xml'],
  ['*/*;q=0.5, text/html;q=0.4', 'application/json'],
  ['text/csv, text/html;q=0.1', 'text/html'],
  ['application/*;q=0.2, text/html;q=0.3, application/json;q=0.1', 'text/html'],
  ...BROWSERS.map((browser): [string, string] => [browser, 'text/html']),
];

/** Accept, suffix and format (document 4.5). */
export const negotiation: List = onEveryFace('negotiation', (open, needs) => {
  test.each(PREFERENCES)('Accept: %s gives %s', async (accept, mediaType) => {
    await using service = await open();
    for (const path of ['/users/1', '/users', '/rest/1/deals/1', '/users/1/address/0']) {
      const response = await send(service, 'GET', path, accept === undefined ? {} : { headers: { accept } });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')?.split(';')[0]).toBe(mediaType);
      expect(response.headers.get('vary')).toBe('Accept, Origin');
    }
  });

  test.each(['text/csv', 'application/json;q=0', '*/*;q=0', 'image/*', 'text/html;level=1', 'nonsense'])(
    'Accept: %s answers 406, and says that Accept was asked',
    async (accept) => {
      await using service = await open();
      const response = await send(service, 'GET', '/users/1', { headers: { accept } });
      expect(response.status).toBe(406);
      expect(response.headers.get('vary')).toBe('Accept, Origin');
      expect(await response.json()).toMatchObject({ status: 406 });
    },
  );

  test.each([
    ['/users/1.xml', 'application/xml'],
    ['/users/1.json', 'application/json'],
    ['/users.html', 'text/html'],
    ['/users.xml?name=Ada+Lovelace', 'application/xml'],
    ['/users/1/ssh-keys/0.xml', 'application/xml'],
    ['/rest/1/deals.xml', 'application/xml'],
    ['/users/1?format=xml', 'application/xml'],
    ['/users?name=Ada+Lovelace&format=html', 'text/html'],
    ['/rest/1/deals/?format=json', 'application/json'],
  ])('%s is %s whatever Accept says', async (path, mediaType) => {
    await using service = await open();
    const response = await send(service, 'GET', path, { headers: { accept: 'text/csv' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')?.split(';')[0]).toBe(mediaType);
    expect(response.headers.get('vary')).toBe('Origin');
  });

  test('what a suffix or a format cannot name', async () => {
    await using service = await open();
    const status = async (path: string): Promise<number> => (await send(service, 'GET', path)).status;
    expect(await status('/users/1.csv')).toBe(404);
    expect(await status('/users/nobody.xml')).toBe(404);
    expect(await status('/users/.xml')).toBe(404);
    expect(await status('/users/1.xml.xml')).toBe(404);
    expect(await status('/users/1?format=csv')).toBe(406);
    expect(await status('/users/1?format=')).toBe(406);
  });

  test.each(['/rest/1/deals/1.xml', '/rest/1/deals.xml', '/users/1.json', '/users.html'])(
    '%s is for reading alone',
    async (path) => {
      await using service = await open();
      const options = await send(service, 'OPTIONS', path);
      expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
      for (const method of ['DELETE', 'PUT', 'POST']) {
        const { status, headers } = await send(service, method, path, { json: { name: 'n', price: 1 } });
        expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD, OPTIONS']);
      }
      expect((await send(service, 'GET', path)).status).toBe(200);
    },
  );

  test('an address that ends like a suffix may be a record’s own', async () => {
    await using service = await open({
      seed: {
        deals: [
          { id: 'a.xml', name: 'n' },
          { id: 'a', name: 'n' },
        ],
      },
    });
    const allow = async (path: string): Promise<string | null> =>
      (await send(service, 'OPTIONS', path)).headers.get('allow');
    expect(await allow('/rest/1/deals/a.xml')).toContain('DELETE');
    const command = { deal: 'a', action: 'HoldDeal', params: { reason: 'r' } };
    expect((await send(service, 'PUT', '/commands/c', { json: command })).status).toBe(201);
    expect(await allow('/commands/c.xml')).toContain('PUT');
    expect((await send(service, 'PUT', '/commands/c.xml', { json: { ...command, deal: 'none' } })).status).toBe(404);
    expect((await send(service, 'PUT', '/commands/c.xml', { json: command })).status).toBe(201);
    expect((await send(service, 'DELETE', '/rest/1/deals/a.xml')).status).toBe(204);
    expect((await send(service, 'DELETE', '/rest/1/deals/none.xml')).status).toBe(404);
  });

  test.for([
    ['/%75sers', 200],
    ['/users/1/%61ddress/0', 200],
    ['/users/1%2Exml', 200],
    ['/users%2ejson', 200],
    ['/%72est/%31/deal%73/1', 200],
    ['/users%2F1', 404],
    ['/users/%zz', 404],
  ] as const)('an unreserved character may be encoded in %s', async ([path, status], context) => {
    if (!path.startsWith('/users/')) needs(context, 'an address outside the document');
    await using service = await open();
    expect((await send(service, 'GET', path)).status).toBe(status);
    if (!path.includes('address')) return;
    expect((await send(service, 'GET', path, { headers: { accept: 'application/xml' } })).headers.get('etag')).toBe(
      (await send(service, 'GET', '/users/1/address/0.xml')).headers.get('etag'),
    );
  });

  test('the root has no suffix', async (context) => {
    needs(context, 'an address outside the document');
    await using service = await open();
    expect((await send(service, 'GET', '/.json')).status).toBe(404);
  });

  test('a selector that is not claimed selects nothing', async () => {
    await using bySuffix = await open({ selectors: ['suffix'] });
    const response = await send(bySuffix, 'GET', '/users/1?format=xml', { headers: { accept: 'text/html' } });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('vary')).toBe('Origin');
    await using byAccept = await open({ selectors: ['accept'] });
    expect((await send(byAccept, 'GET', '/users/1.xml')).status).toBe(404);
    expect((await send(byAccept, 'GET', '/users/1?format=xml')).headers.get('content-type')).toBe('application/json');
  });

  test('a representation that is not claimed is not offered', async () => {
    await using service = await open({ representations: ['json'] });
    expect((await send(service, 'GET', '/users/1', { headers: { accept: 'application/xml' } })).status).toBe(406);
    expect((await send(service, 'GET', '/users/1.xml')).status).toBe(404);
    for (const accept of BROWSERS)
      expect((await send(service, 'GET', '/users/1', { headers: { accept } })).headers.get('content-type')).toBe(
        'application/json',
      );
    await using xmlOnly = await open({ representations: ['xml'] });
    expect((await send(xmlOnly, 'GET', '/users/1')).headers.get('content-type')).toMatch(/^application\/xml/u);
  });
});
