import { type HeaderLines, headerLines } from '../http/exchange.ts';
import { createRecent } from '../representation/recent.ts';
import { REDACTED, redactForm, redactJson } from './redact.ts';
import { redactMarkup } from './redact-markup.ts';

/** What stands for the values that are secret by their place in a body. */
export interface Put {
  /** For a scalar of JSON, which is told as it is written there. */
  readonly json: (scalar: string) => string;
  /** For a value of a form, or a text or an attribute of XML and HTML. */
  readonly text: (value: string) => string;
}

/** How many characters of bodies are remembered: most of what a run sends and is answered comes several times, and is looked at more than once. */
const REMEMBERED = 1024 * 1024;

const BLANKS: Put = { json: () => `"${REDACTED}"`, text: () => REDACTED };

/** A body without what is secret by its place, and whether there was any. */
interface Blanked {
  readonly text: string;
  readonly hasSecrets: boolean;
}

const blanked = createRecent<Blanked>(REMEMBERED);

/** Takes out of a body what is secret by its place, whether the body is whole or cut off: in JSON, a form, XML or HTML. */
export function redactBody(text: string, contentType: string, put: Put = BLANKS): string {
  const kind = kindOf(contentType);
  const known = blanked.get(text, kind) ?? blanked.keep(text, kind, blankedOf(text, contentType));
  if (put === BLANKS) return known.text;
  return known.hasSecrets ? withPut(text, contentType, put) : text;
}

function blankedOf(text: string, contentType: string): Blanked {
  let hasSecrets = false;
  const noting =
    (blank: (value: string) => string) =>
    (value: string): string => {
      hasSecrets = true;
      return blank(value);
    };
  const made = withPut(text, contentType, { json: noting(BLANKS.json), text: noting(BLANKS.text) });
  // Most bodies have none, and are kept once.
  return { text: hasSecrets ? made : text, hasSecrets };
}

// All that a Content-Type decides here. What is remembered must not grow with the types that a target makes up.
function kindOf(contentType: string): 'form' | 'other' {
  return /^\s*application\/x-www-form-urlencoded/iu.test(contentType) ? 'form' : 'other';
}

function withPut(text: string, contentType: string, put: Put): string {
  if (kindOf(contentType) === 'form') return redactForm(text, put.text);
  return redactMarkup(redactJson(text, put.json), put.text);
}

/** The Content-Type among these fields; empty where there is none. */
export function contentTypeOf(headers: HeaderLines): string {
  return headerLines(headers, 'content-type')[0] ?? '';
}

/** Only a body that holds one of these can have a secret by its place: names, or escapes of JSON and of forms that could spell one. */
const HINTS = /tok|secret|pass|key|sig|jwt|sessionid|session[-_]id|\\u00[2-7]/iu;
const FORM_HINTS = new RegExp(`${HINTS.source}|%`, 'iu');
/** What lies beyond is hidden at its place, and is not looked for elsewhere. */
const SEARCHED = 1024 * 1024;

const known = createRecent<readonly string[]>(REMEMBERED);

/** The values that are secret by their place in a body. */
export function secretsInBody(body: string, contentType: string): readonly string[] {
  if (body === '') return [];
  const kind = kindOf(contentType);
  return known.get(body, kind) ?? known.keep(body, kind, secretsFound(body, contentType));
}

function secretsFound(body: string, contentType: string): readonly string[] {
  const text = body.length > SEARCHED ? body.slice(0, SEARCHED) : body;
  const hints = kindOf(contentType) === 'form' ? FORM_HINTS : HINTS;
  if (!hints.test(text)) return [];
  const found: string[] = [];
  redactBody(text, contentType, {
    json(scalar) {
      found.push(textOf(scalar));
      return scalar;
    },
    text(value) {
      found.push(value);
      return value;
    },
  });
  return found.filter((value) => value !== '');
}

function textOf(scalar: string): string {
  if (/^(?:true|false|null)$/u.test(scalar)) return '';
  if (!scalar.startsWith('"')) return scalar;
  try {
    return String(JSON.parse(scalar));
  } catch {
    // Cut off: what is there of it.
    return scalar.replace(/^"|"$/gu, '');
  }
}
