import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged, type Server } from './judged.ts';

/** Labels, charsets and values of what the run made, in each representation. */
interface Case {
  readonly title: string;
  readonly wrap: (fetch: Fetch) => Fetch;
  readonly file?: Server['file'];
}

const RULES = ['negotiate/equivalent', 'negotiate/labelled', 'read/made', 'operation/effect'];

/** Another text, or another label, for what is read at these addresses in a type. */
function written(where: RegExp, type: string, change: (text: string) => string, label?: string): Case['wrap'] {
  return (fetch) => async (request) => {
    const { method, url, headers: asked } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const response = await fetch(isRead ? new Request(url, { headers: asked }) : request);
    if (!isRead) return response;
    const given = response.headers.get('content-type') ?? '';
    const isIt = response.status === 200 && given.includes(type) && where.test(new URL(url).pathname);
    if (!isIt) return new Response(method === 'HEAD' ? null : response.body, response);
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    if (label !== undefined) headers.set('content-type', label);
    return new Response(method === 'HEAD' ? null : change(await response.text()), { status: 200, headers });
  };
}

const same = (text: string): string => text;
const twice = (text: string): string => text.replaceAll('&amp;', '&amp;amp;').replaceAll('&lt;', '&amp;lt;');
const asLatin = (text: string): string => new TextDecoder('latin1').decode(new TextEncoder().encode(text));
const bmp = (text: string): string => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '??');
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const HOLD = /\/holds\/\d+$/u;
const HOLDS = /\/holds$/u;
const DOCUMENT = /\/commands\/[^/.]+$/u;
const DEALS = /\/deals\/$/u;
const NESTED = /\/(?:ssh-keys|address)\/\d+$/u;

const WRONG: readonly Case[] = [
  { title: 'a record of form E in XML as plain text', wrap: written(HOLD, 'xml', same, 'text/plain') },
  { title: 'a nested record in XML as plain text', wrap: written(NESTED, 'xml', same, 'text/plain') },
  { title: 'a page of a command document as XML', wrap: written(DOCUMENT, 'html', same, 'application/xml') },
  { title: 'a list of form E in JSON as bytes', wrap: written(HOLDS, 'json', same, 'application/octet-stream') },
  { title: 'a record of form E encoded twice', wrap: written(HOLD, 'xml', asLatin) },
  { title: 'a list of form E in XML without letters of four bytes', wrap: written(HOLDS, 'xml', bmp) },
  { title: 'command documents escaped in JSON', wrap: written(DOCUMENT, 'json', escaped) },
  { title: 'a list of form E escaped in JSON', wrap: written(HOLDS, 'json', escaped) },
  { title: 'a page of deals escaped twice', wrap: written(DEALS, 'html', twice) },
  { title: 'a list of deals encoded twice in XML', wrap: written(DEALS, 'xml', asLatin) },
  { title: 'a list of deals escaped in JSON', wrap: written(DEALS, 'json', escaped) },
  {
    title: 'held as a text in the list',
    wrap: written(DEALS, 'json', (text) => text.replaceAll('"held":true', '"held":"true"')),
  },
  {
    title: 'held as a text',
    wrap: written(/\/deals\//u, 'json', (text) => text.replaceAll('"held":true', '"held":"true"')),
  },
];

test.each(inGate(WRONG, Infinity))('found: $title', { tags: ['night'] }, async ({ wrap }) => {
  const { ended } = await judged(RULES, { wrap, options: { operationForms: ['D', 'E', 'F'] } });
  expect(ended('fail')).not.toEqual([]);
});

/** Refuses letters of four bytes. */
const refusing: Case['wrap'] = (fetch) => async (request) => {
  const body = request.method === 'GET' || request.method === 'HEAD' ? '' : await request.clone().text();
  return /[\u{10000}-\u{10ffff}]/u.test(body) ? Response.json({}, { status: 400 }) : fetch(request);
};

const RIGHT: readonly Case[] = [
  { title: 'letters of four bytes are refused', wrap: refusing },
  {
    title: 'a list of deals cuts texts short',
    wrap: written(DEALS, '', (text) => text.replaceAll(/(assayer [a-z0-9]{16})[^"<]*/gu, '$1…')),
  },
  { title: 'XML has a type of its own', wrap: written(/./u, 'xml', same, 'text/xml; charset=utf-8') },
  {
    title: 'other characters are escaped by number',
    wrap: written(/./u, 'xml', (text) =>
      text.replaceAll(/[\u{80}-\u{10ffff}]/gu, (letter) => `&#${letter.codePointAt(0) ?? 0};`),
    ),
  },
  {
    title: 'JSON escapes all but ASCII',
    wrap: written(/./u, 'json', (text) =>
      text.replaceAll(/[\u{80}-\u{ffff}]|[\ud800-\udfff]/gu, (letter) =>
        [...Array(letter.length).keys()]
          .map((i) => `\\u${letter.charCodeAt(i).toString(16).padStart(4, '0')}`)
          .join(''),
      ),
    ),
  },
];

test.each(inGate(RIGHT))('not failed: $title', { tags: ['night'] }, async ({ wrap }) => {
  const { ended } = await judged(RULES, { wrap, options: { operationForms: ['D', 'E', 'F'], validators: false } });
  expect([...ended('fail'), ...ended('error')]).toEqual([]);
});
