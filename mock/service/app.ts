import type { MockRequest, MockResponse } from '../message.ts';
import { type ResolvedMockOptions, resolveOptions } from '../options.ts';
import type { MintedSessions } from '../state/minted-sessions.ts';
import type { Store } from '../state/store.ts';
import { commandDocumentRoutes } from './command-documents.ts';
import { commandRoutes } from './commands.ts';
import { dealUpdateRoutes } from './deal-update.ts';
import { dealRoutes } from './deals.ts';
import { createDispatch } from './dispatch.ts';
import { createExplain } from './explain.ts';
import { bodyLeaving, fieldsLeaving } from './leaving.ts';
import { operationRoutes } from './operations.ts';
import { withPlainPath } from './plain-path.ts';
import { queryRoutes } from './queries.ts';
import { createFind, type Route } from './router.ts';
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
  const explain = options.explain ? createExplain(options, () => routesOf(withEverything(site))) : () => undefined;
  return (asked) => {
    const ask = withPlainPath(asked);
    const { reply, place } = dispatch(ask);
    const fields = fieldsLeaving(reply, ask, options.now());
    explain(fields, ask, reply, place);
    const { status, chosenByAccept } = reply;
    return { status, fields, body: bodyLeaving(reply, ask), chosenByAccept };
  };
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

// What another claim would serve is worth naming to somebody who asked for it.
function withEverything(site: Site): Site {
  const { operationForms, commandQuery, session } = resolveOptions();
  return { ...site, options: { ...site.options, operationForms, commandQuery, session } };
}
