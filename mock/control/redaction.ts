import { redactor, secretsIn } from '../../core/redaction/redact.ts';
import { type SavedExchange, saveExchange } from '../../core/results/save.ts';
import type { Logged } from '../log.ts';
import { EMPTY, type Fields } from '../message.ts';
import { reasonOf } from '../reasons.ts';
import { TENANT_COOKIE } from '../state/tenant-address.ts';
import { durationsOf } from './durations.ts';

// What is looked through for secrets of a body. More than is shown, so that none is cut in two where the showing ends.
const WINDOW = 64 * 1024;
// A shorter value of a cookie stands in answers by chance: presence is all that a session is asked for (document 5.3).
const SHORTEST_ECHO = 8;

/** An exchange as it may be shown: without its secrets, and with no more of its bodies than somebody reads. */
export function withoutSecrets(logged: Logged): SavedExchange {
  const { ask, reply, ordinal } = logged;
  const sent = ask.body === 'too-large' ? EMPTY : ask.body;
  const request = beginning(sent);
  const response = beginning(reply.body ?? EMPTY);
  const saved = saveExchange(
    {
      id: `x${ordinal}`,
      request: { method: ask.method, url: addressOf(logged), headers: pairs(ask.fields()), body: request.bytes },
      response: {
        status: reply.status,
        statusText: reasonOf(reply.status),
        headers: pairs(reply.fields),
        body: response.bytes,
      },
      timings: { startedAt: logged.at, firstByte: null, total: durationsOf(logged).waitMs },
    },
    secretsOf(logged),
  );
  return {
    ...saved,
    request: {
      ...withLength(saved.request, request.length),
      headers: withTenant(saved.request.headers, logged.tenant),
    },
    ...(saved.response === undefined ? {} : { response: withLength(saved.response, response.length) }),
  };
}

/** The path and the query that were asked, without what is secret in them. */
export function targetWithoutSecrets(logged: Logged): string {
  const { path, query } = logged.ask;
  return cleanerOf(secretsOf(logged))(query === '' ? path : `${path}?${query}`);
}

// Making one costs more than using it, and one request after another comes with the same cookie.
let lastCleaner = { secrets: '', clean: redactor([]) };

function cleanerOf(secrets: readonly string[]): (text: string) => string {
  const key = secrets.join('\n');
  if (key !== lastCleaner.secrets) lastCleaner = { secrets: key, clean: redactor(secrets) };
  return lastCleaner.clean;
}

/** The value of the first field of this name, in whatever case. */
export function fieldValue(fields: Fields, name: string): string | undefined {
  for (let i = 0; i < fields.length; i += 2) if (fields[i]?.toLowerCase() === name) return fields[i + 1];
  return undefined;
}

function addressOf({ ask: { origin = 'http://localhost', path, query } }: Logged): string {
  return `${origin}${path.startsWith('/') ? path : `/${path}`}${query === '' ? '' : `?${query}`}`;
}

// What credentials the client had and was given, in case they are repeated elsewhere.
function secretsOf({ ask, reply }: Logged): string[] {
  const cookies = (ask.header('cookie') ?? '').split(';').flatMap(cookieValue);
  const given = pairs(reply.fields).flatMap(([name, value]) =>
    name.toLowerCase() === 'set-cookie' ? cookieValue(value.split(';', 1)[0] ?? '') : [],
  );
  const credentials = secretsIn(Object.fromEntries(pairs(ask.fields())));
  return [...cookies, ...given, ...credentials].filter((secret) => secret.length >= SHORTEST_ECHO);
}

// Who is asked for is told beside each exchange, so the cookie that names a tenant hides nothing.
function cookieValue(pair: string): string[] {
  const at = pair.indexOf('=');
  return pair.slice(0, at).trim() === TENANT_COOKIE ? [] : [pair.slice(at + 1).trim()];
}

function withTenant(headers: SavedExchange['request']['headers'], tenant: string): [string, string][] {
  const hidden = new RegExp(`(^|;\\s*)${TENANT_COOKIE}=[^;]*`, 'u');
  return headers.map(([name, value]) => [
    name,
    tenant !== '' && name.toLowerCase() === 'cookie' ? value.replace(hidden, `$1${TENANT_COOKIE}=${tenant}`) : value,
  ]);
}

function pairs(fields: Fields): [string, string][] {
  return Array.from({ length: Math.floor(fields.length / 2) }, (_, i) => [
    fields[2 * i] ?? '',
    fields[2 * i + 1] ?? '',
  ]);
}

interface Beginning {
  readonly bytes: Uint8Array;
  /** Of the whole body. */
  readonly length: number;
}

function beginning(body: string | Uint8Array): Beginning {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  if (bytes.length <= WINDOW) return { bytes, length: bytes.length };
  let end = WINDOW;
  // Not within a character, or the text would look like none.
  while (end > WINDOW - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { bytes: bytes.subarray(0, end), length: bytes.length };
}

function withLength<T extends SavedExchange['request'] | NonNullable<SavedExchange['response']>>(
  message: T,
  length: number,
): T {
  const { body } = message;
  return body === undefined || body.bytes === length
    ? message
    : { ...message, body: { ...body, bytes: length, cut: true } };
}
