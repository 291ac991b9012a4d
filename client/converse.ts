import { type HeaderLines, headerLines } from '../core/http/exchange.ts';
import { withoutBlanks } from './blanks.ts';
import { breachIn } from './breach.ts';
import { gather } from './bytes.ts';
import type { Connection } from './connection.ts';
import { failureOf } from './failure.ts';
import type { Outgoing } from './outgoing.ts';
import { failed, isBodiless, type Limits, type Reply } from './reply.ts';
import { metByHead, wordTooLarge } from './size-limits.ts';
import { expire } from './time.ts';

/** A reply, and whether the connection is fit for another request. */
export interface Conversation extends Reply {
  readonly reusable: boolean;
  /** No byte of an answer came. */
  readonly silent: boolean;
}

/** Sends one request on a connection and collects what comes back; never rejects. */
export function converse(connection: Connection, outgoing: Outgoing, limits: Limits): Promise<Conversation> {
  return new Promise((resolve) => {
    const begin = performance.now();
    let firstByte: number | null = null;
    let head: { status: number; statusText: string; headers: HeaderLines } | undefined;
    const body = gather();
    let over = false;

    const end = (reply: Reply, reusable: boolean): void => {
      if (over) return;
      over = true;
      expiry.cancel();
      resolve({ ...reply, reusable, silent: firstByte === null });
      if (!reusable) connection.destroy();
    };
    const fail = (kind: 'timeout' | 'aborted' | 'too-large', message: string): void =>
      end(failed(kind, message, firstByte), false);
    const answered = (reusable: boolean): void => {
      const response = head && { ...head, body: body.take() };
      end({ response: response ?? null, firstByte }, reusable);
    };
    const expiry = expire(limits, (kind, why) => fail(kind, `${why} (${outgoing.origin})`));

    const options = {
      path: outgoing.path,
      method: outgoing.method,
      headers: outgoing.headers.flat(),
      body: outgoing.body,
      reset: outgoing.alone,
    };
    connection.expectAnswer();
    connection.http.dispatch(options, {
      onRequestStart: () => {},
      onResponseStarted: () => {
        firstByte ??= performance.now() - begin;
      },
      onResponseStart: (controller, status, _headers, statusText = '') => {
        const headers = linesOf(controller.rawHeaders);
        const met = metByHead(headers, limits.sizes);
        if (met !== undefined) {
          fail('too-large', wordTooLarge(met, limits.sizes));
          return;
        }
        head = { status, statusText, headers };
        if (!isBodiless(outgoing.method, status)) return;
        // Such an answer ends with its head (RFC 9112 6.3). What undici waits for in spite of that dies with the connection.
        if (outgoing.alone) answered(false);
        else setImmediate(() => answered(false));
      },
      onResponseData: (_controller, chunk) => {
        body.add(chunk);
        if (body.length > limits.sizes.body) fail('too-large', wordTooLarge('body', limits.sizes));
      },
      onResponseEnd: () => answered(!outgoing.alone && !saysClose(head?.headers ?? [])),
      onResponseError: (_controller, error) => {
        const told = failureOf(error, outgoing.origin, head !== undefined);
        const failure = told.kind === 'malformed' ? breachIn(connection.beginning(), told) : told;
        end({ response: null, failure, firstByte }, false);
      },
    });
  });
}

function saysClose(headers: HeaderLines): boolean {
  return headerLines(headers, 'Connection').some((line) => /(?:^|,)\s*close\s*(?:,|$)/iu.test(line));
}

// undici hands the lines over as name, value, name, value; bytes above 0x7f have no charset (RFC 9110 5.5), so latin1 keeps them.
function linesOf(raw: unknown): HeaderLines {
  const parts = Array.isArray(raw)
    ? raw.map((part: unknown) => (Buffer.isBuffer(part) ? part.toString('latin1') : String(part)))
    : [];
  // White space behind a value is no part of it (RFC 9112 5), though undici leaves it there.
  return parts.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, withoutBlanks(parts[at + 1] ?? '')]] : [],
  );
}
