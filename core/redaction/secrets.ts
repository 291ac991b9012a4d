import { isSecretName } from './redact.ts';

/**
 * Fields that describe a message, a client or a wish. Every request has some of them, and their values, such as
 * `application/json`, stand in every report, so what a user gives for them is no secret.
 */
const DESCRIPTIVE =
  /^(?:accept(?:-.*)?|content-.*|if-.*|range|user-agent|cache-control|pragma|origin|host|prefer|te|date|dnt|x-requested-with)$/iu;

// Words that stand in reports by themselves. Hiding them would hide the evidence and protect nobody.
const COMMON: ReadonlySet<string> = new Set([
  'true',
  'false',
  'null',
  'none',
  'json',
  'html',
  'text',
  'utf-8',
  'gzip',
  'get',
  'post',
  'put',
  'delete',
  'patch',
  'user',
  'users',
  'deals',
  'assayer',
  'bearer',
  'basic',
  'application/json',
]);
const SHORTEST = 4;

/** Whether a value that somebody gave is looked for everywhere. One that is not is hidden only where it was put. */
export function isDistinctive(value: string): boolean {
  return value.length >= SHORTEST && !COMMON.has(value.toLowerCase()) && !/^\d{1,5}$/u.test(value);
}

/** Whether a field that a user gave is secret: all but those that only describe the message. */
export function isGivenSecret(name: string): boolean {
  return !DESCRIPTIVE.test(name);
}

/** What is secret in a field that a user gave: its value, the token without its scheme, cookies by value, decoded Basic credentials. */
export function secretsOfField(name: string, value: string): string[] {
  if (!isGivenSecret(name)) return [];
  if (/^cookie$/iu.test(name)) return secretsOfCookies(value);
  const [, scheme = '', token] = /^(\S+) +(\S.*)$/su.exec(value) ?? [];
  if (token === undefined) return [value];
  return [value, token, ...(/^basic$/iu.test(scheme) ? basicParts(token) : [])];
}

/** The values of a Cookie field. */
export function secretsOfCookies(field: string): string[] {
  return field.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
}

// `user:password` (RFC 7617 2): both together, and each. A user's name is hidden as one that a login sends is.
function basicParts(token: string): string[] {
  const bytes = decodeBase64(token);
  const text = bytes === undefined ? '' : new TextDecoder().decode(bytes);
  const colon = text.indexOf(':');
  return colon === -1 ? [] : [text, text.slice(0, colon), text.slice(colon + 1)];
}

function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/**
 * What is secret in an address that a user configured: the values of its query parameters. One plain lower-case word or date
 * (`sort=newest`, `v=2026-01-01`) counts as a secret only where its name says so.
 */
export function secretsOfAddress(address: string): string[] {
  const query = address.split('#', 1)[0]?.split('?').slice(1).join('?') ?? '';
  return query.split(/[&;]/u).flatMap((pair) => {
    const at = pair.indexOf('=');
    const value = at === -1 ? '' : decodeLoosely(pair.slice(at + 1));
    const isPlain = /^[a-z-]{1,12}$|^\d{4}-\d\d-\d\d$/u.test(value);
    if (value === '' || value.includes('{')) return [];
    return isPlain && !isSecretName(pair.slice(0, at)) ? [] : [value];
  });
}

/** Every text and number of a JSON value, at any depth. */
export function scalarsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(scalarsOf) : [];
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
