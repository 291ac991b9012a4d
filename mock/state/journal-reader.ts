import type { Json } from '../../fixtures/json.ts';
import type { ClockSetting } from './clock.ts';
import { isSameJson, readJson } from './exact-json.ts';
import type { DealImage, EntryImage, StateImage } from './image.ts';
import { KIND_OF, type Kind, type Whose } from './journal.ts';
import type { MintedSession } from './minted-sessions.ts';

/** What a journal comes to. */
export interface Kept {
  /** How often mocks were started on it. */
  readonly starts: number;
  /** Undefined: nobody has touched the clock. */
  readonly clock: ClockSetting | undefined;
  readonly seed: StateImage | undefined;
  readonly tenants: Map<string, KeptTenant>;
}

/** A tenant as a journal has it. */
export interface KeptTenant {
  readonly state: StateImage;
  readonly snapshots: ReadonlyMap<string, StateImage>;
  /** Oldest first. */
  readonly sessions: readonly MintedSession[];
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

/** A reader at the beginning of a journal. */
export function createJournalReader(): JournalReader {
  let seed: Draft | undefined;
  const tenants = new Map<string, { readonly state: Draft; readonly snapshots: Map<string, Draft> }>();
  let starts: number | undefined;
  let clock: ClockSetting | undefined;
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
    } else {
      putAll(draft, line, seed);
      for (const session of line.sessions ?? []) putSession(draft, session);
    }
  };
  return {
    take(text) {
      // Lines are written by journal.ts and nothing else; what a person changed by hand is told by what is missing.
      const line = readJson(text) as Line;
      if (open !== undefined) return takeWithin(open.whose, open.draft, line);
      if (line.begin !== undefined) {
        open = { whose: line as Whose, draft: draftOf(line) };
        return;
      }
      if (line.starts !== undefined || line.clock !== undefined) {
        starts = line.starts ?? starts;
        clock = line.clock ?? clock;
        return;
      }
      if (line.tenant === undefined) throw new Error('it names no tenant');
      if (line.forgotten === true) tenants.delete(line.tenant);
      else if (line.dropped !== undefined) tenantOf(line.tenant).snapshots.delete(line.dropped);
      else if (line.session !== undefined) putSession(tenantOf(line.tenant).state, line.session);
      else change(tenantOf(line.tenant).state, line);
    },
    kept: () => ({
      // Journals were written before starts were counted.
      starts: starts ?? Math.min(tenants.size, 1),
      clock,
      seed: seed === undefined ? undefined : imageOfDraft(seed),
      tenants: new Map(
        Array.from(tenants, ([name, { state, snapshots }]) => [
          name,
          {
            state: imageOfDraft(state),
            sessions: [...state.sessions.values()],
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

/** The members that a line can have; which ones it has says what it is. */
interface Line extends Partial<Records> {
  readonly starts?: number;
  readonly clock?: ClockSetting;
  readonly session?: MintedSession;
  readonly sessions?: readonly MintedSession[];
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
  readonly sessions: Map<string, MintedSession>;
  lastNumber: number;
}

function draftOf({ lastNumber = 0, gone = [] }: Line): Draft {
  return {
    deals: new Map(),
    users: new Map(),
    commands: new Map(),
    gone: new Set(gone),
    sessions: new Map(),
    lastNumber,
  };
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

// JSON has no undefined: a member that was it is absent.
function putSession({ sessions }: Draft, { expiresAt, ended, ...session }: MintedSession): void {
  sessions.set(session.id, { ...session, expiresAt, ended });
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
