import { matcherOf } from '../chaos/route.ts';
import { arrivalOf, arrivedAs } from '../faces/arrival.ts';
import { askOf, responseOf } from '../faces/fetch.ts';
import type { Mock, Wrap } from '../interface.ts';
import { EMPTY, type MockRequest } from '../message.ts';
import { createRouteFinder } from '../service/app.ts';
import { isPreflight } from '../service/cors.ts';
import { problem } from '../service/problems.ts';
import { addressed } from '../state/tenant-address.ts';
import { BREACH_FIELD, type JudgePassed, type PassedExchange } from './breaches.ts';
import { headersFromUpstream, linesForUpstream } from './fields.ts';
import { type UpstreamAnswer, type UpstreamConnections, UpstreamFailure } from './send.ts';
import { SOURCE_FIELD } from './source.ts';

/** The service behind the mock, and what becomes of its answers. */
export interface UpstreamOptions {
  /** Its base address, such as `https://api.example.com/v2`. */
  readonly url: string;
  /** The authority of its certificate in PEM, trusted beside those that Node brings. */
  readonly ca?: string;
  /** Routes that the mock serves anyway: `GET /users/*`, `/rest/**`. */
  readonly fromMock?: readonly string[];
  /** Judges each answer; absent: none is judged. */
  readonly judge?: JudgePassed;
  /** Told of each exchange with the service once it is judged, such as a recorder. */
  readonly onPassed?: (exchange: PassedExchange) => void;
}

/** Throws an Error that says what is wrong with an address that cannot be passed on to. */
export function upstreamUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const wrong =
    url === undefined || !/^https?:$/u.test(url.protocol)
      ? 'it is no http(s) address'
      : url.username !== '' || url.password !== ''
        ? 'it holds a user or a password; send them in a header field'
        : url.search !== '' || url.hash !== ''
          ? 'it holds a query or a fragment; give the base address alone'
          : undefined;
  if (url !== undefined && wrong === undefined) return url;
  throw new Error(`mock option upstream: ${wrong}; give one such as https://api.example.com`);
}

/**
 * Passes requests on in place of the service, and has the service answer what upstream does not have. `notice` is told why upstream
 * cannot be reached.
 */
export function passOn(
  options: UpstreamOptions,
  connections: UpstreamConnections,
  notice: (text: string) => void,
): Wrap {
  const base = upstreamUrl(options.url);
  const upstream = base.origin + base.pathname.replace(/(?<!\/)\/+$/u, '');
  const own = (options.fromMock ?? []).map(matcherOf);
  const begun = performance.now();
  let count = 0;

  return (serve, mock) => {
    const places = createPlaces(mock);
    return async (request) => {
      const { ask, local } = localOf(request, mock);
      if (local === undefined || isPreflight(ask)) return serve(request);
      if (own.some((matches) => matches(ask.method, local)))
        return fromMock(await serve(request), 'asked for by option');
      const body = await bodyOf(request);
      const again = (): Request => withBody(request, body);
      const sent = {
        method: request.method,
        target: `${base.pathname.replace(/(?<!\/)\/+$/u, '')}${local}${ask.query === '' ? '' : `?${ask.query}`}`,
        lines: linesForUpstream(request.headers),
        body: body.length === 0 ? null : body,
      };
      const startedAt = performance.now() - begun;
      let answer: UpstreamAnswer;
      try {
        answer = await connections.send(sent);
      } catch (cause) {
        if (!(cause instanceof UpstreamFailure)) throw cause;
        if (cause.isUnsent) notice(`assayer mock: ${base.origin} was not reached: ${cause.message}`);
        // What was sent may have taken effect: to make it up here would hide that.
        if (cause.isUnsent || isReading(ask.method)) return fromMock(await serve(again()), wordFailure(cause));
        return lost(ask, cause);
      }
      count += 1;
      const exchange = exchangeOf(`u${count}`, base, sent, answer, startedAt);
      const breaches =
        exchange === undefined
          ? []
          : mock.breaches.add(exchange, (await options.judge?.(exchange, mock.options)) ?? []);
      if (exchange !== undefined) options.onPassed?.(exchange);
      const told = breaches.map(({ id, rule }) => `${id} ${rule}`).join(', ');
      const marked = (response: Response): Response => {
        if (told !== '') response.headers.set(BREACH_FIELD, told);
        return response;
      };
      if (places.isMissing(ask, answer.status)) {
        const instead = await serve(again());
        if (!NOTHING.includes(instead.status)) {
          places.note(instead);
          return marked(fromMock(instead, `upstream answered ${answer.status}`));
        }
      }
      return marked(
        fromUpstream(
          answer,
          headersFromUpstream(answer.lines, addressesOf(upstream, ask, mock), ask.header('origin') ?? null),
        ),
      );
    };
  };
}

const NOTHING: readonly number[] = [404, 405, 501];

interface Places {
  /** Whether an answer says that upstream does not have what is served here, and not that one record is not there. */
  isMissing(ask: MockRequest, status: number): boolean;
  /** Notes what the mock made, which upstream cannot know. */
  note(response: Response): void;
}

function createPlaces({ options, tenants }: Pick<Mock, 'options' | 'tenants'>): Places {
  const { store, sessions } = tenants.of('');
  const find = createRouteFinder(options, store, sessions);
  const served = new Set<string>();
  const made = new Set<string>();
  return {
    isMissing(ask, status) {
      const pattern = find(ask.path)?.pattern;
      if (pattern === undefined) return false;
      const route = `${ask.method === 'HEAD' ? 'GET' : ask.method} ${pattern}`;
      if (status !== 404 && status !== 501) {
        if (status < 500) served.add(route);
        return false;
      }
      // A route that was served before is there: its 404 is about the record.
      return status === 501 || !served.has(route) || [...made].some((path) => isAtOrBelow(ask.path, path));
    },
    note(response) {
      const location = response.headers.get('location');
      if (response.status !== 201 || location === null) return;
      made.add(new URL(location, 'http://localhost').pathname);
      if (made.size > MADE) made.clear();
    },
  };
}

const MADE = 10_000;

function isAtOrBelow(path: string, record: string): boolean {
  return path === record || path.startsWith(`${record}/`);
}

function localOf(
  request: Request,
  { options: { basePath } }: Pick<Mock, 'options'>,
): { ask: MockRequest; local: string | undefined } {
  const came = askOf(request, EMPTY);
  const ask = addressed(came, basePath)?.ask ?? came;
  return { ask, local: ask.path.startsWith(`${basePath}/`) ? ask.path.slice(basePath.length) : undefined };
}

function addressesOf(
  upstream: string,
  ask: MockRequest,
  { options }: Pick<Mock, 'options'>,
): { upstream: string; mock: string } {
  return { upstream, mock: (ask.origin ?? 'http://localhost') + options.basePath + (ask.mount ?? '') };
}

async function bodyOf(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  return request.body === null ? new Uint8Array() : new Uint8Array(await request.arrayBuffer());
}

// The body was read to be sent, so the service gets a copy; what a Request cannot hold goes along.
function withBody(request: Request, body: Uint8Array<ArrayBuffer>): Request {
  const { url, method, headers } = request;
  const copy = new Request(url, { method, headers, ...(body.length === 0 ? {} : { body }) });
  return arrivedAs(copy, arrivalOf(request));
}

function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

function wordFailure({ message }: UpstreamFailure): string {
  return `upstream was not reached: ${message}`.replace(/[^\x20-\x7e]/gu, '?').slice(0, 200);
}

function fromMock(response: Response, why: string): Response {
  const headers = new Headers(response.headers);
  headers.set(SOURCE_FIELD, `mock; ${why}`);
  return new Response(response.body, { status: response.status, headers });
}

function fromUpstream({ status, body }: UpstreamAnswer, headers: Headers): Response {
  headers.set(SOURCE_FIELD, 'upstream');
  const hasBody = status !== 204 && status !== 205 && status !== 304 && body.length > 0;
  // A view on a shared buffer is no BodyInit to TypeScript; no answer has one.
  return new Response(hasBody ? (body as Uint8Array<ArrayBuffer>) : null, { status, headers });
}

function lost(ask: MockRequest, cause: UpstreamFailure): Response {
  const detail = `${ask.method} was passed on, and no answer came: ${cause.message}. It may have taken effect.`;
  const response = responseOf(problem(502, detail));
  response.headers.set(SOURCE_FIELD, 'mock; upstream did not answer');
  return response;
}

function exchangeOf(
  id: string,
  base: URL,
  sent: {
    readonly method: string;
    readonly target: string;
    readonly lines: PassedExchange['request']['headers'];
    readonly body: Uint8Array | null;
  },
  answer: UpstreamAnswer,
  startedAt: number,
): PassedExchange | undefined {
  const { decoded } = answer;
  // What cannot be read cannot be judged.
  if (decoded === undefined) return undefined;
  return {
    id,
    request: { method: sent.method, url: base.origin + sent.target, headers: sent.lines, body: sent.body },
    response: { status: answer.status, statusText: answer.statusText, headers: answer.lines, body: decoded },
    timings: { startedAt, firstByte: answer.firstByteMs, total: answer.totalMs },
  };
}
