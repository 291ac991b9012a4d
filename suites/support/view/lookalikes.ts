/** Texts that careless readers take for another one, and a control: who finds something by it is not careless, but lenient. */
export interface Lookalikes {
  readonly control: string;
  readonly values: readonly string[];
}

const REST = 'zqxj';

/** What ends a value when it was decoded too early, was split afterwards, or is read by lines or up to a zero. */
const ENDS: readonly string[] = ['&', '#', '?', ';', '/', '+', ',', '|', '\n', '\0'];

/** Suffixes that choose a representation on a path (document 4.5-3), and are a part of a value anywhere else. */
const SUFFIXES: readonly string[] = ['.xml', '.json'];

/** Texts that resemble one: with more behind it, with signs that some stores take for patterns, with another character for a blank, in quotes. */
export function lookalikes(text: string): readonly Lookalikes[] {
  const inside = (sign: string): string => text.replace(' ', sign);
  const longer = [...ENDS.map((end) => `${text}${end}${REST}`), ...SUFFIXES.map((suffix) => `${text}${suffix}`)];
  return [
    { control: `${text} ${REST}`, values: longer },
    // A pattern that looks at each line for itself finds it in the second.
    { control: `${REST} ${text}`, values: [`${REST}\n${text}`] },
    { control: `${text}${SIGN}`, values: [`${text}*`, `${text}%`] },
    { control: `${SIGN}${text}${SIGN}`, values: [`"${text}"`, `'${text}'`] },
    ...(text.includes(' ') ? [{ control: inside(SIGN), values: ['+', '_', '?', '.'].map(inside) }] : []),
  ];
}

// It means nothing in any language of queries.
const SIGN = '\u00a7';

/** A text percent-encoded, so that what is sent is encoded twice: decoded once, it is another text. */
export function encodedAgain(text: string): Lookalikes {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`);
  return { control: `${bytes.join('')}${REST}`, values: [bytes.join('')] };
}

/** Other notations of a number: as texts they are other ones, and a store of texts compares them so. */
export function sameNumbers(text: string): Lookalikes {
  const zeros = text.includes('.') ? '0' : '.0';
  return { control: `${text}${SIGN}0`, values: [`${text}${zeros}`, `${text}e0`, `0${text}`] };
}
