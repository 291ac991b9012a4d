import { expect, test } from 'vitest';
import { startMock } from '../../mock/node.ts';
import { type SharedPageMock, sharedMockFixtures } from '../../mock/playwright.ts';

const context = { route: async () => undefined };

test.each(['', '/', '//', '///'])('an address that ends in "%s" names the mock', async (end) => {
  await using mock = await startMock({ basePath: '/api/shop' });
  const { service } = sharedMockFixtures(mock.url + end);
  let given: SharedPageMock | undefined;
  await service({ context }, async (shared) => {
    given = shared;
    await shared.control('POST', '/stubs', { route: '/users/1', status: 418 });
    const headers = { 'x-mock-tenant': shared.tenant };
    expect((await fetch(`${shared.url}/users/1`, { headers })).status).toBe(418);
  });
  expect(given?.url).toBe(mock.url);
});
