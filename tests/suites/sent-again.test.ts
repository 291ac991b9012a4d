import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged } from './judged.ts';

const OPTIONS = { representations: ['json'], operationForms: ['A', 'E', 'F'] } as const;

const CHANGED = /\/(?:deals\/[^/]+)\/(?!holds)[a-z-]+$/u;

/** Passes over a change that was asked for in the same words before, whatever came between. */
function rememberingWords(fetch: Fetch): Fetch {
  const known = new Set<string>();
  return before(async ({ method, path, body }, next) => {
    if (method !== 'PUT' || !CHANGED.test(path) || !body.includes('new')) return next();
    const words = `${path} ${body}`;
    if (known.has(words)) return new Response(null, { status: 204 });
    known.add(words);
    return next();
  })(fetch);
}

/** The same of commands, whatever their ids are. */
function rememberingCommands(fetch: Fetch): Fetch {
  const known = new Set<string>();
  return before(async ({ method, path, body }, next) => {
    if (method !== 'PUT' || !path.includes('/commands/') || !body.includes('new')) return next();
    const words = `${path.replace(/[^/]*$/u, '')} ${body}`;
    if (known.has(words)) return new Response(null, { status: 204 });
    known.add(words);
    return next();
  })(fetch);
}

test.each<[string, (fetch: Fetch) => Fetch, string]>(
  inGate(
    [
      ['a change', rememberingWords, 'ChangePrice/A'],
      ['another change', rememberingWords, 'ChangeCompletionDate/A'],
      ['a command', rememberingCommands, 'ChangePrice/F'],
    ],
    3,
  ),
)(
  'found: %s in known words is passed over, though another came between',
  { tags: ['night'] },
  async (_, wrap, subject) => {
    const { of } = await judged(['operation/effect'], { wrap, options: OPTIONS, runs: 1 });
    expect(of('operation/effect', subject)).toMatchObject({ outcome: 'fail' });
  },
);

/** Refuses what was asked for in the same words before. */
const refusesAgain: (fetch: Fetch) => Fetch = (fetch) => {
  const known = new Set<string>();
  return before(async ({ method, path, body }, next) => {
    const words = `${path} ${body}`;
    if (method !== 'PUT' || !CHANGED.test(path)) return next();
    if (known.has(words)) return json(409, {});
    known.add(words);
    return next();
  })(fetch);
};

/** Takes a POST in the words of the one before it, but for others, for one that was sent twice by mistake. */
const sentTwice: (fetch: Fetch) => Fetch = (fetch) => {
  const known = new Set<string>();
  return before(async ({ method, path, body }, next) => {
    if (method !== 'POST' || !/\/deals\/[^/]+\//u.test(path)) return next();
    const words = `${path} ${body}`;
    if (known.has(words)) return new Response(null, { status: 204 });
    known.add(words);
    return next();
  })(fetch);
};

test.each<[string, (fetch: Fetch) => Fetch]>(
  inGate(
    [
      ['refuses the same words again', refusesAgain],
      ['makes one thing of two equal POSTs', sentTwice],
      ['is the plain mock', (fetch) => fetch],
    ],
    3,
  ),
)('a server that %s is not failed', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged(['operation/effect'], { wrap, options: OPTIONS, runs: 1 });
  expect(ended('fail')).toEqual([]);
});

/** A server that lists below each deal what was done to it, by this count of its holds so far. */
function listing(countOf: (holds: number, readings: number) => number): (fetch: Fetch) => Fetch {
  return (fetch) => {
    const holds = new Map<string, number>();
    const readings = new Map<string, number>();
    return before(async ({ method, path }, next) => {
      const [, deal = ''] = /(\/deals\/[^/]+)\/(?:hold|commands\/[^/]+)$/u.exec(path) ?? [];
      if (deal !== '' && method === 'PUT') holds.set(deal, (holds.get(deal) ?? 0) + 1);
      const [, own = ''] = /(\/deals\/[^/]+)\/holds$/u.exec(path) ?? [];
      if (own === '' || method !== 'GET') return next();
      readings.set(own, (readings.get(own) ?? 0) + 1);
      const count = countOf(holds.get(own) ?? 0, readings.get(own) ?? 0);
      return json(
        200,
        Array.from({ length: count }, (__, i) => ({ id: `${i + 1}`, reason: 'as agreed' })),
      );
    })(fetch);
  };
}

test.each(['HoldDeal/A', 'HoldDeal/F'])(
  'found: %s again makes a second record below the deal',
  { tags: ['night'] },
  async (subject) => {
    const { of } = await judged(['operation/idempotent'], { wrap: listing((holds) => holds), options: OPTIONS });
    expect(of('operation/idempotent', subject)).toMatchObject({ outcome: 'fail' });
  },
);

test.each<[string, (fetch: Fetch) => Fetch, readonly ('A' | 'E' | 'F')[]]>(
  inGate([
    ['lists one record', listing((holds) => Math.min(holds, 1)), ['A', 'E', 'F']],
    ['lists two for each hold', listing((holds) => (holds > 0 ? 2 : 0)), ['A', 'E', 'F']],
    ['lists none', listing(() => 0), ['A', 'E', 'F']],
    ['lists those of all deals', listing(() => 7), ['A', 'E', 'F']],
    ['shows records late', listing((holds, readings) => (readings > 2 ? Math.min(holds, 1) * 3 : 3)), ['A', 'E', 'F']],
    [
      'has no such list',
      before(async ({ path }, next) => (path.endsWith('/holds') ? json(405, {}, { allow: 'POST' }) : next())),
      ['A', 'E'],
    ],
    ['serves no form E', listing((holds) => holds), ['A', 'F']],
  ]),
)('legal: a server that %s', async (_, wrap, operationForms) => {
  const { ended } = await judged(['operation/idempotent'], { wrap, options: { ...OPTIONS, operationForms } });
  expect(ended('fail')).toEqual([]);
});
