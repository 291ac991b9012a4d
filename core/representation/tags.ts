import { Parser } from 'htmlparser2';
import { SaxesParser } from 'saxes';
import { type Content, type Named, none, wordTooMany } from './content.ts';
import { standsWithinWords } from './html-words.ts';
import { parseJson, readJson } from './json.ts';

/** Thrown where a body is beyond a limit, to end the parser; its message is the limit in words. */
class Beyond extends Error {}

/** How many elements may be open at a time: a parser of HTML takes the square of it. No page that people wrote comes near. */
const LEVELS = 5000;

/** Collects what the two tag-based syntaxes have in common: attribute values and runs of text. */
function collector(most: number): {
  attribute(name: string, value: string): void;
  open(name: string): void;
  text(t: string): void;
  close(): void;
  found: Named[];
} {
  const found: Named[] = [];
  const names: string[] = [];
  // How many elements each that is open holds so far.
  const elements = [0];
  let attributes = 0;
  let run = '';
  const flush = (): void => {
    if (run.trim() !== '') found.push([names.at(-1) ?? '', run.trim()]);
    run = '';
  };
  const within = (count: number): number => {
    if (count > most) throw new Beyond(wordTooMany(most));
    return count;
  };
  return {
    found,
    attribute(name, value) {
      attributes = within(attributes + 1);
      found.push([name, value]);
    },
    open(name) {
      flush();
      if (names.length >= LEVELS)
        throw new Beyond(`elements nested deeper than ${LEVELS} levels, which is as far as assayer reads`);
      elements[names.length] = within((elements[names.length] ?? 0) + 1);
      names.push(name);
      elements[names.length] = 0;
      attributes = 0;
    },
    text(t) {
      run += t;
    },
    close() {
      flush();
      names.pop();
    },
  };
}

/** What `read` gives, or which limit the body is beyond. */
function withinLimits(read: () => Content): Content {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof Beyond) return { limit: thrown.message, named: none };
    throw thrown;
  }
}

/** Reads a text as XML, if no element holds more than so many elements or attributes. */
export function readXml(text: string, most: number = Number.POSITIVE_INFINITY): Content {
  const tags = collector(most);
  let problem: string | undefined;
  const parser = new SaxesParser();
  parser.on('text', tags.text);
  parser.on('cdata', tags.text);
  parser.on('opentagstart', ({ name }) => tags.open(name));
  parser.on('attribute', ({ name, value }) => tags.attribute(name, value));
  parser.on('closetag', tags.close);
  parser.on('error', (error) => {
    // An entity that a DTD declares is well formed; this reader loads no DTD and so cannot object.
    if (/undefined entity/iu.test(error.message) && text.includes('<!DOCTYPE')) return;
    problem ??= `a body that is not well-formed XML: ${error.message}`;
  });
  return withinLimits(() => {
    parser.write(text.replace(/^\uFEFF/u, '')).close();
    return { named: () => tags.found, problem };
  });
}

/** Collects the texts of lines, which a reader sees in one piece, where an element that stands within words cuts them. */
function lines(): { text(t: string): void; tag(name: string): void; found: Named[] } {
  const found: Named[] = [];
  let line = '';
  let isCut = false;
  return {
    found,
    text(t) {
      line += t;
    },
    tag(name) {
      if (standsWithinWords(name)) {
        isCut ||= line.trim() !== '';
        return;
      }
      if (isCut && line.trim() !== '') found.push(['', line.trim()]);
      line = '';
      isCut = false;
    },
  };
}

/** Reads a text as HTML, likewise: each run between two tags, and each line as it is seen. */
export function readHtml(text: string, most: number = Number.POSITIVE_INFINITY): Content {
  const tags = collector(most);
  const seen = lines();
  const parser = new Parser({
    onopentagname(name) {
      tags.open(name);
      seen.tag(name);
    },
    onattribute: tags.attribute,
    ontext(run) {
      tags.text(run);
      seen.text(run);
    },
    onclosetag(name) {
      tags.close();
      seen.tag(name);
    },
  });
  return withinLimits(() => {
    parser.end(text);
    tags.close();
    seen.tag('');
    const named = (): readonly Named[] => [...tags.found.flatMap((one) => [one, ...dataIn(one, most)]), ...seen.found];
    return { named, problem: jsonInDisguise(text) };
  });
}

/** What a block of data holds (HTML 4.12.1: a script whose type is no script's), from which a page is made when it is shown. */
function dataIn([name, text]: Named, most: number): readonly Named[] {
  return name === 'script' && /^[{[]/u.test(text) ? readJson(text, most).named() : [];
}

// Any text parses as HTML, so only a body that is plainly something else can be told from a true one.
function jsonInDisguise(text: string): string | undefined {
  if (!/^\s*[{[]/u.test(text)) return undefined;
  return 'value' in parseJson(text) ? 'a JSON body under the name of HTML' : undefined;
}
