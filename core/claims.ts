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
type ValueOf<Value> = Value extends readonly (infer Entry)[] ? Entry : Value;

/** What there is to know about a claim. It says what may be claimed, and nothing of how that is served or judged. */
export interface Claim<Value, Assumed> {
  /** Its name in reports and in the inspector, with its clause. */
  readonly title: string;
  /** A sentence about it, for the target file's schema and the docs. */
  readonly what: string;
  /** What it may be; for a list, what its entries may be. */
  readonly values: readonly ValueOf<Value>[];
  /** What a mock serves that was told nothing. A list here makes the claim a list. */
  readonly served: Value;
  /**
   * What is assumed of a target where nobody said and nothing was seen. Where the document is definite, it is the document's own
   * word, whatever the target does: a fault must show (4.4-c1, 5.3). Undefined: nothing is assumed, and every value is accepted.
   */
  readonly assumed: Assumed;
  /** How the value is found where it is left out, in words for the docs; `target-file/assume.ts` does it. */
  readonly leftOut: string;
  /** The part of a resource that it is about: where no resource has that part, the claim applies to nothing. */
  readonly part?: 'create' | 'query' | 'nested';
  /** How many entries a mock has to be given; 0 otherwise. */
  readonly least?: number;
}

/** Every claim, told once. The mock's options and switches, the schemas, `--claim`, reports and docs are made of this table. */
export const CLAIMS: { readonly [Name in keyof Claims]-?: Claim<Required<Claims>[Name], Claims[Name]> } = {
  operationForms: {
    title: 'Forms in which operations are served (4.2)',
    what: 'The forms in which operations on a deal are served; empty: none (4.2).',
    values: FORMS,
    served: FORMS,
    assumed: [],
    leftOut: 'the forms in which a new deal can be put on hold',
  },
  emptyQuery: {
    title: 'Status of a query that matches nothing (4.4-m2)',
    what: 'What a query that matches nothing answers (4.4-m2).',
    values: [200, 204],
    served: 200,
    assumed: 200,
    leftOut: 'what a query for a value that no record has answers',
    part: 'query',
  },
  deleted: {
    title: 'Status of a deleted record (4.4-m3)',
    what: 'What a deleted resource answers; left out: either (4.4-m3).',
    values: [404, 410],
    served: 404,
    assumed: undefined,
    leftOut: 'both are accepted',
  },
  commandQuery: {
    title: 'Command and query split (4.3)',
    what: 'Whether commands and queries are served (4.3).',
    values: [true, false],
    served: true,
    assumed: false,
    leftOut: 'whether a command or a query is seen to work',
  },
  representations: {
    title: 'Representations (4.5)',
    what: 'The representations that can be asked for (4.5-1).',
    values: REPRESENTATIONS,
    served: REPRESENTATIONS,
    assumed: ['json'],
    leftOut: 'JSON, and what a record is seen to be given in',
    least: 1,
  },
  selectors: {
    title: 'How a representation is chosen (4.5)',
    what: 'How a representation is asked for (4.5).',
    values: SELECTORS,
    served: SELECTORS,
    assumed: [],
    leftOut: 'those that are seen to work',
  },
  create: {
    title: 'What a creation answers (4.4)',
    what: 'What a creation answers: 201 with Location, or 200 with the whole object.',
    values: ['created', 'full-result'],
    served: 'created',
    assumed: 'created',
    leftOut: '`created`, whatever the target does',
    part: 'create',
  },
  session: {
    title: 'Session check (5)',
    what: 'Whether the session check tests presence, validates the value, or is not served (5.3).',
    values: ['presence', 'validated', 'none'],
    served: 'presence',
    assumed: 'presence',
    leftOut: '`presence`, whatever the target does',
  },
  validators: {
    title: 'ETag and Last-Modified (4.4-c4)',
    what: 'Whether ETag and Last-Modified are sent (4.4-c4).',
    values: [true, false],
    served: true,
    assumed: undefined,
    leftOut: 'judged where they are seen',
  },
  indexBase: {
    title: 'Index of the first nested record (4.4)',
    what: 'The index of the first nested record (4.4).',
    values: [0, 1],
    served: 0,
    assumed: 0,
    leftOut: 'the first index that answers',
    part: 'nested',
  },
};

/** The names of the claims, as `--claim` and the target file spell them. */
export const CLAIM_NAMES: readonly (keyof Claims)[] = Object.keys(CLAIMS) as (keyof Claims)[]; // as the type above says

/** The claims of a mock that was told nothing. */
export const SERVED: Required<Claims> = column('served') as Required<Claims>; // every row has one, of its claim's type

/** What is assumed of a target of which nothing is known. */
export const ASSUMED: Claims = column('assumed') as Claims; // rows without one are the claims that may be left out

/** Whether a claim takes any number of its values. */
export function isList(name: keyof Claims): boolean {
  return Array.isArray(CLAIMS[name].served);
}

/** Those claims alone of an object that has more. */
export function claimsIn<Some extends Partial<Claims>>(given: Some): Pick<Some, keyof Claims & keyof Some> {
  const made = CLAIM_NAMES.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]);
  return Object.fromEntries(made) as Pick<Some, keyof Claims & keyof Some>; // its own members, by their names
}

function column(name: 'served' | 'assumed'): object {
  const cells = CLAIM_NAMES.map((claim) => [claim, CLAIMS[claim][name]] as const);
  return Object.fromEntries(cells.filter(([, cell]) => cell !== undefined));
}
