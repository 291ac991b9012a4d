import type { Json } from '../../fixtures/json.ts';
import { isSameJson, readJson, writeJson } from './exact-json.ts';
import { type DealImage, type EntryImage, imageOfDeal, imageOfEntry, imageOfUser, type StateImage } from './image.ts';
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

/** A whole state, in lines that count only once the last of them is there. In pieces, since a large one is no single text. */
export function* stateLines(whose: Whose, { lastNumber, gone, deals, users, commands }: StateImage): Generator<string> {
  yield `${writeJson({ ...whose, lastNumber, gone })}\n`;
  for (const [kind, records] of Object.entries({ deals, users, commands }))
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

/** That a snapshot was dropped. */
export function droppedLine(tenant: string, snapshot: string): string {
  return `${JSON.stringify({ tenant, dropped: snapshot })}\n`;
}

/** That a tenant is no more. */
export function forgottenLine(tenant: string): string {
  return `${JSON.stringify({ tenant, forgotten: true })}\n`;
}

/** What a journal comes to. */
export interface Kept {
  readonly seed: StateImage | undefined;
  readonly tenants: Map<string, KeptTenant>;
}

/** A tenant as a journal has it. */
export interface KeptTenant {
  readonly state: StateImage;
  readonly snapshots: ReadonlyMap<string, StateImage>;
}

/** Reads a journal line by line. */
export interface JournalReader {
  /** Takes in the next line after HEADER. Throws an Error that says why where it is no line of a journal. */
  take(line: string): void;
  /** What the lines so far come to; a state whose end is not there yet does not count. */
  kept(): Kept;
  /** Whether such a state is under way. */
  readonly isOpen: boolean;
}

/** A reader at the begin of a journal. */
export function createJournalReader(): JournalReader {
  let seed: Draft | undefined;
  const tenants = new Map<string, { readonly state: Draft; readonly snapshots: Map<string, Draft> }>();
  let open: { readonly whose: Whose; readonly draft: Draft } | undefined;

  const tenantOf = (name: string): { readonly state: Draft; readonly snapshots: Map<string, Draft> } => {
    const tenant = tenants.get(name);
    if (tenant === undefined) throw new Error(`nothing stands before it of the tenant "${name}"`);
    return tenant;
  };
  const close = (whose: Whose, draft: Draft): void => {
    if (whose.begin === 'seed') seed = draft;
    else if (whose.begin === 'snapshot') tenantOf(whose.tenant).snapshots.set(whose.name, draft);
    else tenants.set(whose.tenant, { state: draft, snapshots: tenants.get(whose.tenant)?.snapshots ?? new Map() });
  };
  const takeWithin = (whose: Whose, draft: Draft, line: Line): void => {
    if (line.end === true) {
      close(whose, draft);
      open = undefined;
    } else putAll(draft, line, seed);
  };
  return {
    take(text) {
      // Lines are written above and nowhere else; what a person changed by hand is told by what is missing.
      const line = readJson(text) as Line;
      if (open !== undefined) return takeWithin(open.whose, open.draft, line);
      if (line.begin !== undefined) {
        open = { whose: line as Whose, draft: draftOf(line) };
        return;
      }
      if (line.tenant === undefined) throw new Error('it names no tenant');
      if (line.forgotten === true) tenants.delete(line.tenant);
      else if (line.dropped !== undefined) tenantOf(line.tenant).snapshots.delete(line.dropped);
      else change(tenantOf(line.tenant).state, line);
    },
    kept: () => ({
      seed: seed === undefined ? undefined : imageOfDraft(seed),
      tenants: new Map(
        Array.from(tenants, ([name, { state, snapshots }]) => [
          name,
          {
            state: imageOfDraft(state),
            snapshots: new Map(Array.from(snapshots, ([snapshot, draft]) => [snapshot, imageOfDraft(draft)])),
          },
        ]),
      ),
    }),
    get isOpen() {
      return open !== undefined;
    },
  };
}

const KIND_OF = { deal: 'deals', user: 'users', command: 'commands' } as const;
type Kind = (typeof KIND_OF)[Change['kind']];

function imageIn(change: Change): object | undefined {
  if (change.kind === 'deal') return change.deal && imageOfDeal(change.deal);
  if (change.kind === 'user') return change.user && imageOfUser(change.user);
  return change.command && imageOfEntry(change.command);
}

function filled<T>(lists: Readonly<Record<Kind, readonly T[]>>): object {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

/** The members that a line can have; which ones it has says what it is. */
interface Line extends Partial<Records> {
  readonly begin?: Whose['begin'];
  readonly end?: true;
  readonly tenant?: string;
  readonly lastNumber?: number;
  readonly gone?: readonly string[];
  readonly put?: Partial<Records>;
  readonly remove?: Partial<Record<Kind, readonly string[]>>;
  readonly dropped?: string;
  readonly forgotten?: true;
}

type Records = Pick<StateImage, Kind>;

/** A state while it is read: records by id, in their order. */
interface Draft {
  readonly deals: Map<string, DealImage>;
  readonly users: Map<string, StateImage['users'][number]>;
  readonly commands: Map<string, EntryImage>;
  readonly gone: Set<string>;
  lastNumber: number;
}

function draftOf({ lastNumber = 0, gone = [] }: Line): Draft {
  return { deals: new Map(), users: new Map(), commands: new Map(), gone: new Set(gone), lastNumber };
}

function imageOfDraft({ deals, users, commands, gone, lastNumber }: Draft): StateImage {
  return {
    format: 'assayer-state/1',
    deals: [...deals.values()],
    users: [...users.values()],
    commands: [...commands.values()],
    gone: [...gone],
    lastNumber,
  };
}

function change(draft: Draft, { lastNumber, put = {}, remove = {}, gone = [] }: Line): void {
  if (lastNumber === undefined) throw new Error('it tells nothing that a journal tells');
  draft.lastNumber = lastNumber;
  for (const kind of Object.values(KIND_OF)) for (const id of remove[kind] ?? []) draft[kind].delete(id);
  for (const id of gone) draft.gone.add(id);
  putAll(draft, put);
}

function putAll(draft: Draft, records: Partial<Records>, seed?: Draft): void {
  const { deals = [], users = [], commands = [] } = records;
  for (const deal of deals) {
    putShared(draft.deals, deal, seed?.deals);
    draft.gone.delete(deal.id);
  }
  for (const user of users) putShared(draft.users, user, seed?.users);
  for (const command of commands) putShared(draft.commands, command, seed?.commands);
}

// Most records of a large state are as the seed has them, and need not be in memory twice.
function putShared<T extends { readonly id: string }>(into: Map<string, T>, record: T, seed?: Map<string, T>): void {
  const known = seed?.get(record.id);
  // Images are plain data.
  const isKnown = known !== undefined && isSameJson(known as unknown as Json, record as unknown as Json);
  into.set(record.id, isKnown ? known : record);
}
