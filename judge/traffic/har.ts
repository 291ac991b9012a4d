import type { Exchange, HeaderLines } from '../../core/http/exchange.ts';
import { isObject } from '../../core/representation/json-value.ts';
import { UsageProblem } from '../options.ts';

/** The answers in an HTTP Archive, and what of it is none. */
export interface Traffic {
  readonly exchanges: readonly Exchange[];
  /** When the first of them was sent, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Entries without an answer of a server, such as those that were blocked or came from a cache. */
  readonly unanswered: number;
  /** Answers whose body is not, or not whole, in the archive. */
  readonly withoutBody: number;
}

/** Reads an HTTP Archive (HAR 1.2), whoever wrote it. Throws a UsageProblem that says why it is none. */
export function readHar(path: string, text: string): Traffic {
  const log = member(parsed(path, text), 'log');
  const entries = member(log, 'entries');
  if (!Array.isArray(entries)) throw new UsageProblem(`${path} is no HTTP Archive: log.entries is no list`);
  const read = entries.flatMap((entry: unknown) => entryOf(entry) ?? []).toSorted((a, b) => a.begin - b.begin);
  const startedAt = read[0]?.begin ?? 0;
  return {
    exchanges: read.map(({ begin, total, ...one }, i) => ({
      id: `x${i + 1}`,
      request: one.request,
      response: one.response,
      timings: { startedAt: begin - startedAt, firstByte: null, total },
    })),
    startedAt,
    unanswered: entries.length - read.length,
    withoutBody: read.filter(({ lacksBody }) => lacksBody).length,
  };
}

interface Entry extends Pick<Exchange, 'request' | 'response'> {
  readonly begin: number;
  readonly total: number;
  readonly lacksBody: boolean;
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch {
    throw new UsageProblem(`${path} is no HTTP Archive: it is no JSON`);
  }
}

// Members that are missing or of another type are as if they were empty: each browser leaves out others.
function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function entryOf(entry: unknown): Entry | undefined {
  const [request, response] = [member(entry, 'request'), member(entry, 'response')];
  const [method, url, status] = [member(request, 'method'), member(request, 'url'), member(response, 'status')];
  const begin = Date.parse(String(member(entry, 'startedDateTime')));
  if (typeof method !== 'string' || typeof url !== 'string' || typeof status !== 'number') return undefined;
  if (!/^https?:/iu.test(url) || !URL.canParse(url) || Number.isNaN(begin)) return undefined;
  // 0: it was blocked, or never answered. What a browser had already is no answer of the server now.
  if (status < 200 || status > 599 || isCached(entry, response)) return undefined;
  const time = member(entry, 'time');
  const headers = linesOf(member(response, 'headers'));
  const body = bodyOf(member(response, 'content'), headers);
  const statusText = member(response, 'statusText');
  const sent = member(member(request, 'postData'), 'text');
  return {
    begin,
    total: typeof time === 'number' && time >= 0 ? time : 0,
    lacksBody: body === undefined,
    request: {
      method: method.toUpperCase(),
      url,
      headers: linesOf(member(request, 'headers')),
      body: typeof sent === 'string' ? Buffer.from(sent) : null,
    },
    response: {
      status,
      statusText: typeof statusText === 'string' ? statusText : '',
      headers,
      body: body ?? new Uint8Array(),
    },
  };
}

function isCached(entry: unknown, response: unknown): boolean {
  const from = member(entry, '_fromCache') ?? member(response, '_fetchedViaServiceWorker');
  return from !== undefined && from !== false && from !== null;
}

// HTTP/2 has pseudo-fields; Chrome writes several lines of one field in one, with line ends.
function linesOf(headers: unknown): HeaderLines {
  if (!Array.isArray(headers)) return [];
  return headers.flatMap((line: unknown): [string, string][] => {
    const [name, value] = [member(line, 'name'), member(line, 'value')];
    if (typeof name !== 'string' || typeof value !== 'string' || name.startsWith(':')) return [];
    return value.split('\n').map((one) => [name, one]);
  });
}

/** The body as bytes; undefined where the archive has not all of it, or only as text of a coding that is not known. */
function bodyOf(content: unknown, headers: HeaderLines): Uint8Array | undefined {
  const [text, size] = [member(content, 'text'), member(content, 'size')];
  const isSized = typeof size === 'number' && size > 0;
  if (typeof text !== 'string' || text === '') return isSized ? undefined : new Uint8Array();
  const isBase64 = member(content, 'encoding') === 'base64';
  const bytes = Buffer.from(text, isBase64 ? 'base64' : 'utf8');
  if (isSized && bytes.length < size && (isBase64 || charsetOf(headers) === 'utf-8')) return undefined;
  return isBase64 || charsetOf(headers) === 'utf-8' ? bytes : undefined;
}

function charsetOf(headers: HeaderLines): string {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return /charset="?([^\s";]+)/iu.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
}
