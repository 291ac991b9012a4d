import { expect, test } from 'vitest';
import { readHtml } from '../../core/representation/tags.ts';

const PAGE =
  '<title>Deal</title><div id="app"></div><script type="application/json">{"name":"a \\u003cb>","href":"/deals/7"}</script>';

test('the data of a page is read as the JSON that it is', () => {
  expect(readHtml(PAGE).named()).toEqual(
    expect.arrayContaining([
      ['name', 'a <b>'],
      ['href', '/deals/7'],
    ]),
  );
});

test('a program is read as its text alone', () => {
  const text = '[1, 2].forEach(show)';
  expect(readHtml(`<script>${text}</script>`).named()).toEqual([['script', text]]);
});
