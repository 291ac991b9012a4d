import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { mockHandlers } from '../../mock/msw.ts';

test('under MSW each fault reaches whoever called fetch', async () => {
  const mock = createMock();
  const server = setupServer(...mockHandlers(mock, { baseUrl: 'http://mock.test' }));
  server.listen({ onUnhandledRequest: 'error' });
  try {
    const asked = (token: string): Promise<Response> =>
      fetch('http://mock.test/users/1', { headers: { 'x-mock-replay': token } });
    const whole = await (await fetch('http://mock.test/users/1')).text();
    await expect(asked('reset-1')).rejects.toThrow(TypeError);
    const cut = await asked('cut-10');
    expect(cut.headers.get('content-length')).toBe(String(whole.length));
    await expect(cut.text()).rejects.toThrow();
    const slow = await asked('delay-5_drip-2000');
    expect(slow.headers.get('x-mock-fault')).toBe('delay-5_drip-2000');
    expect(await slow.text()).toBe(whole);
    const refused = await asked('status-503_retry-5');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  } finally {
    server.close();
  }
});
