/** How many entities of one document are read, and how long the text of one may be. */
const MOST = 1000;
const LONGEST = 10_000;
/** How long all texts that take the place of references may be together: a short document may stand for a very long one. */
const LONGEST_TOGETHER = 1_000_000;

const LIMIT = 'its entities stand for more text than assayer reads';

/** A text in which entities are replaced, or why they are not. */
export interface Replaced {
  readonly text: string;
  readonly limit?: string;
}

/** A document with the text of each entity that its own DOCTYPE declares in the place of the references to it, as every processor reads it. */
export function withEntities(text: string): Replaced {
  const doctype = doctypeOf(text);
  if (doctype === undefined) return { text };
  const entities = entitiesOf(text.slice(doctype.start, doctype.end));
  if (entities.size === 0) return { text };
  let together = 0;
  const body = text.slice(doctype.end).replace(TOKEN, (token, name: string | undefined) => {
    const own = name === undefined ? undefined : entities.get(name);
    if (own === undefined || together > LONGEST_TOGETHER) return token;
    together += own.length;
    return own.replace(/[&<>"']/gu, (char) => `&#${char.charCodeAt(0)};`);
  });
  return together > LONGEST_TOGETHER ? { text, limit: LIMIT } : { text: text.slice(0, doctype.end) + body };
}

// Each may be cut off at the end, and none is tried twice, so that the time is linear to the text.
const OTHERS = '<!--[\\s\\S]*?(?:-->|$)|<\\?[\\s\\S]*?(?:\\?>|$)';
/** What holds no references, and a reference. */
const TOKEN = new RegExp(`${OTHERS}|<!\\[CDATA\\[[\\s\\S]*?(?:\\]\\]>|$)|&([^\\s&;<]+);`, 'gu');
const IN_SUBSET = new RegExp(`${OTHERS}|"[^"]*"|'[^']*'|[^"'<\\]]+|[\\s\\S]`, 'gu');

const BEFORE_SUBSET = new RegExp(`${OTHERS}|\\s+|<!DOCTYPE\\s[^[>]*\\[|[\\s\\S]`, 'gu');

/** Where the declarations of a document stand; undefined where it has none of its own. */
function doctypeOf(text: string): { readonly start: number; readonly end: number } | undefined {
  const start = subsetIn(text);
  if (start === undefined) return undefined;
  let end = start;
  for (const [token] of text.slice(start).matchAll(IN_SUBSET)) {
    if (token === ']') return { start, end };
    end += token.length;
  }
  return undefined;
}

function subsetIn(text: string): number | undefined {
  for (const { 0: token, index } of text.matchAll(BEFORE_SUBSET)) {
    if (token.startsWith('<!DOCTYPE')) return index + token.length;
    // Comments, instructions and blanks may stand before it.
    if (token.length === 1 && token.trim() !== '') return undefined;
  }
  return undefined;
}

/** A general entity with a text of its own; what is read from elsewhere, or is for the DTD itself, is none. */
const ENTITY = new RegExp(`${OTHERS}|<!ENTITY\\s+([^\\s%"'<>]+)\\s+("[^"]*"|'[^']*')\\s*>`, 'gu');
const REFERENCE = /&([^\s&;]+);/gu;
const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/**
 * The internal general entities of a DOCTYPE, each with the text that every processor puts in the place of a reference (XML 1.0 4.4.2).
 * What holds markup, or refers to itself or to what is not there, is left out: as text it is unknown.
 */
function entitiesOf(doctype: string): ReadonlyMap<string, string> {
  const declared = new Map<string, string>();
  for (const [, name, literal] of doctype.matchAll(ENTITY)) {
    if (declared.size === MOST) break;
    // The first declaration of a name counts (XML 1.0 4.2), and no one can change what is always there (4.6).
    if (name === undefined || literal === undefined || declared.has(name) || PREDEFINED.has(name)) continue;
    declared.set(name, literal.slice(1, -1));
  }
  return textsOf(declared);
}

/** The text of each literal, its references replaced. Each is looked at once, however often it is referred to. */
function textsOf(declared: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  // One that is being looked at is not known yet: so what refers to itself is not known either.
  const texts = new Map<string, string | undefined>();
  const textOf = (name: string): string | undefined => {
    const literal = declared.get(name);
    if (literal === undefined) return characterOf(name);
    if (texts.has(name)) return texts.get(name);
    texts.set(name, undefined);
    const text = /[<%]/u.test(literal) ? undefined : replacedIn(literal, textOf);
    texts.set(name, text);
    return text;
  };
  return new Map(
    [...declared.keys()].flatMap((name) => {
      const text = textOf(name);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
}

function replacedIn(literal: string, textOf: (name: string) => string | undefined): string | undefined {
  let text = '';
  let at = 0;
  for (const { 0: whole, 1: name = '', index } of literal.matchAll(REFERENCE)) {
    const part = textOf(name);
    if (part === undefined) return undefined;
    text += literal.slice(at, index) + part;
    at = index + whole.length;
    // Before it has grown: ten references in each of ten entities make a text of ten thousand millions.
    if (text.length > LONGEST) return undefined;
  }
  const whole = text + literal.slice(at);
  return whole.length > LONGEST ? undefined : whole;
}

/** A character by its number, or by one of the five names that need no declaration. */
function characterOf(name: string): string | undefined {
  const [, hexadecimal, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/iu.exec(name) ?? [];
  if (hexadecimal === undefined && decimal === undefined) return PREDEFINED.get(name);
  const code = Number.parseInt(hexadecimal ?? decimal ?? '', hexadecimal === undefined ? 10 : 16);
  // A number is replaced when the entity is declared, so that these two would be markup where it is used (XML 1.0 4.5).
  return code > 0x10ffff || code === 0x3c || code === 0x26 ? undefined : String.fromCodePoint(code);
}
