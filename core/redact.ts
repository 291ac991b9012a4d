/** What stands where a secret was. */
export const REDACTED = '[redacted]';

/** Shorter strings occur everywhere by chance; they are taken out only where their place says that they are secret. */
const SHORTEST_SECRET = 4;

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
]);
const SECRET_FIELD =
  /^(?:proxy-)?authorization$|(?:^|[-_])(?:api-?key|auth|token|secret|password|signature)(?:$|[-_])/iu;

/** Whether a header field's whole value is a secret: Authorization, X-Api-Key, X-Auth-Token and their like. */
export function isSecretField(name: string): boolean {
  return SECRET_FIELD.test(name);
}

/** Whether the value of a parameter or member of this name is a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAMES.has(name.replace(/[-_]/gu, '').toLowerCase());
}

// In a record, `key` is as often a public one: the document's own SSH keys (4.4) are evidence that a report has to show.
function isSecretMember(name: string): boolean {
  return name !== 'key' && isSecretName(name);
}

/** Takes secrets out of texts: the listed ones however they are escaped, and those that an address gives away by their place. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const long = secrets.filter((secret) => secret.length >= SHORTEST_SECRET);
  const patterns = [...new Set(long.flatMap(pieces))].map(spellingsOf);
  const spelt = long.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  const beginnings = [...new Set(spelt)].map(pieces);
  return (text) => redactAddresses(cutOut(text, [...whole(text, patterns), ...cutShort(text, beginnings)]));
}

/** The values of those fields that hold credentials, with and without their scheme. */
export function secretsIn(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => isSecretField(name))
    .flatMap(([, value]) => [value, value.replace(/^\S+ +/u, '')]);
}

// A string with the colon that makes it a member's name, a bracket or comma, or another scalar; strings may be cut off.
const JSON_TOKEN = /("(?:[^"\\]|\\.)*"?)(\s*:)?|[{}[\],]|[^\s{}[\],:"]+/gsu;

/** Takes secret members out of JSON, whether it is whole or cut off; what is not JSON stays as it is. */
export function redactJson(text: string): string {
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
    else if (token !== ',' && secretAt !== undefined) return `"${REDACTED}"`;
    if (secretAt !== undefined && (depth < secretAt || (token === ',' && depth === secretAt))) secretAt = undefined;
    return token;
  });
}

/** Takes the values out of `name=value` pairs of an HTML form body whose names are secret. */
export function redactForm(text: string): string {
  return text.replace(/(^|&)([^=&]*)=([^&]*)/gu, (pair, before: string, name: string) =>
    isSecretName(decodeLoosely(name)) ? `${before}${name}=${REDACTED}` : pair,
  );
}

function redactAddresses(text: string): string {
  return text
    .replace(/:\/\/[^/?#\s"'<>\\]*@/gu, `://${REDACTED}@`)
    .replace(/([?&;])([\w%.-]{1,80})=([^&#;\s"'<>\\]*)/gu, (pair, before: string, name: string, value: string) =>
      isSecretName(decodeLoosely(name)) && value !== '' ? `${before}${name}=${REDACTED}` : pair,
    );
}

function decodeLoosely(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function unquote(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function whole(text: string, patterns: readonly RegExp[]): Span[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ from: match.index, to: match.index + (match[1]?.length ?? 0) })),
  );
}

/** What one pattern is made of: of many thousand characters an expression of its own would overflow the engine. */
const PIECE = 200;

// A secret in pieces that are each too long to occur by chance; the last one overlaps the one before.
function pieces(secret: string): string[] {
  if (secret.length <= PIECE) return [secret];
  const count = Math.ceil(secret.length / PIECE);
  return Array.from({ length: count }, (_, i) => {
    const from = Math.min(i * PIECE, secret.length - PIECE);
    return secret.slice(from, from + PIECE);
  });
}

// The beginning of a secret, or of any piece of a long one, before an ellipsis: an excerpt of a body may have been cut in
// the middle of one.
function cutShort(text: string, beginnings: readonly (readonly string[])[]): Span[] {
  return [...text.matchAll(/…/gu)].flatMap(({ index: to }) =>
    beginnings.flatMap((ofOne) => {
      // Whole pieces are found anyway.
      const before = text.slice(Math.max(0, to - (ofOne[0]?.length ?? 0)), to);
      for (let from = 0; from <= before.length - SHORTEST_SECRET; from += 1) {
        const start = before.slice(from);
        if (ofOne.some((piece) => piece.startsWith(start))) return [{ from: to - before.length + from, to }];
      }
      return [];
    }),
  );
}

// Overlapping spans are joined, so that no rest of a secret is left standing between two.
function cutOut(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let result = '';
  let end = 0;
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    if (from >= end) result += text.slice(end, from) + REDACTED;
    end = Math.max(end, to);
  }
  return result + text.slice(end);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
const JSON_SHORT: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' };

// Each character as it is, percent-encoded, JSON-escaped or as an entity, in any mixture. Inside a lookahead, so that
// matches may overlap.
function spellingsOf(secret: string): RegExp {
  const spelt = [...secret].map((char) => `(?:${[...new Set(charSpellings(char))].join('|')})`).join('');
  return new RegExp(`(?=(${spelt}))`, 'gu');
}

function charSpellings(char: string): string[] {
  const code = char.codePointAt(0) ?? 0;
  const percent = [...new TextEncoder().encode(char)].map((byte) => `%${anyCase(byte, 2)}`).join('');
  const units = Array.from({ length: char.length }, (_, i) => `\\\\u${anyCase(char.charCodeAt(i), 4)}`).join('');
  const short = JSON_SHORT[char] ?? (/["\\/]/u.test(char) ? escapePattern(char) : undefined);
  const entity = ENTITIES[char];
  return [
    escapePattern(char),
    percent,
    units,
    `&#0*${code};`,
    `&#[xX]0*${anyCase(code, 1)};`,
    ...(short === undefined ? [] : [`\\\\${short}`]),
    ...(entity === undefined ? [] : [`&${entity};`]),
    ...(char === ' ' ? ['\\+'] : []),
  ];
}

function anyCase(value: number, width: number): string {
  const hex = value.toString(16).padStart(width, '0');
  return hex.replace(/[a-f]/gu, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function escapePattern(char: string): string {
  return /[\^$\\.*+?()[\]{}|/]/u.test(char) ? `\\${char}` : char;
}
