import type { UnknownId } from '../ids.ts';

/** What careless readers trim, drop, or take for the end: line breaks, NUL, marks, and what is not seen (RFC 3986 2.4 decodes it, no more). */
const SIGNS = [
  ['a line break', '\n'],
  ['a carriage return', '\r'],
  ['a NUL', '\0'],
  ['a space of no width', '\u200b'],
  ['a soft hyphen', '\u00ad'],
  ['a combining mark', '\u0301'],
] as const;

/** Any of them. */
export const UNSEEN: RegExp = new RegExp(`[${SIGNS.map(([, sign]) => sign).join('')}]`, 'u');

/**
 * The id of a record of the run with a character that is not seen behind it, before it and inside it: an identifier is compared as it
 * stands in the path, decoded once (document 4.4-m1), so that each is another id. It may be refused before anything is looked for.
 */
export function withUnseen(own: string): readonly UnknownId[] {
  if (!/^[\w-]+$/u.test(own)) return [];
  const half = Math.floor(own.length / 2);
  const [ahead, behind] = [own.slice(0, half), own.slice(half)];
  return SIGNS.flatMap(([name, sign]) => [
    odd(`${name} at its end`, `${own}${sign}`),
    odd(`${name} before it`, `${sign}${own}`),
    ...(ahead === '' ? [] : [odd(`${name} inside it`, `${ahead}${sign}${behind}`)]),
  ]).filter(({ shape }) => !ASKED_ANYWAY.test(shape));
}

/** That one is among the texts that resemble an id in other ways. */
const ASKED_ANYWAY = /space of no width at its end/u;

function odd(shape: string, text: string): UnknownId {
  return { shape: `a new id with ${shape}`, encoded: encodeURIComponent(text), absurd: true };
}
