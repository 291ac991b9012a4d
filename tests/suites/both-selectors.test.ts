import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { rewriting } from './rewriting.ts';

/** Suffix, parameter and Accept at lists, queries, nested records and what operations made. */
type Case = readonly [what: string, rule: string, subject: string, wrap: (fetch: Fetch) => Fetch];

const ALIKE = 'negotiate/equivalent';
const MADE = 'read/made';
const isSuffixed = (path: string): boolean => /\.(?:json|xml|html)(?:\?|$)/u.test(path);

/** Answers GET in place of the server, where it does. */
const instead =
  (answer: (path: string, accept: string | null, next: () => Promise<Response>) => Promise<Response> | undefined) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const { pathname, search } = new URL(request.url);
    const next = (): Promise<Response> => fetch(request);
    const own = request.method === 'GET' ? answer(pathname + search, request.headers.get('accept'), next) : undefined;
    return own ?? next();
  };
const none = async (status = 404): Promise<Response> => new Response(null, { status });
const isJson = (accept: string | null): boolean => accept === 'application/json';

/** Leaves the last entry out. */
const shorter = (text: string): string => text.replace(/<(user|deal)>(?:(?!<\1>).)*<\/\1>(?=\s*<\/)/su, '');
/** Reads the first nested record by each index, as XML. */
const firstNested = (fetch: Fetch): Fetch => {
  return (request) => {
    const place = request.url.replace(/\/\d+(?=\.xml|\?format=xml)/u, '/0');
    return fetch(request.method === 'GET' ? new Request(place, { headers: request.headers }) : request);
  };
};
const PRICES = /\/price-changes$/u;
const MADE_ONE = /\/(?:holds\/\d+|commands\/[^/]+)$/u;

const WRONG: readonly Case[] = [
  [
    'no list by a suffix for who accepts JSON',
    ALIKE,
    'users',
    instead((path, accept) => (path.startsWith('/users.') && isJson(accept) ? none() : undefined)),
  ],
  [
    'no query by a parameter for who accepts JSON',
    ALIKE,
    'users',
    instead((path, accept) => (/name=.*format=/u.test(path) && isJson(accept) ? none() : undefined)),
  ],
  [
    'a page by .xml for who accepts JSON',
    ALIKE,
    'users',
    instead((path, accept) =>
      isSuffixed(path) && isJson(accept)
        ? Promise.resolve(new Response('<p>x</p>', { headers: { 'content-type': 'text/html' } }))
        : undefined,
    ),
  ],
  ['a shorter list by a parameter', ALIKE, 'users', rewriting('xml', /^\/users\?format=xml$/u, shorter)],
  ['a shorter list by a suffix', ALIKE, 'deals', rewriting('xml', /\/deals\.xml$/u, shorter)],
  ['the first nested record by each index and suffix', ALIKE, 'users', firstNested],
  [
    'another price in the XML of a list',
    MADE,
    'deals',
    rewriting('xml', PRICES, (text) => text.replace(/<\/newPrice>/u, '7</newPrice>')),
  ],
  [
    'one record less on the page of a list',
    MADE,
    'deals',
    rewriting('html', PRICES, (text) => text.replace(/papers [^<]*/u, '-')),
  ],
  [
    'no record of form E without Accept',
    MADE,
    'deals',
    instead((path, accept) => (/\/holds\/\d+$/u.test(path) && accept === null ? none() : undefined)),
  ],
  [
    'no command document for a browser',
    MADE,
    'deals',
    instead((path, accept) => (path.startsWith('/commands/') && accept?.includes('xhtml') ? none() : undefined)),
  ],
];

const LEGAL: readonly Case[] = [
  [
    'a refusal where suffix and Accept differ',
    ALIKE,
    'users',
    instead((path, accept) => (isSuffixed(path) && isJson(accept) ? none(406) : undefined)),
  ],
  [
    'JSON for who accepts it, whatever the suffix',
    ALIKE,
    'users',
    (fetch) => (request) => {
      const isIt = request.method === 'GET' && isJson(request.headers.get('accept'));
      const place = request.url.replace(/\.(?:xml|html)(?=$|\?)/u, '');
      return fetch(isIt ? new Request(place, { headers: request.headers }) : request);
    },
  ],
  [
    'a suffix at no list',
    ALIKE,
    'users',
    instead((path) => (/^\/users\.(?:xml|json|html)/u.test(path) ? none() : undefined)),
  ],
  [
    'lists of form E in JSON alone',
    MADE,
    'deals',
    instead((path, accept) => (PRICES.test(path) && !isJson(accept) ? none(406) : undefined)),
  ],
  [
    'ids and links alone in the XML of a list',
    MADE,
    'deals',
    rewriting('xml', PRICES, (text) => text.replaceAll(/<(reason|newPrice)>[^<]*<\/\1>/gu, '')),
  ],
  [
    'a refusal of who tells no type',
    MADE,
    'deals',
    instead((path, accept) => (MADE_ONE.test(path) && accept?.includes('xhtml') ? none(406) : undefined)),
  ],
];

const options = { operationForms: ['E', 'F', 'G'] } as const;

test.concurrent.each(inGate(WRONG))('found: %s', async (_, rule, subject, wrap) => {
  const { of } = await judged([`${rule}#${subject}`], { wrap, options });
  expect(of(rule, subject)).toMatchObject({ outcome: 'fail' });
});

test.concurrent.each(inGate(LEGAL))('legal: %s', async (_, rule, subject, wrap) => {
  const { of } = await judged([`${rule}#${subject}`], { wrap, options });
  expect(of(rule, subject)).toMatchObject({ outcome: 'pass' });
});
