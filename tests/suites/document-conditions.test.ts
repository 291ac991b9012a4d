import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { judged } from './judged.ts';
import { readingField } from './rewriting.ts';

/** Conditions on command documents, on collections of form E, and on HEAD. */
type Wrap = (fetch: Fetch) => Fetch;

const isDocument = (request: Request, path: string): boolean => request.method === 'PUT' && path.includes('/commands/');
/** A write that is none to a deal itself. */
const isElsewhere = (request: Request, path: string): boolean =>
  isDocument(request, path) || (request.method === 'POST' && !path.endsWith('/deals/'));
const none = (): undefined => undefined;

/** Answers so where a condition failed. */
const failing = (isMeant: (request: Request, path: string) => boolean, status: number): Wrap => {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    return response.status === 412 && isMeant(request, new URL(request.url).pathname)
      ? new Response(null, { status })
      : response;
  };
};

/** A PUT of what was not there looks at no If-Match. */
const makesWhatIsNew = (isMeant: (path: string) => boolean): Wrap => {
  return (fetch) => {
    const known = new Set<string>();
    return async (request) => {
      const { pathname } = new URL(request.url);
      if (!isDocument(request, pathname) || !isMeant(pathname)) return fetch(request);
      const headers = new Headers(request.headers);
      if (!known.has(pathname)) headers.delete('if-match');
      const response = await fetch(new Request(request, { headers }));
      if (response.ok) known.add(pathname);
      return response;
    };
  };
};

const isHolding = ({ method }: Request, path: string): boolean => method === 'POST' && path.endsWith('/holds');

/** GET of these shows no Last-Modified. */
const undated = (isMeant: (path: string) => boolean): Wrap => {
  return (fetch) => async (request) => {
    const response = await fetch(request);
    if (!isMeant(new URL(request.url).pathname)) return response;
    const headers = new Headers(response.headers);
    headers.delete('last-modified');
    return new Response(response.body, { status: response.status, headers });
  };
};

const WRONG: Readonly<Record<string, Wrap>> = {
  'one kind of command document does not read If-Match': readingField(
    (request, path) => isDocument(request, path) && path.startsWith('/commands/'),
    'if-match',
    none,
  ),
  'no tag of a command document is current': readingField(isDocument, 'if-match', () => '"of-nobody"'),
  'a write to a command document is answered 304': failing(
    (request, path) => isDocument(request, path) && request.headers.has('if-none-match'),
    304,
  ),
  'POST to a collection is answered 304': failing(
    ({ method, headers }) => method === 'POST' && headers.has('if-none-match'),
    304,
  ),
  'no tag of a collection of form E is current': readingField(
    ({ method }, path) => method === 'POST' && path.endsWith('/holds'),
    'if-match',
    () => '"of-nobody"',
  ),
  'If-None-Match is read at one kind of command document': readingField(
    (request, path) => isDocument(request, path) && path.startsWith('/commands/'),
    'if-none-match',
    none,
  ),
  'HEAD of lists does not read If-Match': readingField(
    ({ method }, path) => method === 'HEAD' && path.endsWith('/deals/'),
    'if-match',
    none,
  ),
};

const DATED: Readonly<Record<string, Wrap>> = {
  'a collection of form E does not read If-Unmodified-Since': readingField(isHolding, 'if-unmodified-since', none),
  'command documents do not read If-Unmodified-Since': readingField(isDocument, 'if-unmodified-since', none),
  'a command document of form F is made with If-Match': makesWhatIsNew((path) => path.startsWith('/rest/')),
  'a command document of form G is made with If-Match': makesWhatIsNew((path) => path.startsWith('/commands/')),
};

const options = { operationForms: ['E', 'F', 'G'], representations: ['json'] } as const;

const MISSING: Readonly<Record<string, Wrap>> = {
  'a command document is missing for If-None-Match: *': failing(
    (request, path) => isDocument(request, path) && request.headers.has('if-none-match'),
    404,
  ),
  'a command document of form G is gone for If-Match of another tag': failing(
    (request, path) => isDocument(request, path) && path.startsWith('/commands/') && request.headers.has('if-match'),
    410,
  ),
};

test.each(Object.entries(MISSING))('found: %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged(['validator/if-match'], { wrap, options });
  expect(ended('fail')).toEqual(['validator/if-match deals']);
});

test('found: an operation on a deal that is missing for a tag from before', async () => {
  const { ended } = await judged(['validator/if-match'], {
    wrap: (fetch) => {
      let taken = 0;
      return async (request) => {
        const response = await fetch(request);
        if (request.method !== 'PUT' || !request.headers.has('if-match')) return response;
        taken += response.ok ? 1 : 0;
        return response.status === 412 && taken > 1 ? new Response(null, { status: 404 }) : response;
      };
    },
    options: { operationForms: ['A', 'C'], representations: ['json'] },
  });
  expect(ended('fail')).toEqual(['validator/if-match deals']);
});

const RULES = ['validator/if-match', 'validator/if-none-match'];

test.each(inGate(Object.entries(WRONG)))('found: %s', async (_, wrap) => {
  const { ended } = await judged(RULES, { wrap, options });
  expect(ended('fail')).not.toEqual([]);
});

test.each(inGate(Object.entries(DATED)))('found: %s', async (_, wrap) => {
  const { ended } = await judged(['validator/if-match'], { wrap, options });
  expect(ended('fail')).toEqual(['validator/if-match deals']);
});

const RIGHT: Readonly<Record<string, Wrap>> = {
  'what shows no Last-Modified does not read If-Unmodified-Since': (fetch) =>
    undated((path) => /\/(?:holds|commands)/u.test(path))(
      readingField(isElsewhere, 'if-unmodified-since', none)(fetch),
    ),
  'new command documents look at no If-Match, as those that are there': (fetch) =>
    makesWhatIsNew(() => true)(readingField(isDocument, 'if-match', none)(fetch)),
  'command documents and collections read no conditions': (fetch) =>
    readingField(isElsewhere, 'if-match', none)(readingField(isElsewhere, 'if-none-match', none)(fetch)),
  'a command is taken once': (fetch) => {
    const known = new Set<string>();
    return async (request) => {
      const { pathname } = new URL(request.url);
      if (!isDocument(request, pathname)) return fetch(request);
      if (known.has(pathname)) return Response.json({}, { status: 409 });
      const response = await fetch(request);
      if (response.ok) known.add(pathname);
      return response;
    };
  },
  'a condition that fails is a conflict': failing(isDocument, 409),
  'a condition that fails asks for another one': failing(isDocument, 428),
  'command documents are not read': (fetch) => async (request) => {
    const isRead = request.method === 'GET' && new URL(request.url).pathname.includes('/commands/');
    return isRead ? Response.json({}, { status: 404 }) : fetch(request);
  },
};

test.each(inGate(Object.entries(RIGHT)))('not failed: %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged(RULES, { wrap, options });
  expect([...ended('fail'), ...ended('error')]).toEqual([]);
});
