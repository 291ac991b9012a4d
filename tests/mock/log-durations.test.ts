import { afterEach, expect, test, vi } from 'vitest';
import { createMock, type MockOptions } from '../../mock/index.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A mock for which each request takes so many milliseconds, by the clock that nobody sets. */
function taking(ms: number, options: MockOptions = {}): ReturnType<typeof createMock> {
  let now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += ms;
    return now;
  });
  return createMock(options);
}

const jsonOf = async (mock: ReturnType<typeof createMock>, path: string): Promise<Record<string, unknown>> =>
  (await mock.fetch(new Request(`http://mock.test/_mock/${path}`))).json();

test('an exchange tells what it took, to the microsecond, on its own and in an HTTP Archive', async () => {
  const mock = taking(2.34567);
  const at = 1_700_000_000_500;
  vi.spyOn(Date, 'now').mockReturnValue(at);
  await mock.fetch(new Request('http://mock.test/users/1'));
  expect(await jsonOf(mock, 'log/1')).toMatchObject({ tookMs: 2.346, at: '2023-11-14T22:13:20.500Z' });
  expect(await jsonOf(mock, 'log.har')).toMatchObject({
    log: {
      entries: [
        {
          startedDateTime: '2023-11-14T22:13:20.497Z',
          time: 2.346,
          timings: { send: 0, wait: 2.346, receive: 0 },
        },
      ],
    },
  });
});

test('what chaos adds is told beside it, and counted in an HTTP Archive', async () => {
  const mock = taking(1.5, { chaos: { seed: 1, rules: [{ latencyMs: 20, bytesPerSecond: 10_000 }] } });
  const response = await mock.fetch(new Request('http://mock.test/users/1'));
  const { length } = await response.text();
  expect(await jsonOf(mock, 'log/1')).toMatchObject({ tookMs: 1.5, fault: { delayMs: 20 } });
  const receive = length / 10;
  expect(await jsonOf(mock, 'log.har')).toMatchObject({
    log: { entries: [{ time: 21.5 + receive, timings: { send: 0, wait: 21.5, receive } }] },
  });
});

test('what stands between the wire and the mock counts as the mock', async () => {
  const mock = taking(1);
  mock.wrap((fetch) => async (request) => {
    performance.now();
    return fetch(request);
  });
  await mock.fetch(new Request('http://mock.test/users/1'));
  expect(await jsonOf(mock, 'log/1')).toMatchObject({ tookMs: 2 });
});
