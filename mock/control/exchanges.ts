import { curlLine } from '../../core/http/curl.ts';
import type { SavedExchange } from '../../core/results/save.ts';
import type { Logged } from '../log.ts';
import { type Fault, lossOf } from '../message.ts';
import { NEAR_MISS_FIELD, RULE_FIELD } from '../service/explain.ts';
import { HINT_FIELD } from '../service/hints.ts';
import { STUB_FIELD } from '../stubs/stubs.ts';
import { BREACH_FIELD } from '../upstream/breaches.ts';
import { SOURCE_FIELD } from '../upstream/source.ts';
import { durationsOf } from './durations.ts';
import { DEVIATION_FIELD } from './faults.ts';
import { fieldValue, targetWithoutSecrets, withoutSecrets } from './redaction.ts';
import { type Snippets, snippetsOf } from './snippets.ts';

/** An exchange in a line of the log. */
export interface ExchangeSummary {
  readonly ordinal: number;
  /** Empty: nobody was named. */
  readonly tenant: string;
  /** RFC 3339. */
  readonly at: string;
  /** Milliseconds that the mock itself took; what chaos added stands in `fault`. */
  readonly tookMs: number;
  /** From the first byte to the last, where chaos makes that slow. */
  readonly receiveMs?: number;
  readonly method: string;
  /** Path and query as they were asked, percent-encoded. */
  readonly target: string;
  readonly status: number;
  /** The rule of the document that the answer keeps; absent where it never arrived, or breaks one on purpose. */
  readonly rule?: string;
  /** The deliberate faults that changed the answer. */
  readonly deviation?: string;
  /** The stub that answered in place of the service. */
  readonly stub?: string;
  /** Where requests are passed on: `upstream`, or `mock` and why. */
  readonly source?: string;
  /** What the service behind the mock broke: ids and rules. */
  readonly breach?: string;
  /** What in the request was probably meant otherwise. */
  readonly hint?: string;
  /** The route that was nearest to an address that is not served. */
  readonly nearMiss?: string;
  /** What chaos did, and the token that repeats it. */
  readonly fault?: Fault & { readonly token: string };
}

/** An exchange with all that may be shown of it. */
export interface ShownExchange extends ExchangeSummary {
  /** The rules that the deliberate faults break, where one changed the answer. */
  readonly breaks?: readonly string[];
  readonly request: SavedExchange['request'] & { readonly tooLarge?: true };
  readonly response: NonNullable<SavedExchange['response']>;
  /** Sends the request again; `variables` are to be set to what is hidden here. */
  /** The same request as code. */
  readonly snippets: Snippets;
  readonly curl: { readonly command: string; readonly variables: readonly string[]; readonly caveat?: string };
}

/** One exchange in a line. */
export function summaryOf(logged: Logged): ExchangeSummary {
  const { ordinal, tenant, at, ask, reply, fault } = logged;
  // What never arrives keeps nothing.
  const rule = lossOf(reply.fault) !== undefined ? undefined : fieldValue(reply.fields, RULE_FIELD);
  const nearMiss = fieldValue(reply.fields, NEAR_MISS_FIELD);
  const deviation = fieldValue(reply.fields, DEVIATION_FIELD);
  const stub = fieldValue(reply.fields, STUB_FIELD);
  const source = fieldValue(reply.fields, SOURCE_FIELD);
  const breach = fieldValue(reply.fields, BREACH_FIELD);
  const hint = fieldValue(reply.fields, HINT_FIELD);
  const { tookMs, receiveMs } = durationsOf(logged);
  return {
    ordinal,
    tenant,
    at: new Date(at).toISOString(),
    tookMs,
    ...(receiveMs === 0 ? {} : { receiveMs }),
    method: ask.method,
    target: targetWithoutSecrets(logged),
    status: reply.status,
    ...(rule === undefined ? {} : { rule }),
    ...(deviation === undefined ? {} : { deviation }),
    ...(stub === undefined ? {} : { stub }),
    ...(source === undefined ? {} : { source }),
    ...(breach === undefined ? {} : { breach }),
    ...(hint === undefined ? {} : { hint }),
    ...(nearMiss === undefined ? {} : { nearMiss }),
    ...(fault === undefined ? {} : { fault: { token: fault, ...reply.fault } }),
  };
}

/** One exchange whole, as far as bodies are shown at all. */
export function showExchange(logged: Logged): ShownExchange {
  const saved = withoutSecrets(logged);
  const { status } = logged.reply;
  return {
    ...summaryOf(logged),
    request: { ...saved.request, ...(logged.ask.body === 'too-large' ? { tooLarge: true } : {}) },
    response: saved.response ?? { status, statusText: '', headers: [] },
    snippets: snippetsOf(saved),
    curl: curlLine(saved),
  };
}
