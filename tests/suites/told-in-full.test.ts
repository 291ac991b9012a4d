import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, json, judged } from './judged.ts';

const RULE = 'negotiate/equivalent';

/** Changes what creations of deals are answered in one type. */
const told =
  (type: 'xml' | 'html', change: (text: string) => string, status = 201): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const response = await fetch(request);
    if (response.status !== status || !response.headers.get('content-type')?.includes(type)) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(request.method === 'HEAD' ? null : change(await response.text()), { status, headers });
  };

const WRONG: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['leaves flags that are false out of XML', told('xml', (text) => text.replace(/<(\w+)>false<\/\1>/gu, ''))],
  [
    'leaves flags that are false out of a page',
    told('html', (text) => text.replace(/<dt>\w+<\/dt><dd>false<\/dd>/gu, '')),
  ],
  ['leaves empty texts out of XML', told('xml', (text) => text.replace(/<(\w+)><\/\1>/gu, ''))],
  ['says no for yes on a page', told('html', (text) => text.replaceAll('<dd>true<', '<dd>false<'))],
  ['leaves the price out of XML', told('xml', (text) => text.replace(/<price>[^<]*<\/price>/u, ''))],
  ['leaves the price out of a page', told('html', (text) => text.replace(/<dt>price<\/dt><dd>[^<]*<\/dd>/u, ''))],
  ['cuts the last part of lists in XML', told('xml', (text) => text.replace(/<item>[^<]*<\/item>(?=<\/)/gu, ''))],
  ['cuts the last part of lists on a page', told('html', (text) => text.replace(/<li>[^<]*<\/li>(?=<\/ol)/gu, ''))],
];

test.each(inGate(WRONG))('found: a 201 that %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
});

const both =
  (...all: readonly ((fetch: Fetch) => Fetch)[]): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
    all.reduce((wrapped, wrap) => wrap(wrapped), fetch);

const summary = (text: string): string => text.replace(/<price>.*(?=<link)/su, '');
const noFalse = (text: string): string => text.replace(/<(assayerClosed)>false<\/\1>/gu, '');

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['is a summary in XML', told('xml', summary)],
  ['is a summary on a page', told('html', (text) => text.replace(/<dt>price.*(?=<\/dl><p>)/su, ''))],
  ['leaves flags that are false out, as readings do', both(told('xml', noFalse), told('xml', noFalse, 200))],
  ['writes flags as digits', told('xml', (text) => text.replaceAll('>true<', '>1<').replaceAll('>false<', '>0<'))],
  ['has names of its own', told('html', (text) => text.replace(/<dt>[^<]*<\/dt>/gu, '<dt>?</dt>'))],
  [
    'comes of a service that refuses members which it does not know',
    before(async ({ method, path, body }, next) =>
      method === 'POST' && path.endsWith('/deals/') && isJson(body) && /"assayer[A-Z]/u.test(body)
        ? json(400, {})
        : next(),
    ),
  ],
];

test.each(inGate(LEGAL))('legal: a 201 that %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'pass' });
});
