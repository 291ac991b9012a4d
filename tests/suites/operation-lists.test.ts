import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged } from './judged.ts';

const RULE = 'operation/status';
const SUBJECT = 'HoldDeal/E';
const LIST = /\/deals\/[^/]+\/[^/]+$/u;
const RECORD = /\/deals\/[^/]+\/[^/]+\/[^/]+$/u;

/** A service with a list of what each operation made of a deal, which may answer readings otherwise. */
const listing =
  (change: (path: string, list: readonly unknown[]) => Response | undefined): ((fetch: Fetch) => Fetch) =>
  (fetch) => {
    const holds = new Map<string, unknown[]>();
    return async (request) => {
      const { pathname } = new URL(request.url);
      const response = await fetch(request);
      if (request.method === 'POST' && LIST.test(pathname) && response.ok) {
        const id = response.headers.get('location')?.split('/').at(-1);
        holds.set(pathname, [...(holds.get(pathname) ?? []), { id }]);
      }
      const isList = LIST.test(pathname);
      if (request.method !== 'GET' || !(isList || RECORD.test(pathname))) return response;
      const list = holds.get(pathname) ?? [];
      return change(pathname, list) ?? (isList ? json(200, list) : response);
    };
  };

const noRecord = (path: string): Response | undefined => (RECORD.test(path) ? json(404, {}) : undefined);
const noList = (path: string): Response | undefined => (LIST.test(path) ? json(404, {}) : undefined);

test.each<[string, (fetch: Fetch) => Fetch, string]>(
  inGate(
    [
      ['found: a list that stays empty', listing((path) => (LIST.test(path) ? json(200, []) : undefined)), 'fail'],
      [
        'found: a list that is empty from the second record on',
        listing((path, list) => (LIST.test(path) && list.length > 1 ? json(200, []) : undefined)),
        'fail',
      ],
      ['legal: lists records that are not read by themselves', listing(noRecord), 'pass'],
      ['legal: lists what it made', listing(() => undefined), 'pass'],
      [
        'legal: lists the last one alone',
        listing((path, list) => (LIST.test(path) ? json(200, list.slice(-1)) : undefined)),
        'pass',
      ],
      ['legal: has no list', listing(noList), 'pass'],
      ['legal: reads neither records nor lists', listing((path) => noRecord(path) ?? noList(path)), 'pass'],
      ['legal: has an empty list and no record to read', listing((path) => noRecord(path) ?? json(200, [])), 'pass'],
      ['legal: is the plain mock', (fetch) => fetch, 'pass'],
    ],
    3,
  ),
)('%s', async (_, wrap, outcome) => {
  const options = { representations: ['json'], operationForms: ['A', 'E'] } as const;
  const { of } = await judged([RULE], { wrap, options, runs: 1 });
  expect([of(RULE, SUBJECT).outcome, of(RULE, SUBJECT).reason ?? '']).toEqual([outcome, expect.any(String)]);
});
