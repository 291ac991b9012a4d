import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { readingField } from './rewriting.ts';

/** If-None-Match at the list of what operations made in form E, in other representations than JSON. */
const RULE = 'read/made';
const SUBJECT = 'deals';

const isListAs =
  (list: string, type: string) =>
  ({ method, headers }: Request, path: string): boolean =>
    method === 'GET' && path.endsWith(list) && headers.get('accept')?.includes(type) === true;

const ignoring = (list: string, type: string): ((fetch: Fetch) => Fetch) =>
  readingField(isListAs(list, type), 'if-none-match', () => undefined);

test.each(
  inGate(
    [
      ['the XML of holds', ignoring('/holds', 'xml')],
      ['the page of what ends holds', ignoring('/unholds', 'html')],
    ],
    2,
  ),
)('found: %s is sent again each time', async (_, wrap) => {
  const { of } = await judged([`${RULE}#${SUBJECT}`], { wrap });
  expect(of(RULE, SUBJECT)).toMatchObject({ outcome: 'fail' });
});

test.each([
  ['the plain mock', (fetch: Fetch) => fetch],
  [
    'no tags there',
    (fetch: Fetch): Fetch =>
      async (request) => {
        const response = await fetch(request);
        if (!/\/deals\/\d+\/[a-z-]+$/u.test(new URL(request.url).pathname)) return response;
        const headers = new Headers(response.headers);
        headers.delete('etag');
        return new Response(response.body, { status: response.status, headers });
      },
  ],
])('legal: %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged([`${RULE}#${SUBJECT}`], { wrap });
  expect(of(RULE, SUBJECT)).toMatchObject({ outcome: 'pass' });
});
