/** A text that is no known identifier, in words and as it stands in a path, percent-encoded. */
export interface Misreading {
  readonly shape: string;
  readonly encoded: string;
}

/**
 * Texts that careless software takes for a known identifier: it cuts them at a sign, takes one of several, takes the digits out, reads them
 * as a number, drops what cannot be seen, or knows a character in another script. An identifier is compared as it stands in the path,
 * decoded once (document 4.4-m1, RFC 3986 2.2, 2.4 and 6.2.1). They are for reading alone: what is read wrongly may be anybody's. Zeros
 * before a number are none of these: they may be its notation.
 */
export function misreadings(id: string): readonly Misreading[] {
  if (!/^[\w-]+$/u.test(id)) return [];
  return [...cutShort(id), ...oneOfSeveral(id), ...unseen(id), ...castsOf(id)].map(([shape, encoded]) => ({
    shape: `a known id ${shape}`,
    encoded,
  }));
}

type Written = readonly [shape: string, encoded: string];

/** With a sign at which languages, shells, stores and old decoders end a text. */
function cutShort(id: string): readonly Written[] {
  return [
    ['with a NUL after it', `${id}%00xq`],
    ['with a comma after it', `${id},xq`],
    ['with a plus after it', `${id}+xq`],
    ['with a blank and letters after it', `${id}%20xq`],
    ['with an encoded slash after it', `${id}%2Fxq`],
    ['with an encoded backslash after it', `${id}%5Cxq`],
    ['with a line break after it', `${id}%0Axq`],
    ['with an ampersand after it', `${id}&xq=1`],
    ['with a bar after it', `${id}%7Cxq`],
    ['with a colon after it', `${id}:xq`],
    ['with a comment after it', `${id}%2F*xq*%2F`],
    ['with a comment of SQL after it', `${id}--xq`],
    ['with a percent sign after it', `${id}%25`],
  ];
}

/** As one of several, where the first, the last or each is looked for, or a path is made of the text. */
function oneOfSeveral(id: string): readonly Written[] {
  return [
    ['as the last of several', `xq,${id}`],
    ['twice', `${id},${id}`],
    ['in a list', `%5B${id}%5D`],
    ['behind an encoded slash', `xq%2F${id}`],
    ['behind encoded dots', `xq%2F%2E%2E%2F${id}`],
    ['in single quotes', `'${id}'`],
  ];
}

/** With a character that is not seen, and in the characters of another script that some compatibility forms and casts take for it. */
function unseen(id: string): readonly Written[] {
  const digits = /^\d+$/u.test(id);
  return [
    ['with a no-break space after it', `${id}%C2%A0`],
    ['with a space of no width after it', `${id}%E2%80%8B`],
    ['with a byte order mark before it', `%EF%BB%BF${id}`],
    ['in full width', encodeURIComponent(shifted(id, FULL_WIDTH))],
    ...(digits ? [['in Arabic digits', encodeURIComponent(shifted(id, ARABIC_DIGITS))] as const] : []),
  ];
}

const FULL_WIDTH = 0xff00 - 0x20;
const ARABIC_DIGITS = 0x660 - 0x30;

function shifted(text: string, by: number): string {
  return Array.from(text, (char) => String.fromCodePoint(char.charCodeAt(0) + by)).join('');
}

/** A number with something around it and inside, with a sign, and as a fraction that is near. */
function castsOf(id: string): readonly Written[] {
  if (!/^\d+$/u.test(id)) return [];
  return [
    ['between letters', `xq${id}xq`],
    ...(id.length > 1 ? [['with letters inside', `${id.slice(0, 1)}xq${id.slice(1)}`] as const] : []),
    ['with a plus before it', `+${id}`],
    ['with a minus before it', `-${id}`],
    ['with a fraction', `${id}.4`],
  ];
}

/** Every n-th of the cases from a place on, so that n places have each of them once. */
export function everyNth<T>(cases: readonly T[], n: number, place: number): readonly T[] {
  return cases.filter((_, i) => i % n === place % n);
}
