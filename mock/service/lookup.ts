import { bare, type MockResponse } from '../message.ts';
import type { Collection, Entry, Namesakes, State } from '../state/collection.ts';
import { queryReader } from './query.ts';
import type { Call } from './router.ts';
import type { Kind } from './show.ts';
import type { Site } from './site.ts';

const askedName = queryReader('name');

/** A collection, or what of it has the name that the query asks for (document 4.4). */
export function listReply<T extends Entry>(
  { options, show }: Site,
  call: Call,
  kind: Kind,
  collection: Collection<T>,
): MockResponse {
  const name = askedName(call.ask.query);
  const choice = show.choose(call);
  const found = name === undefined ? everything(collection) : collection.named(name);
  if (found !== undefined) return show.readAll(call, kind, found.state, found.entries, choice);
  // 4.4-m2: an empty collection, or in the dissenting position no content at all.
  if (options.emptyQuery === 204) return { ...bare(204), chosenByAccept: choice.byAccept };
  const reply = show.readAll(call, kind, stateOf(collection), [], choice);
  return name === undefined ? reply : { ...reply, keeps: 'read/query-empty' };
}

function everything<T extends Entry>(collection: Collection<T>): Namesakes | undefined {
  return collection.entries.size === 0 ? undefined : { state: collection, entries: collection.entries.values() };
}

// What matches nothing stays so until the collection changes; apart from it, because that has a body of its own.
function stateOf({ revision, changedAt }: State): State {
  return { revision, changedAt, written: undefined };
}
