import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { Cookie } from 'tough-cookie';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../client/client.ts';
import { parseCookieFile, writeCookieFile } from '../../client/cookie-file.ts';
import { createJar, parseCookieText } from '../../client/cookies.ts';
import { openSession } from '../../client/open-session.ts';
import { secretsOf } from '../../client/session.ts';
import { inGate } from '../in-gate.ts';
import { cannedServer, type RawServer } from '../servers.ts';

const OK = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}';
const line = (...fields: string[]): string => fields.join('\t');
const session = line('127.0.0.1', 'FALSE', '/', 'FALSE', '0', 'USER_TOKEN', 'abc');
const clients: Client[] = [];
const servers: RawServer[] = [];

async function server(): Promise<RawServer> {
  const made = await cannedServer(OK);
  servers.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all([...clients.splice(0), ...servers.splice(0)].map((one) => one.close()));
});

describe('a cookie file', () => {
  it('gives cookies, with every field understood', () => {
    const { cookies, notes } = parseCookieFile(
      `# a comment\r\n\r\n${session}\r\n#HttpOnly_${line('.example.com', 'TRUE', '/p', 'TRUE', '4102444800', 'n', 'a=b c')}\r\n`,
      'f',
    );
    expect(notes).toEqual([]);
    expect(
      cookies.map(({ domain, hostOnly, path, secure, expires, key, value, httpOnly }) => ({
        domain,
        hostOnly,
        path,
        secure,
        expires,
        key,
        value,
        httpOnly,
      })),
    ).toEqual([
      {
        domain: '127.0.0.1',
        hostOnly: true,
        path: '/',
        secure: false,
        expires: 'Infinity',
        key: 'USER_TOKEN',
        value: 'abc',
        httpOnly: false,
      },
      {
        domain: 'example.com',
        hostOnly: false,
        path: '/p',
        secure: true,
        expires: new Date('2100-01-01'),
        key: 'n',
        value: 'a=b c',
        httpOnly: true,
      },
    ]);
  });

  it('may have an empty value, with its TAB or without', () => {
    for (const text of [session.replace('abc', ''), session.replace('\tabc', '')]) {
      expect(parseCookieFile(text, 'f').cookies[0]?.value).toBe('');
    }
  });

  it('passes over a plain name=value line, and says so without its value', () => {
    const { cookies, notes } = parseCookieFile(`${session}\nUSER_TOKEN=secret\n`, 'jar.txt');
    expect(cookies).toHaveLength(1);
    expect(notes).toEqual([expect.stringMatching(/^jar\.txt:2: “USER_TOKEN=…” is no cookie/u)]);
    expect(notes[0]).not.toContain('secret');
  });

  it('drops what has expired, and says so', () => {
    const { cookies, notes } = parseCookieFile(session.replace('\t0\t', '\t1000000000\t'), 'f');
    expect(cookies).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('f:1: the cookie USER_TOKEN expired on 2001-09-09')]);
  });

  it.each([
    ['words', 'what is this', '1 field(s)'],
    ['blanks for TABs', session.replaceAll('\t', ' '), '1 field(s)'],
    ['too few', line('a', 'TRUE', '/'), '3 field(s)'],
    ['too many', `${session}\tx`, '8 field(s)'],
    ['no flag', session.replace('FALSE', 'yes'), 'the second field is not TRUE or FALSE'],
    ['no second flag', line('a', 'TRUE', '/', '1', '0', 'n', 'v'), 'the fourth field is not TRUE or FALSE'],
    ['no path', line('a', 'TRUE', 'x', 'TRUE', '0', 'n', 'v'), 'the path, does not begin'],
    ['no expiry', line('a', 'TRUE', '/', 'TRUE', 'never', 'n', 'v'), 'the expiry, is not a number'],
    ['no name', line('a', 'TRUE', '/', 'TRUE', '0', '', 'v'), 'the sixth field is not a cookie name'],
    ['no domain', line('', 'TRUE', '/', 'TRUE', '0', 'n', 'v'), 'the first field is not a domain'],
  ])('with %s is refused by name and line', (_name, bad, why) => {
    expect(() => parseCookieFile(`${session}\n\n${bad}\n`, 'jar.txt')).toThrow(/^jar\.txt:3: /u);
    expect(() => parseCookieFile(bad, 'f')).toThrow(why);
  });

  it('survives being written and read', () => {
    const octets = "!#$%&'()*+-./0123456789:<=>?@ABCXYZ[]^_`abcxyz{|}~";
    const cookie = fc.record({
      domain: fc.constantFrom('127.0.0.1', 'localhost', 'example.com', '::1'),
      hostOnly: fc.boolean(),
      path: fc.constantFrom('/', '/a/b'),
      secure: fc.boolean(),
      httpOnly: fc.boolean(),
      expires: fc.constantFrom<'Infinity' | Date>('Infinity', new Date('2100-01-01')),
      key: fc.string({ unit: fc.constantFrom(...'USER_TOKENx-9'), minLength: 1 }),
      value: fc.string({ unit: fc.constantFrom(...octets) }),
    });
    fc.assert(
      fc.property(fc.array(cookie), (made) => {
        const cookies = made.map((fields) => new Cookie(fields));
        const { cookies: read, notes } = parseCookieFile(writeCookieFile(cookies), 'f');
        expect(notes).toEqual([]);
        expect(read.map((each) => ({ ...each }))).toMatchObject(made);
      }),
    );
  });

  it('cannot hold a TAB', () => {
    const cookie = new Cookie({ domain: 'a', key: 'n', value: 'a\tb' });
    expect(() => writeCookieFile([cookie])).toThrow(/TAB/u);
  });
});

describe('a session of cookies', () => {
  const send = async (baseUrl: string, source: Parameters<typeof openSession>[0], address = '/'): Promise<Client> => {
    const opened = await openSession(source, { baseUrl });
    const one = createClient({ baseUrl, session: opened.session });
    clients.push(one);
    await one.send({ method: 'GET', address });
    return one;
  };
  const cookieOf = (request: string | undefined): string | undefined => /^cookie: (.*)$/imu.exec(request ?? '')?.[1];

  it('goes out with requests to the target', async () => {
    const target = await server();
    await send(target.url, { cookie: 'USER_TOKEN=abc; other=x=y' });
    await send(target.url, { cookieFile: { name: 'f', text: session } });
    expect(target.requests.map(cookieOf)).toEqual(['USER_TOKEN=abc; other=x=y', 'USER_TOKEN=abc']);
  });

  it('goes out whatever the address looks like', async () => {
    const target = await server();
    for (const address of ['/%zz', '//x', '/a/../b', '/?q=%']) await send(target.url, { cookie: 'a=b' }, address);
    expect(target.requests.map(cookieOf)).toEqual(['a=b', 'a=b', 'a=b', 'a=b']);
  });

  it('is left out, replaced word for word, or read from a file, as the request says', async () => {
    const target = await server();
    const one = await send(target.url, {
      cookie: 'USER_TOKEN=abc',
      headers: { Authorization: 'Bearer first-secret', 'X-Key': 'second-secret' },
    });
    const get = { method: 'GET', address: '/' };
    const own = [
      { ...get, anonymous: true },
      { ...get, cookies: 'user_token=1;;x' },
      { ...get, cookies: 'a=b; USER_TOKEN=abc' },
      { ...get, cookies: '' },
      { ...get, cookieFile: session.replace('abc', 'file') },
      { ...get, cookieFile: 'USER_TOKEN=abc' },
      { ...get, anonymous: true, cookies: 'USER_TOKEN=made-up' },
    ];
    const exchanges = [];
    for (const request of own) exchanges.push(await one.send(request));
    expect(target.requests.slice(1).map(cookieOf)).toEqual([
      undefined,
      'user_token=1;;x',
      'a=b; USER_TOKEN=abc',
      '',
      'USER_TOKEN=file',
      undefined,
      'USER_TOKEN=made-up',
    ]);
    expect(exchanges.map((each) => each.request.cookiesAreMadeUp ?? false)).toEqual([
      false,
      true,
      false,
      true,
      true,
      false,
      true,
    ]);
    const credentials = target.requests.map((text) => /^(?:authorization|x-key):/imu.test(text));
    expect(credentials).toEqual([true, false, true, true, true, true, true, false]);
  });

  it('is sent to this machine under its other names, and to nobody else', async () => {
    const [target, foreign] = [await server(), await server()];
    const base = target.url.replace('127.0.0.1', 'localhost');
    const { session: secret } = await openSession(
      { cookie: 'a=secret', headers: { 'X-Key': 'secret' } },
      { baseUrl: base },
    );
    const one = createClient({
      baseUrl: base,
      origins: [foreign.url],
      session: secret,
      headers: { Authorization: 'secret' },
    });
    clients.push(one);
    await one.send({ method: 'GET', address: `${target.url}/x` });
    expect(target.requests[0]?.match(/secret/gu)).toHaveLength(3);
    const own = { headers: { accept: 'text/html', 'x-token': 'secret', authorization: 'secret' }, cookies: 'a=secret' };
    await one.send({ method: 'GET', address: `${foreign.url}/x`, ...own });
    await one.probe({ method: 'GET', address: `${foreign.url}/x`, ...own });
    expect(foreign.requests).toHaveLength(2);
    for (const request of foreign.requests) {
      expect(request).not.toContain('secret');
      expect(request).toContain('accept: text/html');
    }
  });

  it('is not sent to a host that nobody declared, and nothing else is', async () => {
    const [target, foreign] = [await server(), await server()];
    const one = createClient({ baseUrl: target.url });
    clients.push(one);
    const sent = await one.send({ method: 'GET', address: `${foreign.url}/x` });
    const probed = await one.probe({ method: 'GET', address: `${foreign.url}/x` });
    expect([sent.response, probed.response]).toEqual([null, null]);
    expect(sent.failure?.message).toContain('is not the target');
    expect(foreign.requests).toHaveLength(0);
  });

  it('tells when a file has nothing for the target', async () => {
    const { notes } = await openSession(
      { cookieFile: { name: 'jar.txt', text: session } },
      { baseUrl: 'http://localhost:1' },
    );
    expect(notes).toEqual(['jar.txt: no cookie in it goes to http://localhost:1; its domain is 127.0.0.1']);
  });

  it('has secrets: values of cookies and credentials, with and without their scheme', async () => {
    const { session: secret } = await openSession(
      { cookie: 'a=one; b=', headers: { Authorization: 'Bearer two-three' } },
      { baseUrl: 'http://x' },
    );
    expect(secretsOf(secret)).toEqual(['Bearer two-three', 'two-three', 'one']);
  });

  it('refuses text that is no cookie', () => {
    expect(() => parseCookieText('abc', 'http://x')).toThrow('name=value');
  });

  it('takes IPv6 and cookies limited to a path', async () => {
    const jar = createJar([
      ...parseCookieText('a=b', 'http://[::1]:80'),
      new Cookie({ domain: 'h', hostOnly: true, path: '/only', key: 'k', value: 'v' }),
    ]);
    expect(jar.getCookieStringSync('http://[::1]/x')).toBe('a=b');
    expect(jar.getCookieStringSync('http://h/only/this')).toBe('k=v');
    expect(jar.getCookieStringSync('http://h/other')).toBe('');
  });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

// Skipped where curl is not installed: it is the judge here, and nothing stands in for it.
describe.skipIf(!hasCurl)('real curl -b', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assayer-cookies-'));
  afterAll(() => rm(folder, { recursive: true }));

  const curlCookie = async (file: string, host = '127.0.0.1'): Promise<string | undefined> => {
    const target = await server();
    await promisify(execFile)('curl', ['-s', '-b', file, `http://${host}:${target.port}/`]);
    return /^cookie: (.*)$/imu.exec(target.requests[0] ?? 'no request')?.[1];
  };

  it('reads the sample files as this reader does', async () => {
    for (const [name, expected] of [
      ['session.txt', 'USER_TOKEN=sample-token'],
      ['httponly.txt', 'USER_TOKEN=sample-token'],
      ['plain.txt', undefined],
    ] as const) {
      const file = join(import.meta.dirname, '../../fixtures/cookies', name);
      expect(await curlCookie(file)).toBe(expected);
      const { cookies } = parseCookieFile(await readFile(file, 'utf8'), name);
      expect(cookies.map((cookie) => cookie.cookieString())[0]).toBe(expected);
    }
  });

  it.each(
    inGate(
      [
        ['127.0.0.1', true],
        ['localhost', true],
        ['localhost', false],
      ],
      3,
    ),
  )('reads what is written for %s (host only: %s)', async (domain, hostOnly) => {
    const file = join(folder, 'written.txt');
    const common = { domain, hostOnly, path: '/' };
    await writeFile(
      file,
      writeCookieFile([
        new Cookie({ ...common, key: 'USER_TOKEN', value: 'a=b c%20!' }),
        new Cookie({ ...common, key: 'later', value: '1', httpOnly: true, expires: new Date(Date.now() + 3_600_000) }),
        new Cookie({ ...common, key: 'empty', value: '' }),
      ]),
    );
    const sent = (await curlCookie(file, domain))?.split('; ').sort();
    expect(sent).toEqual(['USER_TOKEN=a=b c%20!', 'empty=', 'later=1']);
  });
});
