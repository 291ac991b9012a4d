import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** Conditions on what is gone, on creations and on commands. */
type Wrap = (fetch: Fetch) => Fetch;

const RULES = ['validator/if-match'];
const options = { representations: ['json'] } as const;

/** Looks at a field first: answers so where it is there, and what is asked for is meant. */
const instead = (status: number, field: string, isMeant: (request: Request, answer: Response) => boolean): Wrap => {
  return (fetch) => async (request) => {
    const isNamed = request.headers.has(field);
    const answer = await fetch(request);
    return isNamed && isMeant(request, answer) ? new Response(null, { status }) : answer;
  };
};

const isGoneRecord = ({ method, url }: Request, { status }: Response): boolean =>
  method === 'GET' && /\/rest\/1\/deals\/[^/]+$/u.test(url) && status === 404;
const isGoneAt =
  (path: RegExp) =>
  ({ url }: Request, { status }: Response): boolean =>
    path.test(url) && status === 404;
const isCreation = ({ method, url }: Request): boolean => method === 'POST' && url.endsWith('/deals/');

const WRONG: Readonly<Record<string, Wrap>> = {
  'what was deleted matches no If-Match': instead(412, 'if-match', isGoneRecord),
  'what was deleted is not modified': instead(304, 'if-none-match', isGoneRecord),
  'what was deleted is not modified since': instead(304, 'if-modified-since', isGoneRecord),
  'what was deleted was modified since': instead(412, 'if-unmodified-since', isGoneRecord),
  'what was deleted is there for If-Match': instead(200, 'if-match', isGoneRecord),
  'below what was deleted an operation is carried out': instead(204, 'if-match', isGoneAt(/\/hold$/u)),
  'below what was deleted nothing matches *': instead(412, 'if-match', isGoneAt(/\/hold$/u)),
  'below what was deleted there is a state already': instead(412, 'if-none-match', isGoneAt(/\/holded$/u)),
  'below what was deleted all was modified': instead(412, 'if-unmodified-since', isGoneAt(/\/holds$/u)),
  'a creation is one of what is there': instead(412, 'if-none-match', isCreation),
  'a creation takes any text for a date': instead(412, 'if-unmodified-since', isCreation),
};

test.each(inGate(Object.entries(WRONG)))('found: %s', async (_, wrap) => {
  const { ended } = await judged(RULES, { wrap, options });
  expect(ended('fail')).toEqual(['validator/if-match deals']);
});

test('found: a command is refused for a condition that holds', async () => {
  const wrap = instead(412, 'if-none-match', ({ method, url }) => method === 'POST' && url.includes('/command/'));
  const { ended } = await judged(['command/status'], { wrap, options });
  expect(ended('fail')).toHaveLength(1);
});

test('not failed: what is gone is 410, and its address is given to nobody', async () => {
  const wrap: Wrap = (fetch) => async (request) => {
    const answer = await fetch(request);
    return isGoneRecord(request, answer) ? new Response(null, { status: 410 }) : answer;
  };
  const { ended } = await judged(RULES, { wrap, options });
  expect(ended('fail')).toEqual([]);
});
