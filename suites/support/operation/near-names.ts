import type { Target } from '../../../core/target.ts';

/** Letters of Latin that Cyrillic writes alike. */
const ALIKE: Readonly<Record<string, string>> = { a: 'а', e: 'е', o: 'о', c: 'с', p: 'р', x: 'х' };

/**
 * Names that differ from that of an operation in a letter, and that careless readers take for it: too short, with one letter other or twice, with
 * its halves turned, and what patterns match. No service that normalises names, by case, by blanks or by hyphens, has a reason to.
 */
export function nearNames(name: string, { operations }: Pick<Target, 'operations'>): readonly string[] {
  const middle = Math.floor(name.length / 2);
  const at = (text: string): string => name.slice(0, middle) + text + name.slice(middle + 1);
  const letter = name.charAt(middle);
  const alike = [...name].findIndex((one) => one in ALIKE);
  const near = [
    name.slice(0, -1),
    name.slice(1),
    at(letter + letter),
    at(letter === 'q' ? 'w' : 'q'),
    name.slice(middle) + name.slice(0, middle),
    name + name,
    at('.'),
    `${name.slice(0, middle)}%`,
    `${name.slice(0, middle)}.*`,
    ...(alike === -1 ? [] : [name.slice(0, alike) + (ALIKE[name.charAt(alike)] ?? '') + name.slice(alike + 1)]),
  ];
  const known = new Set(operations.map((operation) => plain(operation.name)));
  return [...new Set(near)].filter((one) => one !== '' && !known.has(plain(one)));
}

/** A name as the loosest reader takes it: its letters and digits in small. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}.%*]/gu, '');
}
