import { setupServer } from 'msw/node';
import { describe, expect, test } from 'vitest';
import { loadsFile } from '../../mock/faces/msw-request.ts';
import { handlers } from '../../mock/msw.ts';

const PAGE = 'http://localhost:5173';
const asks = (path: string, method = 'GET'): boolean => loadsFile(new Request(PAGE + path, { method }), PAGE);

describe('a page’s own files', () => {
  test.each([
    '/users/list.ts',
    '/users.tsx?t=1700000000',
    '/users/pic.png',
    '/users/card.vue',
    '/query/client.js',
    '/rest/api.mjs',
    '/command/style.css',
    '/users/list.json?import',
    '/users/list.js.map',
  ])('%s is one', (path) => {
    expect(asks(path)).toBe(true);
  });

  test.each([
    '/users',
    '/users/1',
    '/users/1.json',
    '/users/1.xml',
    '/users.html',
    '/users?name=list.ts',
    '/_mock/log.har',
    '/rest/1/deals/',
  ])('%s is none', (path) => {
    expect(asks(path)).toBe(false);
  });

  test('what changes something is none, and neither is what another origin is asked', () => {
    expect(asks('/commands/c.ts', 'PUT')).toBe(false);
    expect(loadsFile(new Request('http://api.test/users/list.ts'), PAGE)).toBe(false);
    expect(loadsFile(new Request(`${PAGE}/users/list.ts`), undefined)).toBe(false);
  });
});

test('what `ignore` names is let through', async () => {
  const server = setupServer(
    ...handlers({ baseUrl: PAGE, ignore: ({ url }) => new URL(url).pathname.startsWith('/users/assets/') }),
  );
  server.listen({ onUnhandledRequest: 'error' });
  try {
    expect((await fetch(`${PAGE}/users/1`)).status).toBe(200);
    await expect(fetch(`${PAGE}/users/assets/1`)).rejects.toThrow();
  } finally {
    server.close();
  }
});
