import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createMock, type Mock } from '../../mock/index.ts';
import { startMock } from '../../mock/node.ts';
import { inGate } from '../in-gate.ts';
import { noise } from './hostile-parts.ts';

const ask = (mock: Mock, method: string, path: string, body?: string): Promise<Response> =>
  mock.fetch(new Request(`http://mock.test/_mock/${path}`, { method, ...(body === undefined ? {} : { body }) }));

/** All that the control API can change. */
async function everything(mock: Mock): Promise<string[]> {
  const parts = ['state', 'sessions', 'snapshots', 'switches', 'clock', 'chaos', 'stubs', 'deviations', 'tenants'];
  return Promise.all(parts.map(async (part) => (await ask(mock, 'GET', part)).text()));
}

/** A mock of which there is something of every kind to lose, at a time that stands still. */
async function furnished(): Promise<Mock> {
  const mock = createMock({ deterministic: 1 });
  await ask(mock, 'POST', 'sessions', '{"user":"ada"}');
  await ask(mock, 'PUT', 'snapshots/kept');
  await ask(mock, 'PUT', 'chaos', '{"seed":1,"rules":[{"route":"/nowhere","status":503}]}');
  await ask(mock, 'POST', 'stubs', '{"route":"/nowhere","status":503}');
  await ask(mock, 'PATCH', 'switches', '{"emptyQuery":204}');
  return mock;
}

const long = (item: string, length: number): string => `[${`${item},`.repeat(length / (item.length + 1))}${item}]`;

test.each<readonly [string, string, number, string | undefined]>(
  inGate(
    [
      ['POST', 'clock', 400, '{"moveMs":1e308}'],
      ['POST', 'clock', 400, '{"moveMs":-1e17}'],
      ['POST', 'clock', 400, '{"stopAt":"9999-12-31T23:59:59Z","moveMs":1000}'],
      ['POST', 'clock', 400, '{"go":true,"moveMs":1e300}'],
      ['POST', 'clock', 400, '{"stopAt":"2030-06-30T23:59:60Z"}'],
      ['PATCH', 'switches', 400, '{"emptyQuery":200,"representations":[]}'],
      ['PATCH', 'switches', 413, `{"selectors":${long('1', 1_100_000)}}`],
      ['PATCH', 'switches', 400, `{"selectors":${long('1', 900_000)}}`],
      ['POST', 'sessions', 400, `{"user":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
      ['POST', 'sessions', 400, '{"__proto__":{"user":"x"}}'],
      ['PUT', 'deviations', 400, '{"active":["__proto__"]}'],
      ['PUT', 'chaos', 400, '{"seed":1,"rules":[{"status":503,"__proto__":{}}]}'],
      ['PUT', 'stubs', 400, '{"stubs":[{"route":"/x","__proto__":{}}]}'],
      ['PUT', 'stubs', 400, '{"stubs":[{"route":"/x"},{"route":7}]}'],
      ['POST', 'stubs', 413, `{"route":"/x","body":${long('1', 1_100_000)}}`],
      ['POST', 'verify', 400, '{"__proto__":{"path":"/x"}}'],
      ['DELETE', 'stubs/__proto__', 404, undefined],
      ['PUT', 'state', 400, `{"users":${long('{}', 4_000_000)}}`],
      ['PUT', 'state', 400, `{"users":[{"id":1,"name":"a","x":${'['.repeat(1000)}${']'.repeat(1000)}}]}`],
      ['PUT', 'state', 400, '{"users":[{"id":1,"name":"a","__proto__":{"polluted":true}}]}'],
      ['PUT', 'snapshots/kept', 400, '{"users":7}'],
      ['PUT', 'snapshots/__proto__', 400, undefined],
      ['POST', 'snapshots/__proto__/restore', 404, undefined],
      ['DELETE', 'snapshots/constructor', 404, undefined],
      ['DELETE', 'tenants/__proto__', 404, undefined],
      ['DELETE', 'sessions/toString', 404, undefined],
      ['GET', 'login?lifeSeconds=0', 400, undefined],
      ['GET', 'login?to=javascript:alert(1)', 400, undefined],
      ['constructor', 'state', 405, undefined],
      ['toString', 'reset', 405, undefined],
      ['POST', '%', 404, undefined],
      ['GET', 'log/%ff', 400, undefined],
    ],
    2,
  ),
)('%s /_mock/%s is refused with %d and changes nothing', async (method, path, status, body) => {
  const mock = await furnished();
  const before = await everything(mock);
  const response = await ask(mock, method, path, body);
  // What is wrong with it is told shortly, however much of it is.
  expect((await response.text()).length).toBeLessThan(20_000);
  expect(response.status).toBe(status);
  expect(await everything(mock)).toEqual(before);
});

test('a wrong body that is large is not held until the next one comes', () => {
  const mock = createMock();
  // Small enough for one of these to be collected only because nobody has it.
  return expect(
    ask(mock, 'PUT', 'state', `{"users":${long('{}', 400_000)}}`).then(async (response) => {
      const { CHECKS } = await import('../../mock/control/body-checks.ts');
      return [response.status, CHECKS.seed.errors ?? null];
    }),
  ).resolves.toEqual([400, null]);
});

test.each(['', '-', 'x-1', '__proto__', '9'.repeat(5000), 'a-b-c', '1e9', '-1'])(
  'a Last-Event-ID "%s" is no harm',
  async (id) => {
    const mock = createMock();
    await mock.fetch(new Request('http://mock.test/users/1'));
    const leaving = new AbortController();
    const headers = { 'last-event-id': id };
    const events = new Request('http://mock.test/_mock/events', { headers, signal: leaving.signal });
    const response = await mock.fetch(events);
    expect([200, 400]).toContain(response.status);
    leaving.abort();
    expect((await mock.fetch(new Request('http://mock.test/users/1'))).status).toBe(200);
  },
);

test('whoever left before the events began is told no more of them', async () => {
  const mock = createMock();
  let listeners = 0;
  const { listen } = mock.log;
  const counted: Mock = {
    ...mock,
    options: mock.options,
    wrapped: undefined,
    log: {
      ...mock.log,
      listen(listener) {
        listeners += 1;
        const end = listen(listener);
        return () => {
          listeners -= 1;
          end();
        };
      },
    },
  };
  const { createControl } = await import('../../mock/control/index.ts');
  const { faults } = await import('../../proof/deviations/together.ts');
  const control = createControl(counted, faults);
  const events = (signal: AbortSignal): Promise<Response> =>
    control(new Request('http://mock.test/_mock/events', { signal }));
  await events(AbortSignal.abort());
  expect(listeners).toBe(0);
  const leaving = new AbortController();
  const response = await events(leaving.signal);
  expect(listeners).toBe(1);
  leaving.abort();
  await expect(response.text()).rejects.toThrow('aborted');
  expect(listeners).toBe(0);
});

test('connections that are half open, or break off, leave no stream of events behind', async () => {
  await using mock = await startMock();
  let listening = 0;
  const { log } = mock.mock;
  const { listen } = log;
  log.listen = (listener) => {
    listening += 1;
    const end = listen(listener);
    return () => {
      listening -= 1;
      end();
    };
  };
  const leave = (how: 'end' | 'destroy' | 'resetAndDestroy', more: string): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect({ port: mock.port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
      socket.on('end', () => socket.end());
      socket.write(`GET /_mock/events HTTP/1.1\r\nHost: localhost\r\n\r\n${more}`, 'latin1');
      socket.once('data', () => socket[how]());
    });
  const ways = (['end', 'destroy', 'resetAndDestroy'] as const).flatMap((how) =>
    ['', 'GET /users/1 HTTP/1.1\r\n', noise(Math.random, 30)].map((more) => leave(how, more)),
  );
  await Promise.all(ways);
  await expect.poll(() => listening).toBe(0);
  expect((await fetch(`${mock.url}/users/1`)).status).toBe(200);
});
