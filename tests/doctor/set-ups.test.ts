import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { type Diagnosis, type DoctorOptions, diagnose } from '../../doctor/diagnose.ts';
import type { Finding } from '../../doctor/finding.ts';
import type { MockOptions } from '../../mock/index.ts';
import { createMock } from '../../mock/index.ts';
import { nodeListener } from '../../mock/node/listener.ts';
import type { TargetFile } from '../../target-file/file.ts';
import { temporaryFolder } from '../cli/assayer.ts';
import { inGate } from '../in-gate.ts';
import { closedPort } from '../servers.ts';
import { certificate } from './certificates.ts';

/** A server that listens until its user is done. */
interface Served extends AsyncDisposable {
  readonly url: string;
}

async function listening(server: ReturnType<typeof createServer>, scheme: string): Promise<Served> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const serve = (listener: RequestListener): Promise<Served> => listening(createServer(listener), 'http');
const serveTls = (options: ServerOptions): Promise<Served> => listening(createTlsServer(options, service()), 'https');

/** The mock, with what a set-up does before it answers. `true`: the set-up has answered itself. */
function service(
  options: MockOptions = {},
  before: (path: string, response: ServerResponse, method: string) => boolean = () => false,
): RequestListener {
  const mock = nodeListener(createMock(options), undefined);
  return (request, response) => {
    if (!before(request.url ?? '', response, request.method ?? '')) mock(request, response);
  };
}

function answer(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  fields: Record<string, string> = {},
): true {
  response.writeHead(status, { 'content-type': type, ...fields }).end(body);
  return true;
}

/** One broken set-up, and the cause that is to be named. */
interface Row {
  readonly start: () => Promise<Served | { readonly url: string }>;
  readonly file?: (url: string) => TargetFile;
  readonly options?: Partial<DoctorOptions>;
  readonly subject: Finding['subject'];
  readonly told: RegExp;
  readonly remedy: RegExp;
  readonly canGoOn: boolean;
}

const folder = await temporaryFolder();
afterAll(() => folder[Symbol.asyncDispose]());
const own = certificate(folder.path, 'own');
const expired = certificate(folder.path, 'expired', { expired: true });
const other = certificate(folder.path, 'other', { host: 'other.example' });

const ROWS: Readonly<Record<string, Row>> = {
  'a host name without an address': {
    start: async () => ({ url: 'http://nowhere.invalid' }),
    subject: 'name',
    told: /nowhere\.invalid has no address/u,
    remedy: /spelling/u,
    canGoOn: false,
  },
  'a port at which nobody listens': {
    start: async () => ({ url: `http://127.0.0.1:${await closedPort()}` }),
    subject: 'reach',
    told: /nobody listens at port \d+/u,
    remedy: /start the service/u,
    canGoOn: false,
  },
  'a service that never answers': {
    start: () => serve(() => {}),
    options: { timeoutMs: 300 },
    subject: 'reach',
    told: /no answer in time/u,
    remedy: /--timeout/u,
    canGoOn: false,
  },
  'plain HTTP on a TLS port': {
    start: async () => {
      const served = await serve(service());
      return { ...served, url: served.url.replace('http:', 'https:') };
    },
    subject: 'tls',
    told: /the port speaks plain HTTP/u,
    remedy: /http:\/\//u,
    canGoOn: false,
  },
  'a redirect to another origin': {
    start: () => serve((_, response) => void response.writeHead(301, { location: 'https://api.example/' }).end()),
    subject: 'base',
    told: /every request is redirected.* to https:\/\/api\.example\/$/u,
    remedy: /^begin at https:\/\/api\.example$/u,
    canGoOn: false,
  },
  'one address alone that is redirected to another origin': {
    start: () =>
      serve(
        service(
          {},
          (path, response) =>
            path === '/' && answer(response, 302, 'text/plain', '', { location: 'https://docs.example/a?token=1' }),
        ),
      ),
    subject: 'base',
    told: /^GET \S+ is redirected to https:\/\/docs\.example\/a\?…, and/u,
    remedy: /begin at https:\/\/docs\.example, if/u,
    canGoOn: true,
  },
  'a page to log in for whatever is asked': {
    start: () => serve((_, response) => answer(response, 302, 'text/plain', '', { location: '/login?next=%2F' })),
    subject: 'session',
    told: /every request is redirected, one about nothing too: GET \S+\/users to \S+\/login\?…$/u,
    remedy: /give a credential that the target accepts/u,
    canGoOn: false,
  },
  'one JSON object for whatever is asked': {
    start: () => serve((_, response) => answer(response, 200, 'application/json', '{"posts":"/posts"}')),
    subject: 'base',
    told: /GET \/users and one about nothing were answered alike: 200 application\/json/u,
    remedy: /check the base address/u,
    canGoOn: false,
  },
  'a wrong base path': {
    start: () => serve(service({ basePath: '/api' })),
    subject: 'base',
    told: /is http:\/\/127\.0\.0\.1:\d+\/api the base address\?/u,
    remedy: /correct the base address/u,
    canGoOn: false,
  },
  'a version that is not tried': {
    start: () => serve(service({ version: 'v7' })),
    subject: 'base',
    told: /no version was found/u,
    remedy: /version in the target file/u,
    canGoOn: true,
  },
  'a page for browsers at every address': {
    start: () => serve((_, response) => void answer(response, 200, 'text/html', '<title>Shop</title><p>hello')),
    subject: 'base',
    told: /HTML page, as was an address that cannot exist/u,
    remedy: /base address/u,
    canGoOn: false,
  },
  'a page for browsers in place of a list': {
    start: () =>
      serve(
        service(
          {},
          (path, response) => path === '/users' && answer(response, 200, 'text/html', '<title>Shop</title><p>hello'),
        ),
      ),
    subject: 'answers',
    told: /GET \/users gives an HTML page in place of records \(“Shop”\)/u,
    remedy: /base address/u,
    canGoOn: false,
  },
  'a credential that is missing': {
    start: () => serve((_, response) => void answer(response, 401, 'application/json', '{}')),
    subject: 'session',
    told: /every address that was asked for is refused/u,
    remedy: /under session/u,
    canGoOn: false,
  },
  'JSON that says text/plain': {
    start: () =>
      serve(
        service(
          {},
          (path, response) => path === '/users' && answer(response, 200, 'text/plain', '[{"id":1,"name":"a"}]'),
        ),
      ),
    subject: 'answers',
    told: /GET \/users gives JSON, but Content-Type says text\/plain/u,
    remedy: /application\/json/u,
    canGoOn: true,
  },
  '500 on a listed address': {
    start: () =>
      serve(service({}, (path, response) => path === '/users' && answer(response, 500, 'text/plain', 'oops'))),
    subject: 'answers',
    told: /GET \/users was answered 500/u,
    remedy: /log of the service/u,
    canGoOn: true,
  },
  '503 on a listed address': {
    start: () =>
      serve(service({}, (path, response) => path === '/users' && answer(response, 503, 'text/plain', 'off'))),
    subject: 'answers',
    told: /GET \/users was answered 503: it is off, or a limit in front of it refuses/u,
    remedy: /--rate/u,
    canGoOn: true,
  },
  'a list that is wrapped': {
    start: () =>
      serve(
        service(
          {},
          (path, response) => path === '/users' && answer(response, 200, 'application/json', '{"data":[{"id":1}]}'),
        ),
      ),
    subject: 'answers',
    told: /no array at its top: there is one at \/data/u,
    remedy: /envelope\.list/u,
    canGoOn: true,
  },
  'a login that yields nothing': {
    start: () =>
      serve(service({}, (path, response) => path === '/login' && answer(response, 200, 'application/json', '{}'))),
    file: (baseUrl) => ({ baseUrl, session: { login: { path: '/login', json: { user: 'a' } } } }),
    subject: 'session',
    told: /login POST .* was answered 200 without Set-Cookie/u,
    remedy: /login/u,
    canGoOn: false,
  },
  'a session that is not let in': {
    start: () => serve(service({ session: 'validated' })),
    file: (baseUrl) => ({ baseUrl, session: { cookie: 'USER_TOKEN=out-of-date' } }),
    subject: 'session',
    told: /answered 401 with the given session.*not let in/u,
    remedy: /renew it/u,
    canGoOn: true,
  },
  'a check that lets in everybody': {
    start: () =>
      serve(service({}, (path, response) => path === '/' && answer(response, 200, 'application/json', '"OK"'))),
    subject: 'session',
    told: /lets in whoever has no session/u,
    remedy: /claim session none/u,
    canGoOn: true,
  },
  'creations that are forbidden': {
    start: () =>
      serve(service({}, (_, response, method) => method === 'POST' && answer(response, 403, 'application/json', '{}'))),
    options: { allowWrites: true },
    subject: 'writes',
    told: /POST \/rest\/1\/deals\/ was answered 403: the session may not create/u,
    remedy: /--read-only/u,
    canGoOn: true,
  },
  'deletions that are refused': {
    start: () =>
      serve(
        service({}, (_, response, method) => method === 'DELETE' && answer(response, 403, 'application/json', '{}')),
      ),
    options: { allowWrites: true },
    subject: 'writes',
    told: /could not be deleted: DELETE was answered 403/u,
    remedy: /assayer cleanup/u,
    canGoOn: true,
  },
  'deletions that change a record of others': {
    start: () => {
      const mock = createMock();
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ newPrice: 77, reason: 'a rule of ours' });
      mock.wrap((fetch) => async (request) => {
        const answer = await fetch(request);
        const place = new URL('/rest/1/deals/1/change-price', request.url);
        if (request.method === 'DELETE' && answer.ok) await fetch(new Request(place, { method: 'PUT', headers, body }));
        return answer;
      });
      return serve(nodeListener(mock));
    },
    options: { allowWrites: true },
    subject: 'writes',
    told: /^1 of \d+ records of deals that others had before this run are shown otherwise now: 1 /u,
    remedy: /before a run that writes/u,
    canGoOn: true,
  },
  'a cache before the service': {
    start: () => serve((_, response) => void answer(response, 200, 'application/json', '[{"id":1}]', { age: '120' })),
    subject: 'proxy',
    told: /a cache answers in place of the service \(Age: 120\)/u,
    remedy: /go to the service itself/u,
    canGoOn: true,
  },
  'a CDN that asks who is there': {
    start: () => serve((_, response) => void answer(response, 403, 'text/html', '<title>Just a moment...</title>')),
    subject: 'proxy',
    told: /a CDN asks who is there/u,
    remedy: /let the address of this machine pass/u,
    canGoOn: false,
  },
  'a clock that is ten minutes behind': {
    start: () =>
      serve(
        (_, response) =>
          void answer(response, 200, 'application/json', '[{"id":1}]', {
            date: new Date(Date.now() - 600_000).toUTCString(),
          }),
      ),
    subject: 'clock',
    told: /the service is (?:59\d|60\d) s behind this machine/u,
    remedy: /NTP/u,
    canGoOn: true,
  },
  'the same behind a cache that asked for each answer just now': {
    start: () =>
      serve(
        (_, response) =>
          void answer(response, 200, 'application/json', '[{"id":1}]', {
            date: new Date(Date.now() - 600_000).toUTCString(),
            age: '0',
          }),
      ),
    subject: 'clock',
    told: /the service is (?:59\d|60\d) s behind this machine/u,
    remedy: /NTP/u,
    canGoOn: true,
  },
  'a limit of requests that is met': {
    start: () =>
      serve(
        service(
          {},
          (path, response) => path !== '/' && answer(response, 429, 'text/plain', '', { 'retry-after': '60' }),
        ),
      ),
    subject: 'limits',
    told: /was answered 429 after \d+ requests \(Retry-After: 60\)/u,
    remedy: /--rate/u,
    canGoOn: true,
  },
};

const SECURE: Readonly<Record<string, Row>> = {
  'an expired certificate': {
    start: () => serveTls(keys(expired)),
    options: expired === undefined ? {} : { tls: { ca: expired.path } },
    subject: 'tls',
    told: /the certificate has expired/u,
    remedy: /renew it/u,
    canGoOn: false,
  },
  'an authority that is not trusted': {
    start: () => serveTls(keys(own)),
    subject: 'tls',
    told: /an authority that is not trusted here/u,
    remedy: /--ca <file>/u,
    canGoOn: false,
  },
  'a certificate for another name': {
    start: () => serveTls(keys(other)),
    options: other === undefined ? {} : { tls: { ca: other.path } },
    subject: 'tls',
    told: /the certificate is for another name/u,
    remedy: /the name that it is for/u,
    canGoOn: false,
  },
  'a client certificate that is not given': {
    start: () => serveTls({ ...keys(own), requestCert: true, ca: own?.cert }),
    options: own === undefined ? {} : { tls: { ca: own.path } },
    subject: 'tls',
    told: /it may ask for a client certificate/u,
    remedy: /--cert and --key/u,
    canGoOn: false,
  },
  'TLS on a plain port': {
    start: async () => {
      const served = await serveTls(keys(own));
      return { ...served, url: served.url.replace('https:', 'http:') };
    },
    subject: 'tls',
    told: /the port speaks TLS, and plain HTTP was sent/u,
    remedy: /https:\/\//u,
    canGoOn: false,
  },
};

function keys(made: typeof own): ServerOptions {
  return made === undefined ? {} : { cert: made.cert, key: made.key };
}

async function diagnosed({ start, file = (baseUrl) => ({ baseUrl }), options }: Row): Promise<Diagnosis> {
  const served = await start();
  try {
    return await diagnose(file(served.url), { allowWrites: false, timeoutMs: 5000, ...options });
  } finally {
    if (Symbol.asyncDispose in served) await served[Symbol.asyncDispose]();
  }
}

async function named(row: Row): Promise<void> {
  const { findings, canGoOn } = await diagnosed(row);
  const found = findings.filter(({ weight }) => weight !== 'fine');
  const cause = found.find(({ subject, told }) => subject === row.subject && row.told.test(told));
  expect(cause, JSON.stringify(found, null, 2)).toBeDefined();
  expect(cause?.remedy).toMatch(row.remedy);
  expect(canGoOn, JSON.stringify(found, null, 2)).toBe(row.canGoOn);
}

describe('assayer doctor names the cause of', () => {
  test.each(inGate(Object.entries(ROWS), 7))('%s', async (_, row) => named(row));
  test.skipIf(own === undefined || expired === undefined || other === undefined).each(Object.entries(SECURE))(
    '%s (openssl makes the certificate)',
    async (_, row) => named(row),
  );
});

test('nothing is found about the mock, and nothing but GET is sent', async () => {
  const heard: string[] = [];
  const diagnosis = await diagnosed({
    ...ROWS['a wrong base path'],
    start: () =>
      serve(
        service({}, (_path, _response, method) => {
          heard.push(method);
          return false;
        }),
      ),
  } as Row); // a whole row, but for its start
  const found = diagnosis.findings.filter(({ weight }) => weight !== 'fine');
  expect(found.map(({ subject }) => subject)).toEqual(['writes']);
  expect(diagnosis.canGoOn).toBe(true);
  expect(new Set(heard)).toEqual(new Set(['GET']));
});

describe('the session is told by what was seen at each address', () => {
  const told = async (start: Row['start'], file: Partial<TargetFile> = {}): Promise<string[]> => {
    const row = { ...ROWS['a wrong base path'], start, file: (baseUrl: string) => ({ baseUrl, ...file }) } as Row; // whole
    const { findings } = await diagnosed(row);
    return findings.flatMap((finding) => (finding.subject === 'session' ? [finding.told] : []));
  };

  /** Refuses to whoever sends no cookie what is asked for there. */
  const keeps = (...paths: string[]): RequestListener => {
    const mock = service();
    return (request, response) => {
      const isKept = paths.includes(request.url ?? '') && request.headers.cookie === undefined;
      if (isKept) answer(response, 401, 'application/json', '"not authorized"', { 'www-authenticate': 'Cookie' });
      else mock(request, response);
    };
  };

  test('only the check asks for one', async () => {
    expect(await told(() => serve(service()))).toEqual([
      'refused without a session, served with the made-up one: GET / (401); served without one as well: GET /rest/1/deals/, GET /rest/1/deals/1, GET /users, GET /users/1',
    ]);
  });

  test('a list asks for one as well', async () => {
    expect(await told(() => serve(keeps('/users')), { session: { cookie: 'USER_TOKEN=mine' } })).toEqual([
      'refused without a session, served with the given one: GET / (401), GET /users (401); served without one as well: GET /rest/1/deals/, GET /rest/1/deals/1, GET /users/1',
    ]);
  });

  test('a list asks for one where there is no check', async () => {
    const claims = { session: 'none' } as const;
    expect(await told(() => serve(keeps('/users')), { claims, session: { cookie: 'USER_TOKEN=mine' } })).toEqual([
      'no session check is judged: the target file names none, or claims session none',
      'refused without a session, served with the given one: GET /users (401); served without one as well: GET /rest/1/deals/, GET /rest/1/deals/1, GET /users/1',
    ]);
  });
});
