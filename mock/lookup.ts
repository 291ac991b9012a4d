import { bare, type Reply } from './message.ts';
import type { Call } from './router.ts';
import type { Kind } from './show.ts';
import type { Site } from './site.ts';
import type { Collection, Entry, State } from './store.ts';

const NOBODY: ReadonlySet<Entry> = new Set();

/** A collection, or what of it has the name that the query asks for (document 4.4). */
export function listReply<T extends Entry>(
  { options, show }: Site,
  call: Call,
  kind: Kind,
  collection: Collection<T>,
): Reply {
  const name = call.ask.query.includes('name=') ? new URLSearchParams(call.ask.query).get('name') : null;
  const namesakes = name === null ? undefined : collection.named(name);
  const found = name === null ? collection.entries : (namesakes?.entries ?? NOBODY);
  const choice = show.choose(call);
  // 4.4-m2: an empty collection, or in the dissenting position no content at all.
  if (options.emptyQuery === 204 && found.size === 0) return { ...bare(204), chosenByAccept: choice.byAccept };
  return show.readAll(
    call,
    kind,
    name === null ? collection : (namesakes ?? stateOf(collection)),
    found.values(),
    choice,
  );
}

// What matches nothing is as it is until the collection changes; a copy, because the collection has a body of its own.
function stateOf({ revision, changedAt }: State): State {
  return { revision, changedAt };
}
