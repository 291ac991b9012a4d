import { expect, test } from 'vitest';
import { parseRepresentation } from '../../core/representation/representation.ts';
import type { Fetch, Mock } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { rewriting } from './rewriting.ts';
import { wrapOf } from './varied.ts';

test.each(
  inGate([
    ['<p><mark>fa</mark><wbr>ther</p>', ['fa', 'ther', 'father']],
    ['<p>a <b>bold</b> word</p>', ['a', 'bold', 'word', 'a bold word']],
    ['<ul><li>one</li><li>two</li></ul>', ['one', 'two']],
    ['one<br>two<table><tr><td>three</td><td>four</td></tr></table>', ['one', 'two', 'three', 'four']],
  ]),
)('of %s these texts are read', (page, due) => {
  expect(parseRepresentation('text/html', new TextEncoder().encode(page)).strings).toEqual(due);
});

const RULES = ['create/distinct', 'create/shows-values', 'negotiate/equivalent'];
const inPieces = wrapOf('html-texts-in-pieces');

test('words of a page that are marked are read in one piece', { tags: ['night'] }, async () => {
  const { ended } = await judged(RULES, { wrap: inPieces });
  expect(ended('fail')).toEqual([]);
  expect(ended('pass')).toContain('negotiate/equivalent users');
});

test('another word is found in them', { tags: ['night'] }, async () => {
  const other = rewriting('html', /\/users\/[^/]+$/u, (text) => text.replaceAll('Lovelace', 'Lovely'));
  const wrap = (fetch: Fetch, mock: Mock): Fetch => inPieces(other(fetch), mock);
  expect((await judged(RULES, { wrap })).ended('fail')).toContain('negotiate/equivalent users');
});
