import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { judgePassed } from '../../judge/passed.ts';
import type { StartedMock, StartOptions } from '../../mock/node.ts';
import { startMock } from '../../mock/node.ts';
import { allDeviations, together } from '../../proof/deviations/together.ts';
import { inGate } from '../in-gate.ts';
import { startJsonServer } from '../json-server.ts';
import { closedPort, rawServer } from '../servers.ts';
import { traffic } from './upstream-traffic.ts';

/** Faults that traffic alone shows, each by a breach of its own, and all of them together. */
const FAULTS: Readonly<Record<string, string>> = {
  'emoji-breaks-the-server': 'status/no-server-error: POST /rest/…/deals/ answered 500 without a body',
  'delete-breaks-the-server': 'status/no-server-error: DELETE /rest/…/deals/… answered 500 without a body',
  'every-fourth-creation-lacks-location': 'create/every: no Location field in the answer 201 application/json',
  'status-empty-parameter-500': 'status/no-server-error: GET /users?name=… answered 500 application/json',
  'unhold-breaks-the-server': 'status/no-server-error: PUT /rest/…/deals/… answered 500 without a body',
  'verb-on-huge-deal-breaks': 'status/no-server-error: PUT /rest/…/deals/…/hold answered 500 without a body',
  'global-command-on-unknown-deal-breaks': 'status/no-server-error: PUT /commands/two answered 500 without a body',
  'inherited-verb-breaks-the-server':
    'status/no-server-error: PUT /rest/…/deals/…/constructor answered 500 without a body',
  'global-command-breaks-the-server-on-repeat':
    'status/no-server-error: PUT /commands/three answered 500 without a body',
  'command-id-in-unicode-breaks': 'status/no-server-error: PUT /rest/…/deals/…/commands/… answered 500 without a body',
  'inherited-command-breaks-the-server':
    'status/no-server-error: POST /command/constructor/ answered 500 without a body',
  'command-on-unicode-deal-breaks-the-server':
    'status/no-server-error: POST /command/HoldDeal/ answered 500 without a body',
  'query-cut-short': "negotiate/truthful: a body that is not JSON: Expected ',' or ']' after array element in JSON",
  'unknown-query-breaks-the-server': 'status/no-server-error: GET /query/nothing/x answered 500 without a body',
  'query-with-odd-text-breaks-the-server': 'status/no-server-error: GET /query/users/… answered 500 without a body',
  'xml-labelled-json': "negotiate/truthful: a body that is not JSON: Unexpected token '<'",
  'errors-in-broken-xml': 'negotiate/truthful: a body that is not well-formed XML: unclosed tag: error',
  'session-ok-unquoted': "negotiate/truthful: a body that is not JSON: Unexpected token 'O'",
  'created-json-with-trailing-comma':
    'negotiate/truthful: a body that is not JSON: Expected double-quoted property name in JSON',
  'status-empty-cookie-500': 'status/no-server-error: GET / answered 500 application/json',
  'status-odd-language-500': 'status/no-server-error: GET /users answered 500 application/json',
  'status-odd-date-502': 'status/no-server-error: GET /users answered 502 application/json',
  'status-nested-parameter-500': 'status/no-server-error: GET /users?name[]=… answered 500 application/json',
  'status-negative-limit-500': 'status/no-server-error: GET /users?limit=… answered 500 application/json',
  'status-word-page-500': 'status/no-server-error: GET /users?page=… answered 500 application/json',
  'status-repeated-parameter-504': 'status/no-server-error: GET /users?name=…&name=… answered 504 application/json',
  'status-firewall-401': 'status/401-challenge: none',
  'status-201-location-with-blank': 'status/201-address: “/rest/…/deals/…/holds/… (new)”',
  'status-201-location-empty': 'status/201-address: “”',
  'status-405-on-users-without-allow': 'status/405-allow: none',
};

async function started(options: StartOptions): Promise<StartedMock> {
  const mock = await startMock(options);
  onTestFinished(() => mock.close());
  return mock;
}

function rawRequest(port: number, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
    socket.on('data', () => undefined);
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
}

async function inFrontOf(url: string, options: StartOptions = {}): Promise<StartedMock> {
  return started({ upstream: { url, judge: judgePassed(url) }, ...options });
}

describe('a mock that passes on', () => {
  test('names each of 30 faults of the service behind it once, and nothing else', { tags: ['night'] }, async () => {
    const faults = (await allDeviations()).filter(({ id }) => Object.hasOwn(FAULTS, id));
    expect(faults).toHaveLength(30);
    const behind = await started({ wrap: together(faults), control: false });
    const { mock, url } = await inFrontOf(behind.url);
    await traffic(url);
    await traffic(url);
    const told = mock.breaches.list().map(({ rule, reason }) => `${rule}: ${reason.split(', got ')[1]}`);
    expect(told.toSorted()).toEqual(Object.values(FAULTS).toSorted());
  });

  test('finds nothing to name in a service that keeps the convention, and what it answers is what the service answers', {
    tags: ['night'],
  }, async () => {
    const behind = await started({ control: false });
    const { mock, url } = await inFrontOf(behind.url);
    await traffic(url);
    expect(mock.breaches.list()).toEqual([]);
    const [direct, passed] = await Promise.all([fetch(`${behind.url}/users/1`), fetch(`${url}/users/1`)]);
    expect(await passed.text()).toBe(await direct.text());
    expect(passed.headers.get('x-mock-source')).toBe('upstream');
    expect(passed.headers.get('etag')).toBe(direct.headers.get('etag'));
  });

  test.each(
    inGate(
      [
        ['refusal-with-unquoted-etag', 'validator/every'],
        ['refusal-labelled-json', 'negotiate/labelled'],
        ['charset-without-name', 'negotiate/labelled'],
        ['status-405-without-allow', 'status/405-allow'],
      ],
      4,
    ),
  )('names %s once, wherever it is met, and tells where', async (id, rule) => {
    const behind = await started({ wrap: together((await allDeviations()).filter((one) => one.id === id)) });
    const { mock, url } = await inFrontOf(behind.url);
    await traffic(url);
    const breaches = mock.breaches.list();
    expect(breaches.map((breach) => breach.rule)).toEqual([rule]);
    const [{ places = [], times = 0 } = {}] = breaches;
    expect(times).toBeGreaterThanOrEqual(places.length);
    expect(places.length).toBeGreaterThan(1);
    expect(places.length).toBeLessThanOrEqual(20);
    for (const place of places) expect(place).toMatch(/^[A-Z]+ \/\S* \d{3}$/u);
  });

  test('lists breaches at the control API, names them at the answer, and forgets them', async () => {
    const faults = (await allDeviations()).filter(({ id }) => id === 'status-405-without-allow');
    const behind = await started({ wrap: together(faults), control: false });
    const { url } = await inFrontOf(behind.url);
    for (let i = 0; i < 3; i += 1) {
      const answer = await fetch(`${url}/users?token=hidden-secret`, { method: 'DELETE' });
      expect(answer.headers.get('x-mock-breach')).toBe('b1 status/405-allow');
    }
    const listed = await (await fetch(`${url}/_mock/breaches`)).json();
    expect(listed).toMatchObject([
      {
        ...{ id: 'b1', rule: 'status/405-allow', level: 'should', clause: 'RFC 9110 15.5.6', times: 3, exchange: 1 },
        ...{ method: 'DELETE', path: '/users', status: 405, places: ['DELETE /users 405'] },
      },
    ]);
    expect(JSON.stringify(listed)).not.toContain('hidden');
    expect(await (await fetch(`${url}/_mock/log/1`)).json()).toMatchObject({
      source: 'upstream',
      breach: 'b1 status/405-allow',
    });
    expect((await fetch(`${url}/_mock/breaches`, { method: 'DELETE' })).status).toBe(204);
    expect(await (await fetch(`${url}/_mock/breaches`)).json()).toEqual([]);
  });

  test('in front of json-server it names what that breaks, and serves what it does not have', {
    tags: ['night'],
  }, async () => {
    const server = await startJsonServer();
    onTestFinished(() => server.stop());
    const { mock, url } = await inFrontOf(server.url);
    const ask = async (path: string, init?: RequestInit): Promise<[number, string | null]> => {
      const answer = await fetch(url + path, init);
      await answer.arrayBuffer();
      return [answer.status, answer.headers.get('x-mock-source')];
    };
    const json = { 'content-type': 'application/json' };
    expect(await ask('/posts/1')).toEqual([200, 'upstream']);
    expect(await ask('/users/1')).toEqual([200, 'mock; upstream answered 404']);
    const made = await fetch(`${url}/rest/1/deals/`, { method: 'POST', headers: json, body: '{"name":"n","price":1}' });
    expect([made.status, made.headers.get('x-mock-source')]).toEqual([201, 'mock; upstream answered 404']);
    expect((await fetch(made.headers.get('location') ?? '')).status).toBe(200);
    // What neither has is answered by the service.
    expect(await ask('/posts/none')).toEqual([404, 'upstream']);
    expect(mock.breaches.list()).toEqual([]);
    // express tells of broken JSON in a page of HTML with the status 400, and of a repeated id with 500.
    await ask('/posts', { method: 'POST', headers: json, body: '{"id":1,"title":"again"}' });
    await ask('/posts', { method: 'POST', headers: json, body: '{"id":1,"title":"again"}' });
    expect(mock.breaches.list().map(({ rule, times }) => [rule, times])).toEqual([['status/no-server-error', 2]]);
  });
});

describe('what the service does not have', () => {
  test('a record that is not there is not made up where the service has others of its kind', async () => {
    const behind = await started({ control: false, seed: { users: [{ id: 'only', name: 'Only' }], deals: [] } });
    const { url } = await inFrontOf(behind.url);
    expect((await fetch(`${url}/users/only`)).headers.get('x-mock-source')).toBe('upstream');
    const missing = await fetch(`${url}/users/1`);
    expect([missing.status, missing.headers.get('x-mock-source')]).toEqual([404, 'upstream']);
  });

  test('a list of routes is served from the mock, and the rest is passed on', async () => {
    const behind = await started({ control: false, seed: { users: [{ id: '1', name: 'Behind' }], deals: [] } });
    const { url } = await started({ upstream: { url: behind.url, fromMock: ['GET /users/*'] } });
    expect(await (await fetch(`${url}/users/1`)).json()).toMatchObject({ name: 'Ada Lovelace' });
    expect(await (await fetch(`${url}/users?name=Behind`)).json()).toHaveLength(1);
  });

  test('a service that cannot be reached is replaced; one that falls silent after a write is not', async () => {
    const { url } = await inFrontOf(`http://127.0.0.1:${await closedPort()}`);
    const read = await fetch(`${url}/users/1`);
    expect(read.status).toBe(200);
    expect(read.headers.get('x-mock-source')).toMatch(/^mock; upstream was not reached: .*ECONNREFUSED/u);
    const headers = { 'content-type': 'application/json' };
    const body = '{"name":"n","price":1}';
    expect((await fetch(`${url}/rest/1/deals/`, { method: 'POST', headers, body })).status).toBe(201);

    await using broken = await rawServer((socket) => socket.destroy());
    const silent = await inFrontOf(broken.url);
    expect((await fetch(`${silent.url}/users/1`)).status).toBe(200);
    const lost = await fetch(`${silent.url}/rest/1/deals/`, { method: 'POST', headers, body });
    expect(lost.status).toBe(502);
    expect(await lost.json()).toMatchObject({ detail: expect.stringContaining('may have taken effect') });
  });
});

test('deviations that are switched on and off stand before the service, which stays behind the mock', async () => {
  const behind = await started({ control: false });
  const { url } = await inFrontOf(behind.url);
  const serve = (active: readonly string[]): Promise<Response> =>
    fetch(`${url}/_mock/deviations`, { method: 'PUT', body: JSON.stringify({ active }) });
  const remove = async (id: number): Promise<[number, string | null]> => {
    const answer = await fetch(`${url}/rest/1/deals/${id}`, { method: 'DELETE' });
    await answer.arrayBuffer();
    return [answer.status, answer.headers.get('x-mock-source')];
  };
  expect((await serve(['delete-answers-200'])).status).toBe(200);
  expect((await remove(1))[0]).toBe(200);
  expect((await serve([])).status).toBe(200);
  expect(await remove(2)).toEqual([204, 'upstream']);
  expect(behind.mock.tenants.of('').store.deals.entries.size).toBe(1);
});

test('an answer that is encoded all the same is passed on as it is, and judged as it reads', async () => {
  const body = gzipSync('{"id":');
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`;
  const behind = await rawServer((socket) => socket.write(Buffer.concat([Buffer.from(head), body])));
  onTestFinished(() => behind.close());
  const { mock, url } = await inFrontOf(behind.url);
  expect(await (await fetch(`${url}/users/1`)).text()).toBe('{"id":');
  expect(behind.requests[0]).toContain('accept-encoding: identity');
  expect(mock.breaches.list().map(({ rule }) => rule)).toEqual(['negotiate/truthful']);
});

describe('secrets', () => {
  const SECRETS = ['cookie-secret-1', 'bearer-secret-2', 'set-cookie-secret-3', 'query-secret-4', 'body-secret-5'];

  test('go to the service, come back to the client, and stand in no log, HAR or breach', async () => {
    const body = '{"token":"body-secret-5"';
    const behind = await rawServer((socket) =>
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nSet-Cookie: sid=set-cookie-secret-3; Domain=example.com; Path=/\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      ),
    );
    onTestFinished(() => behind.close());
    const { url } = await inFrontOf(behind.url);
    const answer = await fetch(`${url}/users?token=query-secret-4`, {
      headers: {
        cookie: 'sid=cookie-secret-1; mock_tenant=acme',
        authorization: 'Bearer bearer-secret-2',
        'x-mock-tenant': 'acme',
      },
    });
    expect(answer.headers.get('set-cookie')).toBe('sid=set-cookie-secret-3; Path=/');
    expect(await answer.text()).toBe(body);
    const [sent = ''] = behind.requests;
    expect(sent).toContain('cookie: sid=cookie-secret-1\r\n');
    expect(sent).toContain('authorization: Bearer bearer-secret-2');
    expect(sent).not.toMatch(/mock/iu);
    const shown = await Promise.all(
      ['log?tenant=*', 'log.har?tenant=*', 'breaches', 'log/1'].map(async (path) =>
        (await fetch(`${url}/_mock/${path}`)).text(),
      ),
    );
    expect(shown[2]).toContain('negotiate/truthful');
    for (const secret of SECRETS) expect(shown.join('\n')).not.toContain(secret);
  });

  test('follow no redirect, and no address in the request leads them elsewhere', async () => {
    const other = await rawServer((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    onTestFinished(() => other.close());
    const behind = await rawServer((socket) =>
      socket.write(`HTTP/1.1 302 Found\r\nLocation: ${other.url}/users\r\nContent-Length: 0\r\n\r\n`),
    );
    onTestFinished(() => behind.close());
    const { url, port } = await inFrontOf(behind.url);
    const headers = { authorization: 'Bearer secret' };
    expect((await fetch(`${url}/users`, { redirect: 'manual', headers })).status).toBe(302);
    const { host } = new URL(other.url);
    for (const target of [`//${host}/users`, `${other.url}/users`, `/\\${host}/users`, `/@${host}/users`])
      await rawRequest(
        port,
        `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer secret\r\nConnection: close\r\n\r\n`,
      );
    expect(other.connections()).toBe(0);
    expect(behind.requests.length).toBeGreaterThan(1);
    for (const request of behind.requests) expect(request).toContain(`host: ${new URL(behind.url).host}`);
  });
});

describe('addresses', () => {
  test('a Location of the service is one of the mock, base paths and tenants included; a page of any origin may read it', async () => {
    const behind = await started({ control: false, basePath: '/v2' });
    const { port, url } = await started({ basePath: '/api', upstream: { url: behind.url } });
    const made = await fetch(`${url}/_tenant/acme/rest/1/deals/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://page.test' },
      body: '{"name":"n","price":1}',
    });
    expect(made.headers.get('location')).toMatch(
      new RegExp(`^http://127\\.0\\.0\\.1:${port}/api/_tenant/acme/rest/1/deals/\\d+$`, 'u'),
    );
    expect((await fetch(made.headers.get('location') ?? '')).status).toBe(200);
    expect(made.headers.get('access-control-allow-origin')).toBe('http://page.test');
  });

  test.each<[object, string]>([
    [{ fromMok: ['/users'] }, 'mock option upstream.fromMok: there is no such option. Did you mean fromMock?'],
    [{ fromMock: '/users' }, 'mock option upstream.fromMock: it is no list of routes'],
    [{ ca: 'ca.pem' }, 'mock option upstream.ca: it is no certificate; give the text of a PEM file'],
    [{ ca: 7 }, 'mock option upstream.ca'],
    [{ judge: true }, 'mock option upstream.judge: it is no function'],
    [{ url: undefined }, 'no http(s) address'],
  ])('%o is refused before anything is served', async (wrong, why) => {
    const upstream = { url: 'http://127.0.0.1:1', ...wrong };
    await expect(startMock({ upstream } as StartOptions)).rejects.toThrow(why);
  });

  test.each([
    ['ftp://x', 'no http(s) address'],
    ['http://a:b@x', 'a user or a password'],
    ['http://x/?a=b', 'a query'],
    ['nothing', 'no http(s) address'],
  ])('%s is refused', async (address, why) => {
    await expect(startMock({ upstream: { url: address } })).rejects.toThrow(why);
  });
});
