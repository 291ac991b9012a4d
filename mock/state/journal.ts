import type { ClockSetting } from './clock.ts';
import { writeJson } from './exact-json.ts';
import { imageOfDeal, imageOfEntry, imageOfUser, type StateImage } from './image.ts';
import type { MintedSession } from './minted-sessions.ts';
import type { Change, Store } from './store.ts';

/**
 * A journal is text, a line of JSON for each thing that happened: it begins with HEADER and the state as it was, and goes on
 * with what was changed since. Whatever it is cut off at, what stands before is a state that there was.
 */
export const HEADER = '{"format":"assayer-journal/1"}\n';

/** What a state in a journal is. */
export type Whose =
  | { readonly begin: 'seed' }
  | { readonly begin: 'state'; readonly tenant: string }
  | { readonly begin: 'snapshot'; readonly tenant: string; readonly name: string };

/** How many records stand on one line of a state. */
const ON_A_LINE = 100;

/**
 * A whole state, and a tenant's sessions with it, in lines that count only once the last of them is there. In pieces, since a
 * large one is no single text.
 */
export function* stateLines(
  whose: Whose,
  { lastNumber, gone, deals, users, commands }: StateImage,
  sessions: readonly MintedSession[] = [],
): Generator<string> {
  yield `${writeJson({ ...whose, lastNumber, gone })}\n`;
  for (const [kind, records] of Object.entries({ deals, users, commands, sessions }))
    for (let i = 0; i < records.length; i += ON_A_LINE)
      yield `${writeJson({ [kind]: records.slice(i, i + ON_A_LINE) })}\n`;
  yield '{"end":true}\n';
}

/** What one request changed: one line, so that it is there as a whole or not at all. */
export function changeLine(tenant: string, store: Store, changes: readonly Change[]): string {
  const put: Record<Kind, object[]> = { deals: [], users: [], commands: [] };
  const remove: Record<Kind, string[]> = { deals: [], users: [], commands: [] };
  // The last change of a record tells all of them.
  const last = new Map(changes.map((change) => [`${change.kind} ${change.id}`, change]));
  for (const change of last.values()) {
    const image = imageIn(change);
    if (image === undefined) remove[KIND_OF[change.kind]].push(change.id);
    else put[KIND_OF[change.kind]].push(image);
  }
  const gone = remove.deals.filter((id) => store.deals.isGone(id));
  return `${writeJson({ tenant, lastNumber: store.lastNumber, put: filled(put), remove: filled(remove), gone })}\n`;
}

/** That a session was given out or ended: the session as it is now. */
export function sessionLine(tenant: string, session: MintedSession): string {
  return `${JSON.stringify({ tenant, session })}\n`;
}

/** That the clock was stopped, moved or let go. */
export function clockLine(clock: ClockSetting): string {
  return `${JSON.stringify({ clock })}\n`;
}

/** How often mocks were started on this journal, the one that writes it included. */
export function startsLine(starts: number): string {
  return `${JSON.stringify({ starts })}\n`;
}

/** That a snapshot was dropped. */
export function droppedLine(tenant: string, snapshot: string): string {
  return `${JSON.stringify({ tenant, dropped: snapshot })}\n`;
}

/** That a tenant is no more. */
export function forgottenLine(tenant: string): string {
  return `${JSON.stringify({ tenant, forgotten: true })}\n`;
}

/** The names of the records in a line, by the kind of a change. */
export const KIND_OF = { deal: 'deals', user: 'users', command: 'commands' } as const;
/** One of those names. */
export type Kind = (typeof KIND_OF)[Change['kind']];

function imageIn(change: Change): object | undefined {
  if (change.kind === 'deal') return change.deal && imageOfDeal(change.deal);
  if (change.kind === 'user') return change.user && imageOfUser(change.user);
  return change.command && imageOfEntry(change.command);
}

function filled<T>(lists: Readonly<Record<Kind, readonly T[]>>): object {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}
