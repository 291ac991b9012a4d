import { isObject } from '../../core/representation/json-value.ts';

/** The records that a body shows, each as its own text. */
export interface Fragments {
  readonly list: boolean;
  readonly all: readonly string[];
}

const NO_FRAGMENTS: Fragments = { list: false, all: [] };

/** Takes a body of the mock apart into its records. */
export function fragmentsOf(text: string, representation: string): Fragments {
  if (representation === 'json') return jsonFragments(text);
  if (representation === 'xml') return xmlFragments(text);
  if (representation !== 'html') return NO_FRAGMENTS;
  const all = text.match(/<article .*?<\/article>/gsu) ?? [];
  return { list: /<h1>(?:\w|-)*s<\/h1>/u.test(text), all };
}

function jsonFragments(text: string): Fragments {
  const value = parsed(text);
  if (Array.isArray(value)) return { list: true, all: value.map((item: unknown) => JSON.stringify(item)) };
  return isObject(value) ? { list: false, all: [text] } : NO_FRAGMENTS;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function xmlFragments(text: string): Fragments {
  const root = /<([\w-]+)>(.*)<\/\1>\s*$/su.exec(text);
  const [, name = '', inner = ''] = root ?? [];
  if (name.endsWith('s') && !inner.startsWith('<id>')) {
    const item = /^<([\w-]+)>/u.exec(inner)?.[1] ?? '';
    return { list: true, all: item === '' ? [] : (inner.match(new RegExp(`<${item}>.*?</${item}>`, 'gsu')) ?? []) };
  }
  return root === null ? NO_FRAGMENTS : { list: false, all: [`<${name}>${inner}</${name}>`] };
}

/** The same body with other records. */
export function withFragments(text: string, representation: string, all: readonly string[]): string {
  if (representation === 'json') return `[${all.join(',')}]`;
  const before = fragmentsOf(text, representation).all.join('');
  return before === '' ? text : text.replace(before, () => all.join(''));
}

/** How a member of a record stands in its text: all of it, and its value. */
function memberPattern(name: string, representation: string): RegExp {
  const plain = name.replace(/[^\w-]/gu, '');
  if (representation === 'json') return new RegExp(`"${plain}":("(?:[^"\\\\]|\\\\.)*"|[\\w.+-]+)`, 'u');
  if (representation === 'xml') return new RegExp(`<${plain}>([^<]*)</${plain}>`, 'u');
  return new RegExp(`<dt>${plain}</dt><dd>([^<]*)</dd>`, 'u');
}

/** The value of a member as it is written; undefined where the record has none. */
export function memberIn(fragment: string, name: string, representation: string): string | undefined {
  return memberPattern(name, representation).exec(fragment)?.[1];
}

/** A record's text with one member written otherwise; `undefined` takes it away. */
export function withMember(
  fragment: string,
  name: string,
  representation: string,
  write: (value: string) => string | undefined,
): string {
  return fragment
    .replace(memberPattern(name, representation), (whole: string, value: string) => {
      const written = write(value);
      return written === undefined
        ? '\ue000'
        : whole.slice(0, whole.lastIndexOf(value)) + written + whole.slice(whole.lastIndexOf(value) + value.length);
    })
    .replace(/,\ue000|\ue000,?/u, '');
}

/** A record's text with one member under another name. */
export function renamed(fragment: string, name: string, representation: string, to: string): string {
  return fragment.replace(memberPattern(name, representation), (whole) => {
    const begun = whole.replace(name, to);
    if (representation !== 'xml') return begun;
    // An element is named at its end too; what it holds may be the same word.
    const end = begun.lastIndexOf(name);
    return begun.slice(0, end) + to + begun.slice(end + name.length);
  });
}

const HIDDEN = /^(?:_links|href)$/u;

/** Names of the plain members of a record. */
export function membersOf(fragment: string, representation: string): string[] {
  const pattern =
    representation === 'json'
      ? /"(\w+)":(?:"|[\w-])/gu
      : representation === 'xml'
        ? /<(\w+)>[^<]*<\/\1>/gu
        : /<dt>(\w+)<\/dt><dd>[^<]*<\/dd>/gu;
  return Array.from(fragment.matchAll(pattern), ([, name = '']) => name).filter((name) => !HIDDEN.test(name));
}
