import type { MockRequest, MockResponse } from '../message.ts';
import { remembering } from './remembering.ts';

/** Names the rule of the catalogue that a reply keeps, for a reader of the log; undefined: no rule is about it. */
export type KeptRule = (ask: MockRequest, reply: MockResponse) => string | undefined;

type ByStatus = Readonly<Record<number, string>>;
type ByMethod = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'DELETE', ByStatus>>>;

const OPERATION: ByStatus = {
  200: 'operation/status',
  201: 'operation/status',
  204: 'operation/status',
  400: 'operation/missing-parameter',
  404: 'operation/unknown-deal',
  410: 'operation/unknown-deal',
};
const COLLECTION: ByStatus = { 200: 'read/collection' };
const ITEM: ByStatus = { 200: 'read/item', 404: 'read/unknown-item', 410: 'delete/gone' };
const NESTED: ByStatus = { 200: 'read/nested', 404: 'read/nested-out-of-range' };
const DOCUMENT: ByMethod = {
  PUT: { ...OPERATION, 204: 'operation/command-id' },
  GET: { 200: 'operation/command-id', 404: 'read/unknown-item' },
};

/** By the pattern of the route, the version segment left out. */
const BY_ROUTE: Readonly<Record<string, ByMethod>> = {
  '/': { GET: { 200: 'session/authorized', 401: 'session/unauthorized' } },
  '/users': { GET: COLLECTION },
  '/users/:id': { GET: ITEM },
  '/users/:id/ssh-keys/:index': { GET: NESTED },
  '/users/:id/address/:index': { GET: NESTED },
  '/deals': { GET: COLLECTION, POST: { 200: 'create/full-result', 201: 'create/status', 400: 'create/invalid' } },
  '/deals/:id': {
    GET: ITEM,
    PUT: OPERATION,
    DELETE: { 204: 'delete/status', 404: 'delete/unknown', 410: 'delete/gone' },
  },
  '/deals/:id/commands/:commandId': DOCUMENT,
  '/commands/:commandId': DOCUMENT,
  '/command/:name': { POST: { 200: 'command/status', 400: 'command/malformed', 404: 'command/unknown' } },
  '/query/users/:parameter': { GET: { 200: 'query/status', 404: 'query/empty' } },
  '/query/deals/:parameter': { GET: { 200: 'query/status', 404: 'query/empty' } },
};

/** What every route under a deal that is not in the table is: an operation of form A, B or E. */
const UNDER_A_DEAL: ByMethod = {
  PUT: OPERATION,
  POST: OPERATION,
  GET: { 200: 'read/item', 404: 'read/unknown-item' },
};

/** What holds wherever it occurs (document 7, and the sections of RFC 9110 that the rules name). */
const ANYWHERE: ByStatus = {
  304: 'validator/if-none-match',
  405: 'status/405-allow',
  406: 'negotiate/unacceptable',
  500: 'status/no-server-error',
  503: 'status/unavailable',
};

/** The rule kept at an address that no route has: one of a version that is not served, or of nothing that the document knows. */
export function keptRuleOfNone({
  basePath,
  version,
}: {
  readonly basePath: string;
  readonly version: string;
}): KeptRule {
  return ({ path }, { status }) => {
    if (status !== 404) return ANYWHERE[status];
    const [, rest, asked, kind] = path.startsWith(basePath) ? path.slice(basePath.length).split('/') : [];
    return rest === 'rest' && asked !== version && kind === 'deals' ? 'version/unknown' : undefined;
  };
}

/** The rule kept at a route, given its pattern. */
export function keptRule(pattern: string): KeptRule {
  const local = pattern.replace(/^\/rest\/[^/]+/u, '').replace(/(?<=.)\/$/u, '');
  const methods = BY_ROUTE[local] ?? UNDER_A_DEAL;
  return ({ method, query }, { status, body }) => {
    const known = ANYWHERE[status];
    if (known !== undefined) return known;
    if (method === 'HEAD') return 'read/head';
    // Own members only: a method is whatever the client says.
    const byStatus = Object.hasOwn(methods, method) ? methods[method as keyof ByMethod] : undefined;
    // Without a body there is nothing that was found (4.4-m2).
    if (byStatus === COLLECTION && asksByName(query)) return status === 204 ? 'read/query-empty' : 'read/query-match';
    const rule = byStatus?.[status];
    // Only a payload that could be read is told what is wrong in it (problems.ts).
    return status === 400 && !String(body).includes('"errors":') ? rule?.replace(/\/.*/u, '/malformed') : rule;
  };
}

const asksByName = remembering((query) => /(?:^|&)name(?:=|&|$)/u.test(query));
