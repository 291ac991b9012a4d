import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

const options = { representations: ['json'] } as const;

/** A server that answers one method at some addresses itself. */
function server(method: string, path: RegExp, answer: () => Response): (fetch: Fetch) => Fetch {
  return (fetch) => (request) =>
    request.method === method && path.test(request.url) ? Promise.resolve(answer()) : fetch(request);
}

const done = (): Response => new Response(null, { status: 204 });

test.each(
  inGate([
    ['DELETE', 'a command document', /\/commands\//u],
    ['PATCH', 'a command document', /\/commands\//u],
    ['POST', 'a command document', /\/commands\//u],
    ['DELETE', 'a record of form E', /\/holds\/\d+$/u],
    ['PROPFIND', 'a record of form E', /\/holds\/\d+$/u],
  ]),
)('%s of %s that does nothing and succeeds is found', async (method, _, path) => {
  const { ended } = await judged(['method/refused'], { wrap: server(method, path, done), options });
  expect(ended('fail')).toEqual(['method/refused deals']);
});

test.each([
  ['Allow names the method', 'GET, HEAD, PUT, DELETE'],
  ['one list for all comes from in front', 'GET, POST'],
])('not failed: %s', async (name, allow) => {
  const isEverywhere = name.startsWith('one');
  const wrap =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const isDocument = request.url.includes('/commands/');
      if (request.method === 'DELETE' && isDocument) return done();
      if (request.method !== 'PROPFIND' || !(isEverywhere || isDocument)) return fetch(request);
      return new Response(null, { status: 405, headers: { allow } });
    };
  const { results } = await judged(['method/refused'], { wrap, options });
  const told = results.filter(({ outcome }) => outcome === 'fail').map(({ expected = '' }) => expected);
  expect(told.filter((text) => text.startsWith('DELETE refused,'))).toEqual([]);
});
