import { describe, expect, test } from 'vitest';
import type { Exchange, HttpRequest, Transport } from '../../core/http/exchange.ts';
import { pastCaches } from '../../core/http/past-caches.ts';

/** A service behind a cache: what it was asked, and whether its cache hears `no-cache`. */
function serve({ hears = true, answers = true, keeps = true } = {}): { asked: string[]; transport: Transport } {
  const asked: string[] = [];
  const via =
    (how: keyof Transport) =>
    async (request: HttpRequest): Promise<Exchange> => {
      const { method, headers = {}, address } = request;
      const control = headers['cache-control'];
      asked.push([how, method, ...(control === undefined ? [] : [control])].join(' '));
      const fields = Object.entries(headers).map(([name, value = '']) => [name, value] as const);
      const isFresh = !keeps || (hears && control !== undefined);
      const response = { status: 200, statusText: '', headers: isFresh ? [] : ([['age', '7']] as const) };
      return {
        id: `x${asked.length}`,
        request: { method, url: `http://127.0.0.1:1${address}`, headers: fields, body: null },
        response: control !== undefined && !answers ? null : { ...response, body: new Uint8Array() },
        timings: { startedAt: 0, firstByte: 0, total: 0 },
      };
    };
  return { asked, transport: pastCaches({ send: via('send'), probe: via('probe') }) };
}

const read: HttpRequest = { method: 'GET', address: '/deals/1', headers: { accept: 'text/html' } };

describe('a reading that a cache answered', () => {
  test.each(['send', 'probe'] as const)('is sent again for a fresh answer, by %s', async (how) => {
    const { asked, transport } = serve();
    const { id, request } = await transport[how](read);
    expect(asked).toEqual([`${how} GET`, `${how} GET no-cache`]);
    expect(id).toBe('x2');
    expect(request.headers).toContainEqual(['accept', 'text/html']);
    await transport[how]({ ...read, method: 'HEAD' });
    expect(asked.slice(2)).toEqual([`${how} HEAD`, `${how} HEAD no-cache`]);
  });

  test('stays where there is no other one', async () => {
    expect((await serve({ hears: false }).transport.send(read)).id).toBe('x1');
    expect((await serve({ answers: false }).transport.send(read)).id).toBe('x1');
  });

  test('is not sent again for ever where a cache never heeds that', async () => {
    const { asked, transport } = serve({ hears: false });
    for (let i = 0; i < 50; i += 1) await transport.send(read);
    expect(asked.length).toBeLessThan(60);
  });
});

test('nothing else is sent again', async () => {
  const behind = serve();
  await behind.transport.send({ ...read, method: 'POST' });
  await behind.transport.send({ ...read, method: 'DELETE' });
  await behind.transport.send({ ...read, headers: { 'cache-control': 'max-stale' } });
  expect(behind.asked).toEqual(['send POST', 'send DELETE', 'send GET max-stale']);
  const without = serve({ keeps: false });
  await without.transport.send(read);
  expect(without.asked).toEqual(['send GET']);
});
