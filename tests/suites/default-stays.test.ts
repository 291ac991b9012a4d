import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** What comes to those who take any type, after somebody asked for one of them. */
type Case = readonly [what: string, result: string, wrap: (fetch: Fetch) => Fetch];

const ONE_TYPE = /^(?:application|text)\/\w+$/u;

/** Gives what was asked for last at an address to the next client that takes any type there. */
const sticky =
  (place: RegExp, keyOf: (url: string) => string = (url) => url) =>
  (fetch: Fetch): Fetch => {
    const last = new Map<string, string>();
    return (request) => {
      const accept = request.headers.get('accept') ?? '*/*';
      if (request.method !== 'GET' || !place.test(request.url)) return fetch(request);
      if (ONE_TYPE.test(accept)) last.set(keyOf(request.url), accept);
      const known = last.get(keyOf(request.url));
      if (accept !== '*/*' || known === undefined) return fetch(request);
      return fetch(new Request(request.url, { headers: { ...Object.fromEntries(request.headers), accept: known } }));
    };
  };

/** Gives one type to all that take any. */
const always =
  (type: (nth: number) => string) =>
  (fetch: Fetch): Fetch => {
    let nth = 0;
    return (request) => {
      const accept = request.headers.get('accept') ?? '*/*';
      if (request.method !== 'GET' || accept !== '*/*') return fetch(request);
      nth += 1;
      const headers = { ...Object.fromEntries(request.headers), accept: type(nth) };
      return fetch(new Request(request.url, { headers }));
    };
  };

const WRONG: readonly Case[] = [
  ['of a record', 'negotiate/vary users', sticky(/\/users\/\d+$/u)],
  ['of the collection', 'negotiate/vary deals', sticky(/\/deals\/$/u)],
  ['of a query', 'negotiate/vary users', sticky(/\/users\?name=/u)],
  ['of a nested record', 'negotiate/vary users', sticky(/\/address\/\d+$/u)],
  ['of a command document', 'read/made deals', sticky(/\/commands\/[^/]+$/u)],
  ['of a record of form E', 'read/made deals', sticky(/\/holds\/[^/]+$/u)],
];

const LEGAL: readonly Case[] = [
  ['HTML for whoever takes any type', 'negotiate/vary users', always(() => 'text/html')],
  ['XML for whoever takes any type', 'read/made deals', always(() => 'application/xml')],
  ['JSON for whoever takes any type', 'negotiate/vary deals', always(() => 'application/json')],
];

const options = { operationForms: ['E', 'F'] } as const;

test.each(inGate(WRONG))('found: the type asked for before, %s', async (_, result, wrap) => {
  const [rule = ''] = result.split(' ');
  expect((await judged([rule], { wrap, options })).ended('fail')).toContain(result);
});

test.each(LEGAL)('legal: %s', async (_, result, wrap) => {
  const [rule = ''] = result.split(' ');
  expect((await judged([rule], { wrap, options })).ended('fail')).not.toContain(result);
});
