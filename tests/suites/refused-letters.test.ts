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

/** A service that takes names of an alphabet alone, and says so of others. */
const spelling =
  (alphabet: RegExp): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const { name } = request.method === 'POST' ? await request.clone().json() : { name: '' };
    return alphabet.test(name) ? fetch(request) : Response.json({ error: 'no such letters' }, { status: 400 });
  };

test.each([
  ['letters of four bytes', columns(() => Response.json({ error: 'too long a letter' }, { status: 400 }))],
  ['letters beyond ASCII', spelling(/^[ -~]*$/u)],
  ['all but letters, digits and some marks', spelling(/^[\p{L}\p{N} ._-]*$/u)],
])('%s may be refused', async (_letters, wrap) => {
  const { of } = await judged([RULE], { wrap });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'pass' });
});

test('a word of ASCII letters may not be refused', async () => {
  const { of } = await judged([RULE], { wrap: spelling(/^(?!null )/u) });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
});

test('letters of four bytes that become another sign are found', { tags: ['night'] }, async () => {
  const losing = columns(({ url, method, headers }, body, fetch) =>
    fetch(new Request(url, { method, headers, body: body.replaceAll(FOUR_BYTES, '?') })),
  );
  const { of } = await judged([RULE], { wrap: losing });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
});
