import type { Claims, Form, RepresentationName, Selector } from '../core/claims.ts';
import type { Json, JsonObject, ParameterType } from '../core/target.ts';

/**
 * A target as its owner writes it down: only what differs from the document's own service.
 * `docs/target-file.md` explains each member; `target.schema.json` is the same as a JSON Schema.
 */
export interface TargetFile {
  readonly $schema?: string;
  /** Lines for whoever reads the file: JSON has no comments. */
  readonly $comment?: readonly string[];
  /** How reports name the target; its base address otherwise. */
  readonly name?: string;
  /** Absolute http(s) URL; may hold a path prefix. */
  readonly baseUrl?: string;
  /** What stands for `{version}` in addresses (document 9.1). */
  readonly version?: string;
  /** `forbidden`: only GET, HEAD and OPTIONS are ever sent. */
  readonly writes?: 'allowed' | 'forbidden';
  /** The alternatives of the document that the target chose. */
  readonly claims?: Partial<Claims>;
  /** Fields that every request carries. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Other origins that a Location may lead to. */
  readonly origins?: readonly string[];
  readonly session?: SessionFile;
  readonly tls?: TlsFile;
  /** Left out: the document's `deals` and `users`. One named so is laid over the document's, unless it is elsewhere. */
  readonly resources?: readonly ResourceFile[];
  /** Left out: the six operations that the document names, in the claimed forms. */
  readonly operations?: readonly OperationFile[];
  readonly commands?: readonly CommandFile[];
  readonly queries?: readonly NamedQueryFile[];
  /** A GET that is known to be answered 503, such as of a component that is switched off; with the header fields that it needs. */
  readonly unavailable?: string | UnavailableFile;
}

/** What is known to be answered 503. */
export interface UnavailableFile {
  readonly address: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Whom to trust over TLS, and who asks. Relative paths begin at the target file's folder. */
export interface TlsFile {
  /** Path of a PEM file with authorities that are trusted beside the usual ones. */
  readonly ca?: string;
  /** Path of this client's certificate. */
  readonly cert?: string;
  /** Path of the key of `cert`. */
  readonly key?: string;
  /** Trust any certificate. */
  readonly insecure?: boolean;
}

/** How requests prove who sends them, and the check of document 4.4 and 5. */
export interface SessionFile {
  /** `USER_TOKEN=value`, as the Cookie field holds it. */
  readonly cookie?: string;
  /** A cookie file in the Netscape format, relative to the target file's folder. */
  readonly cookieFile?: string;
  /** Fields that carry a credential, such as an API key or a Bearer token. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A request that yields a cookie or a token. */
  readonly login?: LoginFile;
  /** A program that prints a token, or a JSON object with headers and cookie. */
  readonly command?: CommandLineFile;
  /** Where the check is; `/`. */
  readonly path?: string;
  /** The cookie whose presence is checked; `USER_TOKEN`. */
  readonly cookieName?: string;
  /** What the check answers with a session; `OK`. */
  readonly authorized?: string;
  /** What it answers without; `not authorized`. */
  readonly unauthorized?: string;
}

/** A program that mints a credential. What it prints is a secret. */
export interface CommandLineFile {
  /** The program and its arguments. No shell reads them. */
  readonly run: readonly string[];
  /** The folder in which it runs; the target file's otherwise. */
  readonly cwd?: string;
  /** The field that carries the token; `Authorization`. */
  readonly header?: string;
  /** What stands before it; `Bearer ` for Authorization, nothing otherwise. */
  readonly prefix?: string;
}

/** A login. Cookies that its answer sets are kept; a token is taken from its body. */
export interface LoginFile {
  readonly method?: 'POST' | 'PUT' | 'GET';
  readonly path: string;
  readonly json?: Json;
  readonly form?: Readonly<Record<string, string>>;
  readonly token?: {
    /** JSON Pointer to the token in the login's answer. */
    readonly pointer: string;
    /** The field that then carries it; `Authorization`. */
    readonly header?: string;
    /** What stands before it; `Bearer ` for Authorization, nothing otherwise. */
    readonly prefix?: string;
  };
}

/** A collection. `collection` and `sample` are enough where creation, reading and deletion follow the usual addresses. */
export interface ResourceFile {
  readonly name: string;
  /** `/posts` stands for create and list there, item, update and delete at `/posts/{id}`. */
  readonly collection?: string;
  readonly create?: string | false | CreateFile;
  readonly list?: string | false | ListFile;
  readonly item?: string | false | PlaceFile;
  readonly delete?: string | false;
  readonly update?: string | false | UpdateFile;

  /** A valid payload. `{unique}` in its strings becomes a fresh value in each use. */
  readonly sample?: JsonObject;
  /** JSON Schema of every valid payload. */
  readonly schema?: JsonObject;
  /** Members without which a payload is refused with 400. */
  readonly required?: readonly string[];
  /** Payloads that are refused with 400, by a title each. */
  readonly invalid?: Readonly<Record<string, Json>>;
  /** Members that are taken and never shown again. */
  readonly writeOnly?: readonly string[];
  /** Members that are computed from all records, as a rank is: a change of one record may show in them at others. */
  readonly computed?: readonly string[];
  /** What a successful creation is; by the claim `create` otherwise. */
  readonly answer?: 'created' | 'full-result' | 'no-address';
  /** Whether a 201 promises a Location. */
  readonly location?: 'promised' | 'optional';

  /** Where a new record's id is: `location`, `request`, or a JSON Pointer, which then also finds it in lists and items. */
  readonly id?: string;
  /** JSON Pointers to what the bodies wrap. */
  readonly envelope?: { readonly list?: string; readonly item?: string; readonly created?: string };
  /** What the list holds: whole records, shortened ones, or bare ids. */
  readonly entries?: 'records' | 'summaries' | 'ids';
  /** The id of a record that exists; the first of the list otherwise. */
  readonly known?: string | number;
  /** The shape of ids that may be asked for though no record has them. */
  readonly unknownIds?: 'any' | 'uuid' | 'number' | 'name';
  readonly query?: string | false | QueryFile;
  readonly nested?: readonly (string | NestedFile)[];

  /** By the claim `representations` otherwise. */
  readonly representations?: readonly RepresentationName[];
  /** By the claim `selectors` otherwise. */
  readonly selectors?: readonly Selector[];
  readonly mediaTypes?: Readonly<Partial<Record<RepresentationName | 'request', string>>>;
  /** Fields that requests about this resource carry. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Methods never to send to it. */
  readonly never?: readonly string[];
  /** Query parameters that DELETE needs. */
  readonly deleteQuery?: Readonly<Record<string, string>>;
}

/** Where and how records are created. */
export interface CreateFile {
  /** PUT creates at an address that the client makes up: `{unique}` in it. */
  readonly method?: 'POST' | 'PUT';
  readonly address: string;
}

/** Where something is read, and where its id is when that is elsewhere than the resource says. */
export interface PlaceFile {
  readonly address: string;
  /** JSON Pointer from the record to its id. */
  readonly id?: string;
}

/** Where records are listed, and which entries of the list are records. */
export interface ListFile extends PlaceFile {
  /** Entries that have one of these values there are records, in answers to the query as well; all otherwise. */
  readonly records?: {
    /** JSON Pointer from an entry to the member that tells. */
    readonly field: string;
    readonly values: readonly (string | number | boolean | null)[];
  };
}

/** A change of a record. */
export interface UpdateFile {
  readonly method?: 'PUT' | 'PATCH' | 'POST';
  /** The item's address otherwise. */
  readonly address?: string;
  /** The sample otherwise. `{id}` in its strings becomes the record's id, `{unique}` a fresh value; `{{id}}` stands for `{id}`. */
  readonly payload?: JsonObject;
  /** Members of the payload that are taken from the record as it was just read: each a JSON Pointer from the record. */
  readonly from?: Readonly<Record<string, string>>;
}

/** A query on the collection. */
export interface QueryFile {
  /** `/users?name={value}`. */
  readonly address: string;
  /** JSON Pointer from an entry to the member that is compared. */
  readonly field?: string;
  /** A value that matches. */
  readonly matches?: string;
  /** A value that matches nothing. */
  readonly empty?: string;
  /** JSON Schema of every value that may be asked for; every text otherwise. */
  readonly values?: JsonObject;
  /** JSON Pointer from the answer to the array; that of the list otherwise. */
  readonly envelope?: string;
}

/** A collection inside a record, read by index. */
export interface NestedFile {
  /** The segment before `{index}` otherwise. */
  readonly name?: string;
  /** `/users/{id}/ssh-keys/{index}`. */
  readonly address: string;
  /** The id of an owner that has one. */
  readonly owner?: string | number;
  /** An index that exists under it. */
  readonly index?: number;
  /** An index past its end. */
  readonly past?: number;
}

/** An operation on records and its spelling in each form (document 4.2). */
export interface OperationFile {
  readonly name: string;
  /** `deals` otherwise. */
  readonly resource?: string;
  /** By name: a sample value, or more about the parameter. */
  readonly parameters?: Readonly<Record<string, string | number | boolean | ParameterFile>>;
  /** What the record shows afterwards; `{reason}` stands for that parameter's value. */
  readonly effect?: JsonObject;
  /** The operation that has to come first. */
  readonly after?: string;
  /** An address, or more where method or payload differ from the document's form. */
  readonly forms: Readonly<Partial<Record<Form, string | SpellingFile>>>;
}

/** A parameter of an operation. */
export interface ParameterFile {
  readonly sample: Json;
  /** By the sample otherwise. */
  readonly type?: ParameterType;
  /** True otherwise. */
  readonly required?: boolean;
}

/** An operation in one form, where more than its address is its own. */
export interface SpellingFile {
  readonly address: string;
  readonly method?: 'PUT' | 'POST';
  readonly payload?: 'parameters' | 'action' | 'deal-action' | { readonly attributes: JsonObject };
}

/** A command of document 4.3. */
export interface CommandFile {
  readonly name: string;
  /** `/command/<name>/` otherwise. */
  readonly address?: string;
  /** `{deal}` stands for the id of a fresh deal, `{unique}` for a fresh value. */
  readonly payload?: JsonObject;
}

/** A query of document 4.3. */
export interface NamedQueryFile {
  readonly name: string;
  /** `/query/<name>/{parameter}` otherwise. */
  readonly address?: string;
  /** The resource whose records it gives; the one of the query's own name otherwise. */
  readonly resource?: string;
  /** A parameter that finds something; `{unique}` in it is the fresh value of a new record of that resource. */
  readonly found?: string;
  /** A parameter that finds nothing. */
  readonly empty?: string;
}

/** Gives a target file in TypeScript its types: `export default defineTarget({ … })`. */
export function defineTarget(file: TargetFile): TargetFile {
  return file;
}
