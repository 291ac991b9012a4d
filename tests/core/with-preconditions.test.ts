import { describe, expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from '../suites/judged.ts';

// Servers that take no write without a precondition (RFC 6585 3: 428).

const WRITES: readonly string[] = ['PUT', 'DELETE'];
const RULES = ['delete/*', 'operation/*', 'command/*', 'create/*', 'status/*', 'validator/*', 'method/*', 'model/*'];

/** Which writes are answered 428. */
type Refuses = (request: Request, fetch: Fetch) => boolean | Promise<boolean>;

const hasNone = ({ method, headers }: Request): boolean =>
  WRITES.includes(method) && !headers.has('if-match') && !headers.has('if-unmodified-since');

function refusing(refuses: Refuses): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    if (!(await refuses(request, fetch))) return fetch(request);
    return Response.json('precondition required', { status: 428 });
  };
}

const isThere: Refuses = async ({ url, headers }, fetch) => {
  const record = url.replace(/(\/deals\/[^/?]+).*/u, '$1');
  return (await fetch(new Request(record, { headers: { cookie: headers.get('cookie') ?? '' } }))).ok;
};

const RIGHT: readonly (readonly [string, Refuses])[] = [
  ['to what is there', async (request, fetch) => hasNone(request) && (await isThere(request, fetch))],
  ['to anything', hasNone],
];

test('where its tags are weak, and so match nothing, a write is sent for any representation', async () => {
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const { method, headers } = request;
      if (WRITES.includes(method) && !headers.has('if-match')) return Response.json('none', { status: 428 });
      if (headers.get('if-match')?.startsWith('W/') === true) return Response.json('weak', { status: 412 });
      const response = await fetch(request);
      const tag = response.headers.get('etag');
      if (tag === null) return response;
      const weak = new Headers(response.headers);
      weak.set('etag', `W/${tag}`);
      return new Response(response.body, { status: response.status, headers: weak });
    };
  const { of, assumed } = await judged(['delete/status', 'delete/removes'], { wrap });
  expect(assumed.join()).toMatch(/answered 428 without one \(DELETE\)/u);
  for (const rule of ['delete/status', 'delete/removes']) expect(of(rule, 'deals')).toMatchObject({ outcome: 'pass' });
});

test('where a strong tag does not match, nothing is sent for any representation: the record may be another one by now', async () => {
  const matched: (string | null)[] = [];
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) => {
      if (request.method !== 'DELETE') return fetch(request);
      matched.push(request.headers.get('if-match'));
      return Response.json('no', { status: request.headers.has('if-match') ? 412 : 428 });
    };
  const { of } = await judged(['delete/status'], { wrap });
  expect(of('delete/status', 'deals')).toMatchObject({ outcome: 'inconclusive' });
  expect(matched).not.toContain('*');
});

describe.each(inGate(RIGHT, 2))('a server that wants a precondition of each write %s', (_, refuses) => {
  test('fails nothing, and is judged', { tags: ['night'], timeout: 60_000 }, async () => {
    const { results, ended, of } = await judged(RULES, {
      wrap: refusing(refuses),
      options: { operationForms: ['A'] },
    });
    expect(ended('fail')).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'inconclusive').map(({ reason }) => reason)).toEqual([]);
    for (const rule of ['delete/status', 'delete/removes', 'delete/unknown'])
      expect(of(rule, 'deals')).toMatchObject({ outcome: 'pass' });
  });
});

test('a server that refuses conditional requests with 428 too fails', async () => {
  const wrap = refusing(({ method }) => method === 'DELETE');
  const { of } = await judged(['delete/status'], { wrap });
  expect(of('delete/status', 'deals')).toMatchObject({ outcome: 'fail' });
}, 60_000);
