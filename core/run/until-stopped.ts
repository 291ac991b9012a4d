import type { Exchange, HttpRequest, Transport } from '../http/exchange.ts';
import { absolute, type Home } from '../http/origins.ts';

/** What ends a run before it has tried everything. */
export interface StopSignals {
  /** Ends judging: nothing is sent after it but what deletes. */
  readonly signal: AbortSignal;
  /**
   * Comes somewhat later. A write that was under way is waited for until then: what it makes can only be deleted once it is
   * known.
   */
  readonly writesSignal: AbortSignal;
}

/** Waits for something until a signal comes; undefined where the signal was first. */
export function untilStopped<T>(coming: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined);
    signal.addEventListener('abort', stop, { once: true });
    // It may have come since the request was let through.
    if (signal.aborted) stop();
    coming.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** A transport that waits for no answer after the end of the run, and sends nothing then. */
export function endingWith(transport: Transport, home: Home, { signal, writesSignal }: StopSignals): Transport {
  const carry = async (request: HttpRequest, how: keyof Transport): Promise<Exchange> => {
    if (signal.aborted) return unanswered(home, request, signal);
    const answering = transport[how](request);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const taken = await untilStopped(answering, isRead ? signal : writesSignal);
    return taken ?? unanswered(home, request, signal);
  };
  return { send: (request) => carry(request, 'send'), probe: (request) => carry(request, 'probe') };
}

/** Why a run was ended, in words. */
export function reasonOf(signal: AbortSignal): string {
  return signal.reason instanceof Error ? signal.reason.message : 'the run was stopped';
}

function unanswered(home: Home, { method, address }: HttpRequest, signal: AbortSignal): Exchange {
  return {
    id: 'x0',
    request: { method, url: absolute(home, address), headers: [], body: null },
    response: null,
    failure: { kind: 'aborted', message: `no answer before ${reasonOf(signal)}` },
    timings: { startedAt: 0, firstByte: null, total: 0 },
  };
}
