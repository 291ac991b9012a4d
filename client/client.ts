import { setMaxListeners } from 'node:events';
import type { Exchange, FailureKind, HttpRequest, Transport } from '../core/http/exchange.ts';
import { createShelf } from './bytes.ts';
import { createConnections, type Need, type Taken } from './connection.ts';
import { type Conversation, converse } from './converse.ts';
import { decodeBody } from './decode.ts';
import type { Base } from './fields.ts';
import { createExplainer } from './handshake.ts';
import { createHeadShelf, responseWith, wireWith } from './kept.ts';
import { createLoad } from './load.ts';
import { type Outgoing, prepared } from './outgoing.ts';
import { createPacing } from './pacing.ts';
import { createRenewal, type Renewal } from './renewal.ts';
import { failed, isBodiless, type Limits, type Reply } from './reply.ts';
import { NO_SESSION, type Session } from './session.ts';
import { SIZE_LIMITS, type SizeLimits } from './size-limits.ts';
import { reasonOf } from './time.ts';
import type { TlsOptions } from './tls.ts';
import { readWire } from './wire.ts';

/** What a client is told once, for a whole run. */
export interface ClientOptions {
  /** Absolute http(s) URL; its path is put before every address that begins with `/`. */
  readonly baseUrl: string;
  /** Other origins that requests may go to. They go nowhere else but to the target's own, under any of its names. */
  readonly origins?: readonly string[];
  /** Fields that every request to the target carries. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly session?: Session;
  /** Opens the session anew where it ends while the run goes on; it is not opened again by default. */
  readonly renew?: () => Promise<Session>;
  readonly tls?: TlsOptions;
  /** `assayer/0.1.0`. */
  readonly userAgent?: string;
  /** Milliseconds for one attempt as a whole; 10 000 by default. */
  readonly timeoutMs?: number;
  /** Ends the run: what is under way and what comes later is `aborted`. */
  readonly deadline?: AbortSignal;
  /** How much of one answer is read. */
  readonly sizes?: Partial<SizeLimits>;
  /** Requests per second; as they come by default. */
  readonly rate?: number;
  /** How often a 423, 429 or 503 with Retry-After is sent again; 3 by default. */
  readonly maxRetries?: number;
  /** The longest Retry-After that is waited for; 5000 ms by default. */
  readonly retryCapMs?: number;
  /** `performance.now()` when the run began; now by default. */
  readonly runStart?: number;
}

/** A transport that records. */
export interface Client extends Transport {
  /** Every exchange that has ended so far, in the order of sending; each attempt is one. */
  readonly exchanges: readonly Exchange[];
  /** What became of the session. */
  readonly renewal?: Pick<Renewal, 'opened' | 'told'>;
  /** Gives up what is under way and closes every connection. */
  close(): Promise<void>;
}

type Carry = (outgoing: Outgoing, limits: Limits) => Promise<Reply>;

/** So long a handshake may take that only serves to explain why there was no answer. */
const HANDSHAKE_MS = 2000;

/** So often one request is sent with a session that ends meanwhile. */
const MOST_SENT = 3;

/** The client of one run against one target. */
export function createClient(options: ClientOptions): Client {
  const runStart = options.runStart ?? performance.now();
  const stop = new AbortController();
  // Every request under way listens to it.
  setMaxListeners(0, stop.signal);
  const onDeadline = (): void => stop.abort(options.deadline?.reason);
  if (options.deadline?.aborted === true) onDeadline();
  options.deadline?.addEventListener('abort', onDeadline, { once: true });

  const limits: Limits = {
    timeoutMs: options.timeoutMs ?? 10_000,
    sizes: { ...SIZE_LIMITS, ...options.sizes },
    signal: stop.signal,
  };
  const base: Base = {
    baseUrl: options.baseUrl,
    origins: options.origins ?? [],
    headers: options.headers ?? {},
    session: options.session ?? NO_SESSION,
    userAgent: options.userAgent ?? 'assayer',
  };
  const { maxRetries = 3, retryCapMs = 5000, rate } = options;
  const load = createLoad(stop.signal);
  const pacing = createPacing({ rate, maxRetries, retryCapMs, load, signal: stop.signal });
  const connections = createConnections(options.tls, limits.sizes);
  const exchanges: Exchange[] = [];
  const shared = createShelf();
  const keptHead = createHeadShelf(shared);
  const speakHttp = new Set<string>();
  const explained = createExplainer({ tls: options.tls ?? {}, timeoutMs: Math.min(limits.timeoutMs, HANDSHAKE_MS) });
  let sent = 0;

  const overHttp: Carry = async (outgoing, limits) => {
    const converseOn = async (taken: Taken): Promise<Conversation> => {
      const reply = await converse(taken.connection, outgoing, limits);
      if (reply.reusable) connections.give(taken.connection, isBodiless(outgoing.method, reply.response?.status ?? 0));
      return reply;
    };
    const taken = connections.take(outgoing.origin, needOf(outgoing));
    const reply = await converseOn(taken);
    // The server may have closed a kept connection before it saw this request, or strays of an earlier answer lay on it. Were it this answer's
    // fault, the next would show it again.
    const kind = reply.failure?.kind;
    const missed = taken.keptMs !== undefined && ((kind === 'reset' && reply.silent) || isNoMessage(kind));
    if (!missed) return reply;
    if (isNoMessage(kind)) connections.strayed(outgoing.origin);
    else connections.failed(taken);
    return outgoing.repeatable ? converseOn(connections.take(outgoing.origin, 'new')) : perhapsStrays(reply);
  };

  const attempt = async (outgoing: Outgoing, carry: Carry, isAgain: boolean): Promise<[Exchange, Reply]> => {
    sent += 1;
    const number = sent;
    const begin = performance.now();
    const ended = connections.sent(outgoing.origin);
    const raw = stop.signal.aborted ? failed('aborted', reasonOf(stop.signal)) : await carry(outgoing, limits);
    ended(raw.response !== null);
    const total = performance.now() - begin;
    if (raw.response !== null) speakHttp.add(outgoing.origin);
    // What never answered in HTTP is another kind of server, which is not judged.
    const isHttp = speakHttp.has(outgoing.origin);
    const read = await decoded(isHttp ? raw : perhapsStrays(raw), limits.sizes);
    const reply = isHttp || stop.signal.aborted ? read : await explained(read, outgoing.origin);
    const exchange: Exchange = {
      id: `x${number}`,
      request: outgoing.recorded,
      response:
        reply.response === null
          ? null
          : responseWith(reply.response, shared(reply.response.body), keptHead(reply.response.headers), limits.sizes),
      ...(reply.failure === undefined ? {} : { failure: reply.failure }),
      timings: { startedAt: begin - runStart, firstByte: reply.firstByte, total },
      ...(reply.wire === undefined ? {} : { wire: wireWith(reply.wire, shared(reply.wire.afterHeaders)) }),
      ...(isAgain ? { again: true } : {}),
    };
    record(exchanges, exchange);
    return [exchange, reply];
  };

  const renewal = createRenewal({
    session: base.session,
    ...(options.renew === undefined ? {} : { renew: options.renew }),
    control: (request) => deliverWith(renewal.session, renewal.current(request), overHttp, false),
  });

  const deliver = async (asked: HttpRequest, carry: Carry): Promise<Exchange> => {
    // A session may end again before the request is sent again.
    for (let count = 1; ; count += 1) {
      const { session } = renewal;
      const request = renewal.current(asked);
      const exchange = await deliverWith(session, request, carry, count > 1);
      const isSentAgain = await renewal.afterAnswer(request, exchange, session);
      if (!isSentAgain || count === MOST_SENT) return exchange;
    }
  };

  const deliverWith = async (
    session: Session,
    request: HttpRequest,
    carry: Carry,
    isAgain: boolean,
  ): Promise<Exchange> => {
    const outgoing = prepared(request, { ...base, session });
    if ('problem' in outgoing) {
      const refuse: Carry = async () => failed('aborted', outgoing.problem);
      return (await attempt(outgoing, refuse, isAgain))[0];
    }
    await pacing.turn();
    for (let count = 1; ; count += 1) {
      const atOnce = await load.begin();
      const [exchange, reply] = await attempt(outgoing, carry, isAgain || count > 1).finally(load.end);
      // What is said to be off is off, whatever is waited for. A limit on requests is another matter (RFC 6585 4).
      if (request.about === 'unavailable' && exchange.response?.status !== 429) return exchange;
      if (!(await pacing.again(reply, { method: outgoing.method, attempt: count, atOnce }))) return exchange;
    }
  };

  return {
    exchanges,
    renewal,
    send: (request) => deliver(request, overHttp),
    probe: (request) =>
      deliver({ ...request, alone: true }, (outgoing, within) => readWire(outgoing, within, options.tls)),
    close: async () => {
      options.deadline?.removeEventListener('abort', onDeadline);
      stop.abort(new Error('the client was closed'));
      connections.destroy();
    },
  };
}

function isNoMessage(kind: FailureKind | undefined): boolean {
  return kind === 'malformed' || kind === 'unreadable';
}

/** Bytes that are no message, where they may be something else than the answer. */
function perhapsStrays<R extends Reply>(reply: R): R {
  if (reply.failure?.kind !== 'unreadable') return reply;
  return { ...reply, failure: { ...reply.failure, kind: 'malformed' } };
}

/** A part of a packed body cannot be unpacked by itself (RFC 9110 14.1.2): it is left as it came. */
async function decoded(reply: Reply, limits: SizeLimits): Promise<Reply> {
  if (reply.response === null || reply.response.status === PARTIAL) return reply;
  const body = await decodeBody(reply.response.body, reply.response.headers, limits);
  if (body instanceof Uint8Array) return { ...reply, response: { ...reply.response, body } };
  return { ...reply, response: null, failure: body };
}

const PARTIAL = 206;

// Exchanges end in another order than they begin, by a few places at most.
function record(exchanges: Exchange[], exchange: Exchange): void {
  const after = exchanges.findLastIndex((other) => other.timings.startedAt <= exchange.timings.startedAt);
  exchanges.splice(after + 1, 0, exchange);
}

function needOf({ alone, repeatable }: Outgoing): Need {
  if (alone) return 'new';
  return repeatable ? 'any' : 'sure';
}
