import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged } from './judged.ts';

const rule = 'operation/effect';
const options = { operationForms: ['A', 'B', 'D', 'E'], representations: ['json'] } as const;

type Entry = Readonly<Record<string, unknown>>;
type Change = (
  entry: Entry,
  old: Entry | undefined,
  past: { readonly form: string; readonly looks: number; readonly cancels: number },
) => Entry;

const formOf = (method: string, path: string): string => {
  if (method === 'POST') return 'E';
  if (/\/deals\/[^/]+$/u.test(path)) return 'D';
  return path.endsWith('ed') ? 'B' : 'A';
};

/** A service whose list may show a deal otherwise, given what it showed before the last change, and what was asked for since. */
const listing =
  (change: Change, fields: Readonly<Record<string, string>> = {}) =>
  (fetch: Fetch): Fetch => {
    const old = new Map<unknown, Entry>();
    const past = new Map<unknown, { form: string; looks: number; cancels: number }>();
    return async (request) => {
      const { pathname, origin } = new URL(request.url);
      const id = /\/deals\/([^/]+)/u.exec(pathname)?.[1];
      const isChange = id !== undefined && (request.method === 'PUT' || request.method === 'POST');
      if (isChange) {
        const before = await fetch(new Request(`${origin}/rest/1/deals/${id}`));
        if (before.ok) old.set(id, await before.json());
        past.set(id, { form: formOf(request.method, pathname), looks: 0, cancels: 0 });
      }
      if (isChange && pathname.includes('cancel')) for (const one of past.values()) one.cancels += 1;
      const response = await fetch(request);
      if (request.method !== 'GET' || !pathname.endsWith('/deals/') || response.status !== 200) return response;
      const all: readonly Entry[] = await response.json();
      const shown = all.map((entry) => {
        const last = past.get(entry['id']);
        if (last === undefined) return change(entry, undefined, { form: '', looks: 0, cancels: 0 });
        last.looks += 1;
        return change(entry, old.get(entry['id']), last);
      });
      return json(200, shown, fields);
    };
  };

const WRONG: readonly (readonly [string, string, Change])[] = [
  [
    'keeps the list as it was before form D',
    'HoldDeal/D',
    (entry, old, { form }) => (form === 'D' ? (old ?? entry) : entry),
  ],
  [
    'keeps the list as it was before form B',
    'ChangePrice/B',
    (entry, old, { form }) => (form === 'B' ? (old ?? entry) : entry),
  ],
  [
    'keeps the list as it was before form E',
    'CancelDeal/E',
    (entry, old, { form }) => (form === 'E' ? (old ?? entry) : entry),
  ],
];

const LEGAL: readonly (readonly [string, Change, Readonly<Record<string, string>>])[] = [
  ['lists what is new one look later', (entry, old, { looks }) => (looks < 2 ? (old ?? entry) : entry), {}],
  ['lists names alone', ({ id, name }) => ({ id, name }), {}],
  ['lists what a cache may keep', (entry, old) => old ?? entry, { 'cache-control': 'max-age=60' }],
  ['writes prices as texts in its list', (entry) => ({ ...entry, price: String(entry['price']) }), {}],
];

describe.concurrent('a service that', () => {
  it.each(inGate(WRONG))('%s fails', { tags: ['night'] }, async (_, subject, change) => {
    const seen = await judged([rule], { options, wrap: listing(change), runs: 1 });
    expect(seen.of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it('lists a change until other deals were cancelled fails', { tags: ['night'] }, async () => {
    const change: Change = (entry, old, { cancels }) => (cancels > 3 ? (old ?? entry) : entry);
    // One rule at a time: which deals were cancelled before which look is the same in each run.
    const seen = await judged([rule], { options, wrap: listing(change), runs: 1, concurrency: 1 });
    expect(seen.ended('fail')).not.toEqual([]);
    expect(seen.results.map(({ expected }) => expected ?? '').join()).toContain('in the collection later too');
  });

  it.each(inGate(LEGAL))('%s fails nothing', { tags: ['night'] }, async (_, change, fields) => {
    const seen = await judged([rule], { options, wrap: listing(change, fields), runs: 1 });
    expect(seen.ended('fail')).toEqual([]);
  });
});
