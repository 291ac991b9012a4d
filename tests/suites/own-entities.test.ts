import { expect, test } from 'vitest';
import type { Fetch, Mock } from '../../mock/index.ts';
import { judged } from './judged.ts';
import { inElement, rewriting } from './rewriting.ts';
import { wrapOf } from './varied.ts';

const RULE = 'negotiate/equivalent';
const withEntities = wrapOf('xml-own-entities');

test('texts with entities of the document’s own are read as they are meant', { tags: ['night'] }, async () => {
  const result = (await judged([RULE], { wrap: withEntities })).of(RULE, 'users');
  expect(result).toMatchObject({ outcome: 'pass' });
});

test('another text is found behind them', { tags: ['night'] }, async () => {
  const other = rewriting(
    'xml',
    /\/users\/[^/]+$/u,
    inElement('email', () => 'somebody.else@example.com'),
  );
  const wrap = (fetch: Fetch, mock: Mock): Fetch => withEntities(other(fetch), mock);
  expect((await judged([RULE], { wrap })).of(RULE, 'users')).toMatchObject({ outcome: 'fail' });
});
