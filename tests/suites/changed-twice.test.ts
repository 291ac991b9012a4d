import { expect, test } from 'vitest';
import type { Fetch, MockOptions } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged } from './judged.ts';
import { rewriting } from './rewriting.ts';

/** Views that follow the first change of a member, and no later one. */
const RULE = 'negotiate/equivalent';
const SUBJECT = 'deals';
const DEAL = /\/deals\/[^/]+$/u;
const LIST = /\/deals\/$/u;

/** Each deal of an XML body. */
const DEALS = /<deal><id>(\d+)<\/id>.*?<\/deal>/gsu;

/** A server that shows an element of XML with no value after so many. */
function stuckAt(values: number, path: RegExp, element: string): (fetch: Fetch) => Fetch {
  const texts = new RegExp(`(<${element}>)([^<]*)`, 'u');
  const seen = new Map<string, Set<string>>();
  return rewriting('xml', path, (body) =>
    body.replace(DEALS, (deal: string, id: string) => {
      const [, , text] = texts.exec(deal) ?? [];
      if (text === undefined) return deal;
      const own = seen.get(id) ?? new Set();
      seen.set(id, own.add(text));
      return deal.replace(texts, `$1${[...own][values - 1] ?? text}`);
    }),
  );
}

const WRONG: readonly [what: string, path: RegExp, element: string, values: number, options: MockOptions][] = [
  ['the price of a deal', DEAL, 'price', 2, {}],
  ['the price of a deal, where there is one form', DEAL, 'price', 2, { operationForms: ['A'] }],
  ['the date of a deal, where there are two forms', DEAL, 'completionDate', 1, { operationForms: ['C', 'E'] }],
  ['the price of a deal in the list', LIST, 'price', 2, {}],
];

test.each(inGate(WRONG))('found: XML that follows one change of %s', async (_, path, element, values, options) => {
  const { of } = await judged([`${RULE}#${SUBJECT}`], { wrap: stuckAt(values, path, element), options });
  expect(of(RULE, SUBJECT)).toMatchObject({ outcome: 'fail' });
});

const OPERATED = /\/deals\/[^/]+\/[a-z-]+$/u;

/** A server that carries out each operation once on each deal, which no states forbid (document 3). */
function onlyOnce(fetch: Fetch): Fetch {
  const done = new Set<string>();
  return before(async ({ path, method }, next) => {
    if (method !== 'PUT' || !OPERATED.test(path)) return next();
    if (done.has(path)) return json(409, { detail: 'not in this state' });
    done.add(path);
    return next();
  })(fetch);
}

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  ['the plain mock', (fetch) => fetch],
  ['each operation once', onlyOnce],
  [
    'no price but that of the sample',
    before(async ({ body }, next) =>
      /"newPrice":(?!1250\b)/u.test(body) ? json(400, { detail: 'a price of another list' }) : next(),
    ),
  ],
];

test.each(inGate(LEGAL, 3))('legal: %s', { tags: ['night'] }, async (_, wrap) => {
  const { of } = await judged([`${RULE}#${SUBJECT}`], { wrap, options: { operationForms: ['A'] } });
  expect(of(RULE, SUBJECT)).toMatchObject({ outcome: 'pass' });
});
