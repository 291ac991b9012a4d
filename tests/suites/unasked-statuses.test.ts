import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const options = { representations: ['json'] } as const;

/** A server that answers readings of a list with another status. */
function answering(status: number, unless: string | undefined): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    const isIt = request.method === 'GET' && response.status === 200 && request.url.endsWith('/users/1');
    if (!isIt || (unless !== undefined && !request.headers.has(unless))) return response;
    return new Response(status === 206 ? response.body : null, { status, headers: response.headers });
  };
}

test.each(inGate([206, 412, 416], 3))(
  '%i to a reading that did not ask for it is found',
  { tags: ['night'] },
  async (status) => {
    const { ended } = await judged(['validator/every'], { wrap: answering(status, undefined), options });
    expect(ended('fail')).toContain('validator/every target');
  },
);

test('412 to a reading with a condition is not failed', { tags: ['night'] }, async () => {
  const { ended } = await judged(['validator/every'], { wrap: answering(412, 'if-match'), options });
  expect(ended('fail')).toEqual([]);
});
