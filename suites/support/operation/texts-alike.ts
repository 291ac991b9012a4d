import type { UnknownId } from '../ids.ts';

/**
 * Texts that resemble the id of a record of the run, and name nothing: an identifier is compared as it stands in the path, decoded once
 * (document 4.4-m1, RFC 3986 2.4). They may be written to: whoever cuts them short, trims them, splits them, leaves out what is not seen or
 * decodes them twice comes to the run's own record. Beginnings of an id, zeros before it, signs, wildcards, fractions, encoded slashes and
 * other scripts are none of these: 1 of 17, 017 as an octal number, 17*, 170 and a path or an id of nothing may be of somebody else.
 */
export function textsAlike(own: string, nonce: string): readonly UnknownId[] {
  if (!/^[\w-]+$/u.test(own)) return [];
  const like = (shape: string, text: string): UnknownId => ({
    shape: `a new id ${shape}`,
    encoded: encodeURIComponent(text),
    absurd: false,
  });
  // May be refused before anything is looked for.
  const odd = (shape: string, text: string): UnknownId => ({ ...like(shape, text), absurd: true });
  return [
    like('with letters after it', `${own}xq`),
    like('with a blank after it', `${own} `),
    like('encoded twice', escaped(own)),
    like('with a semicolon after it', `${own};xq`),
    like('with a blank before it', ` ${own}`),
    like('with a comma after it', `${own},xq`),
    like('with a number sign after it', `${own}#xq`),
    like('with a plus after it', `${own}+xq`),
    like('with an ampersand after it', `${own}&xq`),
    like('with a blank inside it', `${own} xq`),
    like('with a comment after it', `${own}--xq`),
    like('in single quotes', `'${own}'`),
    odd('with a NUL after it', `${own}\0xq`),
    odd('with a space of no width after it', `${own}\u200b`),
    odd('as the end of a word', `xq${own}`),
    odd('with a line break after it', `${own}\nxq`),
    odd('with a question mark after it', `${own}?xq`),
    odd('with a bar after it', `${own}|xq`),
    odd('with a colon after it', `${own}:xq`),
    odd('in double quotes', `"${own}"`),
    // Who looks for each of several finds nothing by the other one, which is a value of this run.
    odd('as the last of several', `${nonce},${own}`),
    odd('in a second line', `${nonce}\n${own}`),
  ];
}

function escaped(text: string): string {
  return Array.from(text, (char) => `%${char.charCodeAt(0).toString(16)}`).join('');
}
