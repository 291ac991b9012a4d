import { type Claims, claimsIn, SERVED } from '../core/claims.ts';
import { DEFAULT_API } from '../fixtures/openapi/options.ts';
import { SEED, type Seed } from '../fixtures/seed.ts';
import type { ChaosPlan } from './chaos/plan.ts';
import { type Clock, createClock } from './state/clock.ts';
import type { StateImage } from './state/image.ts';
import type { Stub } from './stubs/stub.ts';

/** The parts of the service that can be switched off (document 7, 503). */
export const COMPONENTS = ['deals', 'users', 'commands', 'session'] as const;
/** One of them. */
export type Component = (typeof COMPONENTS)[number];

/** How a Location can be written. */
export const LOCATIONS = ['absolute', 'relative'] as const;

/** How the ids of new records can be made. */
export const ID_KINDS = ['number', 'uuid'] as const;

/** What a mock can be told. The open choices of the document have the names and values of the target file's claims. */
export interface MockOptions extends Partial<Claims> {
  /** The version segment that is served (document 9.1). */
  readonly version?: string;
  /** A path before all others, such as `/api/shop`. */
  readonly basePath?: string;
  /** How a Location is written: with scheme and host, or as an absolute path. */
  readonly location?: (typeof LOCATIONS)[number];
  /** How the ids of new records are made. */
  readonly ids?: (typeof ID_KINDS)[number];
  /** The data to begin with: a seed, or a saved state. */
  readonly seed?: Seed | StateImage;
  /** The cookie values that are accepted where `session` is `validated`. */
  readonly sessions?: readonly string[];
  /** The largest request body in bytes; a larger one is answered 413. */
  readonly bodyLimit?: number;
  /** Parts that answer 503. */
  readonly unavailable?: readonly Component[];
  /**
   * Whether an operation is refused with 409 where it makes no sense: unhold before hold, anything after cancel.
   * Off, because the document shows no states (3).
   */
  readonly requireTransitions?: boolean;
  /** The time, in milliseconds. */
  readonly now?: () => number;
  /** What goes wrong from the beginning; `mock.chaos` changes it. */
  readonly chaos?: ChaosPlan | undefined;
  /** Answers in place of the service that every tenant begins with, and has again after a reset. */
  readonly stubs?: readonly Stub[];
  /** Ids, validators and the time are the same in every run with this seed; the clock stands still until it is moved. */
  readonly deterministic?: number | undefined;
  /**
   * How often a mock was started before on the state that this one goes on from: what a deterministic one makes up goes on
   * then, and does not begin again.
   */
  readonly starts?: number;
  /** Whether answers name the rule that they keep (`x-mock-rule`), and an unknown address its nearest route. */
  readonly explain?: boolean;
  /** How many exchanges the log keeps of each tenant at most; 0: none. */
  readonly logSize?: number;
  /** Milliseconds after which a tenant that nobody asks is forgotten. */
  readonly tenantTtlMs?: number;
  /** Origins, such as `http://localhost:5173`, whose pages may drive the control API, and where the login link may lead. */
  readonly controlOrigins?: readonly string[];
  /** How many tenants there can be; the one that was not asked for the longest time makes room. */
  readonly tenantLimit?: number;
}

/** Options with every default filled in, and the clock that `now` reads. */
export interface ResolvedMockOptions extends Required<MockOptions> {
  readonly clock: Clock;
}

/** When a deterministic mock begins. */
const BEGINNING = Date.UTC(2030, 0, 1);

/** Fills in the defaults. What was given has been checked before: see option-checks.ts. */
export function resolveOptions(
  given: MockOptions = {},
  clock: Clock = createClock(given.now, given.deterministic === undefined ? undefined : BEGINNING),
): ResolvedMockOptions {
  return {
    ...SERVED,
    ...claimsIn(given),
    version: given.version ?? DEFAULT_API.version,
    basePath: (given.basePath ?? DEFAULT_API.basePath).replace(/(?<!\/)\/+$/u, ''),
    location: given.location ?? 'absolute',
    ids: given.ids ?? 'number',
    seed: given.seed ?? SEED,
    sessions: given.sessions ?? ['let-me-in'],
    bodyLimit: given.bodyLimit ?? 1024 * 1024,
    unavailable: given.unavailable ?? [],
    requireTransitions: given.requireTransitions ?? DEFAULT_API.requireTransitions,
    now: clock.now,
    chaos: given.chaos,
    stubs: given.stubs ?? [],
    deterministic: given.deterministic,
    starts: given.starts ?? 0,
    explain: given.explain ?? true,
    logSize: given.logSize ?? 500,
    tenantTtlMs: given.tenantTtlMs ?? 60 * 60 * 1000,
    tenantLimit: given.tenantLimit ?? 1000,
    controlOrigins: given.controlOrigins ?? [],
    clock,
  };
}

// They say whether a part answers and what is told beside an answer, and change no representation.
const BESIDE: ReadonlySet<string> = new Set<keyof MockOptions>(['unavailable', 'explain']);

/** Whether records are shown alike under both, so that the validators that were given out stay right. */
export function areShownAlike(before: ResolvedMockOptions, after: ResolvedMockOptions): boolean {
  const names = Object.keys(after) as (keyof ResolvedMockOptions)[]; // as its type says
  return names.every((name) => BESIDE.has(name) || isSame(before[name], after[name]));
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
