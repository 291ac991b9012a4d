import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const RULE = 'command/effect';
const SUBJECT = 'command:HoldDeal';
const options = { commandQuery: true, operationForms: ['A'] } as const;

/** Answers a command that accepts this by itself. */
const answering =
  (isMeant: (accept: string) => boolean, answer: (done: () => Promise<Response>) => Promise<Response>) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const isCommand = request.method === 'POST' && new URL(request.url).pathname.startsWith('/command/');
    const done = (): Promise<Response> => fetch(request);
    return isCommand && isMeant(request.headers.get('accept') ?? '') ? answer(done) : done();
  };

const doingNothing = (isMeant: (accept: string) => boolean): ((fetch: Fetch) => Fetch) =>
  answering(isMeant, async () => new Response(null, { status: 200 }));

const WRONG: readonly [what: string, isMeant: (accept: string) => boolean][] = [
  ['XML', (accept) => accept.includes('xml')],
  ['HTML', (accept) => accept.includes('html')],
  ['a type of nobody', (accept) => accept.includes('none')],
];

test.each(inGate(WRONG))('found: a command that does nothing for who accepts %s', async (_, isMeant) => {
  const { of } = await judged([`${RULE}#${SUBJECT}`], { wrap: doingNothing(isMeant), options });
  expect(of(RULE, SUBJECT)).toMatchObject({ outcome: 'fail' });
});

const LEGAL: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  [
    'refuses what it has no representation for',
    answering(
      (accept) => /xml|html|none/u.test(accept),
      async () => Response.json({}, { status: 406 }),
    ),
  ],
  [
    'accepts the command for later',
    answering(
      (accept) => /xml|html|none/u.test(accept),
      async () => new Response(null, { status: 202 }),
    ),
  ],
];

test.each(inGate(LEGAL))('legal: a server that %s', async (_, wrap) => {
  const { ended } = await judged([`${RULE}#${SUBJECT}`], { wrap, options });
  expect(ended('fail')).toEqual([]);
});
