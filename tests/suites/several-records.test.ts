import { expect, test } from 'vitest';
import type { Fetch } from '../../mock/index.ts';
import { inGate } from '../in-gate.ts';
import { json, judged } from './judged.ts';

type Wrap = (fetch: Fetch) => Fetch;
type Entry = Readonly<Record<string, unknown>>;

const options = { operationForms: ['A', 'E', 'F'], representations: ['json'] } as const;

/** A request after it was answered, with the deal that its path names. */
interface Past {
  readonly request: Request;
  readonly path: string;
  readonly body: string;
  readonly response: Response;
  readonly deal: string;
  readonly fetch: Fetch;
}

/** A service that does something besides after each request, and may answer otherwise; `start` makes what it remembers. */
const besides =
  (start: () => (past: Past) => Promise<Response | undefined>): Wrap =>
  (fetch) => {
    const answer = start();
    return async (request) => {
      const body = await request.clone().text();
      const response = await fetch(request);
      const path = new URL(request.url).pathname;
      const deal = /\/deals\/([^/]+)/u.exec(path)?.[1] ?? '';
      return (await answer({ request, path, body, response, deal, fetch })) ?? response;
    };
  };

const isRead = ({ request, response }: Past, path: string, place: RegExp): boolean =>
  request.method === 'GET' && response.status === 200 && place.test(path);
const listIn = async ({ response }: Past): Promise<readonly Entry[]> => {
  const value: unknown = await response.clone().json();
  return Array.isArray(value) ? value : [];
};
const send = (method: string, url: string, value: unknown): Request =>
  new Request(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });

/** Shows each record twice, once it was changed. */
const twiceOnceChanged = (place: RegExp): Wrap =>
  besides(() => {
    const changed = new Set<unknown>();
    return async (past) => {
      if (past.request.method === 'PUT' && past.response.ok) changed.add(past.deal);
      if (!isRead(past, past.path, place)) return undefined;
      return json(
        200,
        (await listIn(past)).flatMap((one) => (changed.has(one['id']) ? [one, one] : [one])),
      );
    };
  });

/** Shows so many records of one name in the list of deals. */
const ofEachName = (most: number): Wrap =>
  besides(() => async (past) => {
    if (!isRead(past, past.path, /\/deals\/$/u)) return undefined;
    const all = await listIn(past);
    const isEarly = (one: Entry, at: number): boolean =>
      all.slice(0, at).filter(({ name }) => name === one['name']).length < most;
    return json(200, all.filter(isEarly));
  });

/** Has what is read here no more after so many readings. */
const readable = (place: RegExp, times: number): Wrap =>
  besides(() => {
    const counts = new Map<string, number>();
    return async (past) => {
      if (!isRead(past, past.path, place)) return undefined;
      counts.set(past.path, (counts.get(past.path) ?? 0) + 1);
      return (counts.get(past.path) ?? 0) > times ? json(404, {}) : undefined;
    };
  });

/** Forgets all command documents with each deletion. */
const forgetsWithDeletion: Wrap = besides(() => {
  const made = new Set<string>();
  const gone = new Set<string>();
  return async (past) => {
    const { request, path, response } = past;
    if (request.method === 'DELETE' && response.ok) for (const one of made) gone.add(one);
    if (request.method === 'PUT' && path.includes('/commands/') && response.ok) {
      made.add(path);
      gone.delete(path);
    }
    return isRead(past, path, /\/commands\//u) && gone.has(path) ? json(404, {}) : undefined;
  };
});

/** Carries a command out again when its document is read. */
const carriesOutByReading: Wrap = besides(() => {
  const bodies = new Map<string, string>();
  return async (past) => {
    const { request, path, body, fetch } = past;
    if (request.method === 'PUT' && path.includes('/commands/')) bodies.set(path, body);
    if (!isRead(past, path, /\/commands\//u) || !bodies.has(path)) return undefined;
    const again = `${request.url.replace(/[^/]+$/u, '')}again-${bodies.size}-${Math.random()}`;
    await fetch(send('PUT', again, JSON.parse(bodies.get(path) ?? '{}')));
    return undefined;
  };
});

/** Makes a copy of a deal when an operation on it is repeated. */
const copiesByRepeating: Wrap = besides(() => {
  const seen = new Set<string>();
  return async ({ request, path, body, response, deal, fetch }) => {
    const key = `${path} ${body}`;
    const isAgain = request.method === 'PUT' && response.ok && seen.has(key);
    if (request.method === 'PUT') seen.add(key);
    if (!isAgain) return undefined;
    const deals = `${new URL(request.url).origin}/rest/1/deals/`;
    const { id: _, _links: __, ...copy } = { ...(await (await fetch(new Request(deals + deal))).json()) };
    await fetch(send('POST', deals, copy));
    return undefined;
  };
});

const WRONG: readonly [what: string, rule: string, subject: string, wrap: Wrap][] = [
  ['finds a deal twice once it was changed', 'query/records', 'query:deals', twiceOnceChanged(/\/query\/deals\//u)],
  ['lists one deal of each name', 'delete/only-it', 'deals', ofEachName(1)],
  ['lists two deals of each name', 'delete/only-it', 'deals', ofEachName(2)],
  ['has a record of form E for few readings', 'read/made', 'deals', readable(/\/holds\/[^/]+$/u, 7)],
  ['forgets command documents with a deletion', 'read/made', 'deals', forgetsWithDeletion],
  ['carries a command out by reading it', 'operation/command-id', 'HoldDeal/F', carriesOutByReading],
  ['makes a copy by a repeated operation', 'operation/idempotent', 'HoldDeal/A', copiesByRepeating],
  ['makes a copy by a repeated command', 'operation/idempotent', 'HoldDeal/F', copiesByRepeating],
];

test.each(inGate(WRONG))('found: a service that %s', async (_, rule, subject, wrap) => {
  const { of } = await judged([rule], { wrap, options });
  expect(of(rule, subject)).toMatchObject({ outcome: 'fail' });
});

/** The first records of the list alone. */
const inPages = (size: number): Wrap =>
  besides(
    () => async (past) =>
      isRead(past, past.path, /\/deals\/$/u) ? json(200, (await listIn(past)).slice(0, size)) : undefined,
  );

/** Has neither records of form E nor command documents to read. */
const unreadable: Wrap = besides(
  () => async (past) =>
    past.request.method === 'GET' && /\/(?:holds|commands)\//u.test(past.path) ? json(405, {}) : undefined,
);

const LEGAL: readonly [what: string, wrap: Wrap][] = [
  ['lists one page of five deals', inPages(5)],
  ['lists no deal', inPages(0)],
  ['has no records of operations to read', unreadable],
];

const RULES = ['query/records', 'delete/only-it', 'read/made', 'operation/command-id', 'operation/idempotent'];

test.each(inGate(LEGAL, 3))('legal: a service that %s', { tags: ['night'] }, async (_, wrap) => {
  const { ended } = await judged(RULES, { wrap, options });
  expect(ended('fail')).toEqual([]);
});
