import { Parser } from 'htmlparser2';
import { SaxesParser } from 'saxes';
import type { Content, Named } from './representation-content.ts';
import { parseJson } from './representation-json.ts';

/** Collects what the two tag-based syntaxes have in common: attribute values and runs of text. */
function collector(): {
  open(name: string, attributes: Iterable<Named>): void;
  text(t: string): void;
  close(): void;
  found: Named[];
} {
  const found: Named[] = [];
  const names: string[] = [];
  let run = '';
  const flush = (): void => {
    if (run.trim() !== '') found.push([names.at(-1) ?? '', run.trim()]);
    run = '';
  };
  return {
    found,
    open(name, attributes) {
      flush();
      names.push(name);
      for (const attribute of attributes) found.push(attribute);
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

/** Reads a text as XML. */
export function readXml(text: string): Content {
  const tags = collector();
  let problem: string | undefined;
  const parser = new SaxesParser();
  parser.on('text', tags.text);
  parser.on('cdata', tags.text);
  parser.on('opentag', (tag) => {
    tags.open(
      tag.name,
      Object.entries(tag.attributes).map(([name, value]): Named => [name, String(value)]),
    );
  });
  parser.on('closetag', tags.close);
  parser.on('error', (error) => {
    // An entity that a DTD declares is well formed; this reader loads no DTD and so cannot object.
    if (/undefined entity/iu.test(error.message) && text.includes('<!DOCTYPE')) return;
    problem ??= `a body that is not well-formed XML: ${error.message}`;
  });
  parser.write(text.replace(/^\uFEFF/u, '')).close();
  return { named: () => tags.found, problem };
}

/** Reads a text as HTML. */
export function readHtml(text: string): Content {
  const tags = collector();
  const parser = new Parser({
    onopentag: (name, attributes) => tags.open(name, Object.entries(attributes)),
    ontext: tags.text,
    onclosetag: tags.close,
  });
  parser.end(text);
  tags.close();
  return { named: () => tags.found, problem: jsonInDisguise(text) };
}

// Any text parses as HTML, so only a body that is plainly something else can be told from a true one.
function jsonInDisguise(text: string): string | undefined {
  if (!/^\s*[{[]/u.test(text)) return undefined;
  return 'value' in parseJson(text) ? 'a JSON body under the name of HTML' : undefined;
}
