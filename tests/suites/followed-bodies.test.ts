import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, isJson, judged } from './judged.ts';

const RULE = 'operation/malformed';
const options = { operationForms: ['A'], representations: ['json'] } as const;

/** Reads bodies at these addresses up to the end of the first JSON text, whatever follows. */
const readingFirst = (where: RegExp, isPassed: (rest: string) => boolean = () => true): ((fetch: Fetch) => Fetch) =>
  before(async ({ method, path, body }, next) => {
    if (method === 'GET' || !where.test(path) || isJson(body)) return next();
    const ends = [...body.matchAll(/\}/gu)].map(({ index }) => index + 1);
    const end = ends.find((place) => isJson(body.slice(0, place)));
    return end === undefined || !isPassed(body.slice(end)) ? next() : next({ body: body.slice(0, end) });
  });

/** Answers a body without a type, sent to an operation, by itself. */
const untyped =
  (answer: (request: Request, fetch: Fetch) => Promise<Response>): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    const isIt = request.method === 'PUT' && request.headers.get('content-type') === null;
    return isIt && (await request.clone().text()) !== '' ? answer(request, fetch) : fetch(request);
  };

const CASES: readonly (readonly [what: string, subject: string, wrap: (fetch: Fetch) => Fetch, outcome: string])[] = [
  ['found: reads one of two texts', 'ChangePrice/A', readingFirst(/change-price$/u), 'fail'],
  [
    'found: reads what has words behind it',
    'CancelDeal/A',
    readingFirst(/cancel$/u, (rest) => !rest.startsWith('{')),
    'fail',
  ],
  [
    'found: breaks down without a type',
    'ChangePrice/A',
    untyped(async () => new Response(null, { status: 500 })),
    'fail',
  ],
  [
    'legal: refuses what has no type',
    'ChangePrice/A',
    untyped(async () => new Response(null, { status: 415 })),
    'pass',
  ],
  [
    'legal: knows no operation without a type',
    'ChangePrice/A',
    untyped(async () => new Response(null, { status: 404 })),
    'pass',
  ],
  [
    'legal: does nothing without a type',
    'ChangePrice/A',
    untyped(async () => new Response(null, { status: 204 })),
    'pass',
  ],
  [
    'legal: takes what has no type for JSON',
    'ChangePrice/A',
    untyped(async (request, fetch) => {
      const headers = new Headers(request.headers);
      headers.set('content-type', 'application/json');
      return fetch(new Request(request.url, { method: 'PUT', headers, body: await request.text() }));
    }),
    'pass',
  ],
];

test.each(inGate(CASES, 3))('%s (%s)', async (_, subject, wrap, outcome) => {
  const { of } = await judged([`${RULE}#${subject}`], { wrap, options });
  expect(of(RULE, subject)).toMatchObject({ outcome });
});
