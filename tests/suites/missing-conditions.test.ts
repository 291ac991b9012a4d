import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';

/** Conditions where nothing is, and at the records and lists of form E. */
type Wrap = (fetch: Fetch) => Fetch;
type Meant = (request: Request, answer: Response) => boolean;

/** Answers by a condition where it is named, and what is asked for is meant. */
function instead(status: number, field: string, isMeant: Meant): Wrap {
  return (fetch) => async (request) => {
    const answer = await fetch(request);
    return request.headers.has(field) && isMeant(request, answer) ? new Response(null, { status }) : answer;
  };
}

const missing =
  (method: string, path: RegExp): Meant =>
  (request, { status }) =>
    request.method === method && status === 404 && path.test(new URL(request.url).pathname);

/** Passes over a condition at these addresses. */
const unread =
  (method: string, path: RegExp): Wrap =>
  (fetch) =>
  (request) => {
    if (request.method !== method || !path.test(new URL(request.url).pathname)) return fetch(request);
    const headers = new Headers(request.headers);
    headers.delete('if-none-match');
    headers.delete('if-modified-since');
    return fetch(new Request(request, { headers }));
  };

/** Takes each tag that it ever gave for the current one, wherever a condition names it. */
const anyKnownTag: Wrap = (fetch) => {
  const known = new Set<string>();
  return async (request) => {
    const answer = await fetch(request);
    const tag = answer.headers.get('etag');
    const named = (request.headers.get('if-none-match') ?? '').split(/,\s*/u);
    const isKnown = request.method === 'GET' && answer.status === 200 && named.some((one) => known.has(one));
    if (tag !== null) known.add(tag);
    return isKnown ? new Response(null, { status: 304, headers: answer.headers }) : answer;
  };
};

const RULES = ['validator/if-none-match', 'read/made', 'command/unknown'];

const WRONG: readonly (readonly [string, string, Wrap])[] = [
  [
    'no user is not modified by HEAD',
    'validator/if-none-match users',
    instead(304, 'if-none-match', missing('HEAD', /^\/users\/[^/]+$/u)),
  ],
  [
    'no user was modified since',
    'validator/if-none-match users',
    instead(412, 'if-unmodified-since', missing('GET', /^\/users\/[^/]+$/u)),
  ],
  [
    'no key is not modified by HEAD',
    'validator/if-none-match users',
    instead(304, 'if-none-match', missing('HEAD', /ssh-keys/u)),
  ],
  [
    'nothing found is not modified by HEAD',
    'validator/if-none-match users',
    instead(304, 'if-none-match', missing('HEAD', /^\/query\//u)),
  ],
  ['no hold is not modified', 'read/made deals', instead(304, 'if-none-match', missing('GET', /\/holds\/[^/]+$/u))],
  [
    'no command was modified since',
    'read/made deals',
    instead(412, 'if-unmodified-since', missing('GET', /^\/commands\/[^/]+$/u)),
  ],
  [
    'no command of a deal matches by HEAD',
    'read/made deals',
    instead(412, 'if-match', missing('HEAD', /\/deals\/[^/]+\/commands\//u)),
  ],
  [
    'no such command matches',
    'command/unknown command:HoldDeal',
    instead(412, 'if-match', missing('POST', /^\/command\//u)),
  ],
  [
    'no user is there for If-Match: *',
    'validator/if-none-match users',
    instead(200, 'if-match', missing('GET', /^\/users\/[^/]+$/u)),
  ],
  [
    'no address is there by HEAD',
    'validator/if-none-match users',
    instead(200, 'if-none-match', missing('HEAD', /address/u)),
  ],
  [
    'nothing found is there for If-Match: *',
    'validator/if-none-match users',
    instead(204, 'if-match', missing('GET', /^\/query\//u)),
  ],
  ['no hold is there for If-Match: *', 'read/made deals', instead(200, 'if-match', missing('GET', /\/holds\/[^/]+$/u))],
  ['a change of a price is sent in full each time', 'read/made deals', unread('GET', /\/price-changes\/[^/]+$/u)],
  ['HEAD of a cancellation is answered in full', 'read/made deals', unread('HEAD', /\/cancellations\/[^/]+$/u)],
  ['a list of holds is sent in full each time', 'read/made deals', unread('GET', /\/holds$/u)],
  ['any tag that was ever given is current', 'validator/if-none-match users', anyKnownTag],
];

test.each(inGate(WRONG))('found: %s', { tags: ['night'] }, async (_, rule, wrap) => {
  const { ended } = await judged(RULES, { wrap });
  expect(ended('fail')).toContain(rule);
});

const RIGHT: readonly (readonly [string, Wrap])[] = [
  [
    'what is missing is made by somebody else just then',
    (fetch) => {
      const made = new Set<string>();
      return async (request) => {
        const answer = await fetch(request);
        const isGone = missing(request.method, /./u)(request, answer);
        if (isGone && request.headers.has('if-match')) made.add(request.url);
        return isGone && made.has(request.url) ? new Response(null, { status: 200 }) : answer;
      };
    },
  ],
  [
    'weak tags',
    (fetch) => async (request) => {
      const answer = await fetch(request);
      const tag = answer.headers.get('etag');
      if (tag === null || tag.startsWith('W/')) return answer;
      const headers = new Headers(answer.headers);
      headers.set('etag', `W/${tag}`);
      return new Response(answer.body, { status: answer.status, headers });
    },
  ],
  [
    'records of form E without validators',
    (fetch) => async (request) => {
      const answer = await fetch(request);
      if (!/\/(?:holds|price-changes)\b/u.test(request.url)) return answer;
      const headers = new Headers(answer.headers);
      for (const name of ['etag', 'last-modified']) headers.delete(name);
      if (answer.status !== 304) return new Response(answer.body, { status: answer.status, headers });
      return unread('GET', /./u)(fetch)(request);
    },
  ],
  [
    '410 for what is missing',
    (fetch) => async (request) => {
      const answer = await fetch(request);
      const isRecord = /\/deals\/[^/]+$/u.test(request.url) && ['GET', 'HEAD'].includes(request.method);
      return answer.status === 404 && isRecord ? new Response(null, { status: 410 }) : answer;
    },
  ],
];

test.each(inGate(RIGHT, 4))('not failed: %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended, of } = await judged(['validator/if-none-match', 'read/made'], { wrap });
  const told = ended('fail').map((one) => of(one.split(' ')[0] ?? '', one.split(' ')[1] ?? '').reason);
  expect(told).toEqual([]);
});
