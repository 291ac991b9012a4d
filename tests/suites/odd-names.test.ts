import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const RULE = 'negotiate/equivalent';

/** Rewrites the bodies of one type. */
const rewriting =
  (type: 'xml' | 'html', change: (text: string) => string): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const response = await fetch(request);
    if (response.status !== 200 || !response.headers.get('content-type')?.includes(type)) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(request.method === 'HEAD' ? null : change(await response.text()), { status: 200, headers });
  };

const MEMBER = /<member name="([^"]*)">([^<]*)<\/member>/gu;

const WRONG: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['XML that makes elements of all names', rewriting('xml', (text) => text.replace(MEMBER, '<$1>$2</$1>'))],
  ['XML without members that are no names', rewriting('xml', (text) => text.replace(MEMBER, ''))],
  [
    'a page that does not escape names',
    rewriting('html', (text) => text.replaceAll('&lt;i&gt; &amp; &quot;quoted&quot;', '<i> & "quoted"')),
  ],
];

test.each(WRONG)('found: %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'fail' });
});

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  [
    'XML with names of its own',
    rewriting('xml', (text) => text.replace(MEMBER, (_, name, value) => `<m${name.length}>${value}</m${name.length}>`)),
  ],
  ['a page with names of its own', rewriting('html', (text) => text.replace(/<dt>[^<]*<\/dt>/gu, '<dt>?</dt>'))],
];

test.each(inGate(LEGAL, 2))('legal: %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'deals')).toMatchObject({ outcome: 'pass' });
});
