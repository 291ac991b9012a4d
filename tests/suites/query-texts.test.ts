import { expect, test } from 'vitest';
import { judged, type Server } from './judged.ts';

// The addresses that a server takes have a length (RFC 9110 4.1).

function takesUpTo(most: number, refused: string[]): NonNullable<Server['wrap']> {
  return (fetch) => async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname !== '/users' || search.length <= most) return fetch(request);
    refused.push(search);
    return new Response(null, { status: 414 });
  };
}

test.each([
  [400, []],
  [40, ['read/query-any-text users']],
])('a query of more than %i characters that is refused with 414', async (most, failing) => {
  const refused: string[] = [];
  const { ended } = await judged(['read/query-any-text'], { wrap: takesUpTo(most, refused), runs: 200 });
  expect(ended('fail')).toEqual(failing);
  expect(refused).not.toEqual([]);
});
