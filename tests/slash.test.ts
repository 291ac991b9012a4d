import { describe, expect, test } from 'vitest';
import type { Exchange, HeaderLines } from '../core/http/exchange.ts';
import { trailingSlashRedirect } from '../core/http/slash.ts';

const BASE = 'http://127.0.0.1:1';

function redirected(method: string, path: string, status: number, location: string): Exchange {
  const headers: HeaderLines = [['Location', location]];
  return {
    id: 'x1',
    request: { method, url: BASE + path, headers: [], body: null },
    response: { status, statusText: '', headers, body: new Uint8Array() },
    timings: { startedAt: 0, firstByte: 0, total: 0 },
  };
}

describe('a redirect is followed', () => {
  test.each([
    ['GET', '/users', 308, '/users/', '/users/'],
    ['GET', '/users/', 301, '/users', '/users'],
    ['POST', '/rest/1/deals', 307, `${BASE}/rest/1/deals/`, '/rest/1/deals/'],
    ['GET', '/users?name=a', 302, '/users/?name=a', '/users/?name=a'],
  ])('%s %s, %i to %s', (method, path, status, location, address) => {
    expect(trailingSlashRedirect(redirected(method, path, status, location))).toBe(BASE + address);
  });
});

describe('a redirect stays the answer', () => {
  test.each([
    ['GET', '/users', 308, '/people/'],
    ['GET', '/users', 308, '/users'],
    ['POST', '/users', 301, '/users/'],
    ['GET', '/users?name=a', 308, '/users/'],
    ['GET', '/users', 308, 'http://elsewhere.example/users/'],
    ['GET', '/users', 303, '/users/'],
    ['GET', '/users', 308, 'http://['],
  ])('%s %s, %i to %s', (method, path, status, location) => {
    expect(trailingSlashRedirect(redirected(method, path, status, location))).toBeUndefined();
  });
});
