import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { MockRequest } from '../message.ts';
import { remembering } from '../service/remembering.ts';

/** What the fields of a request tell. */
export interface RequestHead extends Pick<MockRequest, 'origin' | 'header' | 'fields'> {
  readonly rawHeaders: readonly string[];
}

/** The head that came last on a connection. */
const heads = new WeakMap<Socket, RequestHead>();

/**
 * The head of a request. A client mostly sends the same fields again on its connection, and then gets the same head: the log keeps
 * it for long, and each collection of garbage would copy a thousand heads where a few do.
 */
export function headOf(incoming: IncomingMessage): RequestHead {
  const last = heads.get(incoming.socket);
  if (last !== undefined && isSameList(last.rawHeaders, incoming.rawHeaders)) return last;
  const head = readHead(incoming);
  heads.set(incoming.socket, head);
  return head;
}

// The functions hold these two and not the whole of `incoming`, since the log keeps them.
function readHead({ headers, rawHeaders, socket }: IncomingMessage): RequestHead {
  const host = headers.host ?? '';
  return {
    rawHeaders,
    origin: 'encrypted' in socket ? secureOrigin(host) : plainOrigin(host),
    header(name) {
      const value = headers[name];
      return typeof value === 'string' ? value : value?.join(', ');
    },
    fields: () => rawHeaders,
  };
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}

const plainOrigin = remembering((host) => readOrigin('http', host));
const secureOrigin = remembering((host) => readOrigin('https', host));

// A Host that is no host and port must not reach a Location (RFC 9110 7.2).
function readOrigin(scheme: string, host: string): string | undefined {
  if (!/^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/u.test(host)) return undefined;
  return `${scheme}://${host}`;
}
