import { describe, expect, test } from 'vitest';
import { messageOf } from '../../core/message-of.ts';
import { createMock } from '../../mock/index.ts';
import { DEVIATIONS } from '../../proof/deviations/index.ts';
import { createInProcessClient } from '../../proof/in-process.ts';

const BASE = 'http://127.0.0.1:9';

describe('a target in this process is met as one over sockets is', () => {
  test('where it breaks down: by a 500', async () => {
    const client = createInProcessClient(
      { baseUrl: BASE },
      () => Promise.reject(new Error('out of paper')),
      () => undefined,
    );
    const { response, failure } = await client.send({ method: 'GET', address: '/users' });
    expect([response?.status, failure]).toEqual([500, undefined]);
    expect(new TextDecoder().decode(response?.body)).toContain('out of paper');
    expect(client.exchanges).toHaveLength(1);
  });

  test('where a request cannot be sent: by a failure', async () => {
    const client = createInProcessClient({ baseUrl: BASE }, createMock().fetch, () => undefined);
    const { response, failure } = await client.send({ method: 'GET', address: 'users' });
    expect([response, failure?.kind]).toEqual([null, 'aborted']);
    expect(failure?.message).toContain('the request cannot be sent');
    expect(client.exchanges).toHaveLength(1);
  });
});

test('no deliberate fault breaks down over a representation that it did not think of', {
  tags: ['night'],
}, async () => {
  const broken: string[] = [];
  for (const { id, wrap, options } of DEVIATIONS) {
    const mock = createMock(options);
    const { basePath, version } = mock.options;
    const fetch = wrap(mock.fetch, mock);
    for (const accept of ['application/json', 'application/xml', 'text/html', 'application/x-none']) {
      for (const [method, path, body] of [
        ['GET', '/'],
        ['GET', '/users'],
        ['GET', '/users/1'],
        ['POST', `/rest/${version}/deals/`, '{"name":"a","price":1}'],
        ['POST', `/rest/${version}/deals/`, '{'],
        ['GET', `/rest/${version}/deals/1`],
        ['GET', `/rest/${version}/deals/none`],
        ['DELETE', `/rest/${version}/deals/1`],
      ] as const) {
        const headers = { accept, cookie: 'USER_TOKEN=a', 'content-type': 'application/json' };
        const request = new Request(BASE + basePath + path, { method, headers, body: body ?? null });
        await fetch(request).catch((cause) =>
          broken.push(`${id}: ${method} ${path} in ${accept}: ${messageOf(cause)}`),
        );
      }
    }
  }
  expect(broken).toEqual([]);
});
