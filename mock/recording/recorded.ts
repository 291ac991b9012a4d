import { isSecretName, redactJson } from '../../core/redaction/redact.ts';
import { isObject } from '../../core/representation/json-value.ts';
import type { Json } from '../../fixtures/json.ts';

/** An exchange with a service as it was recorded, without what is secret by its name. */
export interface Recorded {
  readonly method: string;
  readonly origin: string;
  /** Raw. */
  readonly path: string;
  /** Raw, with the question mark; empty where there is none. */
  readonly query: string;
  readonly status: number;
  /** The media type of the answer, in lower case, without parameters. */
  readonly type: string;
  /** The fields of the answer that a stub may repeat, by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The answer's body; undefined: it was not recorded, or is no text. */
  readonly text: string | undefined;
}

// Nothing that is a session, and nothing that belongs to one transfer.
const REPEATED = ['content-type', 'location', 'allow', 'www-authenticate', 'retry-after', 'etag', 'last-modified'];

/** What a recording holds of an exchange. Undefined: it is none with a web server, or was never answered. */
export function recordedOf(given: {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string | undefined;
}): Recorded | undefined {
  const { method, url, status, headers, text } = given;
  if (!/^https?:/iu.test(url) || !URL.canParse(url) || status < 200 || status > 599) return undefined;
  const { origin, pathname, search } = new URL(url);
  const kept = headers.map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  const repeated = Object.fromEntries(kept.filter(([name]) => REPEATED.includes(name)));
  const type = (repeated['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return {
    method: method.toUpperCase(),
    origin,
    path: pathname,
    query: withoutSecrets(search),
    status,
    type,
    headers: repeated,
    text: text === undefined ? undefined : redactJson(text),
  };
}

// A value that is left out is not asked for either.
function withoutSecrets(search: string): string {
  const pairs = search.slice(1).split('&');
  const left = pairs.filter((pair) => pair !== '' && !isSecretName(decoded(pair.split('=', 1)[0] ?? '')));
  return left.length === 0 ? '' : `?${left.join('&')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The JSON of an answer; undefined where it has none. */
export function jsonOf({ type, text }: Recorded): Json | undefined {
  if (text === undefined || !/[/+]json$/u.test(type)) return undefined;
  try {
    return JSON.parse(text) as Json; // JSON.parse gives what JSON can write and nothing else
  } catch {
    return undefined;
  }
}

/** Reads an HTTP Archive (HAR 1.2), whoever wrote it. Throws an Error that says why it is none. */
export function readHar(text: string): readonly Recorded[] {
  const { log } = parsed(text) as { log?: { entries?: unknown } };
  if (!isObject(log) || !Array.isArray(log.entries)) throw new Error('it is no HTTP Archive: log.entries is no list');
  return log.entries.flatMap((entry: unknown) => entryOf(entry) ?? []);
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/u, ''));
    return isObject(value) ? value : {};
  } catch (cause) {
    throw new Error(`it is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

// Members that are missing or of another type are as if they were empty: each browser leaves out others.
function entryOf(entry: unknown): Recorded | undefined {
  const { request, response } = (isObject(entry) ? entry : {}) as { request?: unknown; response?: unknown };
  if (!isObject(request) || !isObject(response)) return undefined;
  const { method, url } = request as { method?: unknown; url?: unknown };
  const { status, headers, content } = response as { status?: unknown; headers?: unknown; content?: unknown };
  if (typeof method !== 'string' || typeof url !== 'string' || typeof status !== 'number') return undefined;
  return recordedOf({ method, url, status, headers: linesOf(headers), text: textOf(content) });
}

function linesOf(headers: unknown): [string, string][] {
  if (!Array.isArray(headers)) return [];
  return headers.flatMap((line: unknown): [string, string][] => {
    const { name, value } = (isObject(line) ? line : {}) as { name?: unknown; value?: unknown };
    return typeof name === 'string' && typeof value === 'string' ? [[name, value]] : [];
  });
}

function textOf(content: unknown): string | undefined {
  const { text, encoding, comment } = (isObject(content) ? content : {}) as Record<string, unknown>;
  // What assayer cut is only the beginning of a body.
  if (typeof text !== 'string' || comment === 'cut') return undefined;
  if (encoding !== 'base64') return text;
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
