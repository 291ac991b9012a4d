import { describe, expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
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

describe.each(RIGHT)('a server that wants a precondition of each write %s', (_, refuses) => {
  test('fails nothing, and is judged', async () => {
    const { results, ended, of } = await judged(RULES, {
      wrap: refusing(refuses),
      options: { operationForms: ['A'] },
    });
    expect(ended('fail')).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'inconclusive').map(({ reason }) => reason)).toEqual([]);
    for (const rule of ['delete/status', 'delete/removes', 'delete/unknown'])
      expect(of(rule, 'deals')).toMatchObject({ outcome: 'pass' });
  }, 60_000);
});

test('a server that refuses conditional requests with 428 too fails', async () => {
  const wrap = refusing(({ method }) => method === 'DELETE');
  const { of } = await judged(['delete/status'], { wrap });
  expect(of('delete/status', 'deals')).toMatchObject({ outcome: 'fail' });
}, 60_000);
