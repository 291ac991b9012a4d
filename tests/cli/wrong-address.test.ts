import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import { judgeFile } from '../../judge/judge.ts';
import { startMock } from '../../mock/node.ts';
import { inGate } from '../in-gate.ts';
import { serve, store } from '../target-file/service.ts';
import { assayer, temporaryFolder } from './assayer.ts';

const PAGE = { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>An app</title>' };
const QUICK = ['--runs', '2', '--seed', '1'];

describe.concurrent('a wrong address is told first, and is not judged', () => {
  test.each<[string, { basePath?: string }, string, string]>([
    ['too long', {}, '/api', ''],
    ['too short', { basePath: '/api' }, '', '/api'],
    ['another path', { basePath: '/api/v1' }, '/rest', '/api/v1'],
  ])('%s: with the likely correction', async (_, options, typed, right) => {
    await using server = await startMock(options);
    const { origin } = new URL(server.url);
    const { status, stdout } = await assayer(['check', origin + typed, ...QUICK]);
    expect(stdout).toContain(`nothing of what is to be judged is served below ${origin}${typed}`);
    expect(stdout).toContain(`is ${origin}${right} the base address?`);
    expect(status).toBe(2);
  });

  test('a server that has nothing at all: what was tried is told', async () => {
    await using server = await serve(() => ({ status: 404, body: {} }));
    const { status, stdout } = await assayer(['check', server.url, ...QUICK]);
    expect(stdout).toMatch(/not judged: nothing of what is to be judged .* GET \/users were answered 404/u);
    expect(status).toBe(2);
  });

  test('a page that is served everywhere is no API: not judged, with the likely correction', async () => {
    const api = store('/api/users', { records: [{ id: '1', name: 'Emma' }] });
    await using server = await serve((ask) => (ask.path.startsWith('/api/') ? api(ask) : PAGE));
    const { status, stdout } = await assayer(['check', server.url, ...QUICK]);
    expect(stdout).toMatch(
      /not judged: nothing of what is to be judged .* HTML page, as was an address that cannot exist/u,
    );
    expect(stdout).toContain(`is ${server.url}/api the base address?`);
    expect(status).toBe(2);
  });

  test.each(
    inGate(
      [
        ['another host', (path: string) => `http://api.example${path}`, 'begin at http://api.example;'],
        ['another path', (path: string) => `/api${path}`, '/api;'],
        ['a page to log in', () => '/login', 'give a credential that the target accepts'],
      ] as const,
      3,
    ),
  )('every request is redirected to %s: not judged, and nothing is written', async (_, location, remedy) => {
    await using server = await serve(({ path }) => ({ status: 302, headers: { location: location(path) } }));
    const { status, stdout, stderr } = await assayer(['check', server.url, ...QUICK, '--fast']);
    expect(stdout).toContain('not judged: every request is redirected, one about nothing too: GET ');
    expect(stdout).toContain(remedy);
    expect(stderr).not.toContain('left behind');
    expect(status).toBe(2);
    expect(new Set(server.asked.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  test('a service that redirects its lists, and nothing else, is judged', async () => {
    const elsewhere = { status: 302, headers: { location: 'http://lists.example/' } };
    await using server = await serve(({ path }) =>
      /^\/users$|\/deals\/$/u.test(path) ? elsewhere : { status: 404, body: {} },
    );
    const { status, stdout } = await assayer(['check', server.url, '--rule', 'read/collection', ...QUICK]);
    expect(stdout).toContain('✗ read/collection on users');
    expect(status).toBe(1);
  });

  test('a service beside a page application is judged where a creation reaches it', async () => {
    await using server = await serve((ask) =>
      ask.method === 'POST' && ask.path === '/rest/1/deals/'
        ? { status: 201, headers: { location: '/rest/1/deals/7' }, body: { id: '7' } }
        : PAGE,
    );
    const { status, stdout } = await assayer(['check', server.url, '--rule', 'create/*', ...QUICK]);
    expect(stdout).toContain('✗ create/');
    expect(status).toBe(1);
  });

  test.each(inGate([401, 403], 2))(
    '%s to everything: a credential is missing or wrong, nothing is judged, nothing is written',
    async (refused) => {
      await using server = await serve(() => ({ status: refused, headers: { 'www-authenticate': 'Bearer' } }));
      for (const given of [[], ['--header', 'authorization: Bearer of-yesterday']]) {
        const { status, stdout } = await assayer(['check', server.url, ...QUICK, ...given]);
        expect(stdout).toMatch(
          /not judged: every address that was asked for is refused: .*GET \/users.* --header, --cookie/u,
        );
        expect(stdout).not.toContain('✗');
        expect(status).toBe(2);
      }
      expect(new Set(server.asked.map(({ method }) => method))).toEqual(new Set(['GET']));
    },
  );

  test('401 to lists alone is judged', async () => {
    await using server = await serve(({ path }) => ({ status: path === '/users' ? 401 : 404, body: {} }));
    const { status } = await assayer(['check', server.url, '--rule', 'read/collection', ...QUICK]);
    expect(status).toBe(1);
  });

  test('a version that was guessed is no failure; one that was named is', async () => {
    await using server = await startMock({ version: 'v7' });
    const few = [...QUICK, '--rule', 'create/status', '--rule', 'read/collection'];
    const guessed = await assayer(['check', server.url, ...few]);
    expect(guessed.stdout).toContain('deals could not be judged: no version was found under which it is served');
    expect(guessed.stdout).not.toContain('✗');
    expect(guessed.status).toBe(2);
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'target.json');
    await writeFile(file, JSON.stringify({ baseUrl: server.url, version: 'v1' }));
    const named = await assayer(['check', '--target', file, ...few]);
    expect(named.stdout).toContain('✗ create/status on deals');
    expect(named.status).toBe(1);
  });

  test('without consent to write, a host that is not there is told before consent is asked for', async () => {
    const { status, stdout, stderr } = await assayer(['check', 'http://example.invalid', '--timeout', '5s']);
    expect(stdout).toMatch(/not judged: The target is not reachable/u);
    expect(stderr).not.toContain('--allow-writes');
    expect(status).toBe(2);
  });

  test('without consent to write, nothing but GET is sent, and then consent is asked for', async () => {
    await using server = await startMock();
    const sent: string[] = [];
    const run = judgeFile({}, { baseUrl: 'http://service.example' }, (options) => {
      const client = createClient({ ...options, baseUrl: server.url });
      return {
        ...client,
        send: (request) => {
          sent.push(request.method);
          return client.send(request);
        },
      };
    });
    await expect(run).rejects.toThrow(/--allow-writes/u);
    expect(new Set(sent)).toEqual(new Set(['GET']));
  });
});
