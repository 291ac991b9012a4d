import type { Claims, Form, RepresentationName, Selector } from '../core/claims.ts';
import { SEED, type Seed } from '../fixtures/seed.ts';

/** A part of the service that can be switched off (document 7, 503). */
export type Component = 'deals' | 'users' | 'commands' | 'session';

/** What a mock can be told. The open choices of the document have the names and values of the target file's claims. */
export interface MockOptions extends Partial<Claims> {
  /** The version segment that is served (document 9.1). */
  readonly version?: string;
  /** A path before all others, such as `/api/shop`. */
  readonly basePath?: string;
  /** How a Location is written: with scheme and host, or as an absolute path. */
  readonly location?: 'absolute' | 'relative';
  /** How the ids of new records are made. */
  readonly ids?: 'number' | 'uuid';
  /** The data to begin with. */
  readonly seed?: Seed;
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
}

/** Options with every default filled in. */
export type ResolvedMockOptions = Required<MockOptions>;

const DEFAULT_FORMS: readonly Form[] = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
const DEFAULT_REPRESENTATIONS: readonly RepresentationName[] = ['json', 'xml', 'html'];
const DEFAULT_SELECTORS: readonly Selector[] = ['accept', 'suffix', 'format'];

/** Fills in the defaults. Throws an Error that names the option when a value cannot be used. */
export function resolveOptions(given: MockOptions = {}): ResolvedMockOptions {
  const options: ResolvedMockOptions = {
    operationForms: given.operationForms ?? DEFAULT_FORMS,
    emptyQuery: given.emptyQuery ?? 200,
    deleted: given.deleted ?? 404,
    commandQuery: given.commandQuery ?? true,
    representations: given.representations ?? DEFAULT_REPRESENTATIONS,
    selectors: given.selectors ?? DEFAULT_SELECTORS,
    create: given.create ?? 'created',
    session: given.session ?? 'presence',
    validators: given.validators ?? true,
    indexBase: given.indexBase ?? 0,
    version: given.version ?? '1',
    basePath: (given.basePath ?? '').replace(/\/+$/u, ''),
    location: given.location ?? 'absolute',
    ids: given.ids ?? 'number',
    seed: given.seed ?? SEED,
    sessions: given.sessions ?? ['let-me-in'],
    bodyLimit: given.bodyLimit ?? 1024 * 1024,
    unavailable: given.unavailable ?? [],
    requireTransitions: given.requireTransitions ?? false,
    now: given.now ?? Date.now,
  };
  refuseUnusable(options);
  return options;
}

function refuseUnusable(options: ResolvedMockOptions): void {
  const { basePath, version, representations, bodyLimit } = options;
  if (basePath !== '' && !/^(?:\/[A-Za-z0-9\-._~%!$&'()*+,;=:@]+)+$/u.test(basePath))
    throw new Error(`mock option basePath: "${basePath}" is not a path; begin it with "/", as in "/api/shop"`);
  if (!/^[A-Za-z0-9\-._~]+$/u.test(version))
    throw new Error(`mock option version: "${version}" cannot stand in a path; use letters, digits and - . _ ~`);
  if (representations.length === 0)
    throw new Error('mock option representations: the list is empty; name at least one of json, xml, html');
  if (!Number.isSafeInteger(bodyLimit) || bodyLimit < 0)
    throw new Error(`mock option bodyLimit: ${bodyLimit} is not a number of bytes`);
}
