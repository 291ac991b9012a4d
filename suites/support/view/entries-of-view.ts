import { Parser } from 'htmlparser2';
import type { Answer } from '../../../core/answer.ts';
import { isObject } from '../../../core/representation/json-value.ts';
import { entryText, wrongInListed } from './entry-in-view.ts';
import { flagsIn, toldIn } from './equivalence.ts';
import { readerOf } from './reader.ts';
import type { Told } from './telling.ts';

type Entry = Readonly<Record<string, unknown>>;

/** An entry of a JSON list with a text by which it is known in another representation. */
interface Marked {
  readonly entry: Entry;
  readonly mark: string;
  /** What it tells and no other entry does. */
  readonly own: readonly Told[];
}

// Shorter texts may stand in others by chance.
const MARK = 6;
/** How many entries are looked at by themselves, from the first place to the last. */
const SOME = 12;

/** The entries with a text that no other entry of the list has. */
function marked(entries: readonly unknown[]): readonly Marked[] {
  const texts = entries.map((entry) => JSON.stringify(entry));
  return entries.flatMap((entry, i): Marked[] => {
    if (!isObject(entry)) return [];
    const mark = plainTexts(entry).find((text) => texts.every((other, at) => at === i || !other.includes(text)));
    return mark === undefined ? [] : [{ entry, mark, own: [] }];
  });
}

/**
 * Some of the entries whose texts others have too, with what none of all tells but they: those of one name differ in their ids and prices.
 * A list of very many is not compared.
 */
function namesakes(entries: readonly unknown[], all: readonly unknown[]): readonly Marked[] {
  if (all.length > MANY) return [];
  const known = all.filter(isObject).map((entry) => ({ entry, told: toldIn(entry), texts: plainTexts(entry) }));
  const some = known.filter(({ entry }) => entries.includes(entry)).slice(0, OTHERS);
  return some.flatMap(({ entry, told, texts }): Marked[] => {
    const others = known.filter((one) => one.entry !== entry);
    const isOfOthers = ([member, value]: Told): boolean =>
      others.some((one) => one.told.some(([name, other]) => name === member && other === value));
    const own = told.filter((one) => !isOfOthers(one));
    const mark = texts.find((text) => others.some((one) => one.texts.includes(text)));
    return mark === undefined || own.length === 0 ? [] : [{ entry, mark, own }];
  });
}

const MANY = 200;

function plainTexts(entry: Entry): readonly string[] {
  return toldIn(entry).flatMap(([, value]) => (typeof value === 'string' && PLAIN.test(value) ? [value] : []));
}

// Written in every syntax as it is, and not the address of something.
const PLAIN = new RegExp(`^[\\w .,@+-]{${MARK},}$`, 'u');

/**
 * What is wrong with single entries of an XML or HTML list, in words: one that stands there twice, or one that shows the values of
 * another. Every value may stand in the list, and yet not where it belongs.
 */
export function wrongEntries(
  view: Answer,
  entries: readonly unknown[],
  all: readonly unknown[] = entries,
): string | undefined {
  const known = marked(entries);
  const twice = [...known, ...namesakes(entries, all)].find((one) => isTwice(view, one));
  if (twice !== undefined) return `the entry with “${twice.mark}” twice`;
  for (const { entry, mark } of spread(known)) {
    const [wrong] = wrongInListed(view, mark, [...toldIn(entry), ...flagsIn(entry)]);
    if (wrong !== undefined) return `${wrong} in the entry with “${mark}”`;
  }
  return undefined;
}

function spread<T>(all: readonly T[]): readonly T[] {
  const step = Math.max(1, (all.length - 1) / (SOME - 1));
  const places = new Set(all.map((_, i) => Math.round(i * step)).filter((place) => place < all.length));
  return all.filter((_, i) => places.has(i));
}

/**
 * The mark of one of these entries that an XML or HTML list shows as an entry beside others. A name by itself is no entry: that shows
 * several members under their names. A page may show some records beside what was found, but not all of them.
 */
export function shownEntry(view: Answer, entries: readonly unknown[]): string | undefined {
  const { syntax } = view.representation;
  if (syntax !== 'xml' && syntax !== 'html') return undefined;
  const known = marked(entries.slice(0, OTHERS));
  const shown = known.filter(({ entry, mark }) => {
    const text = entryText(view, mark);
    return text !== undefined && tellsSeveral(text, syntax, toldIn(entry));
  });
  const isWhole = shown.length > 1 && shown.length === known.length;
  return syntax === 'xml' || isWhole ? shown[0]?.mark : undefined;
}

/** Of so many entries the first are compared with each other. */
const OTHERS = 20;

/** Whether two elements beside each other are the same to the letter, and tell more than one value of the entry. */
function isTwice({ representation }: Answer, { entry, mark, own: distinct }: Marked): boolean {
  const { syntax, text } = representation;
  const first = text.indexOf(mark);
  if (first < 0 || text.indexOf(mark, first + 1) < 0 || text.length > LONG) return false;
  if (representation.limit !== undefined) return false;
  const open: { readonly start: number; readonly children: Set<string> }[] = [];
  let isFound = false;
  const parser = new Parser(
    {
      onopentag() {
        open.push({ start: parser.startIndex, children: new Set() });
      },
      onclosetag() {
        const element = open.pop();
        const siblings = open.at(-1)?.children;
        if (element === undefined || siblings === undefined) return;
        const own = text.slice(element.start, parser.endIndex + 1);
        if (!own.includes(mark)) return;
        isFound ||= siblings.has(own) && tellsSeveral(own, syntax, toldIn(entry)) && tellsOne(own, syntax, distinct);
        siblings.add(own);
      },
    },
    { xmlMode: syntax === 'xml', decodeEntities: true },
  );
  parser.end(text);
  return isFound;
}

// A body of any size may come.
const LONG = 2 ** 20;

/** Whether a part of a view names one of these values, where there are any. */
function tellsOne(text: string, syntax: Answer['representation']['syntax'], values: readonly Told[]): boolean {
  const { names, untold } = readerOf({ representation: { syntax, text, strings: [] } });
  return values.length === 0 || values.some((one) => names(one[0]) && untold([one], 'labelled').length === 0);
}

/** Whether a part of a view is an entry: one value alone may rightly stand twice in it, an e-mail address that is the login as well. */
function tellsSeveral(text: string, syntax: Answer['representation']['syntax'], told: readonly Told[]): boolean {
  const { names, untold } = readerOf({ representation: { syntax, text, strings: [] } });
  const named = told.filter(([member]) => names(member));
  return named.length > 1 && untold(named, 'labelled').length === 0;
}
