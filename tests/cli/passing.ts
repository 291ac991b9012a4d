import { onWire } from '../../mock/faces/wire.ts';
import type { Wrap } from '../../mock/interface.ts';

/** A request as it passes. */
export interface Passing {
  readonly method: string;
  readonly path: string;
}

/** An answer as it passes. */
export interface Passed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What stands before a mock on a socket. `change` gives another answer, or the same; undefined breaks the connection. */
export function passing(change: (asked: Passing, answer: Passed) => Passed | undefined): Wrap {
  return (fetch) => async (request) => {
    const answer = await fetch(request);
    const { method } = request;
    const { status, headers } = answer;
    const passed = change(
      { method, path: new URL(request.url).pathname },
      { status, headers: Object.fromEntries(headers), body: await answer.text() },
    );
    if (passed === undefined) return onWire(new Response(), (_outgoing, incoming) => void incoming.socket.destroy());
    const { 'content-length': _, ...kept } = passed.headers;
    const bare = passed.status === 204 || passed.status === 304 || method === 'HEAD';
    // Bytes, since a text would get a Content-Type of its own.
    return new Response(bare ? null : new TextEncoder().encode(passed.body), { status: passed.status, headers: kept });
  };
}
