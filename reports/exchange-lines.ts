import { traceIdOf } from '../core/http/trace.ts';
import { shorten, visible, visibleLines } from '../core/redaction/visible.ts';
import type { Result, Results, SavedBody, SavedExchange } from '../core/results/results.ts';
import { duration } from './wording.ts';

/** An exchange in brief, every line safe for a terminal. */
export interface ExchangeLines {
  /** `POST http://…/rest/1/deals/`. */
  readonly request: string;
  /** The fields that matter, and the beginning of the body. */
  readonly requestDetails: readonly string[];
  /** `201 Created, 12 ms`; or why there is none. */
  readonly response: string;
  readonly responseDetails: readonly string[];
  /** Of the details of the response: its fields. */
  readonly responseFields: readonly string[];
  /** Of the details of the response: the beginning of its body, and what the wire showed. */
  readonly responseBody: readonly string[];
  /** A line with the trace id, by which the logs of the service are found; empty where none was sent. */
  readonly trace: readonly string[];
}

// Fields that say nothing about the conventions and would bury those that do.
const ORDINARY: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'keep-alive',
  'date',
  'server',
  'x-powered-by',
  'user-agent',
  'accept-encoding',
  'transfer-encoding',
  // Told as the trace id in it.
  'traceparent',
]);
const FIELD_LENGTH = 160;
const BODY_LINES = 6;
const BODY_LINE_LENGTH = 160;

/**
 * What an exchange is called in all reports that people read: `exchange 1415`, the 1415th request of the run; `exchange 14 of shard 2`
 * where the results of shards were joined. JSON and HAR have its id, `x1415` and `s2-x14`.
 */
export function exchangeName(id: string): string {
  const [, shard, number] = /^(?:s(\d+)-)?x(\d+)$/u.exec(id) ?? [];
  if (number === undefined) return `exchange ${visible(id)}`;
  return shard === undefined ? `exchange ${number}` : `exchange ${number} of shard ${shard}`;
}

/** Tells an exchange in a few lines: addresses, status, fields that matter, the beginning of the bodies. */
export function exchangeLines({ request, response, failure, wire, timings }: SavedExchange): ExchangeLines {
  const took = duration(timings.total);
  const responseFields = [...fieldLines(response?.headers ?? []), ...cutLine(response?.cutFields)];
  const responseBody = [...bodyLines(response?.body), ...(wire === undefined ? [] : [wireLine(wire)])];
  return {
    request: `${visible(request.method)} ${visible(request.url)}`,
    requestDetails: [...fieldLines(request.headers), ...traceLine(request.headers), ...bodyLines(request.body)],
    response:
      response === undefined
        ? `no answer: ${visible(failure?.message ?? 'unknown')} (${took})`
        : `${[response.status, visible(response.statusText)].filter((part) => part !== '').join(' ')} (${took})`,
    responseDetails: [...responseFields, ...responseBody],
    responseFields,
    responseBody,
    trace: traceLine(request.headers),
  };
}

/** What the wire probe saw after the header section. */
export function wireLine(wire: NonNullable<SavedExchange['wire']>): string {
  if (wire.bytesAfterHeaders === 0) return 'on the wire: nothing after the header section';
  return `on the wire: ${wire.bytesAfterHeaders} bytes after the header section: ${shorten(visible(wire.excerpt), BODY_LINE_LENGTH)}`;
}

/** `31 bytes`, `20000 bytes, shown in part`, `12 bytes that are not UTF-8, in base64`. */
export function bodyNote(body: SavedBody): string {
  const kind = body.text === undefined ? ' that are not UTF-8, in base64' : '';
  return `${body.bytes} bytes${kind}${body.cut === true ? ', shown in part' : ''}`;
}

function fieldLines(headers: SavedExchange['request']['headers']): string[] {
  return headers
    .filter(([name]) => !ORDINARY.has(name.toLowerCase()))
    .map(([name, value]) => shorten(`${visible(name)}: ${visible(value)}`, FIELD_LENGTH));
}

function cutLine(cutFields: number | undefined): string[] {
  return cutFields === undefined ? [] : [`… (${cutFieldsNote(cutFields)})`];
}

/** `384 field lines are cut or left out`. */
export function cutFieldsNote(cutFields: number): string {
  return cutFields === 1 ? '1 field line is cut' : `${cutFields} field lines are cut or left out`;
}

/** ` (trace 4bf9…)` of the first exchange that a result cites, to be added to a line about it; empty where none was sent. */
export function traceNote({ witness }: Pick<Result, 'witness'>, { exchanges }: Pick<Results, 'exchanges'>): string {
  const trace = traceIdOf(exchanges[witness[0] ?? '']?.request.headers ?? []);
  return trace === undefined ? '' : ` (trace ${trace})`;
}

// By it the logs of the service are found (W3C Trace Context 3.2).
function traceLine(headers: SavedExchange['request']['headers']): string[] {
  const trace = traceIdOf(headers);
  return trace === undefined ? [] : [`trace ${trace}`];
}

function bodyLines(body: SavedBody | undefined): string[] {
  if (body === undefined) return [];
  if (body.text === undefined) return [`(${bodyNote(body)}) ${shorten(body.base64 ?? '', BODY_LINE_LENGTH)}`];
  const lines = visibleLines(body.text.trim());
  const shown = lines.slice(0, BODY_LINES).map((line) => shorten(line, BODY_LINE_LENGTH));
  return lines.length > BODY_LINES || body.cut === true ? [...shown, `… (${bodyNote(body)})`] : shown;
}
