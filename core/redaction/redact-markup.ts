import { remembered } from '../representation/remembered.ts';
import { isSecretMember } from './redact.ts';

// A comment, a CDATA section, a tag with its quoted values, or text; each may be cut off at the end. Every alternative takes at least a
// character and none is tried twice, so the time is linear to the text.
const MARKUP_TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<[A-Za-z/!?](?:[^>"']|"[^"]*"?|'[^']*'?)*>?|[^<]+|</gu;
const ATTRIBUTE = /([^\s=/"'<>]+)(?:(\s*=\s*)("[^"]*"?|'[^']*'?|[^\s"'>]+))?/gu;
/** Elements of HTML that hold nothing: what follows one is not inside it. */
const VOID = /^(?:input|meta|link|img|br|hr|param|source|embed|area|base|col|track|wbr)$/iu;
/** Attributes by which an element says what its value is. */
const NAMING = /^(?:name|id|property|itemprop|class|key)$/iu;
/** The element in which a label of HTML has its value. */
const LABELLED: ReadonlyMap<string, string> = new Map([
  ['dt', 'dd'],
  ['th', 'td'],
]);

/**
 * Takes out of XML or HTML what is secret by its place: the content of elements and the values of attributes of secret names, and of
 * fields and labels that name a secret. What is no markup stays as it is. `put` gives what stands for a value.
 */
export function redactMarkup(text: string, put: (value: string) => string): string {
  if (!/^\s*</u.test(text)) return text;
  // The element whose content is secret, and how many of its name are open within.
  let secret: { readonly name: string; depth: number } | undefined;
  let label: { readonly name: string; text: string } | undefined;
  let due: string | undefined;
  const content = (token: string): string => {
    if (label !== undefined && label.text.length < 80) label.text += token;
    return secret === undefined || token.trim() === '' ? token : around(token, put);
  };
  return text.replace(MARKUP_TOKEN, (token) => {
    if (!token.startsWith('<')) return content(token);
    const cdata = /^<!\[CDATA\[/u.test(token) ? /^(<!\[CDATA\[)([\s\S]*?)(\]\]>)?$/u.exec(token) : null;
    if (cdata !== null) return `${cdata[1] ?? ''}${content(cdata[2] ?? '')}${cdata[3] ?? ''}`;
    const tag = /^<(\/?)([^\s/>"'=]+)/u.exec(token);
    if (tag === null || /^<[!?]/u.test(token)) return token;
    const [, slash = '', name = ''] = tag;
    if (slash !== '') {
      if (label?.name === name) {
        due = isSecretPlace(label.text.trim()) ? LABELLED.get(name.toLowerCase()) : undefined;
        label = undefined;
      }
      if (secret?.name === name) secret.depth -= 1;
      if (secret?.depth === 0) secret = undefined;
      return token;
    }
    // Without one, the element has no attribute with a value.
    const hasValues = token.includes('=');
    const isNamed = hasValues && namesSecret(token);
    const isOpen = !token.endsWith('/>') && !VOID.test(name);
    if (secret?.name === name && isOpen) secret.depth += 1;
    else if (secret === undefined && isOpen && (isNamed || isSecretPlace(name) || due === name.toLowerCase()))
      secret = { name, depth: 1 };
    if (LABELLED.has(name.toLowerCase())) label = { name, text: '' };
    if (name.toLowerCase() === due) due = undefined;
    if (!hasValues) return token;
    return token.replace(ATTRIBUTE, (pair, attribute: string, equals = '', value = '') =>
      isSecretPlace(attribute) || (isNamed && /^(?:value|content|data-value)$/iu.test(attribute))
        ? attribute + equals + quoted(value, put)
        : pair,
    );
  });
}

/** Whether the element says by an attribute that its value is a secret: `<input name="password" value="…">`. */
function namesSecret(tag: string): boolean {
  for (const [, attribute = '', , value = ''] of tag.matchAll(ATTRIBUTE)) {
    if (NAMING.test(attribute) && isSecretPlace(value.replace(/^["']|["']$/gu, ''))) return true;
  }
  return false;
}

// `soap:token`, `data-token` and `_csrf-token` are named as `token` is.
const isSecretPlace = remembered((name) => isSecretMember(name.replace(/^.*:/u, '').replace(/^data-/iu, '')));

function quoted(value: string, put: (value: string) => string): string {
  const [, open = '', inner = '', close = ''] = /^(["']?)([\s\S]*?)(["']?)$/u.exec(value) ?? [];
  return inner === '' ? value : open + put(inner) + close;
}

function around(text: string, put: (value: string) => string): string {
  const inner = text.trim();
  const at = text.indexOf(inner);
  return text.slice(0, at) + put(inner) + text.slice(at + inner.length);
}
