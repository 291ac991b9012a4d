import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { failedOnSockets, keepLines } from './on-sockets.ts';

/** A server that reads Accept in its own way. */
function reading(read: (accept: string) => string): (fetch: Fetch) => Fetch {
  return (fetch) => (request) => {
    const headers = new Headers(request.headers);
    headers.set('accept', read(headers.get('accept') ?? '*/*'));
    return fetch(new Request(request, { headers }));
  };
}

const MISREADINGS: readonly (readonly [string, (accept: string) => string])[] = [
  ['weights are read to two digits', (accept) => accept.replace(/(q=\d\.\d\d)\d/gu, '$1')],
  ['a weight with a point is not read', (accept) => accept.replace(/q=1\.\d+/gu, 'q=0')],
  ['decimals are read as a whole number', (accept) => accept.replace(/q=0\.0(\d)/gu, 'q=0.$1')],
  ['an empty member ends the list', (accept) => accept.split(/,\s*,/u)[0] ?? ''],
  ['the name of the weight has to be in lower case', (accept) => accept.replace(/;Q=[\d.]+/gu, '')],
  ['a tab is no blank', (accept) => accept.replace(/\t;\tq=[\d.]+/gu, '')],
];

test.each(inGate(MISREADINGS, 3))('found: %s', async (_, read) => {
  const { ended } = await judged(['negotiate/quality'], { wrap: reading(read) });
  expect(ended('fail')).toContain('negotiate/quality users');
});

test.each<[string, (nth: number, of: number) => boolean]>([
  ['first', (nth) => nth === 0],
  ['last', (nth, of) => nth === of - 1],
])('found: only the %s line of Accept is read', async (_, isKept) => {
  const failed = await failedOnSockets(['negotiate/quality'], (incoming, _outgoing, next) => {
    keepLines(incoming, 'accept', isKept);
    next();
  });
  expect(failed.map(({ subject }) => subject)).toContain('users');
});

test('a server that reads every line is not failed', async () => {
  expect(await failedOnSockets(['negotiate/quality'], (_incoming, _outgoing, next) => next())).toEqual([]);
});
