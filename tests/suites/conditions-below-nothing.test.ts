import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** Conditions on operations of a deal that never was, on commands that are not there, and on what would stand below such a deal. */
type Wrap = (fetch: Fetch) => Fetch;

const isNone = ({ status }: Response): boolean => status === 404;

/** Answers by a condition what is refused at these addresses. */
function instead(
  status: number,
  field: string,
  method: string,
  path: RegExp,
  isMeant: (answer: Response) => boolean = isNone,
): Wrap {
  return (fetch) => async (request) => {
    const answer = await fetch(request);
    const isIt = request.method === method && isMeant(answer) && path.test(new URL(request.url).pathname);
    return isIt && request.headers.has(field) ? new Response(null, { status }) : answer;
  };
}

/** Looks for a tag before it looks for the deal: a tag that was ever given below any deal is the current one. */
const knowsTheTag =
  (path: RegExp): Wrap =>
  (fetch) => {
    const known = new Set<string>();
    return async (request) => {
      const answer = await fetch(request);
      if (request.method !== 'GET' || !path.test(new URL(request.url).pathname)) return answer;
      known.add(answer.headers.get('etag') ?? '');
      const isKnown = answer.status === 404 && known.has(request.headers.get('if-none-match') ?? '*');
      return isKnown ? new Response(null, { status: 304 }) : answer;
    };
  };

const WRITES = 'validator/if-match deals';
const MADE = 'read/made deals';

const WRONG: readonly (readonly [string, string, Wrap])[] = [
  ['no deal is on hold since', WRITES, instead(412, 'if-unmodified-since', 'PUT', /\/holded$/u)],
  ['no price of nobody matches', WRITES, instead(412, 'if-match', 'PUT', /\/deals\/[^/]+\/(?!hold)[a-z-]+$/u)],
  ['no deal is another one for an action', WRITES, instead(412, 'if-none-match', 'PUT', /\/deals\/[^/]+$/u)],
  [
    'no deal of a command is another one',
    WRITES,
    instead(304, 'if-none-match', 'PUT', /^\/commands\//u, ({ status }) => [400, 404].includes(status)),
  ],
  [
    'no change of a price adds to another one',
    WRITES,
    instead(412, 'if-match', 'POST', /\/deals\/[^/]+\/(?!holds)[a-z-]+s$/u),
  ],
  ['no hold below nobody is modified', MADE, instead(304, 'if-modified-since', 'GET', /\/\d{4,}\/holds\/[^/]+$/u)],
  ['no hold below nobody is another one', MADE, knowsTheTag(/\/holds\/[^/]+$/u)],
  ['no command below nobody is another one', MADE, knowsTheTag(/\/deals\/[^/]+\/commands\/[^/]+$/u)],
  ['no list below nobody matches', MADE, instead(412, 'if-match', 'GET', /\/deals\/[^/]+\/holds$/u)],
  [
    'no such command has a tag',
    'command/unknown command:HoldDeal',
    instead(412, 'if-modified-since', 'POST', /^\/command\//u),
  ],
];

const RULES = ['validator/if-match', 'read/made', 'command/unknown'];
const options = { operationForms: ['A', 'B', 'C', 'E', 'F', 'G'], representations: ['json'] } as const;

test.each(inGate(WRONG))('found: %s', { tags: ['night'] }, async (_, expected, wrap) => {
  const { ended, results } = await judged(RULES, { wrap, options });
  expect(ended('fail'), JSON.stringify(results.filter(({ outcome }) => outcome !== 'pass'))).toContain(expected);
});

const RIGHT: readonly (readonly [string, Wrap])[] = [
  [
    'conditions come before a body that names no deal',
    instead(412, 'if-match', 'PUT', /^\/commands\//u, ({ status }) => [400, 404].includes(status)),
  ],
  [
    'nothing is read below a deal',
    (fetch) => async (request) =>
      request.method === 'GET' && /\/deals\/[^/]+\/./u.test(request.url)
        ? new Response(null, { status: 405, headers: { allow: 'PUT, POST' } })
        : fetch(request),
  ],
  [
    '410 for every deal that is not there',
    (fetch) => async (request) => {
      const answer = await fetch(request);
      const isBelow = answer.status === 404 && /\/deals\/[^/]+\/./u.test(request.url);
      return isBelow ? new Response(null, { status: 410 }) : answer;
    },
  ],
];

test.each(RIGHT)('not failed: %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended, of } = await judged(['validator/if-match', 'read/made'], { wrap, options });
  const told = ended('fail').map((one) => of(one.split(' ')[0] ?? '', one.split(' ')[1] ?? '').reason);
  expect(told).toEqual([]);
});
