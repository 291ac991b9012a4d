import { expect, test } from 'vitest';
import { FORMS } from '../../core/claims.ts';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { rewriting, rewritingJson } from './rewriting.ts';

/** Views that are kept from before a change, until they are asked for once or for a while. */
const RULE = 'negotiate/equivalent';
const SUBJECT = 'deals';
const LIST = '/rest/1/deals/';

type Changes = (method: string, path: string) => boolean;

const isCreation: Changes = (method, path) => method === 'POST' && path === LIST;
const isDeletion: Changes = (method) => method === 'DELETE';
const isOfFormE: Changes = (method, path) => method === 'POST' && /\/deals\/[^/]+\/[a-z-]+$/u.test(path);
const isOfFormG: Changes = (method, path) => method === 'PUT' && path.startsWith('/commands/');
const isCommand: Changes = (method, path) => method === 'POST' && path.startsWith('/command/');
const isUndone: Changes = (method, path) => method !== 'GET' && /\/deals\/[^/]+\/unholds?$/u.test(path);
const isAny: Changes = (method) => method !== 'GET' && method !== 'HEAD';

interface Keeping {
  readonly type: string;
  /** How the address of the list ends, where that chooses it. */
  readonly by?: string;
  readonly place: 'list' | 'record';
  readonly after: Changes;
  /** How long; until the next reading where it is left out. */
  readonly ms?: number;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Answers with what was there before a change. */
const keeping =
  ({ type, by = '', place, after, ms, fields }: Keeping) =>
  (fetch: Fetch): Fetch => {
    const kept = new Map<string, { readonly text: string; readonly since: number }>();
    return async (request) => {
      const { pathname, search, origin } = new URL(request.url);
      if (after(request.method, pathname)) {
        const own = place === 'list' ? LIST : (/^\/rest\/1\/deals\/[^/]+/u.exec(pathname)?.[0] ?? '');
        const before = await fetch(new Request(origin + own, { headers: { accept: type } }));
        const response = await fetch(request);
        if (response.ok && before.ok) kept.set(own, { text: await before.text(), since: Date.now() });
        return response;
      }
      const response = await fetch(request);
      const old = kept.get(pathname);
      const isMeant =
        request.method === 'GET' && search === by && response.headers.get('content-type')?.includes(type) === true;
      if (old === undefined || !isMeant) return response;
      if (ms === undefined) kept.delete(pathname);
      else if (Date.now() - old.since > ms) return response;
      const headers = new Headers({ ...Object.fromEntries(response.headers), ...fields });
      headers.delete('content-length');
      return new Response(old.text, { status: 200, headers });
    };
  };

const XML = 'application/xml';
const HTML = 'text/html';

const WRONG: readonly [what: string, how: Keeping][] = [
  ['the page of the list before a creation, once', { type: HTML, place: 'list', after: isCreation }],
  ['the XML of the list before a deletion, once', { type: XML, place: 'list', after: isDeletion }],
  ['the page of the list before form E, once', { type: HTML, place: 'list', after: isOfFormE }],
  ['the page of the list before form G, once', { type: HTML, place: 'list', after: isOfFormG }],
  ['the XML of the list before a command, once', { type: XML, place: 'list', after: isCommand }],
  ['XML by a parameter before any change, once', { type: XML, by: '?format=xml', place: 'list', after: isAny }],
  ['the page of a deal before a hold was ended, once', { type: HTML, place: 'record', after: isUndone }],
  ['the XML of the list before a hold was ended, once', { type: XML, place: 'list', after: isUndone }],
  ['the page of a deal before form E, once', { type: HTML, place: 'record', after: isOfFormE }],
];

const LEGAL: readonly [what: string, how: Keeping][] = [
  ['a page of the list that is made a little later', { type: HTML, place: 'list', after: isAny, ms: 150 }],
  [
    'a page of the list that a cache may keep',
    { type: HTML, place: 'list', after: isAny, ms: 60_000, fields: { 'cache-control': 'max-age=60' } },
  ],
];

test.each(inGate(WRONG))('found: %s', async (_, how) => {
  const { of } = await judged([`${RULE}#${SUBJECT}`], { wrap: keeping(how), options: { operationForms: FORMS } });
  expect(of(RULE, SUBJECT)).toMatchObject({ outcome: 'fail' });
});

type Shown = Readonly<Record<string, unknown>>;

const ofEnded =
  (change: (deal: Shown) => Shown) =>
  (deal: Shown): Shown =>
    deal['completed'] === true || deal['canceled'] === true ? change(deal) : deal;
const withoutPrice = ofEnded(({ price: _price, ...rest }) => rest);
const withoutName = ofEnded(({ name: _name, ...rest }) => rest);
const DEAL = /\/deals\/[^/]+$/u;
const nowhere: (fetch: Fetch) => Fetch = (fetch) =>
  rewriting('xml', DEAL, unnamed)(rewriting('html', DEAL, unnamed)(rewritingJson<Shown>(DEAL, withoutName)(fetch)));

/** Values of a deal that ended, of which one view or list shows nothing. */
const LACKING: readonly [what: string, outcome: 'fail' | 'pass', wrap: (fetch: Fetch) => Fetch][] = [
  ['no name in JSON, but in XML', 'fail', rewritingJson<Shown>(DEAL, withoutName)],
  ['a price in XML alone', 'fail', rewritingJson<Shown>(DEAL, ({ price: _price, ...rest }) => rest)],
  ['no name in any view of the deal', 'pass', nowhere],
  ['no price in the list', 'fail', rewritingJson<readonly Shown[]>(/\/deals\/$/u, (all) => all.map(withoutPrice))],
  [
    'no price of any deal in the list',
    'pass',
    rewritingJson<readonly Shown[]>(/\/deals\/$/u, (all) => all.map(({ price: _price, ...rest }) => rest)),
  ],
];

function unnamed(text: string): string {
  const isEnded = /<(completed|canceled)>true|<dt>(completed|canceled)<\/dt><dd>true/u.test(text);
  return isEnded ? text.replace(/<name>[^<]*<\/name>|<dt>name<\/dt><dd>[^<]*<\/dd>/u, '') : text;
}

test.each(inGate(LACKING, Infinity))('%s: %s', { tags: ['night'] }, async (_, outcome, wrap) => {
  const { of } = await judged([`${RULE}#${SUBJECT}`], { wrap });
  expect(of(RULE, SUBJECT)).toMatchObject({ outcome });
});

test.each(inGate(LEGAL))('legal: %s', { tags: ['night'] }, async (_, how) => {
  const { of } = await judged([`${RULE}#${SUBJECT}`], { wrap: keeping(how) });
  expect(of(RULE, SUBJECT)).toMatchObject({ outcome: 'pass' });
});
