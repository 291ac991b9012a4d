import type { Exchange, FailureKind, HeaderLines, HttpRequest, Timings, Wire } from '../../core/http/exchange.ts';
import type { TargetFile } from '../../target-file/file.ts';
import type { JudgeOptions } from '../options.ts';

/** The format of a transcript: one JSON value in each line. */
export const FORMAT = 'assayer-transcript/1';

/** Options that decide what is judged and how, and say nothing of who asks. */
export type KeptOptions = Pick<
  JudgeOptions,
  | 'claims'
  | 'version'
  | 'rules'
  | 'skip'
  | 'level'
  | 'maxLeftBehind'
  | 'concurrency'
  | 'settleMs'
  | 'runs'
  | 'only'
  | 'shard'
  | 'catalogue'
  | 'replay'
  | 'readOnly'
  | 'allowWrites'
  | 'minExercised'
  | 'maxNotExercised'
  | 'minCoverage'
  | 'failOn'
  | 'labels'
  | 'waivers'
  | 'bail'
  | 'maxTimeMs'
  | 'cleanUpMs'
  | 'sizes'
  | 'fast'
  | 'foundOperations'
>;

/** The first line: all that a run depends on beside what it is answered. */
export interface HeadLine {
  readonly format: typeof FORMAT;
  readonly tool: { readonly name: 'assayer'; readonly version: string };
  /** How many rules there were, and a digest of their ids and levels. */
  readonly catalogue: { readonly rules: number; readonly digest: string };
  readonly startedAt: string;
  readonly seed: number;
  /** What all that the run made up was drawn from. */
  readonly entropy: string;
  readonly baseUrl: string;
  readonly options: KeptOptions;
  /** The target file, without what only says who asks. */
  readonly file: TargetFile;
  readonly session: {
    /** What stands for the value of the cookie that is checked. */
    readonly value?: string;
    /** Why what was given may be no session to the check. */
    readonly missing?: string;
    readonly madeUp: readonly string[];
    readonly notes: readonly string[];
    /** Names of fields whose values are hidden. */
    readonly secretFields: readonly string[];
  };
}

/** Bytes: as text where they are UTF-8. */
export type KeptBytes = string | { readonly base64: string };

/** One exchange. With `call` it answered that request of the run, counted from 1, at that place of the order. */
export interface ExchangeLine {
  readonly exchange: string;
  readonly call?: number;
  /** Milliseconds since the run began at which the run was handed the answer. */
  readonly at?: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: HeaderLines;
    readonly body?: KeptBytes;
    readonly about?: HttpRequest['about'];
    readonly cookiesAreMadeUp?: boolean;
  };
  readonly response?: {
    readonly status: number;
    readonly statusText: string;
    readonly headers: HeaderLines;
    readonly body?: KeptBytes;
  };
  readonly failure?: { readonly kind: FailureKind; readonly message: string };
  readonly timings: Timings;
  readonly wire?: Omit<Wire, 'afterHeaders'> & { readonly afterHeaders: KeptBytes };
  /** The same request was sent before, and refused. */
  readonly again?: true;
}

/** The end of a pause, counted from 1 by their beginnings. */
export interface TimerLine {
  readonly timer: number;
  readonly at: number;
}

/** What orders a run to stop. */
export type SignalName = 'judging' | 'writes' | 'cleaning';

/** An order to stop. */
export interface SignalLine {
  readonly stop: SignalName;
  readonly why: string;
  readonly at: number;
}

/** The end of the run. */
export interface EndLine {
  readonly end: {
    /** What stands for secrets in it: reports hide these. */
    readonly secrets: readonly string[];
    /** That the session was opened again, in words. */
    readonly renewed?: string;
    /** The target file and the lines in it that name subjects. */
    readonly source?: { readonly path: string; readonly lines: Readonly<Record<string, number>> };
    /** How many results there were, and a digest of their rules, subjects and outcomes. */
    readonly outcomes: { readonly results: number; readonly digest: string };
  };
}

/** The last line. */
export interface DigestLine {
  /** SHA-256 of every byte before this line, in hex. */
  readonly sha256: string;
}

/** A line between the first and the last one. */
export type Line = ExchangeLine | TimerLine | SignalLine | EndLine;

/** An exchange as a line keeps it; `hide` takes the secrets out of each text of it. */
export function lineOf({ id, request, response, failure, timings, wire, again }: Exchange): ExchangeLine {
  const { method, url, headers, body, about, cookiesAreMadeUp } = request;
  return {
    exchange: id,
    request: {
      method,
      url,
      headers,
      ...(body === null || body.length === 0 ? {} : { body: keptBytes(body) }),
      ...(about === undefined ? {} : { about }),
      ...(cookiesAreMadeUp === undefined ? {} : { cookiesAreMadeUp }),
    },
    ...(response === null
      ? {}
      : {
          response: {
            status: response.status,
            statusText: response.statusText,
            headers: response.headers,
            ...(response.body.length === 0 ? {} : { body: keptBytes(response.body) }),
          },
        }),
    ...(failure === undefined ? {} : { failure: { kind: failure.kind, message: failure.message } }),
    timings,
    ...(wire === undefined ? {} : { wire: { ...wire, afterHeaders: keptBytes(wire.afterHeaders) } }),
    ...(again === undefined ? {} : { again }),
  };
}

/** The exchange that a line keeps, of which so many records are read as in the run. */
export function exchangeOf(
  { exchange: id, request, response, failure, timings, wire, again }: ExchangeLine,
  mostRecords: number,
): Exchange {
  const { body, ...sent } = request;
  return {
    id,
    request: { ...sent, body: body === undefined ? null : bytesOf(body) },
    response:
      response === undefined
        ? null
        : {
            status: response.status,
            statusText: response.statusText,
            headers: response.headers,
            body: bytesOf(response.body ?? ''),
            mostRecords,
          },
    ...(failure === undefined ? {} : { failure }),
    timings,
    ...(wire === undefined ? {} : { wire: { ...wire, afterHeaders: bytesOf(wire.afterHeaders) } }),
    ...(again === undefined ? {} : { again }),
  };
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function keptBytes(bytes: Uint8Array): KeptBytes {
  try {
    return UTF8.decode(bytes);
  } catch {
    return { base64: Buffer.from(bytes).toString('base64') };
  }
}

function bytesOf(kept: KeptBytes): Uint8Array {
  return new Uint8Array(typeof kept === 'string' ? Buffer.from(kept, 'utf8') : Buffer.from(kept.base64, 'base64'));
}
