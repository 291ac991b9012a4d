import type { Exchange, HeaderLines, Wire } from '../http/exchange.ts';
import { isSecretField, REDACTED, type Redactor, redactor } from '../redaction/redact.ts';
import { contentTypeOf, redactBody } from '../redaction/redact-body.ts';
import type { Result, SavedBody, SavedExchange } from './results.ts';

export type { SavedBody, SavedExchange } from './results.ts';

/** How much of a body is kept. */
const BODY_LIMIT = 16 * 1024;
/** How many characters of the fields of an answer a report keeps. */
const HEAD_LIMIT = 16 * 1024;
/** And how many of one of them, so that a long one leaves room for those after it. */
const FIELD_LIMIT = 2 * 1024;
/** How much of what followed a header section on the wire is kept. */
const WIRE_LIMIT = 200;
/** How much beyond that is looked at, so that a secret at the edge is known by its whole. */
const MARGIN = 4096;

/**
 * An exchange as reports hold it, without its secrets: `secrets` wherever they occur, credentials by their place.
 * Cookie values are secret too, unless the request made them up or `madeUp` lists them (the default session of the mock),
 * so that a cookie nobody thought of listing does not show.
 */
export function saveExchange(
  exchange: Exchange,
  secrets: readonly string[],
  madeUp: readonly string[] = [],
  secretFields: ReadonlySet<string> = new Set(),
): SavedExchange {
  const { request, response, failure, wire } = exchange;
  const clean = redactor(secrets);
  const cookieIsSecret = (value: string): boolean =>
    secrets.includes(value) || (request.cookiesAreMadeUp !== true && !madeUp.includes(value));
  const isHidden = (name: string): boolean => isSecretField(name) || secretFields.has(name.toLowerCase());
  const fields = (headers: HeaderLines): [string, string][] =>
    headers.map(([name, value]) => [clean(name), saveField(name, value, clean, isHidden, cookieIsSecret)]);
  const requestBody = saveBody(request.body, request.headers, secrets);
  const responseBody = response === null ? undefined : saveBody(response.body, response.headers, secrets);
  return {
    request: {
      method: clean(request.method),
      url: clean(request.url),
      headers: fields(request.headers),
      ...(requestBody === undefined ? {} : { body: requestBody }),
    },
    ...(response === null
      ? {}
      : {
          response: {
            status: response.status,
            statusText: clean(response.statusText),
            headers: fields(response.headers),
            ...(responseBody === undefined ? {} : { body: responseBody }),
          },
        }),
    ...(failure === undefined ? {} : { failure: { kind: failure.kind, message: clean(failure.message) } }),
    ...(wire === undefined ? {} : { wire: saveWire(wire, clean) }),
    timings: exchange.timings,
  };
}

/** The same with no more of the answer's fields than a report keeps: a thousand exchanges may be cited. */
export function withShortHead(saved: SavedExchange): SavedExchange {
  const { response } = saved;
  if (response === undefined) return saved;
  const headers = beginningOf(response.headers);
  const cutFields = response.headers.filter(([, value], at) => headers[at]?.[1] !== value).length;
  return cutFields === 0 ? saved : { ...saved, response: { ...response, headers, cutFields } };
}

function beginningOf(lines: HeaderLines): HeaderLines {
  let left = HEAD_LIMIT;
  return lines.flatMap(([name, value]) => {
    const room = Math.min(left - name.length, FIELD_LIMIT);
    left -= name.length + Math.min(value.length, FIELD_LIMIT);
    if (room <= 0) return [];
    return [[name, value.length > room ? `${value.slice(0, room)}…` : value] as const];
  });
}

/** A result without the secrets that its sentences may quote from an answer. */
export function saveResult(result: Result, secrets: readonly string[]): Result {
  const clean = redactor(secrets);
  const { reason, expected, actual, counterexample, signature } = result;
  return {
    ...result,
    reason: clean(reason),
    ...(expected === undefined ? {} : { expected: clean(expected) }),
    ...(actual === undefined ? {} : { actual: clean(actual) }),
    ...(counterexample === undefined ? {} : { counterexample: clean(counterexample) }),
    ...(signature === undefined ? {} : { signature: clean(signature) }),
  };
}

function saveField(
  name: string,
  value: string,
  clean: Redactor,
  isHidden: (name: string) => boolean,
  cookieIsSecret: (value: string) => boolean,
): string {
  if (/^cookie$/iu.test(name)) {
    // What is known to be secret goes first: it may hold the signs that a cookie is taken apart by.
    return clean(value)
      .split(';')
      .map((pair) => saveCookie(pair, cookieIsSecret))
      .join(';');
  }
  // A cookie without a name is all value.
  if (/^set-cookie$/iu.test(name)) return clean(value).replace(/^(?:([^=;]*=)[^;]*|[^;]+)/u, `$1${REDACTED}`);
  if (!isHidden(name)) return clean(value);
  // The scheme of credentials (RFC 9110 11.4) is no secret and is worth seeing.
  const scheme = /authorization$/iu.test(name) ? (/^([A-Za-z][\w-]*) +\S/u.exec(value)?.[1] ?? '') : '';
  return clean(scheme) + (scheme === '' ? '' : ' ') + REDACTED;
}

function saveCookie(pair: string, isSecret: (value: string) => boolean): string {
  const at = pair.indexOf('=');
  return at !== -1 && isSecret(pair.slice(at + 1).trim()) ? pair.slice(0, at + 1) + REDACTED : pair;
}

// Secrets go before the text is cut: half a secret at the edge would no longer be recognised by its whole.
function saveBody(body: Uint8Array | null, headers: HeaderLines, secrets: readonly string[]): SavedBody | undefined {
  if (body === null || body.length === 0) return undefined;
  const { text, binary } = excerptOf(body, BODY_LIMIT, contentTypeOf(headers), redactor(secrets));
  const told = { bytes: body.length, ...(body.length > BODY_LIMIT ? { cut: true as const } : {}) };
  return text === undefined ? { base64: btoa(binary), ...told } : { text, ...told };
}

function saveWire(wire: Wire, clean: Redactor): NonNullable<SavedExchange['wire']> {
  const { text, binary } = excerptOf(wire.afterHeaders, WIRE_LIMIT, '', clean);
  return { bytesAfterHeaders: wire.afterHeaders.length, excerpt: text ?? binary };
}

/** The first bytes without their secrets: as text where they are UTF-8, else with a character for each byte. */
function excerptOf(
  bytes: Uint8Array,
  limit: number,
  type: string,
  clean: Redactor,
): { readonly text?: string; readonly binary: string } {
  const isBeyond = bytes.length > limit + MARGIN;
  const seen = bytes.subarray(0, limit + MARGIN);
  const text = asUtf8(seen, isBeyond);
  const cleaned = clean(redactBody(text ?? asBinary(seen), type), isBeyond);
  if (bytes.length <= limit) return text === undefined ? { binary: cleaned } : { text: cleaned, binary: '' };
  if (text === undefined) return { binary: cleaned.slice(0, limit) };
  return { text: asUtf8(new TextEncoder().encode(cleaned).subarray(0, limit), true) ?? '', binary: '' };
}

// A character that a cut runs through is left out.
function asUtf8(bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

function asBinary(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
