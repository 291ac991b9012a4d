import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { before, json, judged, type Look, type Server } from './judged.ts';

/** What was deleted is gone at each of its addresses, and nothing is done to it any more. */
interface Case extends Server {
  readonly title: string;
  readonly rule: string;
  readonly subject: string;
}

/** Answers readings at another address as before the deletion. */
const keeping = (is: (url: URL) => boolean): ((fetch: Fetch) => Fetch) => {
  const kept = new Map<string, Response>();
  return (fetch) => async (request) => {
    const response = await fetch(request);
    if (request.method !== 'GET' || !is(new URL(request.url))) return response;
    if (response.ok) kept.set(request.url, response.clone());
    return response.ok ? response : (kept.get(request.url)?.clone() ?? response);
  };
};

const isHold = ({ method, path }: Look): boolean => method === 'PUT' && path.endsWith('/hold');
const dealOf = ({ path }: Look): string => /\/deals\/([^/]+)/u.exec(path)?.[1] ?? '';

/** Tells which deals were deleted. */
const knowing = (
  take: (look: Look, isDeleted: boolean, next: () => Promise<Response>) => Promise<Response>,
): ((fetch: Fetch) => Fetch) => {
  const deleted = new Set<string>();
  return before(async (look, next) => {
    if (look.method === 'DELETE') deleted.add(dealOf(look));
    return take(look, deleted.has(dealOf(look)), () => next());
  });
};

/** A hold that is refused on a deleted deal brings the deal back. */
const bringingBack: (fetch: Fetch) => Fetch = (fetch) => {
  const back = new Set<string>();
  const read = new Map<string, string>();
  return knowing(async (look, isDeleted, next) => {
    const id = dealOf(look);
    if (isHold(look) && isDeleted) back.add(id);
    const isRead = look.method === 'GET' && look.path.endsWith(`/deals/${id}`);
    if (isRead && back.has(id)) return new Response(read.get(id), { headers: { 'content-type': 'application/json' } });
    const response = await next();
    if (isRead && response.ok) read.set(id, await response.clone().text());
    return response;
  })(fetch);
};

/** Answers 406 to deletions for clients that accept this type alone, carried out or not. */
const unacceptable =
  (type: string, isCarriedOut: boolean): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) => {
    if (request.method !== 'DELETE' || request.headers.get('accept') !== type) return fetch(request);
    if (isCarriedOut) await fetch(request);
    return json(406, {});
  };

/** Answers 304 to a condition on a deleted deal, or 410. */
const conditional =
  (status: number) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const response = await fetch(request);
    const isIt = request.method === 'GET' && request.headers.has('if-none-match') && response.status === 404;
    return isIt ? new Response(null, { status }) : response;
  };

const WRONG: readonly Case[] = [
  {
    title: 'answers 304 to a condition on a deleted deal',
    rule: 'delete/removes',
    subject: 'deals',
    wrap: conditional(304),
  },
  {
    title: 'shows a deleted deal with a suffix',
    rule: 'delete/removes',
    subject: 'deals',
    wrap: keeping(({ pathname }) => pathname.endsWith('.xml')),
  },
  {
    title: 'shows a deleted deal by the format parameter',
    rule: 'delete/removes',
    subject: 'deals',
    wrap: keeping(({ searchParams }) => searchParams.has('format')),
  },
  {
    title: 'answers 406 to a deletion and carries it out',
    rule: 'delete/status',
    subject: 'deals',
    wrap: unacceptable('image/png', true),
  },
  {
    title: 'deletes for clients that accept XML and answers 406',
    rule: 'delete/status',
    subject: 'deals',
    wrap: unacceptable('application/xml', true),
  },
  {
    title: 'takes a hold on a deleted deal',
    rule: 'operation/unknown-deal',
    subject: 'HoldDeal/A',
    wrap: knowing(async (look, isDeleted, next) =>
      isHold(look) && isDeleted ? new Response(null, { status: 204 }) : next(),
    ),
  },
  {
    title: 'has a deleted deal again after a hold that it refused',
    rule: 'operation/unknown-deal',
    subject: 'HoldDeal/A',
    wrap: bringingBack,
  },
];

const LEGAL: readonly Case[] = [
  {
    title: 'answers 410 to a condition on a deleted deal',
    rule: 'delete/removes',
    subject: 'deals',
    wrap: conditional(410),
  },
  {
    title: 'deletes nothing for clients that accept pictures alone',
    rule: 'delete/status',
    subject: 'deals',
    wrap: unacceptable('image/png', false),
  },
  {
    title: 'answers 410 to a hold on a deleted deal',
    rule: 'operation/unknown-deal',
    subject: 'HoldDeal/A',
    wrap: knowing(async (look, isDeleted, next) => (isHold(look) && isDeleted ? json(410, {}) : next())),
  },
];

const options = { operationForms: ['A'], selectors: ['accept', 'suffix', 'format'] } as const;

describe('a server that', () => {
  it.each(inGate(WRONG))('$title fails', async ({ rule, subject, ...server }) => {
    expect((await judged([rule], { options, ...server })).of(rule, subject)).toMatchObject({ outcome: 'fail' });
  });

  it.each(LEGAL)('$title fails nothing', async ({ rule, subject, ...server }) => {
    expect((await judged([rule], { options, ...server })).of(rule, subject)).toMatchObject({ outcome: 'pass' });
  });
});

it('a record of another client at the address of a deleted one is not deleted', async () => {
  const deletions: string[] = [];
  const wrap = knowing(async (look, isDeleted, next) => {
    if (look.method === 'DELETE') deletions.push(look.path);
    const isRead = look.method === 'GET' && isDeleted;
    return isRead ? json(200, { id: dealOf(look), name: 'A deal of somebody else' }) : next();
  });
  const again = (await judged(['delete/again'], { options, wrap })).of('delete/again', 'deals');
  expect(again.outcome).toBe('not-exercised');
  expect(again.reason).toContain('showed something else than the record');
  expect(deletions).toEqual([...new Set(deletions)]);
});
