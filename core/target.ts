import type { Claims, Form, RepresentationName, Selector } from './claims.ts';

/** Any value that JSON can write. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };

/**
 * A target, resolved: every default filled in, every value that was left open either known or absent.
 * Address templates hold `{id}`, `{index}`, `{value}`, `{commandId}` and so on, and begin with `/`, relative to `baseUrl`;
 * `{version}` is already filled in.
 */
export interface Target {
  readonly name: string;
  /** Absolute http(s) URL without a trailing slash; may hold a path prefix. */
  readonly baseUrl: string;
  /** The version segment (document 9.1). */
  readonly version: string;
  readonly claims: Claims;
  /** What nobody claimed and the run took for granted, in words: `emptyQuery = 200 (seen)`. */
  readonly assumed: readonly string[];
  readonly session: SessionCheck;
  readonly resources: readonly Resource[];
  readonly operations: readonly Operation[];
  readonly commands: readonly Command[];
  readonly queries: readonly Query[];
  /** Where the operations are, as far as nobody said so and all of them could be looked for, in this run or an earlier one. */
  readonly foundOperations?: FoundOperations;
  /** Operations in forms of which it is not known whether they are served. */
  readonly unseenForms?: readonly UnseenForm[];
  /** Why it is not known whether any operation is served: nobody said so, and none could be tried. */
  readonly unseenOperations?: string;
  /** Why it is not known whether commands and queries are served: what was asked broke down. */
  readonly unseenSplit?: string;
  /** Why it is not known which commands are served: the one that was guessed was refused. */
  readonly unseenCommands?: string;
  /** Other origins that a Location may lead to, such as `https://files.example.com`. */
  readonly origins: readonly string[];
  /** A GET that is answered 503 (document 7); absent where none is known. */
  readonly unavailable?: Unavailable;
}

/** Under which address each operation was found to be served, by its name and form: `{ HoldDeal: { A: '/rest/1/deals/{id}/hold' } }`. */
export type FoundOperations = Readonly<Record<string, Readonly<Partial<Record<Form, string>>>>>;

/** An operation in a form that the target broke down over, as over what names nothing: whether it is served is not known. */
export interface UnseenForm {
  readonly operation: Operation;
  readonly form: Form;
  readonly spelling: Spelling;
  /** `PUT /rest/1/deals/17/hold was answered 500`. */
  readonly why: string;
}

/** What is known to be answered 503, such as a component that is switched off. */
export interface Unavailable {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The session-protected check (document 4.4 `GET /`, 5). */
export interface SessionCheck {
  readonly address: string;
  /** The cookie whose presence is tested: `USER_TOKEN`. */
  readonly cookieName: string;
  /** A value that the target accepts, for rules that write the Cookie field themselves; absent: any will do. */
  readonly value?: string;
  /** Why a session that was given may be none to this check: it has no such cookie, and no other credential. */
  readonly missing?: string;
  /** The JSON string that a request with a session gets. */
  readonly authorized: string;
  /** The JSON string that a request without one gets. */
  readonly unauthorized: string;
}

/** One collection and what can be done with it. An address that is absent is a thing that the target does not offer. */
export interface Resource {
  readonly name: string;
  /**
   * Whether it is the document's own `deals` or `users`, as the target file says, or the absence of one. What the document says
   * of those alone (addresses, versions, operations) is judged on no other resource, whatever its name and address.
   */
  readonly ofDocument: boolean;
  readonly create?: {
    /** PUT creates at an address that the client makes up: `{unique}` in the template. */
    readonly method: 'POST' | 'PUT';
    readonly address: string;
    /** Why nothing is created: the sample is a guess, and the target refused it. What it needs is not known. */
    readonly refused?: string;
    /** What a success is: by the claim `create`, unless the file says otherwise for this resource (4.4-c5). */
    readonly answer: 'created' | 'full-result' | 'no-address';
    /** Whether a Location is promised with the 201 (4.4-c2). */
    readonly location: 'promised' | 'optional';
    /** A valid payload. Strings may hold `{unique}`, replaced by a fresh value in each use. */
    readonly sample: JsonObject;
    /** Whether the target's owner wrote the sample: then a record shows what of it is not write-only. */
    readonly isSampleTold?: boolean;
    /** JSON Schema of every valid payload, for generated ones; absent: the sample's own shape is varied. */
    readonly schema?: JsonObject;
    /** Names of the members without which a payload is refused with 400. */
    readonly required: readonly string[];
    /** Payloads that are refused with 400, each with a title. */
    readonly invalid: readonly { readonly title: string; readonly payload: Json }[];
    /** Members that are taken and never shown again. */
    readonly writeOnly: readonly string[];
    /** JSON Pointer from the create answer to the record; empty: the whole body. */
    readonly envelope: string;
  };
  /** The collection. */
  readonly list?: {
    readonly address: string;
    /** JSON Pointer from the body to the array; empty: the body is the array. */
    readonly envelope: string;
    /** Whether entries are whole records, shortened ones, or bare ids. */
    readonly entries: 'records' | 'summaries' | 'ids';
    /** JSON Pointer from an entry to its id. */
    readonly id: string;
    /** Which entries are records: those that have one of these values there; absent: all. */
    readonly records?: { readonly field: string; readonly values: readonly Json[] };
  };
  /** One record by its id. */
  readonly item?: {
    readonly address: string;
    /** JSON Pointer from the body to the record; empty: the whole body. */
    readonly envelope: string;
    /** JSON Pointer from the record to its id. */
    readonly id: string;
  };
  readonly delete?: {
    readonly address: string;
    /** Query parameters that differ from record to record: each a JSON Pointer into the create answer, such as `rev: '/rev'`. */
    readonly query?: Readonly<Record<string, string>>;
  };
  /** A change of a record's state, for what asks whether a validator changes. */
  readonly update?: {
    readonly method: 'PUT' | 'PATCH' | 'POST';
    readonly address: string;
    /** Strings may hold `{id}` and `{unique}`. */
    readonly payload: JsonObject;
    /** Members of the payload that are taken from the record as it was just read: each a JSON Pointer, such as `_rev: '/_rev'`. */
    readonly from?: Readonly<Record<string, string>>;
  };
  /** Where a new record's id is: the last segment of its Location, a JSON Pointer into the create answer, or the request. */
  readonly idFrom: 'location' | 'request' | `/${string}`;
  /** The id of a record that exists, percent-decoded. */
  readonly known?: string;
  /** The shapes of id that can be asked for without breaking the type of the id. */
  readonly unknownIds: 'any' | 'uuid' | 'number' | 'name';
  readonly query?: {
    /** `/users?name={value}`. */
    readonly address: string;
    /** JSON Pointer from an entry to the member that the query compares; absent when records do not show it. */
    readonly field?: string;
    /** A value that matches at least one record. */
    readonly matches?: string;
    /** A value that matches none; absent: one is made up. */
    readonly empty?: string;
    /** JSON Schema of every value that may be asked for; absent: every text. */
    readonly values?: JsonObject;
    /** JSON Pointer from the body to the array; absent: that of the list. */
    readonly envelope?: string;
  };
  readonly nested: readonly Nested[];
  /** Members that are computed from all records: a change of one record may show in them at others. */
  readonly computed?: readonly string[];
  readonly representations: readonly RepresentationName[];
  readonly selectors: readonly Selector[];
  /** The media types by which the representations are asked for, and the one of request bodies. */
  readonly mediaTypes: Readonly<Record<RepresentationName | 'request', string>>;
  /** Fields that every request about this resource carries. */
  readonly headers: Readonly<Record<string, string>>;
  /** Methods never to send to it. */
  readonly never: readonly string[];
  /** Why nothing of it can be judged, though the target should have it: no version was found under which it is served. */
  readonly unserved?: string;
  /** Why no record of it is known: `GET /users was answered 500`. */
  readonly unlisted?: string;
}

/** A collection inside a record, read by index (document 4.4). */
export interface Nested {
  readonly name: string;
  /** `/users/{id}/ssh-keys/{index}`. */
  readonly address: string;
  /** The id of an owner that has such a record. */
  readonly owner?: string;
  /** An index that exists under that owner. */
  readonly index?: number;
  /** An index past the end, when the file knows one; otherwise a large one is used. */
  readonly past?: number;
}

/** The type of an operation's parameter, as a payload must hold it. */
export type ParameterType = 'string' | 'number' | 'boolean' | 'date';

/** A business operation on a deal and how each claimed form spells it (document 4.2). */
export interface Operation {
  /** `HoldDeal`. */
  readonly name: string;
  /** The resource whose records it works on. */
  readonly resource: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly type: ParameterType;
    readonly required: boolean;
    /** Whether the target file says so in as many words: an update of attributes (form D) may leave out what it does not change. */
    readonly isRequiredTold?: boolean;
    readonly sample: Json;
  }[];
  /** What the record shows afterwards, member by member; a value `{reason}` stands for that parameter's value. */
  readonly effect: JsonObject;
  /** Whether the target's owner says so: then every member of the effect is due. The document's own are looked for where they show. */
  readonly isEffectTold?: boolean;
  /** An operation that has to come first, by name: an unhold follows a hold. */
  readonly after?: string;
  /** Whether nobody declared its parameters: the document shows neither their types nor which are required (2). */
  readonly isGuess?: boolean;
  /** How the operation is asked for in each form; a form that is absent is not served for this operation. */
  readonly forms: Readonly<Partial<Record<Form, Spelling>>>;
}

/** One operation in one form. */
export interface Spelling {
  readonly method: 'PUT' | 'POST';
  /** `/rest/1/deals/{id}/hold`; F and G have `{commandId}`. */
  readonly address: string;
  /**
   * What the body is: the parameters themselves; `{action, params}`; `{deal, action, params}`;
   * or the deal with the changed attributes (form D), where `attributes` maps members to values or `{parameter}`.
   */
  readonly payload: 'parameters' | 'action' | 'deal-action' | { readonly attributes: JsonObject };
  /** Its address was made up, as the document spells none, and was not seen to be served. */
  readonly isGuess?: true;
}

/** A command of the command/query split (document 4.3). */
export interface Command {
  readonly name: string;
  /** `/command/HoldDeal/`. */
  readonly address: string;
  /** The command's properties; `{deal}` stands for the id of a fresh deal, `{unique}` for a fresh value. */
  readonly payload: JsonObject;
}

/** A query of the command/query split (document 4.3). */
export interface Query {
  readonly name: string;
  /** `/query/users/{parameter}`. */
  readonly address: string;
  /** The resource whose records it gives, by name. The document names a query after its result records (4.3). */
  readonly resource: string;
  /** A parameter that finds something; `{unique}` in it is the fresh value of a new record of that resource. */
  readonly found?: string;
  /** A parameter that finds nothing; absent: one is made up. */
  readonly empty?: string;
  /** Why no parameter is known that finds something: `GET /query/users/1 was answered 500`. */
  readonly unfound?: string;
}
