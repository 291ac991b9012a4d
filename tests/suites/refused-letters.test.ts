import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { judged } from './judged.ts';

const RULE = 'create/any-valid';
const FOUR_BYTES = /[\u{10000}-\u{10ffff}]/gu;

/** A service whose columns hold three bytes to a letter: what it does with a body that has longer ones. */
const columns =
  (onLonger: (request: Request, body: string, fetch: Fetch) => Response | Promise<Response>) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const body = request.body === null ? '' : await request.clone().text();
    return body.search(FOUR_BYTES) === -1 ? fetch(request) : onLonger(request, body, fetch);
  };

test('letters of four bytes may be refused', async () => {
  const refusing = columns(() => Response.json({ error: 'too long a letter' }, { status: 400 }));
  const { of } = await judged([RULE], { wrap: refusing });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'pass' });
});

test('letters of four bytes that become another sign are found', { tags: ['night'] }, async () => {
  const losing = columns(({ url, method, headers }, body, fetch) =>
    fetch(new Request(url, { method, headers, body: body.replaceAll(FOUR_BYTES, '?') })),
  );
  const { of } = await judged([RULE], { wrap: losing });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
});
