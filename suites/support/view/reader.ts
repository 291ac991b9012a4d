import type { Representation } from '../../../core/representation/representation.ts';
import { labelsIn } from './labelled.ts';
import { denies, isLostIn, type Told, tells, tellsOtherDate, tellsOtherSign, tellsWithBlanks } from './telling.ts';

/** A view in XML or HTML, or a part of one. */
export interface Readable {
  readonly representation: Pick<Representation, 'syntax' | 'text' | 'strings'>;
}

/** What can be asked of a view in XML or HTML about the values that JSON tells. */
export interface Reader {
  /** The values that it does not tell; with `labelled`, of those alone whose member it names. */
  untold(told: readonly Told[], only?: 'labelled'): readonly Told[];
  /** Whether it names the member. */
  names(member: string): boolean;
  readonly isTwice: boolean;
}

/**
 * Reads a view. Names may differ from representation to representation, and a value may then stand anywhere. Where a view
 * names the member as JSON does, the value has to stand there.
 */
export function readerOf(view: Readable): Reader {
  const { strings, syntax } = view.representation;
  const labels = labelsIn(view);
  // Names are looked for in XML alone.
  const everything = new Set(syntax === 'xml' ? strings : []);
  const exact = new Map<readonly string[], ReadonlySet<string>>();
  // `<property><name>price</name><value>100</value></property>`: names are values there.
  const under = (member: string): readonly string[] | undefined =>
    syntax === 'xml' && everything.has(member) ? undefined : labels.under(member);
  const isIn = (texts: readonly string[], value: string | number): boolean => {
    const known = exact.get(texts) ?? new Set(texts);
    exact.set(texts, known);
    return known.has(String(value)) || texts.some((text) => tells(text, value));
  };
  const isUntold = ([member, value]: Told, only?: 'labelled'): boolean => {
    const texts = under(member);
    // Flags may be told in any way: by a word, or by being there at all.
    if (typeof value === 'boolean') return texts !== undefined && denies(texts, value);
    if (isFree(value)) return texts !== undefined && (isLostIn(texts, value) || tellsOtherDate(texts, String(value)));
    if (texts !== undefined && tellsOtherSign(texts, value)) return true;
    // A page shows no blanks at the ends of a text.
    if (syntax === 'xml' && texts !== undefined && hasBlankEnd(value) && !tellsWithBlanks(texts, String(value)))
      return true;
    return texts === undefined ? only === undefined && !isIn(strings, value) : !isIn(texts, value);
  };
  return {
    untold: (told, only) => told.filter((one) => isUntold(one, only)),
    names: (member) => under(member) !== undefined,
    isTwice: labels.isTwice,
  };
}

function hasBlankEnd(value: string | number): boolean {
  return typeof value === 'string' && /^ | $/u.test(value);
}

// Links and dates may be told in another way: `30 June 2030`, an address relative to another one.
function isFree(value: string | number): boolean {
  return typeof value === 'string' && (value.includes('/') || /^\d{4}-\d\d-\d\d/u.test(value));
}
