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

/** Answers a creation with its name and price alone. */
function summed(fetch: Fetch): Fetch {
  return async (request) => {
    const answer = await fetch(request);
    if (request.method !== 'POST' || answer.status !== 201 || !new URL(request.url).pathname.endsWith('/deals/'))
      return answer;
    const { name, price } = (await answer.clone().json()) as Readonly<Record<string, unknown>>; // A deal of the mock is one.
    const location = answer.headers.get('location') ?? '';
    return Response.json({ name, price, _links: { self: { href: location } } }, { status: 201, headers: { location } });
  };
}

// The name of a deal with a plain one, as 0070815, holds no value of the run: another member does, which a summary may leave out.
test('a body that shows some of the members is not failed for the others', async () => {
  const { of } = await judged(['create/every', 'create/any-valid'], {
    wrap: summed,
    options: { representations: ['json'] },
  });
  expect(of('create/every', 'deals')).toMatchObject({ outcome: 'pass' });
});
