import { expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { type StartedMock, startMock } from '../../mock/node.ts';

interface Event {
  readonly name: string;
  readonly id: string | undefined;
  readonly data: {
    readonly ordinal?: number;
    readonly tenant?: string;
    readonly missed?: number;
    readonly log?: string;
  };
}

interface Stream extends AsyncDisposable {
  /** The next events, until `last` is among them. */
  until(last: (event: Event) => boolean): Promise<Event[]>;
}

async function follow(url: string, headers: Record<string, string> = {}): Promise<Stream> {
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = response.body?.getReader();
  let text = '';
  const next = async (): Promise<Event> => {
    while (!text.includes('\n\n')) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) throw new Error('the stream ended');
      text += new TextDecoder().decode(value);
    }
    const end = text.indexOf('\n\n');
    const block = text.slice(0, end);
    text = text.slice(end + 2);
    const line = (field: string): string | undefined => new RegExp(`^${field}: (.*)$`, 'mu').exec(block)?.[1];
    return { name: line('event') ?? '', id: line('id'), data: JSON.parse(line('data') ?? '{}') };
  };
  return {
    async until(last) {
      const events = [await next()];
      for (let event = events[0]; event !== undefined && !last(event); event = events.at(-1)) events.push(await next());
      return events;
    },
    async [Symbol.asyncDispose]() {
      leaving.abort();
    },
  };
}

const isExchange = (ordinal: number) => (event: Event) => event.data.ordinal === ordinal;

test('exchanges and changes of state are told as they happen', async () => {
  await using mock = await startMock();
  await fetch(`${mock.url}/users`);
  await using stream = await follow(`${mock.url}/_mock/events`);
  await stream.until(({ name }) => name === 'log');
  await fetch(`${mock.url}/users/1`);
  await fetch(`${mock.url}/_tenant/acme/rest/1/deals/1`, { method: 'DELETE' });
  const told = await stream.until(({ name, data }) => name === 'state' && data.tenant === 'acme');
  const more = told.some(isExchange(3)) ? [] : await stream.until(isExchange(3));
  const exchanges = [...told, ...more].filter(({ name }) => name === 'exchange');
  expect(exchanges.map(({ data }) => data)).toMatchObject([
    { ordinal: 2, method: 'GET', target: '/users/1', status: 200, rule: 'read/item' },
    { ordinal: 3, tenant: 'acme', method: 'DELETE', status: 204 },
  ]);
});

test('who was cut off is told what the log still holds of what they missed', async () => {
  await using mock = await startMock();
  for (const id of [1, 2, 3]) await fetch(`${mock.url}/users/${id}`);
  await using whole = await follow(`${mock.url}/_mock/events?after=0`);
  const seen = (await whole.until(isExchange(3))).filter(({ id }) => id !== undefined);
  expect(seen.map(({ data }) => data.ordinal)).toEqual([1, 2, 3]);
  const headers = { 'last-event-id': seen[1]?.id ?? '' };
  await using rest = await follow(`${mock.url}/_mock/events?after=0`, headers);
  expect((await rest.until(isExchange(3))).filter(({ id }) => id !== undefined)).toHaveLength(1);
  // The same ordinal of another mock: all that this one has is new.
  await using other = await follow(`${mock.url}/_mock/events`, { 'last-event-id': 'another-3' });
  expect((await other.until(isExchange(3))).filter(({ id }) => id !== undefined)).toHaveLength(3);
});

test('a tenant is told of its own', async () => {
  await using mock = await startMock();
  await using stream = await follow(`${mock.url}/_tenant/acme/_mock/events?after=0`);
  for (const prefix of ['', '/_tenant/other', '/_tenant/acme']) await fetch(`${mock.url}${prefix}/users`);
  expect((await stream.until(isExchange(3))).filter(({ id }) => id !== undefined)).toHaveLength(1);
});

test('nothing listens any more when the client went away', async () => {
  await using mock = await startMock();
  const counted = countListeners(mock);
  const stream = await follow(`${mock.url}/_mock/events`);
  await stream.until(({ name }) => name === 'log');
  expect(counted.listening()).toEqual([1, 1]);
  await stream[Symbol.asyncDispose]();
  await expect.poll(counted.listening).toEqual([0, 0]);
});

test('in this process, an aborted request ends it', async () => {
  const mock = createMock();
  const counted = countListeners({ mock });
  const leaving = new AbortController();
  const request = new Request('http://mock.test/_mock/events', { signal: leaving.signal });
  const reader = (await mock.fetch(request)).body?.getReader();
  await reader?.read();
  expect(counted.listening()).toEqual([1, 1]);
  leaving.abort();
  expect(counted.listening()).toEqual([0, 0]);
  await expect(reader?.read()).rejects.toThrow(/abort/u);
});

// The mock's own listen and watch, counted on their way.
function countListeners({ mock }: Pick<StartedMock, 'mock'>): { readonly listening: () => number[] } {
  const active = [new Set(), new Set()] as const;
  const counting =
    <T>(begin: (listener: T) => () => void, counted: Set<unknown>) =>
    (listener: T): (() => void) => {
      const end = begin(listener);
      counted.add(end);
      return () => {
        counted.delete(end);
        end();
      };
    };
  mock.log.listen = counting(mock.log.listen, active[0]);
  mock.watch = counting(mock.watch, active[1]);
  return { listening: () => active.map(({ size }) => size) };
}

const plainAsk = {
  method: 'GET',
  path: '/',
  query: '',
  origin: undefined,
  header: () => undefined,
  fields: () => [],
  body: new Uint8Array(),
};

test('who does not read is told how much they missed, and costs no memory meanwhile', async () => {
  const mock = createMock({ logSize: 10 });
  const response = await mock.fetch(new Request('http://mock.test/_mock/events'));
  for (let i = 0; i < 5000; i += 1)
    mock.log.add('', plainAsk, { status: 200, fields: [], body: null, chosenByAccept: false }, 0);
  const reader = response.body?.getReader();
  let text = '';
  while (!text.includes('"ordinal":5000')) text += new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  const exchanges = text.match(/^event: exchange$/gmu)?.length ?? 0;
  expect(exchanges).toBeLessThan(1100);
  expect(text).toContain(`"missed":${5000 - exchanges}`);
});

test('HEAD of the events ends', async () => {
  await using mock = await startMock();
  const response = await fetch(`${mock.url}/_mock/events`, { method: 'HEAD' });
  expect(response.status).toBe(200);
});
