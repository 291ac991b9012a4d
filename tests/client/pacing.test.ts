import { afterEach, describe, expect, it } from 'vitest';
import { type Client, type ClientOptions, createClient } from '../../client/client.ts';
import { retryAfterMs } from '../../client/pacing.ts';
import { type RawServer, rawServer } from '../servers.ts';

const clients: Client[] = [];
const servers: RawServer[] = [];
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';
const refusal = (status: number, retryAfter?: string): string =>
  `HTTP/1.1 ${status} No\r\n${retryAfter === undefined ? '' : `Retry-After: ${retryAfter}\r\n`}Content-Length: 0\r\n\r\n`;
const get = { method: 'GET', address: '/' };

afterEach(async () => {
  await Promise.all([...clients.splice(0), ...servers.splice(0)].map((one) => one.close()));
});

/** A server that gives the answers in turn, and the last one for ever. */
async function inTurn(answers: string[], options: Partial<ClientOptions> = {}): Promise<[Client, RawServer]> {
  let at = 0;
  const server = await rawServer((socket) => socket.write(answers[Math.min(at++, answers.length - 1)] ?? ''));
  const one = createClient({ baseUrl: server.url, ...options });
  servers.push(server);
  clients.push(one);
  return [one, server];
}

describe('a refusal that says when to come back', () => {
  it.each([429, 503])('%i is sent again, even a POST, and each attempt is an exchange', async (status) => {
    const [one, server] = await inTurn([refusal(status, '0'), refusal(status, '0'), OK]);
    const exchange = await one.send({ method: 'POST', address: '/', json: {} });
    expect(exchange.response?.status).toBe(200);
    expect(exchange.id).toBe('x3');
    expect(one.exchanges.map((each) => each.response?.status)).toEqual([status, status, 200]);
    expect(one.exchanges.map((each) => each.again)).toEqual([undefined, true, true]);
    expect(server.requests).toHaveLength(3);
  });

  it('423 with it is sent again, and holds back no other request', async () => {
    const [one] = await inTurn([refusal(423, '1'), OK]);
    const locked = one.send({ method: 'DELETE', address: '/locked' });
    while (one.exchanges.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await one.send(get)).response?.status).toBe(200);
    expect(one.exchanges).toHaveLength(2);
    expect((await locked).response?.status).toBe(200);
  });

  it('is waited for', async () => {
    const [one] = await inTurn([refusal(429, '1'), OK]);
    await one.send(get);
    const [first, second] = one.exchanges.map((each) => each.timings.startedAt);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('is the answer after three more tries', async () => {
    const [one, server] = await inTurn([refusal(503, '0')]);
    expect((await one.send(get)).response?.status).toBe(503);
    expect(server.requests).toHaveLength(4);
  });

  it('is the answer when it asks for more than the cap, or is another status', async () => {
    for (const answer of [refusal(503, '120'), refusal(500, '0'), refusal(301, '0')]) {
      const [one, server] = await inTurn([answer, OK]);
      await one.send(get);
      expect(server.requests).toHaveLength(1);
    }
  });

  it('is no longer waited for when it never helped, until the target is back', async () => {
    const [one, server] = await inTurn([
      ...Array.from({ length: 13 }, () => refusal(503, '0')),
      OK,
      refusal(503, '0'),
      OK,
    ]);
    for (let n = 0; n < 3; n += 1) await one.send(get);
    expect(server.requests).toHaveLength(12);
    expect((await one.send(get)).response?.status).toBe(503);
    expect(server.requests).toHaveLength(13);
    expect((await one.send(get)).response?.status).toBe(200);
    expect((await one.send(get)).response?.status).toBe(200);
    expect(server.requests).toHaveLength(16);
  });

  it('ends with the run', async () => {
    const run = new AbortController();
    const [one] = await inTurn([refusal(429, '3600')], { deadline: run.signal, retryCapMs: 3_600_000 });
    const sent = one.send(get);
    await expect.poll(() => one.exchanges.length).toBe(1);
    run.abort(new Error('over'));
    expect((await sent).response?.status).toBe(429);
  });

  it('lets everybody through a narrow gate in the end', { tags: ['night'] }, async () => {
    // Five requests in each second: the rest are refused.
    let window = 0;
    let used = 0;
    const server = await rawServer((socket) => {
      const now = Math.floor(performance.now() / 1000);
      if (now !== window) [window, used] = [now, 0];
      used += 1;
      socket.write(used > 5 ? refusal(429, '1') : OK);
    });
    servers.push(server);
    const one = createClient({ baseUrl: server.url });
    clients.push(one);
    const all = await Promise.all(Array.from({ length: 12 }, () => one.send(get)));
    expect(all.map((each) => each.response?.status)).toEqual(Array.from({ length: 12 }, () => 200));
  });
});

it('keeps to a rate', async () => {
  const runStart = performance.now();
  const [one] = await inTurn([OK], { rate: 50, runStart });
  const asked = performance.now() - runStart;
  await Promise.all(Array.from({ length: 11 }, () => one.send(get)));
  // Ten follow the first, 20 ms apart. From when they were asked for: a busy machine may send the first one late.
  const last = Math.max(...one.exchanges.map((each) => each.timings.startedAt));
  expect(last - asked).toBeGreaterThanOrEqual(195);
});

it('reads Retry-After in both its forms', () => {
  const response = (value: string) => ({
    status: 503,
    statusText: '',
    headers: [['retry-after', value]] as const,
    body: new Uint8Array(),
  });
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(retryAfterMs(response(' 7 '), now)).toBe(7000);
  expect(retryAfterMs(response('Thu, 01 Jan 2026 00:00:03 GMT'), now)).toBe(3000);
  expect(retryAfterMs(response('Wed, 31 Dec 2025 00:00:03 GMT'), now)).toBe(0);
  expect(retryAfterMs(response('soon'), now)).toBeUndefined();
  expect(retryAfterMs({ ...response('1'), status: 500 }, now)).toBeUndefined();
});
