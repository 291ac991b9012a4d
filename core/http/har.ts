import type { SavedBody, SavedExchange } from '../results/results.ts';

type Lines = SavedExchange['request']['headers'];

/** One exchange to be written into an HTTP Archive. */
export interface HarExchange {
  readonly exchange: SavedExchange;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds until the answer began, and from there to its end. */
  readonly waitMs: number;
  readonly receiveMs: number;
  /** Where it is not that of the body that is shown; -1 by custom where it is not known. */
  readonly requestBodySize?: number;
  readonly responseBodySize?: number;
  readonly comment?: string;
  /** Members of one's own, whose names begin with an underscore. */
  readonly own?: Readonly<Record<`_${string}`, unknown>>;
}

/** Who wrote the archive. */
export interface HarCreator {
  readonly name: string;
  readonly version: string;
}

/** Exchanges as an HTTP Archive (HAR 1.2), for the network panel of any browser. */
export function harOf(exchanges: readonly HarExchange[], creator: HarCreator, comment: string): object {
  return { log: { version: '1.2', creator, comment, entries: exchanges.map(entryOf) } };
}

function entryOf(one: HarExchange): object {
  const { exchange, startedAt, waitMs, receiveMs, comment, own = {} } = one;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: waitMs + receiveMs,
    request: requestOf(exchange, one.requestBodySize),
    response: responseOf(exchange, one.responseBodySize),
    cache: {},
    timings: { send: 0, wait: waitMs, receive: receiveMs },
    ...(comment === undefined ? {} : { comment }),
    ...own,
  };
}

function requestOf({ request }: SavedExchange, bodySize = request.body?.bytes ?? 0): object {
  return {
    method: request.method,
    url: request.url,
    httpVersion: 'HTTP/1.1',
    cookies: valuesOf(request.headers, 'cookie').flatMap((field) => field.split(';').flatMap(cookieOf)),
    headers: named(request.headers),
    queryString: queryOf(request.url),
    ...(request.body === undefined ? {} : { postData: postData(request.body, request.headers) }),
    headersSize: -1,
    bodySize,
  };
}

// By custom, 0 is the status of an answer that never came.
const NO_RESPONSE: NonNullable<SavedExchange['response']> = { status: 0, statusText: '', headers: [] };

function responseOf({ response = NO_RESPONSE }: SavedExchange, bodySize = response.body?.bytes ?? 0): object {
  const { status, statusText, headers, body, cutFields } = response;
  return {
    status,
    statusText,
    httpVersion: 'HTTP/1.1',
    cookies: valuesOf(headers, 'set-cookie').flatMap((field) => cookieOf(field.split(';', 1)[0] ?? '')),
    headers: named(headers),
    content: content(body, headers),
    redirectURL: status >= 300 && status < 400 ? (valuesOf(headers, 'location')[0] ?? '') : '',
    headersSize: -1,
    bodySize,
    ...(cutFields === undefined ? {} : { comment: `${cutFields} field lines are cut or left out` }),
  };
}

function named(lines: Lines): object[] {
  return lines.map(([name, value]) => ({ name, value }));
}

function valuesOf(lines: Lines, name: string): string[] {
  return lines.flatMap(([n, value]) => (n.toLowerCase() === name ? [value] : []));
}

function cookieOf(pair: string): object[] {
  const at = pair.indexOf('=');
  return at < 0 ? [] : [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }];
}

function queryOf(url: string): object[] {
  const at = url.indexOf('?');
  return at < 0 ? [] : [...new URLSearchParams(url.slice(at + 1))].map(([name, value]) => ({ name, value }));
}

function mimeType(lines: Lines): string {
  return valuesOf(lines, 'content-type')[0] ?? '';
}

// A request's body has no place for an encoding in HAR 1.2, so base64 is said in words.
function postData(body: SavedBody, lines: Lines): object {
  const note = [body.text === undefined ? 'base64' : '', body.cut === true ? 'cut' : ''].filter((word) => word !== '');
  return {
    mimeType: mimeType(lines),
    text: body.text ?? body.base64 ?? '',
    ...(note.length === 0 ? {} : { comment: note.join(', ') }),
  };
}

function content(body: SavedBody | undefined, lines: Lines): object {
  return {
    size: body?.bytes ?? 0,
    mimeType: mimeType(lines),
    ...(body === undefined ? {} : { text: body.text ?? body.base64 ?? '' }),
    ...(body?.base64 === undefined ? {} : { encoding: 'base64' }),
    ...(body?.cut === true ? { comment: 'cut' } : {}),
  };
}
