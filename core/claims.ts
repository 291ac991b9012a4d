/** A way to spell an operation on a deal (document 4.2). */
export type Form = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G';
/** A representation of a resource (document 4.4-c3, 4.5). */
export type RepresentationName = 'json' | 'xml' | 'html';
/** A way to choose a representation (document 4.5-1, 4.5-3). */
export type Selector = 'accept' | 'suffix' | 'format';

/** Every form, in the document's order. */
export const FORMS: readonly Form[] = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
/** Every representation that the document names. */
export const REPRESENTATIONS: readonly RepresentationName[] = ['json', 'xml', 'html'];
/** Every selector that the document names. */
export const SELECTORS: readonly Selector[] = ['accept', 'suffix', 'format'];

/**
 * The alternatives that the document leaves open, as one target chose them.
 * The mock's options have the same names and the same values.
 */
export interface Claims {
  /** The forms in which operations on a deal are served; empty: no operations (4.2). */
  readonly operationForms: readonly Form[];
  /** What a query that matches nothing answers (4.4-m2). */
  readonly emptyQuery: 200 | 204;
  /** What a deleted resource answers; left out: 404 and 410 are both accepted (4.4-m3). */
  readonly deleted?: 404 | 410;
  /** Whether the command/query split of 4.3 is served. */
  readonly commandQuery: boolean;
  /** The representations that can be asked for (4.5-1). */
  readonly representations: readonly RepresentationName[];
  /** How they are asked for (4.5-1, 4.5-3). */
  readonly selectors: readonly Selector[];
  /** Whether a creation answers 201 with Location, or 200 with the object in full (4.4-c1, c6). */
  readonly create: 'created' | 'full-result';
  /** Whether the session check tests presence only, validates the value, or is not served (5.3). */
  readonly session: 'presence' | 'validated' | 'none';
  /** Whether ETag and Last-Modified are sent (4.4-c4); left out: judged when they are seen. */
  readonly validators?: boolean;
  /** The index of the first nested record (4.4). */
  readonly indexBase: 0 | 1;
}

// One value of a claim: of a list, one of its entries.
type ValueOf<Claim> = Claim extends readonly (infer Entry)[] ? Entry : Claim;

/** What each claim may be, and the entries that a list may have. Options, schemas and switches are made of this. */
export const CLAIM_VALUES: { readonly [Name in keyof Claims]-?: readonly ValueOf<Required<Claims>[Name]>[] } = {
  operationForms: FORMS,
  emptyQuery: [200, 204],
  deleted: [404, 410],
  commandQuery: [true, false],
  representations: REPRESENTATIONS,
  selectors: SELECTORS,
  create: ['created', 'full-result'],
  session: ['presence', 'validated', 'none'],
  validators: [true, false],
  indexBase: [0, 1],
};

/** The claims that are lists: they take any number of their values. */
export const CLAIM_LISTS: readonly (keyof Claims)[] = ['operationForms', 'representations', 'selectors'];

/** The names of the claims, as `--claim` and the target file spell them. */
export const CLAIM_NAMES: readonly (keyof Claims)[] = Object.keys(CLAIM_VALUES) as (keyof Claims)[]; // as the type above says
