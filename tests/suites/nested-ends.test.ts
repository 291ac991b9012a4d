import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

const RULE = 'read/nested';
const INDEX = /^(.*\/users\/([^/]+)\/(?:address|ssh-keys)\/)(\d{1,3})$/u;

/** Gives another record by the first index that nothing has, of these users. */
const behindTheLast =
  (other: (index: number) => number, isOf: (owner: string) => boolean = () => true) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const answer = await fetch(request);
    const [, place = '', owner = '', index = ''] = INDEX.exec(request.url) ?? [];
    if (answer.status !== 404 || Number(index) === 0 || !isOf(owner)) return answer;
    const ask = (own: number): Promise<Response> => fetch(new Request(`${place}${own}`, { headers: request.headers }));
    const before = await ask(Number(index) - 1);
    return before.status === 200 ? ask(other(Number(index))) : answer;
  };

test.each([
  ['the last record once more', (index: number) => index - 1],
  ['the first record once more', () => 0],
])('found: %s behind the last one', async (_, other) => {
  const { ended } = await judged([RULE], { wrap: behindTheLast(other) });
  expect(ended('fail')).not.toEqual([]);
});

test('legal: a user with one record twice at the end', async () => {
  const { ended } = await judged([RULE], {
    wrap: behindTheLast(
      (index) => index - 1,
      (owner) => owner === '1',
    ),
  });
  expect(ended('fail')).toEqual([]);
});
