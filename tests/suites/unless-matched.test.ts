import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const RULE = 'validator/if-match';
const OPTIONS = { representations: ['json'], operationForms: ['A', 'C'] } as const;

/** A server that reads no conditions in writes, but for what `answer` says of them. */
function writing(answer: (method: string, fields: Headers) => number | undefined): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const headers = new Headers(request.headers);
    if (request.method === 'GET' || request.method === 'HEAD') {
      // Of conditions, it knows If-None-Match alone.
      for (const name of ['if-match', 'if-unmodified-since']) headers.delete(name);
      return fetch(new Request(request, { headers }));
    }
    const status = answer(request.method, headers);
    if (status !== undefined) return new Response(null, { status });
    for (const name of ['if-match', 'if-none-match', 'if-unmodified-since']) headers.delete(name);
    return fetch(new Request(request, { headers }));
  };
}

const isKnown = (fields: Headers): boolean =>
  /^"[^",]*"$/u.test(fields.get('if-none-match') ?? '') && !/nobody|assayer/iu.test(fields.get('if-none-match') ?? '');

test.each<[string, (fetch: Fetch) => Fetch]>([
  ['an operation', writing((method, fields) => (method === 'PUT' && isKnown(fields) ? 304 : undefined))],
  ['a deletion', writing((method, fields) => (method === 'DELETE' && isKnown(fields) ? 304 : undefined))],
  [
    'a deletion with If-Match',
    writing((method, fields) => (method === 'DELETE' && fields.has('if-match') ? 304 : undefined)),
  ],
])('found: 304 to %s', async (_, wrap) => {
  const { ended, of } = await judged([RULE], { wrap, options: OPTIONS });
  expect(ended('fail')).toEqual([`${RULE} deals`]);
  expect(of(RULE, 'deals').reason).toContain('304');
});

test.each<[string, (fetch: Fetch) => Fetch]>(
  inGate([
    ['passes over conditions', writing(() => undefined)],
    ['refuses such a condition with 412', writing((_, fields) => (isKnown(fields) ? 412 : undefined))],
    [
      'refuses such a condition as one that it does not know',
      writing((_, fields) => (isKnown(fields) ? 400 : undefined)),
    ],
    ['is the plain mock', (fetch) => fetch],
  ]),
)('legal: a server that %s', async (_, wrap) => {
  const { ended } = await judged([RULE], { wrap, options: OPTIONS });
  expect(ended('fail')).toEqual([]);
});

const WRITES: readonly string[] = ['PUT', 'DELETE', 'POST'];

/** The mock without these fields, where a request is meant. */
function passingOver(fields: readonly string[], isMeant: (request: Request) => boolean): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    if (!isMeant(request)) return fetch(request);
    const headers = new Headers(request.headers);
    for (const name of fields) headers.delete(name);
    return fetch(new Request(request, { headers }));
  };
}

const isWrite = ({ method }: Request): boolean => WRITES.includes(method);
const CONDITIONS = ['if-match', 'if-none-match', 'if-unmodified-since'];

test.each(
  inGate<[string, (fetch: Fetch) => Fetch]>(
    [
      ['If-None-Match in every write', passingOver(['if-none-match'], isWrite)],
      [
        'all conditions in writes of command documents',
        passingOver(CONDITIONS, (request) => isWrite(request) && request.url.includes('/commands/')),
      ],
    ],
    1,
  ),
)('found: a server that has conditions and passes over %s', { tags: ['night'] }, async (_, wrap) => {
  const options = { representations: ['json'], operationForms: ['A', 'C', 'F'] } as const;
  const { ended, of } = await judged([RULE], { wrap, options });
  expect(ended('fail')).toEqual([`${RULE} deals`]);
  expect(of(RULE, 'deals').reason).toContain('which fails');
});

test.each(
  inGate<[string, (fetch: Fetch) => Fetch]>(
    [
      ['If-None-Match throughout', passingOver(['if-none-match'], () => true)],
      [
        'all conditions at command documents',
        passingOver([...CONDITIONS, 'if-modified-since'], ({ url }) => url.includes('/commands/')),
      ],
    ],
    1,
  ),
)('legal: a server that passes over %s', async (_, wrap) => {
  const options = { representations: ['json'], operationForms: ['A', 'C', 'F'] } as const;
  const { ended } = await judged([RULE], { wrap, options });
  expect(ended('fail')).toEqual([]);
});
