import { expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';

test.each([
  ['GET', '/users/1', 200, 'OK'],
  ['GET', '/users/none', 404, 'Not Found'],
  ['DELETE', '/rest/1/deals/1', 204, 'No Content'],
  ['PATCH', '/users', 405, 'Method Not Allowed'],
])('%s %s says its status in words as well, in process and in the log', async (method, path, status, reason) => {
  const mock = createMock();
  const answer = await mock.fetch(new Request(`http://mock.test${path}`, { method }));
  expect([answer.status, answer.statusText]).toEqual([status, reason]);
  const logged = await (await mock.fetch(new Request('http://mock.test/_mock/log'))).json();
  expect(logged[0].response).toMatchObject({ status, statusText: reason });
});
