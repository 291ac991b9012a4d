import { expect, test } from 'vitest';
import { FORMS } from '../../core/claims.ts';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const options = { representations: ['json'], operationForms: FORMS } as const;

/** A server that answers 412 in place of the mock, or passes a field over. */
function server(
  isIt: (request: Request) => boolean,
  instead: 412 | 'if-match' | 'if-none-match' | 'if-unmodified-since',
): (fetch: Fetch) => Fetch {
  return (fetch) => (request) => {
    if (!isIt(request)) return fetch(request);
    if (instead === 412) return Promise.resolve(new Response(null, { status: 412 }));
    const headers = new Headers(request.headers);
    headers.delete(instead);
    return fetch(new Request(request, { headers }));
  };
}

const has = (request: Request, field: string, value: RegExp): boolean => value.test(request.headers.get(field) ?? '');
const isCreation = ({ method, url }: Request): boolean => method === 'POST' && url.endsWith('/deals/');
const isOfCollection = ({ url }: Request): boolean => url.endsWith('/deals/');
const isOfDocument = ({ method, url }: Request): boolean => method === 'PUT' && url.includes('/commands/');

test.each<[string, (fetch: Fetch) => Fetch]>([
  ['DELETE with the current tag alone', server((r) => r.method === 'DELETE' && has(r, 'if-match', /^"[^,]*"$/u), 412)],
  ['DELETE with If-Match: *', server((r) => r.method === 'DELETE' && has(r, 'if-match', /^\*$/u), 412)],
  [
    'PUT with the current tag',
    server((r) => r.method === 'PUT' && r.url.includes('/deals/') && has(r, 'if-match', /^"/u), 412),
  ],
])('412 is found: %s', async (_, wrap) => {
  const { ended } = await judged(['validator/if-match'], { wrap, options });
  expect(ended('fail')).toEqual(['validator/if-match deals']);
});

test.each<[string, (fetch: Fetch) => Fetch]>(
  inGate([
    [
      'If-None-Match: * at DELETE',
      server((r) => r.method === 'DELETE' && has(r, 'if-none-match', /^\*$/u), 'if-none-match'),
    ],
    [
      'If-None-Match: * at POST to the collection',
      server((r) => isCreation(r) && r.headers.has('if-none-match'), 'if-none-match'),
    ],
    ['If-Unmodified-Since at POST to the collection', server(isCreation, 'if-unmodified-since')],
    ['If-None-Match: * at PUT', server((r) => r.method === 'PUT' && has(r, 'if-none-match', /^\*$/u), 'if-none-match')],
  ]),
)('a condition that is passed over is found: %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged(['validator/if-match'], { wrap, options });
  expect(ended('fail')).toEqual(['validator/if-match deals']);
});

test('a PUT that is carried out and answered 412 is found', { tags: ['night'] }, async () => {
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) => {
      if (request.method !== 'PUT' || !has(request, 'if-none-match', /^\*$/u)) return fetch(request);
      const headers = new Headers(request.headers);
      headers.delete('if-none-match');
      const sent = new Request(request.clone(), { headers });
      const answer = await fetch(request);
      if (answer.status === 412) await fetch(sent);
      return answer;
    };
  const { ended } = await judged(['validator/if-match'], { wrap, options });
  expect(ended('fail')).toEqual(['validator/if-match deals']);
});

test('only the first tag of a list read by HEAD is found', async () => {
  const wrap =
    (fetch: Fetch): Fetch =>
    (request) => {
      if (request.method !== 'HEAD') return fetch(request);
      const headers = new Headers(request.headers);
      const [first] = (headers.get('if-none-match') ?? '').split(',');
      if (first !== undefined && first !== '') headers.set('if-none-match', first);
      return fetch(new Request(request, { headers }));
    };
  const { of } = await judged(['validator/if-none-match'], { wrap, options });
  expect(of('validator/if-none-match', 'users').outcome).toBe('fail');
});

test.each<[string, (fetch: Fetch) => Fetch]>(
  inGate([
    ['If-None-Match, nor with GET,', server(() => true, 'if-none-match')],
    ['If-Match at the collection', server(isOfCollection, 'if-match')],
    ['If-Unmodified-Since at the collection', server(isOfCollection, 'if-unmodified-since')],
    ['If-Match at command documents', server((r) => r.url.includes('/commands/'), 'if-match')],
    ['If-Match at command documents, that GET has,', server(isOfDocument, 'if-match')],
  ]),
)('not failed: %s is read in no write', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged(['validator/if-match'], { wrap, options });
  expect(ended('fail')).toEqual([]);
});
