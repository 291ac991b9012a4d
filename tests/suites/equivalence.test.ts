import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** Rewrites every successful body of this type, at the paths given. */
function rewriting(type: string, path: RegExp, change: (text: string) => string | Uint8Array<ArrayBuffer>) {
  return (fetch: Fetch): Fetch =>
    async (request) => {
      const response = await fetch(request);
      const { pathname, search } = new URL(request.url);
      const isIt = response.headers.get('content-type')?.startsWith(type) === true && path.test(pathname + search);
      if (!response.ok || !isIt || request.method === 'HEAD') return response;
      const headers = new Headers(response.headers);
      headers.delete('content-length');
      return new Response(change(await response.text()), { status: response.status, headers });
    };
}

const inTag =
  (tag: string, change: (text: string) => string) =>
  (text: string): string =>
    text.replace(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'gu'), (_, own: string) => `<${tag}>${change(own)}</${tag}>`);
const inTerm =
  (term: string, change: (text: string) => string) =>
  (text: string): string =>
    text.replace(
      new RegExp(`<dt>${term}</dt><dd>([^<]*)</dd>`, 'gu'),
      (_, own: string) => `<dt>${term}</dt><dd>${change(own)}</dd>`,
    );
const twice = (text: string): string => `${text}${text}`;
const latin1 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (char) => char.charCodeAt(0) & 0xff);
const XML = 'application/xml';
const HTML = 'text/html';

const FAULTS: readonly [what: string, subject: string, wrap: (fetch: Fetch) => Fetch][] = [
  [
    'an empty id in the XML of a user',
    'users',
    rewriting(
      XML,
      /\/users\/1$/u,
      inTag('id', () => ''),
    ),
  ],
  [
    'another id in the XML of a key',
    'users',
    rewriting(
      XML,
      /ssh-keys/u,
      inTag('id', (id) => `${id}9`),
    ),
  ],
  [
    'capitals in the HTML of a query',
    'users',
    rewriting(
      HTML,
      /\?name=/u,
      inTerm('name', (t) => t.toUpperCase()),
    ),
  ],
  [
    'null in the XML list of users',
    'users',
    rewriting(
      XML,
      /\/users$/u,
      inTag('email', () => 'null'),
    ),
  ],
  [
    'names cut in the HTML list of users',
    'users',
    rewriting(
      HTML,
      /\/users$/u,
      inTerm('name', (t) => t.slice(0, 5)),
    ),
  ],
  [
    'a date cut in the XML list of deals',
    'deals',
    rewriting(
      XML,
      /deals\/$/u,
      inTag('completionDate', (t) => t.slice(0, 5)),
    ),
  ],
  ['a page that comes twice', 'users', rewriting(HTML, /address/u, twice)],
  ['another charset than the label in HTML', 'users', rewriting(HTML, /\/users\/\d+$/u, latin1)],
  [
    'a 201 in XML that escapes twice',
    'deals',
    rewriting(
      XML,
      /deals\/$/u,
      inTag('name', (t) => t.replaceAll('&', '&amp;')),
    ),
  ],
  [
    'an HTML list without every other record',
    'users',
    rewriting(HTML, /\/users$/u, (text) => {
      let seen = 0;
      return text.replace(/<article.*?<\/article>/gu, (record) => {
        seen += 1;
        return seen % 2 === 0 ? '' : record;
      });
    }),
  ],
];

for (const [what, subject, wrap] of FAULTS) {
  test(`found: ${what}`, { tags: ['night'] }, async () => {
    const { of } = await judged(['negotiate/equivalent'], { wrap });
    expect(of('negotiate/equivalent', subject)).toMatchObject({ outcome: 'fail' });
  });
}

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['XML with names of its own', rewriting(XML, /./u, (text) => text.replace(/(<\/?)(?=\w)/gu, '$1x-'))],
  ['XML that is indented', rewriting(XML, /./u, (text) => text.replace(/>([^<\s][^<]*)</gu, '>\n  $1\n<'))],
  [
    'XML of named properties',
    rewriting(XML, /./u, (text) =>
      text.replace(/<(\w+)>([^<]*)<\/\1>/gu, '<property><name>$1</name><value>$2</value></property>'),
    ),
  ],
  [
    'an HTML list that shows names alone',
    rewriting(HTML, /(?:\/users|deals\/)$/u, (text) => text.replace(/<dt>(?!name<).*?<\/dt><dd>.*?<\/dd>/gu, '')),
  ],
  [
    'an HTML list in pages',
    rewriting(HTML, /\/users$/u, (text) =>
      text.replace(/<article(?:(?!<article).)*<\/article>(?=<\/body>)/u, '<a href="/users?page=2">more</a>'),
    ),
  ],
  [
    'labels in other words',
    rewriting(HTML, /./u, (text) =>
      text
        .replaceAll('<dt>id<', '<dt>Nr.<')
        .replaceAll('<dt>price<', '<dt>Preis<')
        .replaceAll('<dt>name<', '<dt>Name:<'),
    ),
  ],
  [
    'prices with a currency and dates in words',
    rewriting(HTML, /./u, (text) =>
      inTerm(
        'completionDate',
        () => '30 June 2030',
      )(inTerm('price', (t) => `EUR ${Number(t).toLocaleString('en', { minimumFractionDigits: 2 })}`)(text)),
    ),
  ],
  [
    'texts in elements of their own',
    rewriting(
      HTML,
      /./u,
      inTerm('name', (t) => `<span title="x">${t}</span> (active)`),
    ),
  ],
];

test.each(inGate(LEGAL))('legal: %s', async (_, wrap) => {
  const { ended, results } = await judged(['negotiate/equivalent'], { wrap });
  expect(results.filter(({ outcome }) => outcome === 'fail').map(({ reason }) => reason)).toEqual([]);
  expect(ended('pass')).toEqual(['negotiate/equivalent deals', 'negotiate/equivalent users']);
});
