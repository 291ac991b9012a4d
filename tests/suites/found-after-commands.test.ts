import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged } from './judged.ts';

/** A query gives a deal as it is, whatever it was that changed it (document 4.3). */
const RULE = 'query/records';
const options = { representations: ['json'], operationForms: ['A'] } as const;

type Row = Readonly<Record<string, unknown>>;

/** Shows what is found as `shown` says, which gets what the deal was when it was found last. */
function finding(shown: (now: Row, last: Row | undefined, wasCommanded: boolean) => Row, isDead = false) {
  return (fetch: Fetch): Fetch => {
    const seen = new Map<string, Row>();
    const commanded = new Set<string>();
    return async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/command/')) {
        const body: unknown = JSON.parse(await request.clone().text());
        commanded.add(String(Object(body).id));
      }
      if (isDead && request.method === 'DELETE') return json(405, {}, { allow: 'GET' });
      const response = await fetch(request);
      if (!pathname.startsWith('/query/deals/') || response.status !== 200) return response;
      const rows: unknown = await response.json();
      const given = (Array.isArray(rows) ? rows : []).map((row: Row) => {
        const id = String(row['id']);
        const one = shown(row, seen.get(id), commanded.has(id));
        seen.set(id, one);
        return one;
      });
      return json(200, given);
    };
  };
}

/** The members of before for these. */
const keeping = (names: readonly string[], now: Row, last: Row): Row => ({
  ...now,
  ...Object.fromEntries(names.map((name) => [name, last[name]])),
});

const WRONG: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  [
    'sees no change by a command',
    finding((now, last, was) => (was && last ? keeping(['held', 'holdReason'], now, last) : now)),
  ],
  ['sees no change of a price', finding((now, last) => (last ? keeping(['price'], now, last) : now))],
  [
    'sees no change of a price where none is deleted',
    finding((now, last) => (last ? keeping(['price'], now, last) : now), true),
  ],
];

const subject = 'query:deals';
const pick = ({ id, name, price }: Row): Row => ({ id, name, price });

test.each(inGate(WRONG, 2))('found: a query that %s', async (_, wrap) => {
  const { of } = await judged([`${RULE}#${subject}`], { wrap, runs: 1, options });
  expect(of(RULE, subject)).toMatchObject({ outcome: 'fail' });
});

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['shows a part of a deal', finding(pick)],
  ['shows another notation of a price', finding((now) => ({ ...now, price: `${String(now['price'])}.00` }))],
  ['follows at the second time', finding(lagging())],
];

/** What is found follows one question later. */
function lagging(): (now: Row) => Row {
  const before = new Map<unknown, Row>();
  return (now) => {
    const last = before.get(now['id']) ?? now;
    before.set(now['id'], now);
    return last;
  };
}

test.each(inGate(LEGAL, 2))('legal: a query that %s', async (_, wrap) => {
  const { ended } = await judged([`${RULE}#${subject}`], { wrap, runs: 1, options });
  expect(ended('fail')).toEqual([]);
});
