import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

/** Shows of a new deal its id and what its name comes to in an address, as stores of articles do: cut where the name is long. */
function slugged(fetch: Fetch): Fetch {
  return async (request) => {
    const sent = await request.clone().text();
    const answer = await fetch(request);
    if (request.method !== 'POST' || answer.status !== 201 || !new URL(request.url).pathname.endsWith('/deals/'))
      return answer;
    const { name } = JSON.parse(sent) as { readonly name: unknown }; // What the mock took has one.
    const slug = String(name)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/gu, '-')
      .slice(0, 30);
    const { id } = (await answer.clone().json()) as { readonly id: unknown }; // A deal of the mock has one.
    const address = answer.headers.get('location');
    return Response.json({ id, slug, self: address }, { status: 201, headers: { location: address ?? '' } });
  };
}

test('a body that shows an address made of the name, which is cut where it is long, is not failed', async () => {
  const { of } = await judged(['create/every', 'create/any-valid'], {
    wrap: slugged,
    options: { representations: ['json'] },
  });
  expect(of('create/every', 'deals').outcome).toBe('pass');
});
