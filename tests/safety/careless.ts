import type { JsonObject } from '../../fixtures/json.ts';
import type { Fetch, MockOptions } from '../../mock/index.ts';
import type { Wrap } from '../../mock/interface.ts';
import { type ServeOptions, type Started, serve } from '../hostile/hostile-server.ts';
import { added, harmed } from '../hostile/judge-hostile.ts';

/** Where the deals of a careless server are. */
export const DEALS = '/rest/1/deals/';

/** Deals that others made. The ids are no numbers of a page's usual length, so that a list of them is seen to be whole. */
const OTHERS: readonly string[] = Array.from({ length: 13 }, (_, i) => String(i + 1));

/** The mock with some deals of others, behind a careless wrapper. */
export interface Careless extends Started {
  /** Deals of others that are gone or were changed. */
  readonly harmed: () => readonly string[];
  /** Deals that were not there before. */
  readonly added: () => readonly string[];
}

/** Serves the mock with deals of others, these by default, behind a wrapper. */
export async function serveCareless(
  wrap: Wrap,
  options: Partial<MockOptions> = {},
  ids: readonly string[] = OTHERS,
): Promise<Careless> {
  const deals = ids.map((id): JsonObject => ({ id, name: `Deal of before ${id}`, price: 100 }));
  const seed = { deals, users: [] } as unknown as ServeOptions['seed']; // a mock completes what a seed leaves out
  const server = await serve(wrap, { ...options, ...(seed === undefined ? {} : { seed }) });
  const before = server.state();
  return {
    ...server,
    harmed: () => harmed(before, server.state()),
    added: () => added(before, server.state()),
  };
}

/** A request that is carried out on another deal: its address or its body names one of the deals of others, the next one each time. */
export function onOthers(isMeant: (request: Request, path: string) => boolean): (fetch: Fetch) => Fetch {
  let done = 0;
  return (fetch) => async (request) => {
    const { pathname } = new URL(request.url);
    if (!isMeant(request, pathname)) return fetch(request);
    const id = OTHERS[done % OTHERS.length] ?? '';
    const answer = await fetch(await aimedAt(request, id));
    // A table whose rows move when they are changed gives another one first each time.
    if (answer.ok) done += 1;
    return answer;
  };
}

/** The same request about another deal. */
export async function aimedAt(request: Request, id: string): Promise<Request> {
  const url = request.url.replace(/(\/rest\/1\/deals\/)[^/?]+/u, `$1${id}`);
  if (['GET', 'HEAD', 'DELETE'].includes(request.method)) return new Request(url, { method: request.method });
  const text = await request.text();
  return new Request(url, { method: request.method, headers: request.headers, body: withDeal(text, id) });
}

function withDeal(text: string, id: string): string {
  try {
    const json: unknown = JSON.parse(text);
    const isNaming = typeof json === 'object' && json !== null && !Array.isArray(json);
    if (!isNaming) return text;
    return JSON.stringify('deal' in json ? { ...json, deal: id } : 'id' in json ? { ...json, id } : json);
  } catch {
    return text;
  }
}
