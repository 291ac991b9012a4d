import type { HeaderLines } from '../../core/http/exchange.ts';
import { createGrowingFinder } from '../../core/redaction/find-secrets.ts';
import { cutOut, isSecretField, redactAddresses } from '../../core/redaction/redact.ts';
import { contentTypeOf, redactBody, secretsInBody } from '../../core/redaction/redact-body.ts';
import { secretsOfCookies } from '../../core/redaction/secrets.ts';
import { isMinted, mintedLimit } from '../secrets.ts';
import { type Side, withCookies, withSides } from './line-parts.ts';
import type { ExchangeLine, KeptBytes } from './lines.ts';
import { createStandIns } from './stand-ins.ts';

/** What is known of secrets when a run begins. */
export interface KnownSecrets {
  /** Looked for everywhere. */
  readonly secrets: readonly string[];
  /** Values of fields that are hidden where they stand, however short. */
  readonly fieldValues: readonly string[];
  /** Names of fields, in lower case, whose values are hidden. */
  readonly fields: ReadonlySet<string>;
  /** Cookie values that are no secret. */
  readonly madeUp: readonly string[];
}

/**
 * Puts a stand-in in the place of each secret: the listed ones wherever they are, and those that are given away by their place, as in
 * reports. What the run made up by itself is no secret, wherever it stands: it has to send the same when it is judged again.
 */
export interface Hiding {
  /** Hides these too from now on. */
  learn(secrets: readonly string[]): void;
  /** Hides these as well where a cookie that the run sends holds them. */
  learnCookies(values: readonly string[]): void;
  /** Whether a text that was hidden before holds a secret that was learned since. */
  isLate(text: string): boolean;
  /** Hides in a line that was hidden before what was learned since. */
  again(line: ExchangeLine): ExchangeLine;
  text(text: string): string;
  /** A value that is a secret as a whole. */
  value(value: string): string;
  /** The texts and numbers in plain data. */
  data<T>(data: T): T;
  line(line: ExchangeLine): ExchangeLine;
  /** What stands for those that are looked for everywhere. */
  standIns(): readonly string[];
}

/** So many headers are remembered: most are the same in each request. */
const REMEMBERED = 2000;
/** And no longer ones: a target decides how long its fields are. */
const LONGEST_REMEMBERED = 2048;

/** Begins to hide the secrets of one run. */
export function openHiding({ secrets, fieldValues, fields, madeUp }: KnownSecrets): Hiding {
  const standIns = createStandIns();
  const known = new Set(secrets);
  const ours = new Set(madeUp);
  const whole = new Set(fieldValues.filter((one) => !ours.has(one)));
  const remembered = new Map<string, string>();
  const finder = createGrowingFinder([...known]);

  const listed = (text: string): string => cutOut(text, finder.find(text, false), standIns.of);
  const isListed = (value: string): boolean => {
    let end = 0;
    for (const { from, to } of finder.find(value, false).toSorted((a, b) => a.from - b.from)) {
      if (from > end) return false;
      end = Math.max(end, to);
    }
    return end >= value.length && value !== '';
  };
  const value = (text: string): string => (isListed(text) ? listed(text) : standIns.of(text));
  // By its place in what the target sent.
  const given = (text: string): string => (ours.has(text) ? text : value(text));
  // By its place in what the run sent: it made it up, unless it is known.
  const sent = (text: string): string => {
    if (isListed(text)) return listed(text);
    if (whole.has(text)) return standIns.of(text);
    ours.add(text);
    return text;
  };
  const addresses = (text: string, put: (value: string) => string): string => listed(redactAddresses(text, put));
  const header = (text: string, put: (value: string) => string): string => {
    const rest = redactAddresses(text, put);
    const made = remembered.get(rest) ?? listed(rest);
    if (rest.length > LONGEST_REMEMBERED) return made;
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(rest, made);
    return made;
  };
  const isHidden = (name: string): boolean => isSecretField(name) || fields.has(name.toLowerCase());
  const credential = (text: string, put: (value: string) => string): string => {
    const [, scheme = '', rest = text] = /^([A-Za-z][\w-]* +)(\S.*)$/su.exec(text) ?? [];
    return isListed(text) || whole.has(text) ? value(text) : scheme + put(rest);
  };
  // What the run writes beside the session's cookies is its own: equal requests have to stay equal, and others apart.
  const besideSession = (held: string): string =>
    whole.has(held) || [...whole].some((one) => one !== '' && held.includes(one)) ? given(held) : listed(held);
  const cookies = (text: string): string => withCookies(text, whole.has(text) ? given : besideSession);
  const sentFields = (headers: HeaderLines, areMadeUp: boolean): HeaderLines =>
    headers.map(([name, text]) => {
      if (/^cookie$/iu.test(name)) return [name, areMadeUp ? listed(text) : cookies(text)];
      return [name, isHidden(name) ? credential(text, sent) : header(text, sent)];
    });
  const setCookie = (text: string): string => {
    const at = text.indexOf('=');
    // A known secret may stand for the name of a cookie, and go on in its value.
    const isAcross = finder.find(text, false).some(({ from, to }) => from <= at && at < to);
    if (isAcross) return listed(text).replace(/^[^;]*/u, (pair) => (standIns.has(pair) ? pair : standIns.of(pair)));
    return listed(text.replace(/^([^=;]*=)([^;]*)/u, (_, before: string, held: string) => before + given(held)));
  };
  const givenFields = (headers: HeaderLines): HeaderLines =>
    headers.map(([name, text]) => {
      if (/^set-cookie$/iu.test(name)) return [name, setCookie(text)];
      return [name, isHidden(name) ? credential(text, given) : header(text, given)];
    });

  const body = (kept: KeptBytes, headers: HeaderLines, put: (value: string) => string): KeptBytes => {
    if (typeof kept === 'string') return bodyText(kept, headers, put);
    // Byte for byte as a string, so that a secret among bytes that are no text is found as well.
    const text = Buffer.from(kept.base64, 'base64').toString('latin1');
    const hidden = bodyText(text, [], put);
    return hidden === text ? kept : { base64: Buffer.from(hidden, 'latin1').toString('base64') };
  };
  const bodyText = (text: string, headers: HeaderLines, put: (value: string) => string): string => {
    const hidden = redactBody(text, contentTypeOf(headers), { json: (scalar) => jsonScalar(scalar, put), text: put });
    // The pairs of a form look like those of an address.
    return addresses(hidden, (value) => (standIns.has(value) ? value : put(value)));
  };

  const learn = (more: readonly string[]): void => {
    const fresh = more.filter((secret) => !known.has(secret));
    if (fresh.length === 0) return;
    for (const secret of fresh) known.add(secret);
    finder.add(fresh);
    remembered.clear();
  };
  const hasRoom = mintedLimit();
  const learnMinted = ({ request, response }: ExchangeLine): void => {
    if (request.cookiesAreMadeUp === true) for (const one of cookieValues(request.headers, 'cookie')) ours.add(one);
    for (const one of inBody(request)) if (!known.has(one) && !whole.has(one)) ours.add(one);
    const given = response === undefined ? [] : [...cookieValues(response.headers, 'set-cookie'), ...inBody(response)];
    learn(given.filter((one) => isMinted(one) && !ours.has(one) && !known.has(one) && hasRoom(one)));
  };

  const sideOf = (put: (value: string) => string, fields: Side['fields']): Side => ({
    text: (text) => addresses(text, put),
    fields,
    body: (kept, headers) => body(kept, headers, put),
  });
  // What stands by its place in a line that was hidden before is a stand-in, and must not get one of its own.
  const late = sideOf(
    (text) => text,
    (headers) => headers.map(([name, text]) => [name, listed(text)]),
  );

  return {
    learn,
    learnCookies(values) {
      for (const one of values) whole.add(one);
    },
    isLate: (text) => finder.find(text, false).length > 0,
    text: (text) => addresses(text, given),
    value,
    data: (data) => hiddenData(data, listed),
    standIns: () => [...known].map(value),
    line(line) {
      learnMinted(line);
      const { cookiesAreMadeUp } = line.request;
      const own = sideOf(sent, (headers) => sentFields(headers, cookiesAreMadeUp === true));
      return withSides(line, own, sideOf(given, givenFields));
    },
    again: (line) => withSides(line, late, late),
  };
}

function cookieValues(headers: HeaderLines, field: string): readonly string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === field)
    .flatMap(([, text]) => secretsOfCookies(field === 'cookie' ? text : (text.split(';', 1)[0] ?? '')));
}

function inBody({ headers, body }: { readonly headers: HeaderLines; readonly body?: KeptBytes }): readonly string[] {
  return typeof body === 'string' ? secretsInBody(body, contentTypeOf(headers)) : [];
}

// true, false and null are no secrets, and a number has to stay one.
function jsonScalar(scalar: string, put: (value: string) => string): string {
  if (/^(?:true|false|null)$/u.test(scalar)) return scalar;
  const [, text = scalar, end = ''] = /^"(.*?)("?)$/su.exec(scalar) ?? [];
  return scalar.startsWith('"') ? `"${put(text)}${end}` : put(scalar);
}

function hiddenData<T>(data: T, hide: (text: string) => string): T {
  const scalar = (_: string, value: unknown): unknown => {
    if (typeof value === 'string') return hide(value);
    if (typeof value !== 'number') return value;
    const hidden = Number(hide(String(value)));
    return Number.isNaN(hidden) ? value : hidden;
  };
  // The same shape as what came in: texts for texts, numbers for numbers.
  return JSON.parse(JSON.stringify(data), scalar) as T;
}
