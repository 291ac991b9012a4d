import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** Texts are read as they were sent, at the record and in the list, whatever has to be escaped in them (RFC 8259 7). */
const ANY = ['create/any-valid', 'deals'] as const;
const ALIKE = ['negotiate/equivalent', 'deals'] as const;
const options = { representations: ['json', 'xml'], operationForms: ['A'] } as const;

type Is = (path: string, type: string) => boolean;

const isList: Is = (path, type) => /\/deals\/?$/u.test(path) && type.includes('json');
const isRecord: Is = (path, type) => /\/deals\/\w+$/u.test(path) && type.includes('json');
const isXml: Is = (path, type) => /\/deals\/\w+$/u.test(path) && type.includes('xml');

/** Writes the body of a reading otherwise. */
const writing =
  (is: Is, write: (body: string) => string) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    const type = response.headers.get('content-type') ?? '';
    if (request.method !== 'GET' || response.status !== 200 || !is(new URL(request.url).pathname, type))
      return response;
    const headers = new Headers(response.headers);
    for (const name of ['content-length', 'etag', 'last-modified']) headers.delete(name);
    return new Response(write(await response.text()), { status: 200, headers });
  };

/** Changes each text of a body in JSON. */
const texts =
  (change: (text: string) => string) =>
  (body: string): string =>
    JSON.stringify(JSON.parse(body), (_, value: unknown) => (typeof value === 'string' ? change(value) : value));

const WRONG: readonly [what: string, rule: readonly [string, string], wrap: (fetch: Fetch) => Fetch][] = [
  ['tabs as they are in a list', ANY, writing(isList, (body) => body.replaceAll('\\t', '\t'))],
  [
    'escapes twice in a record',
    ANY,
    writing(
      isRecord,
      texts((text) => text.replaceAll('\n', '\\n')),
    ),
  ],
  [
    'backslashes once in a list',
    ANY,
    writing(
      isList,
      texts((text) => text.replaceAll('\\', '')),
    ),
  ],
  ['the name of a sign for it', ANY, writing(isRecord, (body) => body.replaceAll('\u2028', '\\\\u2028'))],
  ['a backslash twice in XML', ALIKE, writing(isXml, (body) => body.replaceAll('\\', '\\\\'))],
];

test.each(inGate(WRONG, 2))('found: a server that writes %s', { tags: ['night'] }, async (_, [rule, subject], wrap) => {
  const { of } = await judged([`${rule}#${subject}`], { wrap, runs: 1, options });
  expect(of(rule, subject)).toMatchObject({ outcome: 'fail' });
});

const LEGAL: readonly [what: string, rule: readonly [string, string], wrap: (fetch: Fetch) => Fetch][] = [
  [
    'writes two signs for the end of a line',
    ANY,
    writing(
      isRecord,
      texts((text) => text.replaceAll('\n', '\r\n')),
    ),
  ],
  ['escapes more than it has to', ANY, writing(isList, (body) => body.replaceAll('\u2028', '\\u2028'))],
  [
    'writes blanks for the ends of lines in XML',
    ALIKE,
    writing(isXml, (body) => body.replaceAll(/[\t\n\u2028\u2029]/gu, ' ')),
  ],
  [
    'refuses signs that it does not like',
    ANY,
    (fetch) => async (request) => {
      const body = await request.clone().text();
      return /\u2028|\\u2028/u.test(body) ? Response.json({ status: 400 }, { status: 400 }) : fetch(request);
    },
  ],
];

test.each(inGate(LEGAL, 2))('legal: a server that %s', async (_, [rule, subject], wrap) => {
  const { ended } = await judged([`${rule}#${subject}`], { wrap, runs: 1, options });
  expect(ended('fail')).toEqual([]);
});
