import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged } from './judged.ts';

const RULE = 'delete/status';

/** A service that answers some deletions in place of carrying them out. */
const answering =
  (isMeant: (request: Request) => boolean, answer: () => Response): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) =>
    request.method === 'DELETE' && isMeant(request) ? answer() : fetch(request);

const done = (): Response => new Response(null, { status: 204 });
const byFormat = ({ url }: Request): boolean => url.includes('format=');
const forXml = ({ headers }: Request): boolean => headers.get('accept')?.includes('xml') === true;
const forPages = ({ headers }: Request): boolean => headers.get('accept')?.includes('html') === true;
const page = (): Response => new Response('<p>deleted</p>', { headers: { 'content-type': 'text/html' } });
const forPictures = ({ headers }: Request): boolean => headers.get('accept') === 'image/png';

test.each<[string, (fetch: Fetch) => Fetch, string]>(
  inGate(
    [
      ['found: does nothing where a parameter chooses', answering(byFormat, done), 'fail'],
      ['found: does nothing for clients of XML', answering(forXml, done), 'fail'],
      ['found: tells browsers in a page', answering(forPages, page), 'fail'],
      ['found: does nothing for browsers', answering(forPages, done), 'fail'],
      ['legal: refuses browsers', answering(forPages, () => json(406, {})), 'pass'],
      ['found: does nothing for clients of pictures', answering(forPictures, done), 'fail'],
      ['legal: refuses a parameter', answering(byFormat, () => json(400, {})), 'pass'],
      ['legal: has nothing to delete where a parameter chooses', answering(byFormat, () => json(404, {})), 'pass'],
      ['legal: has no such method there', answering(byFormat, () => json(405, {}, { allow: 'GET' })), 'pass'],
      ['legal: refuses clients of pictures', answering(forPictures, () => json(406, {})), 'pass'],
      ['legal: is the plain mock', (fetch) => fetch, 'pass'],
    ],
    3,
  ),
)('%s', async (_, wrap, outcome) => {
  const options = { representations: ['json', 'xml', 'html'], selectors: ['accept', 'format'] } as const;
  const { of } = await judged([RULE], { wrap, options, runs: 1 });
  expect([of(RULE, 'deals').outcome, of(RULE, 'deals').reason ?? '']).toEqual([outcome, expect.any(String)]);
});
