import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const OPTIONS = { representations: ['json'], operationForms: ['A', 'F'], commandQuery: true } as const;
const RULES = ['operation/malformed', 'command/status'];

type Parse = (bytes: Uint8Array, type: string, path: string) => string;

/** A server that reads bodies in a way of its own. */
function parsing(parse: Parse): (fetch: Fetch) => Fetch {
  return (fetch) => async (request) => {
    const type = request.headers.get('content-type');
    const { pathname } = new URL(request.url);
    if (type === null || request.method === 'GET') return fetch(request);
    const body = parse(new Uint8Array(await request.arrayBuffer()), type, pathname);
    const headers = new Headers(request.headers);
    headers.set('content-type', 'application/json');
    headers.delete('content-length');
    return fetch(new Request(request.url, { method: request.method, headers, body }));
  };
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Loses the reason where the type is not written as it usually is. */
function losing(isLost: (type: string) => boolean, path = /./u): Parse {
  return (bytes, type, where) =>
    isLost(type) && path.test(where) ? utf8(bytes).replace(/("reason":)"[^"]*"/gu, '$1"none given"') : utf8(bytes);
}

const EACH = ['operation/malformed HoldDeal/A', 'operation/malformed HoldDeal/F', 'command/status command:HoldDeal'];

test.each<[string, Parse, readonly string[]]>(
  inGate(
    [
      ['the values under a type in capitals', losing((type) => type.startsWith('APP')), EACH],
      [
        'letters beyond ASCII where a charset is named',
        (bytes, type) => (/charset/iu.test(type) ? Buffer.from(bytes).toString('latin1') : utf8(bytes)),
        ['operation/malformed CancelDeal/A'],
      ],
      ['the values of one form', losing((type) => type !== 'application/json', /\/hold$/u), EACH.slice(0, 1)],
      ['the values of commands', losing((type) => type !== 'application/json', /\/command\//u), EACH.slice(2)],
    ],
    4,
  ),
)('a server that loses %s is found', { tags: ['night'] }, async (_, parse, results) => {
  const { of } = await judged(RULES, { wrap: parsing(parse), options: OPTIONS });
  for (const result of results) {
    const [rule = '', subject = ''] = result.split(' ');
    expect(of(rule, subject)).toMatchObject({ outcome: 'fail', reason: expect.stringMatching(/Content-Type: app/iu) });
  }
});

test('a later operation that refuses what the first one takes is found', async () => {
  const wrap: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
    const isStrict = /\/(?:price|cancel)/u.test(new URL(request.url).pathname);
    const isOther = (request.headers.get('content-type') ?? 'application/json') !== 'application/json';
    return isStrict && isOther ? new Response(null, { status: 400 }) : fetch(request);
  };
  const { ended } = await judged(['operation/malformed'], { wrap, options: OPTIONS });
  expect(ended('fail').length).toBeGreaterThan(0);
});

/** A deal shows what an operation set only at the third reading. */
function late(): (fetch: Fetch) => Fetch {
  const readings = new Map<string, number>();
  return (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    const response = await fetch(request);
    if (request.method !== 'GET' || !/\/deals\/[^/]+$/u.test(pathname) || response.status !== 200) return response;
    const time = (readings.get(pathname) ?? 0) + 1;
    readings.set(pathname, time);
    const { reason: _reason, holdReason: _hold, held: _held, ...rest } = await response.json();
    return time < 3 ? Response.json(rest, { headers: response.headers }) : fetch(request);
  };
}

test.each<[string, (fetch: Fetch) => Fetch]>(
  inGate([
    [
      'reads texts in the charset that their type names',
      parsing((bytes, type) => new TextDecoder(/charset="?([\w-]+)/iu.exec(type)?.[1] ?? 'utf-8').decode(bytes)),
    ],
    ['knows ASCII alone, whatever it is told', parsing((bytes) => utf8(bytes).replace(/[^\u{20}-\u{7e}]/gu, '?'))],
    ['keeps no reasons', parsing(losing(() => true))],
    ['shows changes late', late()],
    [
      'refuses what has parameters',
      (fetch) => async (request) => {
        const isOther = (request.headers.get('content-type') ?? '').includes(';');
        return isOther ? new Response(null, { status: 415 }) : fetch(request);
      },
    ],
  ]),
)('a server that %s is not failed', { tags: ['night'] }, async (_, wrap) => {
  const { results } = await judged(RULES, { wrap, options: OPTIONS });
  // Wrong bytes and plain text are another matter, of which some of them make what they should not.
  const isOfSpelling = ({ reason = '' }: { readonly reason?: string }): boolean => /Content-Type: app/iu.test(reason);
  expect(results.filter((result) => result.outcome === 'fail' && isOfSpelling(result))).toEqual([]);
});
