import { expect, test } from 'vitest';
import { type List, onEveryFace, send } from '../faces.ts';

/** HEAD, OPTIONS, 405 and 404. */
export const methods: List = onEveryFace('methods', (open, needs) => {
  test.each(['/users', '/users/1', '/users?name=Nobody', '/', '/rest/1/deals/1', '/users/nobody', '/users/1.xml'])(
    'HEAD %s answers as GET does, without the body',
    async (path) => {
      await using service = await open();
      const [get, head] = [await send(service, 'GET', path), await send(service, 'HEAD', path)];
      expect(head.status).toBe(get.status);
      for (const name of ['content-type', 'content-length', 'etag', 'last-modified', 'vary', 'www-authenticate'])
        expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
      expect(await head.text()).toBe('');
    },
  );

  test.each([
    ['/', 'GET, HEAD, OPTIONS'],
    ['/users/1', 'GET, HEAD, OPTIONS'],
    ['/rest/1/deals/', 'POST, GET, HEAD, OPTIONS'],
    ['/rest/1/deals/1', 'GET, HEAD, DELETE, PUT, OPTIONS'],
    ['/rest/1/deals/1/hold', 'PUT, OPTIONS'],
    ['/rest/1/deals/1/holds', 'POST, GET, HEAD, OPTIONS'],
    ['/command/HoldDeal/', 'POST, OPTIONS'],
  ])('%s allows %s, and answers anything else 405', async (path, allow) => {
    await using service = await open();
    const options = await send(service, 'OPTIONS', path);
    expect([options.status, options.headers.get('allow')]).toEqual([204, allow]);
    for (const method of ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'PROPFIND'].filter((m) => !allow.includes(m))) {
      const response = await send(service, method, path);
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, allow]);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
    }
  });

  test('a method is no key of ours: constructor answers 405', async (context) => {
    needs(context, 'a method nobody knows');
    await using service = await open();
    expect((await send(service, 'constructor', '/users/1')).status).toBe(405);
  });

  test.for([
    '/user',
    '/rest',
    '/rest/1',
    '/rest/1/deal',
    '/commands',
    '/commands/',
    '/users/',
    '/command/',
    '/query',
    '/a/b/c/d/e/f',
  ])('nothing is at %s', async (path, context) => {
    if (/^\/(?:user|a)(?:\/|$)/u.test(path)) needs(context, 'an address outside the document');
    await using service = await open();
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      const response = await send(service, method, path);
      expect([method, response.status]).toEqual([method, 404]);
      expect(await response.json()).toMatchObject({ status: 404, title: 'Not Found' });
    }
  });
});

/** CORS (document 4.5-4: pages set Accept by script). */
export const otherOrigins: List = onEveryFace('other origins', (open, needs) => {
  test('a page of another origin may read every answer, with its cookies', async (context) => {
    needs(context, 'a request of another origin');
    await using service = await open({ unavailable: ['users'] });
    const origin = 'https://shop.example:8443';
    for (const [method, path, status] of [
      ['GET', '/rest/1/deals/1', 200],
      ['GET', '/', 401],
      ['GET', '/rest/1/deals/9', 404],
      ['DELETE', '/rest/1/deals/2', 204],
      ['GET', '/users', 503],
      ['PATCH', '/rest/1/deals/1', 405],
    ] as const) {
      const { headers, ...response } = await answerOf(send(service, method, path, { headers: { origin } }));
      expect([path, response.status]).toEqual([path, status]);
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-allow-credentials')).toBe('true');
      expect(headers.get('vary')?.split(', ')).toContain('Origin');
      const exposed = headers.get('access-control-expose-headers')?.split(', ');
      for (const name of ['Location', 'ETag', 'Last-Modified', 'Allow', 'WWW-Authenticate', 'Retry-After'])
        expect(exposed).toContain(name);
    }
    expect((await send(service, 'GET', '/rest/1/deals/1')).headers.get('access-control-allow-origin')).toBeNull();
  });

  test.for(['/rest/1/deals/', '/rest/1/deals/1/hold', '/nowhere'])(
    'a preflight of %s is told that all may be sent',
    async (path, context) => {
      needs(context, 'a request of another origin');
      if (path === '/nowhere') needs(context, 'an address outside the document');
      await using service = await open();
      const headers = {
        origin: 'https://shop.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'content-type,if-match,x-own',
      };
      const response = await send(service, 'OPTIONS', path, { headers });
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe('https://shop.example');
      expect(response.headers.get('access-control-allow-credentials')).toBe('true');
      expect(response.headers.get('access-control-allow-methods')?.split(', ')).toEqual(
        expect.arrayContaining(['PUT', 'DELETE', 'PATCH']),
      );
      expect(response.headers.get('access-control-allow-headers')).toBe('content-type,if-match,x-own');
    },
  );
});

/** 503 (document 7). */
export const partsSwitchedOff: List = onEveryFace('parts switched off', (open) => {
  test.each([
    ['deals', ['/rest/1/deals/', '/rest/1/deals/1', '/commands/x'], '/users'],
    ['users', ['/users', '/users/1', '/users/1/address/0', '/users/1.xml'], '/rest/1/deals/1'],
    ['commands', ['/query/users/Ada%20Lovelace'], '/users'],
    ['session', ['/'], '/users'],
  ] as const)('%s answers 503 with Retry-After, and the rest works', async (component, paths, other) => {
    await using service = await open({ unavailable: [component] });
    for (const path of paths) {
      const response = await send(service, 'GET', path);
      expect([path, response.status]).toEqual([path, 503]);
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/u);
    }
    expect((await send(service, 'GET', other)).status).toBe(200);
  });
});

/** The option basePath. */
export const basePath: List = onEveryFace('a base path', (open, needs) => {
  test('comes before every address and link', async () => {
    await using service = await open({ basePath: '/api/shop' });
    expect((await send(service, 'GET', '/users/1')).status).toBe(200);
    expect(await (await send(service, 'GET', '/users/1')).json()).toMatchObject({
      _links: { self: { href: '/api/shop/users/1' } },
    });
    expect((await send(service, 'GET', '/')).status).toBe(401);
    expect((await send(service, 'GET', '')).status).toBe(401);
    expect(
      (await send(service, 'PUT', '/commands/c', { json: { deal: 1, action: 'UnholdDeal' } })).headers.get('location'),
    ).toBe(`${service.url}/commands/c`);
  });

  test('is the whole service: nothing answers beside it', async (context) => {
    needs(context, 'an address outside the document');
    await using service = await open({ basePath: '/api/shop' });
    const { origin } = new URL(service.url);
    expect((await send(service, 'GET', `${origin}/users/1`)).status).toBe(404);
    expect((await send(service, 'GET', `${origin}/api/shopping/users/1`)).status).toBe(404);
  });
});

async function answerOf(response: Promise<Response>): Promise<{ status: number; headers: Headers }> {
  const { status, headers } = await response;
  return { status, headers };
}
