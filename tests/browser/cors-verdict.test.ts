import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CorsVerdict, corsVerdict, type Said } from '../../mock/faces/cors-verdict.ts';
import { TRIES_ALL } from '../in-gate.ts';
import { leaveChromium, noChromium, startChromium } from './chromium.ts';
import { type Site, serveSite } from './site.ts';

/** A request of the page, and what the other origin answers. */
interface Case {
  readonly method: string;
  readonly mode: RequestMode;
  readonly credentials: RequestCredentials;
  readonly headers: Readonly<Record<string, string>>;
  readonly preflight: Answer;
  readonly answer: Answer;
}

interface Answer {
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
}

/** What became of it: of the preflight, of the answer, of its fields. */
interface Outcome {
  readonly asked: boolean;
  readonly blocked: boolean;
  readonly readable: readonly string[];
}

describe.skipIf(noChromium !== undefined)(
  `what the verdict says of other origins (${noChromium ?? 'Chromium'})`,
  () => {
    let browser: Browser;
    let page: Page;
    let site: Site;
    let other: Server;
    let current: Case | undefined;
    let asked = false;

    beforeAll(async () => {
      other = createServer((request, response) => answerTo(request, response));
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      site = await serveSite({ '/': '<!doctype html><title>a page</title>' });
      browser = await startChromium();
      page = await browser.newPage();
      await page.goto(`${site.url}/`);
    });
    afterAll(async () => {
      await leaveChromium();
      await site[Symbol.asyncDispose]();
      other.closeAllConnections();
      other.close();
    });

    function answerTo(request: IncomingMessage, response: ServerResponse): void {
      const isPreflight = request.headers['access-control-request-method'] !== undefined;
      asked ||= isPreflight;
      const { status, fields } = (isPreflight ? current?.preflight : current?.answer) ?? { status: 500, fields: {} };
      request.resume().on('end', () => response.writeHead(status, fields).end());
    }

    let cases = 0;

    /** A URL of its own for each, because a browser remembers preflights by it. */
    function nextUrl(): string {
      cases += 1;
      const { port } = other.address() as AddressInfo; // it listens on a host and port
      return `http://localhost:${port}/${cases}`;
    }

    async function inTheBrowser(tried: Case, url: string): Promise<Outcome> {
      current = tried;
      asked = false;
      const { method, mode, credentials, headers } = tried;
      const seen = await page.evaluate(
        async ({ url, init }) => {
          try {
            const response = await fetch(url, init);
            return { blocked: response.type === 'opaque', readable: [...response.headers.keys()] };
          } catch {
            return { blocked: true, readable: [] };
          }
        },
        { url, init: { method, mode, credentials, headers } },
      );
      return { asked, ...seen };
    }

    function verdictOn({ preflight, answer, headers, ...request }: Case, url: string): CorsVerdict {
      return corsVerdict(site.url, { ...request, url, headers: new Headers(headers) }, said(preflight), said(answer));
    }

    async function compare(tried: Case): Promise<void> {
      const url = nextUrl();
      const { preflight, blocked, unreadable } = verdictOn(tried, url);
      const told = Object.keys(tried.answer.fields).toSorted();
      const readable = blocked === undefined ? told.filter((name) => !unreadable.includes(name)) : [];
      const outcome = await inTheBrowser(tried, url);
      // The server adds fields of its own, such as Date.
      const seen = { ...outcome, readable: outcome.readable.filter((name) => told.includes(name)).toSorted() };
      expect(seen, blocked).toEqual({ asked: preflight.length > 0, blocked: blocked !== undefined, readable });
    }

    test('whatever is sent and answered, Chromium does what the verdict says', async () => {
      // Few of all combinations let a page see anything, so the fields are drawn mostly right.
      await fc.assert(
        fc.asyncProperty(
          someCase(site.url).filter((c) => !isLenient(c)),
          compare,
        ),
        { numRuns: TRIES_ALL ? 400 : 80 },
      );
    });

    const right = (origin: string): Case => ({
      method: 'PUT',
      mode: 'cors',
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      preflight: {
        status: 204,
        fields: {
          'access-control-allow-origin': origin,
          'access-control-allow-credentials': 'true',
          'access-control-allow-methods': 'PUT',
          'access-control-allow-headers': 'Content-Type',
        },
      },
      answer: {
        status: 404,
        fields: { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', 'x-own': '1' },
      },
    });

    test('a request that is allowed is no matter of its status, and hides what is not exposed', async () => {
      await compare(right(site.url));
      expect(verdictOn(right(site.url), nextUrl())).toEqual({
        preflight: ['the method PUT', 'the field content-type'],
        blocked: undefined,
        unreadable: ['access-control-allow-credentials', 'access-control-allow-origin', 'x-own'],
      });
    });

    test.each<[string, (tried: Case) => Case, RegExp]>([
      ['no-cors shows nothing', (c) => ({ ...c, method: 'GET', headers: {}, mode: 'no-cors' }), /mode 'no-cors'/u],
      ['same-origin goes nowhere', (c) => ({ ...c, mode: 'same-origin' }), /mode 'same-origin'/u],
      ['a preflight has to succeed', (c) => ({ ...c, preflight: { ...c.preflight, status: 401 } }), /answered 401/u],
      ['a method has to be named', (c) => without(c, 'access-control-allow-methods'), /does not name PUT/u],
      ['a field has to be named', (c) => without(c, 'access-control-allow-headers'), /does not name content-type/u],
      ['credentials have to be allowed', (c) => without(c, 'access-control-allow-credentials'), /Credentials: true/u],
      [
        'the origin has to be told',
        (c) => without(c, 'access-control-allow-origin'),
        /no Access-Control-Allow-Origin/u,
      ],
      ['in the answer too', (c) => ({ ...c, answer: { status: 200, fields: {} } }), /^the answer has no/u],
    ])('%s', async (_title, change, words) => {
      const tried = change(right(site.url));
      await compare(tried);
      expect(verdictOn(tried, nextUrl()).blocked).toMatch(words);
    });
  },
);

// Chromium still lets an asterisk stand for Authorization, with a warning; Fetch 4.9 and other browsers do not.
function isLenient({ headers, preflight }: Case): boolean {
  return headers['authorization'] !== undefined && preflight.fields['access-control-allow-headers'] === '*';
}

function without({ preflight, ...rest }: Case, name: string): Case {
  const fields = Object.fromEntries(Object.entries(preflight.fields).filter(([n]) => n !== name));
  return { ...rest, preflight: { ...preflight, fields } };
}

const said = ({ status, fields }: Answer): Said => ({ status, headers: new Headers(fields) });

function someCase(page: string): fc.Arbitrary<Case> {
  const origin = mostly(page, '*', 'http://localhost:1', 'null', `${page}/`, `${page}, ${page}`);
  const shared = {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': mostly('true', 'True', 'false'),
  };
  const answer = some({
    ...shared,
    'access-control-expose-headers': fc.constantFrom('X-Own, etag', '*', 'x-other'),
    'x-own': fc.constant('1'),
    etag: fc.constant('"1"'),
    'last-modified': fc.constant('Sat, 29 Oct 1994 19:43:31 GMT'),
  });
  const preflight = some({
    ...shared,
    'access-control-allow-methods': mostly('PUT, PATCH, DELETE, PROPFIND', '*', 'put', 'GET'),
    'access-control-allow-headers': mostly('x-own,Content-Type,Authorization, range, accept', '*', 'x-other'),
  });
  return fc.record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'),
    mode: fc.constant<RequestMode>('cors'),
    credentials: fc.constantFrom<RequestCredentials>('omit', 'same-origin', 'include'),
    headers: fc.oneof(
      fc.constant({}),
      fc.constantFrom<Record<string, string>>(
        { 'content-type': 'application/json' },
        { 'content-type': 'text/plain; charset=utf-8' },
        { 'content-type': 'TEXT/plain' },
        { 'content-type': 'text/plain; a="b"' },
        { 'x-own': '1' },
        { authorization: 'Bearer x' },
        { accept: 'application/xml' },
        { accept: 'a:b' },
        { accept: 'x'.repeat(129) },
        { 'accept-language': 'de, en;q=0.5' },
        { 'accept-language': 'de_DE' },
        { 'if-match': '"1"' },
        { range: 'bytes=0-1' },
        { range: 'bytes=-1' },
        { 'content-type': 'application/json', 'x-own': '1', authorization: 'x' },
      ),
    ),
    preflight: fc.record({ status: mostly(204, 200, 404), fields: preflight }),
    answer: fc.record({ status: fc.constantFrom(200, 201, 404, 503), fields: answer }),
  });
}

function mostly<T>(right: T, ...others: T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 5, arbitrary: fc.constant(right) }, { weight: 2, arbitrary: fc.constantFrom(...others) });
}

/** Each of the fields nine times in ten. */
function some(fields: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<Record<string, string>> {
  const present = Object.entries(fields).map(([name, value]) =>
    fc.tuple(fc.nat(9), value).map(([dice, v]): [string, string][] => (dice === 0 ? [] : [[name, v]])),
  );
  return fc.tuple(...present).map((pairs) => Object.fromEntries(pairs.flat()));
}
