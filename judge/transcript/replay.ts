import { setMaxListeners } from 'node:events';
import { prepare } from '../../client/outgoing.ts';
import { NO_SESSION } from '../../client/session.ts';
import type { Exchange, HttpRequest, Transport } from '../../core/http/exchange.ts';
import { header } from '../../core/http/exchange.ts';
import type { Home } from '../../core/http/origins.ts';
import { reference } from '../reference.ts';
import { type ExchangeLine, exchangeOf } from './lines.ts';
import type { Event, Transcript } from './read.ts';
import { referenceIn } from './record.ts';
import type { Stage } from './stage.ts';
import { takeTurns } from './turns.ts';

/** The stage of a run that was, played again: no request leaves. */
export interface Replay {
  readonly stage: Stage;
  /** Rejects where the run asks for something else than the transcript holds. */
  readonly refused: Promise<never>;
  /** Ends it; gives why the run that ended is another one than that of the transcript. */
  end(): string | undefined;
}

/** A request of the run that waits for its answer. */
interface Call {
  readonly request: HttpRequest;
  readonly answer: (exchange: Exchange) => void;
}

/** Hands a run what the transcript says it was handed, in that order. */
export function replay({ events, end }: Transcript, home: Home, mostRecords: number): Replay {
  const calls = new Map<number, Call>();
  const timers = new Map<number, () => void>();
  const stops = { judging: new AbortController(), writes: new AbortController(), cleaning: new AbortController() };
  // Every request under way listens to them.
  setMaxListeners(0, ...Object.values(stops).map(({ signal }) => signal));
  const exchanges = events
    .filter((event) => 'exchange' in event)
    .map((event) => exchangeOf(event, mostRecords))
    .toSorted((a, b) => a.timings.startedAt - b.timings.startedAt);
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const handed = events.filter((event) => !('exchange' in event) || event.call !== undefined);
  let refuse: (why: Error) => void = () => undefined;
  const refused = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  // Nobody waits for it once the run has ended.
  refused.catch(() => undefined);
  let at = 0;
  let time = 0;
  let sent = 0;
  let begun = 0;

  const next = (): (() => void) | undefined => {
    const event = handed[at];
    const found = event === undefined ? 'the run waits for something that comes after its end' : handOver(event);
    if (typeof found === 'string') {
      refuse(new Error(found));
      return undefined;
    }
    at += 1;
    return () => {
      time = event?.at ?? time;
      found();
    };
  };
  const handOver = (event: Event): (() => void) | string => {
    if ('exchange' in event) return answerTo(event);
    if ('stop' in event) return () => stops[event.stop].abort(new Error(event.why));
    return timers.get(event.timer) ?? `line ${event.line} ends a pause that the run does not make`;
  };
  const answerTo = (event: ExchangeLine & Event): (() => void) | string => {
    const { method, url } = event.request;
    const call = calls.get(event.call ?? 0);
    const exchange = byId.get(event.exchange);
    if (call === undefined || exchange === undefined)
      return `line ${event.line} answers ${method} ${url}, which the run does not send there`;
    const asked = call.request;
    const what = whatDiffers(asked, exchange, home);
    if (what === undefined) return () => call.answer(exchange);
    return `line ${event.line} answers ${method} ${url}, and the run sends ${asked.method} ${asked.address} there (${what} differs)`;
  };
  const turns = takeTurns(next);
  const send: Transport['send'] = (request) =>
    new Promise((answer) => {
      sent += 1;
      calls.set(sent, { request, answer });
      turns.due();
    });

  return {
    stage: {
      client: {
        exchanges,
        ...(end.renewed === undefined ? {} : { renewal: { opened: [], told: end.renewed } }),
        send,
        probe: send,
        close: async () => undefined,
      },
      clock: {
        now: () => time,
        after(_, call) {
          begun += 1;
          const timer = begun;
          timers.set(timer, call);
          turns.due();
          return () => void timers.delete(timer);
        },
      },
      stop: {
        signal: stops.judging.signal,
        writesSignal: stops.writes.signal,
        giveUp: stops.cleaning.signal,
        // The transcript tells when it came into force.
        bail: () => undefined,
        cleanUpLeft: () => 0,
        [Symbol.dispose]: () => undefined,
      },
      reference: referenceIn(turns, reference),
    },
    refused,
    end() {
      turns.end();
      const left = handed[at];
      return left === undefined ? undefined : `the run ends before line ${left.line}`;
    },
  };
}

/** What of a request is not as it was sent then; undefined where it is the same. Who asks is no part of it. */
function whatDiffers(asked: HttpRequest, { request, failure }: Exchange, home: Home): string | undefined {
  const now = prepared(asked, home);
  if (now === undefined) return failure?.kind === 'aborted' ? undefined : 'the request';
  if (now.method !== request.method) return 'the method';
  if (now.url !== request.url) return 'the address';
  if (Buffer.compare(now.body ?? new Uint8Array(), request.body ?? new Uint8Array()) !== 0) return 'the body';
  return Object.keys(asked.headers ?? {}).find((name) => header(now.headers, name) !== header(request.headers, name));
}

function prepared(asked: HttpRequest, home: Home): Exchange['request'] | undefined {
  try {
    return prepare(asked, { ...home, headers: {}, session: NO_SESSION, userAgent: 'assayer' }).recorded;
  } catch {
    // It could not be sent then either.
    return undefined;
  }
}
