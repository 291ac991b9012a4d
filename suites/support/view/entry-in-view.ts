import { Parser } from 'htmlparser2';
import type { Answer } from '../../../core/answer.ts';
import { hasMore, isGrouped, isPadded } from './exactly.ts';
import { labelsIn } from './labelled.ts';
import { type Readable, readerOf } from './reader.ts';
import { isNoValue, type Told, tellsOtherSign } from './telling.ts';

/**
 * The members of a record that its entry in an XML or HTML list shows with another value, or leaves out where other entries of the list
 * show them, in words. The entry is the one with this text of its own; nothing is said where it cannot be told from the others, or where
 * it does not name members as JSON does. A list may cut texts short, and a page may round numbers.
 */
export function wrongInListed(
  view: Answer,
  mark: string,
  told: readonly Told[],
  judged: readonly string[] = told.map(([member]) => member),
): readonly string[] {
  const text = entryText(view, mark);
  if (text === undefined) return [];
  const { syntax, strings } = view.representation;
  const entry: Readable = { representation: { syntax, strings, text } };
  const [own, all] = [readerOf(entry), readerOf(view)];
  const named = told.filter(([member]) => own.names(member));
  if (named.length < NAMED) return [];
  const { under } = labelsIn(entry);
  const isJudged = ([member]: Told): boolean => judged.includes(member);
  const lost = told
    .filter(isJudged)
    .filter(([member, value]) => !own.names(member) && all.names(member) && value !== false);
  const other = named
    .filter(isJudged)
    .filter((one) => isOther(one, under(one[0]) ?? [], syntax) && own.untold([one]).length > 0);
  const padded = named
    .filter(isJudged)
    .filter((one) => isPadded(entry, one, named) || hasMore(entry, one, named) || isGrouped(entry, one));
  return [
    ...lost.map(([member, value]) => `no ${member} ${String(value)}`),
    ...[...other, ...padded].map(([member, value]) => `another ${member} than ${JSON.stringify(value)}`),
  ];
}

// An entry that names one member alone may be a heading.
const NAMED = 2;

function isOther([, value]: Told, texts: readonly string[], syntax: string): boolean {
  if (typeof value === 'number' && tellsOtherSign(texts, value)) return true;
  // Who sent “null” as a text is told it as that.
  if (isNoValue(texts)) return !texts.includes(String(value));
  if (syntax === 'html' && typeof value !== 'string') return typeof value === 'boolean';
  return !texts.some((text) => isBeginning(text, String(value)));
}

function isBeginning(text: string, value: string): boolean {
  const begin = text.replace(/(?:…|\.{3})$/u, '').trim();
  return begin !== '' && begin.length < value.trim().length && value.trim().startsWith(begin);
}

/** An element that is open: where it begins, how many children of each name it has, and those in which the mark stands. */
interface Open {
  readonly tag: string;
  readonly start: number;
  readonly children: Map<string, number>;
  readonly marked: Part[];
  hasMark: boolean;
}

interface Part {
  readonly tag: string;
  readonly start: number;
  readonly end: number;
}

// A body of any size may come.
const LONG = 2 ** 20;

/** The outermost element with this text that stands beside others of its name, as it is written. */
export function entryText({ representation }: Answer, mark: string): string | undefined {
  const { syntax, text } = representation;
  if (text.length > LONG || !text.includes(mark) || representation.limit !== undefined) return undefined;
  const open: Open[] = [];
  let entry: Part | undefined;
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const siblings = open.at(-1)?.children;
        siblings?.set(tag, (siblings.get(tag) ?? 0) + 1);
        const hasMark = Object.values(attributes).some((value) => value.includes(mark));
        open.push({ tag, start: parser.startIndex, children: new Map(), marked: [], hasMark });
      },
      ontext(run) {
        const element = open.at(-1);
        if (element !== undefined && run.includes(mark)) element.hasMark = true;
      },
      onclosetag() {
        const element = open.pop();
        if (element === undefined) return;
        const [only, ...others] = element.marked;
        const isOneOfMany = only !== undefined && (element.children.get(only.tag) ?? 0) > 1;
        if (isOneOfMany && others.length === 0) entry = only;
        if (!element.hasMark && only === undefined) return;
        open.at(-1)?.marked.push({ tag: element.tag, start: element.start, end: parser.endIndex + 1 });
      },
    },
    { xmlMode: syntax === 'xml', decodeEntities: true },
  );
  parser.end(text);
  return entry === undefined ? undefined : text.slice(entry.start, entry.end);
}
