import type { JsonObject } from '../../fixtures/json.ts';
import type { Wrap } from '../../mock/interface.ts';
import { VARIATIONS } from '../../proof/variations/index.ts';
import { type HostileServer, type ServeOptions, serve } from '../hostile/hostile-server.ts';

/** A server that keeps the document, and what `check` has to be told of it. */
export interface HonestServer {
  readonly id: string;
  readonly start: HostileServer['start'];
  readonly args: readonly string[];
}

const asItIs: Wrap = (fetch) => fetch;

function one(id: string, options: ServeOptions = {}, args: readonly string[] = [], wrap: Wrap = asItIs): HonestServer {
  return { id, args, start: () => serve(wrap, options) };
}

function claim(id: string, options: ServeOptions, ...claims: readonly string[]): HonestServer {
  return one(
    id,
    options,
    claims.flatMap((text) => ['--claim', text]),
  );
}

/** A server with an unusual but legal habit. */
function varied(id: string): HonestServer {
  const variation = VARIATIONS.find((known) => known.id === id);
  if (variation === undefined) throw new Error(`there is no variation ${id}`);
  return one(id, variation.options, [], variation.wrap);
}

const deals = (ids: readonly string[]): JsonObject[] =>
  ids.map((id, i) => ({ id, name: `Deal of before ${i}`, price: i }));

/** Servers that keep the document: what they keep after a run is what they kept before. */
export const HONEST: readonly HonestServer[] = [
  one('as it is'),
  one('uuids', { ids: 'uuid' }),
  one('relative Locations', { location: 'relative' }),
  one('below a path', { basePath: '/api/shop' }),
  one('another version', { version: 'v1' }),
  one('a tenant', { tenant: 'acme' }),
  one('a tenant below a path', { tenant: 'acme-2', basePath: '/api', ids: 'uuid' }),
  one('all forms', { operationForms: ['A', 'B', 'C', 'D', 'E', 'F', 'G'] }),
  one('no operations', { operationForms: [] }),
  one('commands and queries', { commandQuery: true }),
  one('all representations', { representations: ['json', 'xml', 'html'], selectors: ['accept', 'suffix', 'format'] }),
  one('transitions', { requireTransitions: true }),
  one('small bodies', { bodyLimit: 4096 }),
  one('no validators', { validators: false }),
  one('nothing before', { seed: { deals: [], users: [] } }),
  one('many before', { seed: { deals: deals(Array.from({ length: 500 }, (_, i) => `${i + 1}`)) as never } }),
  one('odd ids before', { seed: { deals: deals(['a b', 'ü', 'x.json', '100%', 'urn:deal:1']) as never } }),
  varied('ids-come-back'),
  claim('full results', { create: 'full-result' }, 'create=full-result'),
  claim('queries answer 204', { emptyQuery: 204 }, 'emptyQuery=204'),
  claim('deleted is gone', { deleted: 410 }, 'deleted=410'),
  claim('validated sessions', { session: 'validated' }, 'session=validated'),
  varied('location-localhost'),
  varied('location-in-capitals'),
  varied('location-relative-with-dots'),
  varied('location-with-query'),
  varied('ids-with-space'),
  varied('ids-unicode'),
  varied('ids-with-dots'),
  varied('deals-not-listed'),
];
