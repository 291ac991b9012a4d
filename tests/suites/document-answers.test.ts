import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged } from './judged.ts';

const RULE = 'operation/effect';

/** Changes what is answered about command documents in one type. */
const told =
  (type: string, change: (text: string) => string, statuses: readonly number[] = [201]): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const response = await fetch(request);
    const isIt = request.url.includes('/commands/') && statuses.includes(response.status);
    if (!isIt || !response.headers.get('content-type')?.includes(type)) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(change(await response.text()), { status: response.status, headers });
  };

const toAscii = (text: string): string => text.replace(/[^\0-\x7f]/gu, '?');
const toLatin = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const WRONG: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['puts question marks for letters into XML', told('xml', toAscii)],
  ['puts question marks for letters on a page', told('html', toAscii)],
  ['puts question marks for letters into JSON', told('json', toAscii)],
  ['encodes letters twice in JSON', told('json', toLatin)],
  ['escapes signs twice in XML', told('xml', (text) => text.replaceAll('&amp;', '&amp;amp;'))],
  ['escapes signs twice on a page', told('html', (text) => text.replaceAll('&amp;', '&amp;amp;'))],
];

test.each(inGate(WRONG))('found: a 201 that %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1, options: { operationForms: ['F', 'G'] } });
  expect(of(RULE, 'HoldDeal/F')).toMatchObject({ outcome: 'fail' });
  expect(of(RULE, 'HoldDeal/G')).toMatchObject({ outcome: 'fail' });
});

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['shows no parameters in JSON', told('json', (text) => text.replace(/"params":\{[^}]*\},/u, ''))],
  ['shows no parameters in XML', told('xml', (text) => text.replace(/<params>.*<\/params>/su, ''))],
  ['has names of its own on a page', told('html', (text) => text.replace(/<dt>[^<]*<\/dt>/gu, '<dt>?</dt>'))],
  [
    'comes of a service that refuses letters of other alphabets',
    before(async ({ method, path, body }, next) =>
      method === 'PUT' && path.includes('/commands/') && body.includes('契約>') ? json(400, {}) : next(),
    ),
  ],
];

test.each(inGate(LEGAL, Infinity))('legal: a 201 that %s', async (_, wrap) => {
  const { ended } = await judged([RULE], { wrap, runs: 1, options: { operationForms: ['F'] } });
  expect(ended('fail')).toEqual([]);
});
