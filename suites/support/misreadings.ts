import { isUuid } from '../../core/ids/uuid.ts';

/** A text that is no known identifier, in words and as it stands in a path, percent-encoded. */
export interface Misreading {
  readonly shape: string;
  readonly encoded: string;
}

/**
 * Texts that careless software takes for a known identifier: it cuts them at a sign, takes one of several, takes the digits out, or drops
 * what cannot be seen. An identifier is compared as it stands in the path, decoded once (document 4.4-m1, RFC 3986 2.2, 2.4 and 6.2.1). They are for reading alone: what is read wrongly may be anybody's. What the
 * usual readers of numbers take for the same one (zeros or a plus before it, digits of another script, white space that does not break) may
 * be its notation; and a server in front may resolve encoded dots.
 */
export function misreadings(id: string): readonly Misreading[] {
  if (!/^[\w-]+$/u.test(id)) return [];
  const all = [...cutShort(id), ...oneOfSeveral(id), ...castsOf(id)];
  return all.flatMap(([shape, encoded]) =>
    mayBeTitle(id, encoded) ? [] : [{ shape: `a known id ${shape}`, encoded }],
  );
}

/**
 * Whether a text may be the known id with another title: of `17-blue-car` a service may look at the number alone, whatever stands behind it,
 * and the record is rightly there.
 */
export function mayBeTitle(id: string, encoded: string): boolean {
  // Of some UUIDs the first part is a number by chance.
  const [number] = isUuid(id) ? [] : (/^\d+-(?=.*\p{L})/u.exec(id) ?? []);
  return number !== undefined && encoded.startsWith(number);
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
    ['with a space of no width after it', `${id}%E2%80%8B`],
  ];
}

/** As one of several, where the first, the last or each is looked for, or a path is made of the text. */
function oneOfSeveral(id: string): readonly Written[] {
  return [
    ['as the last of several', `xq,${id}`],
    ['twice', `${id},${id}`],
    ['in a list', `%5B${id}%5D`],
    ['behind an encoded slash', `xq%2F${id}`],
    ['in a second line', `xq%0A${id}`],
    ['in single quotes', `'${id}'`],
  ];
}

/** A number with something around it and inside, with a minus, and as a fraction that is near. */
function castsOf(id: string): readonly Written[] {
  if (!/^\d+$/u.test(id)) return [];
  return [
    ['between letters', `xq${id}xq`],
    ...(id.length > 1 ? [['with letters inside', `${id.slice(0, 1)}xq${id.slice(1)}`] as const] : []),
    // -0 is 0.
    ...(/^0+$/u.test(id) ? [] : [['with a minus before it', `-${id}`] as const]),
    ['with a fraction', `${id}.4`],
  ];
}

/** Every n-th of the cases from a place on, so that n places have each of them once. */
export function everyNth<T>(cases: readonly T[], n: number, place: number): readonly T[] {
  return cases.filter((_, i) => i % n === place % n);
}
