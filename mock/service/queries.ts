import type { MockResponse } from '../message.ts';
import type { Collection, Entry } from '../state/collection.ts';
import { DEALS } from './deals.ts';
import type { Choice } from './negotiation.ts';
import { refuse } from './problems.ts';
import type { Call, Route } from './router.ts';
import type { Kind } from './show.ts';
import type { Site } from './site.ts';
import { USERS } from './users.ts';

/** A query is owed as a JSON array whatever Accept says: it is a result and not a stored object (document 4.3). */
const AS_JSON: Choice = { name: 'json', byAccept: false };

/** The query half of the command/query split: records by name, and 404 where there are none (document 4.3). */
export function queryRoutes(site: Site): readonly Route[] {
  if (!site.options.commandQuery) return [];
  const query = <T extends Entry>(kind: Kind, collection: Collection<T>): Route => ({
    method: 'GET',
    path: `/query/${kind.many}/:parameter`,
    component: 'commands',
    plain: true,
    handle(call: Call): MockResponse {
      const found = collection.named(call.params['parameter'] ?? '');
      if (found === undefined) return refuse(404, `no ${kind.one} has this name`);
      return site.show.readAll(call, kind, found.state, found.entries, AS_JSON);
    },
  });
  return [query(USERS, site.store.users), query(DEALS, site.store.deals)];
}
