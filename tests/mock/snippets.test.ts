import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type StartedMock, startMock } from '../../mock/node.ts';

interface Snippets {
  readonly fetch: string;
  readonly msw: string;
  readonly vitest: string;
}

async function started(): Promise<StartedMock> {
  const mock = await startMock();
  onTestFinished(() => mock.close());
  return mock;
}

async function snippetsOf({ url }: StartedMock): Promise<Snippets> {
  const logged = (await (await fetch(`${url}/_mock/log`)).json()) as { snippets: Snippets }[];
  return logged.at(-1)?.snippets ?? { fetch: '', msw: '', vitest: '' };
}

/** Runs code as a module's body would run, with these names in place of its imports. */
function run(code: string, names: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
  const AsyncFunction = (async () => undefined).constructor as new (
    ...parts: string[]
  ) => (...given: unknown[]) => Promise<unknown>;
  return new AsyncFunction(...Object.keys(names), code.replace(/^import .*$/gmu, ''))(...Object.values(names));
}

describe('a request as code', () => {
  test('by fetch is the same request, without its secrets', async () => {
    const mock = await started();
    const body = JSON.stringify({ name: 'it’s "new" </script>', price: 1 });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer secret-secret', 'x-own': 'yes' };
    await fetch(`${mock.url}/rest/1/deals/?token=secret-secret`, { method: 'POST', headers, body });
    const snippets = await snippetsOf(mock);
    expect(JSON.stringify(snippets)).not.toContain('secret-secret');
    expect(snippets.fetch).toContain('// Left out, since it is secret: authorization');
    expect(await run(`${snippets.fetch}\nreturn answer.status;`)).toBe(201);
    const last = mock.mock.log.list().findLast(({ ask }) => ask.method === 'POST');
    expect(last?.ask.header('x-own')).toBe('yes');
    expect(new TextDecoder().decode(last?.ask.body as Uint8Array)).toBe(body);
  });

  test('as a handler of MSW answers the same', async () => {
    const mock = await started();
    const asked = await fetch(`${mock.url}/users/1`);
    const { msw } = await snippetsOf(mock);
    const server = setupServer();
    server.listen();
    onTestFinished(() => server.close());
    await run(msw, { http, HttpResponse, server });
    const answer = await fetch('https://elsewhere.example/users/1');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(await asked.json());
    expect(answer.headers.get('etag')).toBe(asked.headers.get('etag'));
  });

  test.each(['/users/1', '/users/none', '/users/1.xml'])(
    'as a test of Vitest: %s holds, and fails once it is other',
    async (path) => {
      const mock = await started();
      await fetch(mock.url + path);
      const { vitest } = await snippetsOf(mock);
      const made: (() => Promise<void>)[] = [];
      await run(vitest, { expect, test: (_: string, body: () => Promise<void>) => void made.push(body) });
      expect(made).toHaveLength(1);
      await made[0]?.();
      mock.mock.stub(`GET ${path}`, { status: 418 });
      await expect(made[0]?.()).rejects.toThrow();
    },
  );
});

describe('a record of the state', () => {
  test('is put, added and taken out, the rest stays; what is none is refused', async () => {
    const mock = await started();
    const put = (path: string, body: string): Promise<Response> =>
      fetch(`${mock.url}/_mock/state/${path}`, { method: 'PUT', body });
    const read = async (path: string): Promise<unknown> =>
      (await fetch(mock.url + path, { headers: { accept: 'application/json' } })).json();
    expect((await put('users/1', '{"id":"other","name":"Augusta"}')).status).toBe(204);
    expect(await read('/users/1')).toMatchObject({ id: '1', name: 'Augusta' });
    expect(await read('/users/1/ssh-keys/1')).toMatchObject({ comment: 'ada@desk' });
    expect((await put('deals/a%20b', '{"name":"new","price":1}')).status).toBe(204);
    expect(await read('/rest/1/deals/a%20b')).toMatchObject({ name: 'new' });
    const gone = await fetch(`${mock.url}/_mock/state/deals/a%20b`, { method: 'DELETE' });
    expect([gone.status, (await fetch(`${mock.url}/rest/1/deals/a%20b`)).status]).toEqual([204, 404]);
    for (const [path, body] of [
      ['users/1', '[]'],
      ['users/1', '{'],
      ['keys/1', '{}'],
    ] as const)
      expect([400, 404]).toContain((await put(path, body)).status);
    expect((await fetch(`${mock.url}/_mock/state/users/none`, { method: 'DELETE' })).status).toBe(404);
    expect(await read('/users/1')).toMatchObject({ name: 'Augusta' });
  });
});
