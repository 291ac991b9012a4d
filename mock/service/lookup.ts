import { bare, type Reply } from '../message.ts';
import type { Collection, Entry, State } from '../state/store.ts';
import { queryValue } from './query.ts';
import type { Call } from './router.ts';
import type { Kind } from './show.ts';
import type { Site } from './site.ts';

const NOBODY: ReadonlySet<Entry> = new Set();

/** A collection, or what of it has the name that the query asks for (document 4.4). */
export function listReply<T extends Entry>(
  { options, show }: Site,
  call: Call,
  kind: Kind,
  collection: Collection<T>,
): Reply {
  const name = queryValue(call.ask.query, 'name');
  const namesakes = name === undefined ? undefined : collection.named(name);
  const found = name === undefined ? collection.entries : (namesakes?.entries ?? NOBODY);
  const choice = show.choose(call);
  // 4.4-m2: an empty collection, or in the dissenting position no content at all.
  if (options.emptyQuery === 204 && found.size === 0) return { ...bare(204), chosenByAccept: choice.byAccept };
  const reply = show.readAll(
    call,
    kind,
    name === undefined ? collection : (namesakes ?? stateOf(collection)),
    found.values(),
    choice,
  );
  return name === undefined || found.size > 0 ? reply : { ...reply, keeps: 'read/query-empty' };
}

// What matches nothing stays so until the collection changes; apart from it, because that has a body of its own.
function stateOf({ revision, changedAt }: State): State {
  return { revision, changedAt, written: undefined };
}
