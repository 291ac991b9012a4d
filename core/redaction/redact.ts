import { decodeSegment } from '../http/address.ts';
import { remembered } from '../representation/remembered.ts';
import { createFinder, type Finder, type Span } from './find-secrets.ts';

/** What stands where a secret was. */
export const REDACTED = '[redacted]';

// Names of query parameters, form fields and JSON members whose values are secrets, without case, hyphens and underscores.
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'token',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'usertoken',
  'apikey',
  'key',
  'secret',
  'clientsecret',
  'password',
  'passwd',
  'signature',
  'sig',
  'authtoken',
  'sessiontoken',
  'bearertoken',
  'csrftoken',
  'xsrftoken',
  'sessionid',
  'jwt',
  'passphrase',
  'privatekey',
  'secretkey',
  'accesskey',
]);
const SECRET_FIELD =
  /^(?:proxy-)?authorization$|(?:^|[-_])(?:api-?key|auth|token|secret|password|signature)(?:$|[-_])/iu;

/** Whether a header field's whole value is a secret: Authorization, X-Api-Key, X-Auth-Token and their like. */
export function isSecretField(name: string): boolean {
  return SECRET_FIELD.test(name);
}

/** Whether the value of a parameter or member of this name is a secret. The same few names stand in every body of a run. */
export const isSecretName: (name: string) => boolean = remembered((name) =>
  SECRET_NAMES.has(name.replace(/[-_]/gu, '').toLowerCase()),
);

// In a record, `key` is as often a public one: the document's own SSH keys (4.4) are evidence that a report has to show.
/** Whether the value of a JSON member of this name is a secret. */
export function isSecretMember(name: string): boolean {
  return name !== 'key' && isSecretName(name);
}

/** Takes secrets out of a text; `isCut`: the text may end in the middle of one. */
export type Redactor = (text: string, isCut?: boolean) => string;

// Making one costs more than using it, and one text after another comes with the same secrets.
const made = new Map<string, Redactor>();
const KEPT = 8;
// A list that comes again is known without a text of all its secrets. Nobody changes one that was handed over.
const madeOfList = new WeakMap<readonly string[], Redactor>();

/**
 * Takes secrets out of texts: the listed ones however they are spelt, and those that an address or a member quoted in a sentence
 * gives away by their place.
 */
export function redactor(secrets: readonly string[]): Redactor {
  const known = madeOfList.get(secrets) ?? redactorFor(secrets);
  madeOfList.set(secrets, known);
  return known;
}

function redactorFor(secrets: readonly string[]): Redactor {
  const key = JSON.stringify(secrets);
  const known = made.get(key);
  if (known !== undefined) return known;
  const clean = remembering(redactorOf(createFinder(secrets)));
  if (made.size >= KEPT) made.clear();
  made.set(key, clean);
  return clean;
}

/** Most texts are field values, and most of these come with every message. */
const MOST_REMEMBERED = 4096;
const LONGEST_REMEMBERED = 128;

function remembering(clean: Redactor): Redactor {
  const cleanShort = remembered((text) => clean(text), MOST_REMEMBERED);
  return (text, isCut = false) => (isCut || text.length > LONGEST_REMEMBERED ? clean(text, isCut) : cleanShort(text));
}

/** The same for the secrets of a finder. */
export function redactorOf(finder: Finder): Redactor {
  return (text, isCut = false) => redactMembers(redactAddresses(cutOut(text, finder.find(text, isCut))));
}

/** The values of those fields that hold credentials, with and without their scheme. */
export function secretsIn(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => isSecretField(name))
    .flatMap(([, value]) => [value, value.replace(/^\S+ +/u, '')]);
}

// A string with the colon that makes it a member's name, a bracket or comma, or another scalar; strings may be cut off.
const JSON_TOKEN = /("(?:[^"\\]|\\.)*"?)(\s*:)?|[{}[\],]|[^\s{}[\],:"]+/gsu;

const BLANK: (secret: string) => string = () => REDACTED;

/**
 * Takes secret members out of JSON, whether it is whole or cut off; what is not JSON stays as it is. `put` gives what stands for
 * a scalar, which is told as it is written there.
 */
export function redactJson(text: string, put: (scalar: string) => string = () => `"${REDACTED}"`): string {
  if (!/^\s*[[{]/u.test(text)) return text;
  let depth = 0;
  // The depth at which a secret member was opened: every scalar inside it is secret.
  let secretAt: number | undefined;
  return text.replace(JSON_TOKEN, (token: string, quoted: string | undefined, colon: string | undefined) => {
    if (quoted !== undefined && colon !== undefined) {
      if (secretAt === undefined && isSecretMember(unquote(quoted))) secretAt = depth;
      return token;
    }
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (token !== ',' && secretAt !== undefined) return put(token);
    if (secretAt !== undefined && (depth < secretAt || (token === ',' && depth === secretAt))) secretAt = undefined;
    return token;
  });
}

// Bounded, so that a text full of quotes takes no longer than another one of its length.
const QUOTED_MEMBER = /("(?:[^"\\]|\\.){1,40}"\s{0,3}:\s{0,3})("(?:[^"\\]|\\.)*"?|[\w.+-]+)/gsu;

/** Takes out the values of secret members that stand in JSON somewhere in a text, such as an answer that a sentence quotes. */
export function redactMembers(text: string): string {
  if (!text.includes(':')) return text;
  return text.replace(QUOTED_MEMBER, (pair, before: string) =>
    isSecretMember(unquote(before.slice(0, before.lastIndexOf('"') + 1))) ? `${before}"${REDACTED}"` : pair,
  );
}

/** Takes the values out of `name=value` pairs of an HTML form body whose names are secret. */
export function redactForm(text: string, put: (value: string) => string = BLANK): string {
  return text.replace(/(^|&)([^=&]*)=([^&]*)/gu, (pair, before: string, name: string, value: string) =>
    isSecretName(decodeSegment(name)) ? `${before}${name}=${put(value)}` : pair,
  );
}

/** Takes out what addresses in a text give away by its place: user information, and query parameters of secret names. */
export function redactAddresses(text: string, put: (value: string) => string = BLANK): string {
  return text
    .replace(/:\/\/([^/?#\s"'<>\\]*)@/gu, (_, user: string) => `://${put(user)}@`)
    .replace(/([?&;])([\w%.-]{1,80})=([^&#;\s"'<>\\]*)/gu, (pair, before: string, name: string, value: string) =>
      isSecretName(decodeSegment(name)) && value !== '' ? `${before}${name}=${put(value)}` : pair,
    );
}

function unquote(token: string): string {
  if (!token.includes('\\')) return token.slice(1, token.endsWith('"') ? -1 : undefined);
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}

/** A text with each span replaced. Those that overlap are joined, so that no rest of a secret is left between two; two blanks are one. */
export function cutOut(text: string, spans: readonly Span[], put: (secret: string) => string = BLANK): string {
  if (spans.length === 0) return text;
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    const isJoined = last !== undefined && (from < last.to || (from === last.to && put === BLANK));
    if (isJoined) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  let result = '';
  let end = 0;
  for (const { from, to } of joined) {
    result += text.slice(end, from) + put(text.slice(from, to));
    end = to;
  }
  return result + text.slice(end);
}
