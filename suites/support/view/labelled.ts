import { Parser } from 'htmlparser2';
import { standsWithinWords } from '../../../core/representation/html-words.ts';
import { createRecent } from '../../../core/representation/recent.ts';
import type { Representation } from '../../../core/representation/representation.ts';

/** What an XML or HTML body says under names of members, and how many documents it is. */
export interface Labelled {
  /** Every text under a name, in lower case: an XML element or attribute, a `<dt>` with its `<dd>`, a row's `<th>` with its `<td>`. */
  under(member: string): readonly string[] | undefined;
  /** Whether it is two documents in one body. */
  readonly isTwice: boolean;
}

/** An element that is open, and what stands inside of it. */
interface Open {
  readonly tag: string;
  /** Runs of text between two tags. */
  readonly runs: string[];
  /** In HTML: the same, where tags that stand within words end none. */
  readonly lines: string[];
  readonly attributes: string[];
  /** Of a row: its header cells and the texts of the others. */
  readonly heads: string[];
  readonly cells: string[];
  /** Of XML: what an attribute `name` says, and whether other elements stand inside. */
  readonly name: string | undefined;
  hasElements: boolean;
}

// A body of any size and depth may come: of what is larger no labels are read, and of what is deeper only the inner ones.
const LONG = 2 ** 20;
const DEEP = 16;

/** How many characters of bodies are remembered with their labels: each member of a record asks for those of one body. */
const recent = createRecent<Labelled>(LONG);

/** Reads the labels of a body by its Content-Type; JSON and other syntaxes have none. */
export function labelsIn({
  representation: { syntax, text },
}: {
  readonly representation: Pick<Representation, 'syntax' | 'text'>;
}): Labelled {
  if ((syntax !== 'xml' && syntax !== 'html') || text.length > LONG) return { under: () => undefined, isTwice: false };
  return recent.get(text, syntax) ?? recent.keep(text, syntax, labelsOf(text, syntax));
}

function labelsOf(text: string, syntax: 'xml' | 'html'): Labelled {
  const found = new Map<string, string[]>();
  let doctypes = 0;
  let roots = 0;
  let lastTerm: string | undefined;
  const open: Open[] = [];
  const say = (label: string, texts: readonly string[]): void => {
    const key = plain(label);
    if (key === '') return;
    const known = found.get(key) ?? [];
    found.set(key, known);
    for (const text of texts) known.push(text);
  };
  // `<member name="price">100</member>` names what is in it; `<deal name="…"><price>` is called so.
  const sayNamed = ({ hasElements, runs }: Open, name: string, texts: readonly string[]): void =>
    hasElements || runs.join('').trim() === '' ? say('name', [name]) : say(name, texts);
  // A parser gives a text in pieces, so a run ends at the next tag only.
  let run = '';
  let line = '';
  const endRun = (): void => {
    if (run !== '') for (const { runs } of open.slice(-DEEP)) runs.push(run);
    run = '';
  };
  const endLine = (tag: string): void => {
    if (syntax === 'xml' || standsWithinWords(tag)) return;
    if (line !== '') for (const { lines } of open.slice(-DEEP)) lines.push(line);
    line = '';
  };
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        endRun();
        endLine(tag);
        if (tag === 'html') roots += 1;
        const above = open.at(-1);
        if (above !== undefined) above.hasElements = true;
        const own = syntax === 'xml' ? attributes['name'] : undefined;
        open.push({ tag, runs: [], lines: [], attributes: [], heads: [], cells: [], name: own, hasElements: false });
        for (const [name, value] of Object.entries(attributes)) {
          for (const element of open.slice(-DEEP)) element.attributes.push(value);
          if (syntax === 'xml' && name !== 'name') say(localName(name), [value]);
        }
      },
      ontext(text) {
        run += text;
        line += text;
      },
      onclosetag(tag) {
        endRun();
        endLine(tag);
        const element = open.pop();
        if (element === undefined) return;
        const { runs, lines, attributes } = element;
        const whole = runs.join('');
        const texts = [...attributes, ...runs, ...lines, whole, runs.join(' ')];
        if (syntax === 'xml') {
          if (element.name !== undefined) sayNamed(element, element.name, texts);
          return say(localName(element.tag), texts);
        }
        const row = open.findLast(({ tag }) => tag === 'tr');
        if (element.tag === 'dt') lastTerm = whole;
        else if (element.tag === 'dd' && lastTerm !== undefined) say(lastTerm, texts);
        else if (element.tag === 'th') row?.heads.push(whole);
        else if (element.tag === 'td') for (const one of texts) row?.cells.push(one);
        else if (element.tag === 'tr' && element.heads.length === 1 && element.cells.length > 0)
          say(element.heads.join(''), element.cells);
        else if (element.tag === 'dl') lastTerm = undefined;
      },
      onprocessinginstruction(name) {
        if (name.toLowerCase() === '!doctype') doctypes += 1;
      },
    },
    { xmlMode: syntax === 'xml', decodeEntities: true },
  );
  parser.end(text);
  return {
    under: (member) => found.get(plain(member)),
    isTwice: syntax === 'html' && (doctypes > 1 || roots > 1),
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

// `completion_date:` on a page is `completionDate`.
function plain(label: string): string {
  return label.toLowerCase().replace(/[\s_:.-]+/gu, '');
}
