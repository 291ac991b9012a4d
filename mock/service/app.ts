import type { MockRequest, MockResponse } from '../message.ts';
import type { ResolvedMockOptions } from '../options.ts';
import type { MintedSessions } from '../state/minted-sessions.ts';
import type { Store } from '../state/store.ts';
import { commandDocumentRoutes } from './command-documents.ts';
import { commandRoutes } from './commands.ts';
import { dealUpdateRoutes } from './deal-update.ts';
import { dealRoutes } from './deals.ts';
import { createDispatch, placeOf, type Routed } from './dispatch.ts';
import { createExplain } from './explain.ts';
import { bodyLeaving, fieldsLeaving } from './leaving.ts';
import { operationRoutes } from './operations.ts';
import { withPlainPath } from './plain-path.ts';
import { queryRoutes } from './queries.ts';
import { createFind, type Place, type Route } from './router.ts';
import { sessionRoutes } from './session.ts';
import { createShow } from './show.ts';
import type { Site } from './site.ts';
import { userRoutes } from './users.ts';

/** The whole service as one function: pure but for the store. Every mount is a way to call it. */
export type App = (ask: MockRequest) => MockResponse;

/** Puts the service together. */
export function createApp(options: ResolvedMockOptions, store: Store, sessions: MintedSessions): App {
  const site: Site = { options, store, sessions, show: createShow(options, store) };
  const dispatch = createDispatch(options, createFind(routesOf(site)));
  const explain = options.explain
    ? createExplain(options, (change) => routesOf({ ...site, options: { ...options, ...change } }), dispatch)
    : (_ask: MockRequest, { reply }: Routed) => ({ reply, fields: [] });
  return (asked) => {
    const ask = withPlainPath(asked);
    const { reply, fields: told } = explain(ask, dispatch(ask));
    const fields = fieldsLeaving(reply, ask, options.now());
    fields.push(...told);
    const { status, chosenByAccept } = reply;
    return { status, fields, body: bodyLeaving(reply, ask), chosenByAccept };
  };
}

/** What a raw path names under these options, for whoever stands in front of the service, such as a fault of one route. */
export function createRouteFinder(
  options: ResolvedMockOptions,
  store: Store,
  sessions: MintedSessions,
): (path: string) => Place | undefined {
  const find = createFind(routesOf({ options, store, sessions, show: createShow(options, store) }));
  return (path) => placeOf(options, find, path);
}

/** Every route that the site's options ask for. */
function routesOf(site: Site): readonly Route[] {
  return [
    ...sessionRoutes(site),
    ...userRoutes(site),
    ...dealRoutes(site),
    ...dealUpdateRoutes(site),
    ...operationRoutes(site),
    ...commandDocumentRoutes(site),
    ...commandRoutes(site),
    ...queryRoutes(site),
  ];
}
