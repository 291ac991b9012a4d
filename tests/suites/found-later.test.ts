import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged } from './judged.ts';

const RULE = 'query/records';
const isQuery = ({ method, url }: Request): boolean => method === 'GET' && url.includes('/query/deals/');

/** Gives an answer to a query that was kept, where `isKept` says so. */
function keeping(isKept: (first: Response) => boolean, fields: Readonly<Record<string, string>> = {}) {
  return (fetch: Fetch): Fetch => {
    const kept = new Map<string, Response>();
    return async (request) => {
      if (!isQuery(request)) return fetch(request);
      const key = `${request.url} ${request.headers.get('accept') ?? ''}`;
      const known = kept.get(key);
      if (known !== undefined) return known.clone();
      const response = await fetch(request);
      if (!isKept(response)) return response;
      const headers = new Headers({ ...Object.fromEntries(response.headers), ...fields });
      const again = new Response(response.clone().body, { status: response.status, headers });
      kept.set(key, again);
      return again.clone();
    };
  };
}

/** Changes the JSON of what is found. */
function finding(change: (records: readonly unknown[], last: readonly unknown[]) => readonly unknown[]) {
  return (fetch: Fetch): Fetch => {
    const last = new Map<string, readonly unknown[]>();
    return async (request) => {
      const response = await fetch(request);
      if (!isQuery(request)) return response;
      const found: unknown = response.status === 200 ? await response.clone().json() : [];
      const records: readonly unknown[] = Array.isArray(found) ? found : [];
      const changed = change(records, last.get(request.url) ?? []);
      last.set(request.url, records.length > 0 ? records : changed);
      return changed.length === 0 ? response : json(200, changed);
    };
  };
}

const withoutZeros = (record: unknown): unknown =>
  Object.fromEntries(Object.entries(Object(record)).filter(([, value]) => value !== 0));
const onlyLast = (record: unknown, at: number, { length }: readonly unknown[]): unknown => {
  const { price: _price, ...rest } = Object(record);
  return at + 1 === length ? record : rest;
};
const ONLY_JSON = { representations: ['json' as const] };

const WRONG: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['keeps that there was nothing', keeping(({ status }) => status === 404)],
  ['finds records without what is 0', finding((records) => records.map(withoutZeros))],
  [
    'gives each record with the price of the first',
    finding((records) => records.map((record) => ({ ...Object(record), price: Object(records[0]).price }))),
  ],
  ['gives a price with the last record alone', finding((records) => records.map(onlyLast))],
  ['finds two records at most', finding((records) => records.slice(0, 2))],
  ['gives the last record when all are gone', finding((records, last) => (records.length > 0 ? records : last))],
  [
    'gives a record as it was found first',
    (fetch) => {
      const first = new Map<string, unknown>();
      const known = (record: unknown): unknown => {
        const { id } = Object(record);
        if (!first.has(id)) first.set(id, record);
        return first.get(id);
      };
      return finding((records) => records.map(known))(fetch);
    },
  ],
];

test.concurrent.each(inGate(WRONG))('found: a query that %s', async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1, options: ONLY_JSON });
  expect(of(RULE, 'query:deals')).toMatchObject({ outcome: 'fail' });
});

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  [
    'lets caches keep that there was nothing',
    keeping(({ status }) => status === 404, { 'cache-control': 'max-age=60' }),
  ],
  [
    'has no 0, as the record has none',
    (fetch) => async (request) => {
      const response = await finding((records) => records.map(withoutZeros))(fetch)(request);
      const isRecord = request.method === 'GET' && /\/deals\/\d+$/u.test(request.url) && response.ok;
      return isRecord && response.headers.get('content-type') === 'application/json'
        ? json(200, withoutZeros(await response.json()))
        : response;
    },
  ],
  [
    'refuses a price of 0',
    (fetch) => async (request) =>
      request.method === 'POST' && (await request.clone().text()).includes('"price":0')
        ? json(400, {})
        : fetch(request),
  ],
  [
    'refuses each price but one',
    (fetch) => async (request) =>
      request.method === 'POST' && /"price":(?!100\b)/u.test(await request.clone().text())
        ? json(400, {})
        : fetch(request),
  ],
  [
    'tells no prices, and is turned around',
    finding((records) => records.map((record) => ({ ...Object(record), price: undefined })).toReversed()),
  ],
  ['tells ids alone', finding((records) => records.map((record) => ({ id: Object(record).id })))],
];

test.concurrent.each(inGate(LEGAL))('legal: a query that %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged([RULE], { wrap, runs: 1 });
  expect(of(RULE, 'query:deals').outcome).not.toBe('fail');
});

test('legal: the update of the target file changes the text by which records are found', async () => {
  const update = { payload: { name: 'renamed {unique}', price: 100 } };
  const { of } = await judged([RULE], {
    runs: 1,
    options: { ...ONLY_JSON, operationForms: ['D'] },
    file: { resources: [{ name: 'deals', required: ['name', 'price'], update }, { name: 'users' }] },
  });
  expect(of(RULE, 'query:deals').outcome).not.toBe('fail');
});
