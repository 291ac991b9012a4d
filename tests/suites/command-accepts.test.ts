import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged } from './judged.ts';

const RULE = 'command/status';
const SUBJECT = 'command:HoldDeal';

/** Answers a command that accepts this in another way, after it was carried out. */
const answering =
  (isOdd: (accept: string) => boolean, answer: (done: Response) => Response): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const isCommand = request.method === 'POST' && new URL(request.url).pathname.startsWith('/command/');
    const done = await fetch(request);
    return isCommand && done.ok && isOdd(request.headers.get('accept') ?? '') ? answer(done) : done;
  };

const WRONG: readonly [what: string, wrap: (fetch: Fetch) => Fetch][] = [
  [
    'a page for browsers',
    answering(
      (accept) => accept.includes('html'),
      () => new Response('<p>Done</p>'),
    ),
  ],
  [
    'an empty document in XML',
    answering(
      (accept) => accept.includes('xml'),
      () => new Response('<result/>'),
    ),
  ],
  [
    '204 for XML',
    answering(
      (accept) => accept.includes('xml'),
      () => new Response(null, { status: 204 }),
    ),
  ],
  [
    'null for whoever takes all',
    answering(
      (accept) => accept === '*/*',
      () => json(200, null),
    ),
  ],
  [
    '500 for a type of nobody',
    answering(
      (accept) => accept.includes('none'),
      () => json(500, {}),
    ),
  ],
];

test.each(inGate(WRONG))('found: a command that answers %s', async (_, wrap) => {
  const { of } = await judged([`${RULE}#${SUBJECT}`], { wrap, options: { commandQuery: true } });
  expect(of(RULE, SUBJECT)).toMatchObject({ outcome: 'fail' });
});

test('legal: a command refuses what it has no representation for', async () => {
  const wrap = answering(
    (accept) => /xml|html|none/u.test(accept),
    () => json(406, {}),
  );
  const { of } = await judged([`${RULE}#${SUBJECT}`], { wrap, options: { commandQuery: true } });
  expect(of(RULE, SUBJECT)).toMatchObject({ outcome: 'pass' });
});
