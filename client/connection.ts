import type { Socket } from 'node:net';
import { Client } from 'undici';
import { SIZE_LIMITS, type SizeLimits } from './size-limits.ts';
import { hideInterim, openSocket } from './socket.ts';
import type { TlsOptions } from './tls.ts';

/** One connection to one origin, for one request at a time. */
export interface Connection {
  readonly http: Client;
  readonly origin: string;
  /** Whether an earlier request was answered on it. */
  readonly reused: boolean;
  /** To be called before each request. */
  readonly expectAnswer: () => void;
  /** Whether the server or undici has closed it. */
  readonly closed: boolean;
  readonly destroy: () => void;
}

/** Connections that are kept for the next request. */
export interface Connections {
  /** An idle connection to the origin, or a new one; `fresh` always gives a new one. */
  take(origin: string, fresh: boolean): Connection;
  /** Keeps a connection whose answer was complete. */
  give(connection: Connection): void;
  destroy(): void;
}

// One for all: making an error with its stack for each connection is a twentieth of a run.
const ENDED = new Error('the connection is no longer needed');

/** No connections yet. */
export function createConnections(tls: TlsOptions = {}, sizes: SizeLimits = SIZE_LIMITS): Connections {
  const idle = new Map<string, Set<Connection>>();
  const live = new Set<Connection>();

  const open = (origin: string): Connection => {
    let socket: Socket | undefined;
    let awaitAnswer: (() => void) | undefined;
    const http = new Client(origin, {
      // The exchange is timed as a whole, by the caller.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: sizes.head,
      connect: (_options, callback) => {
        socket = openSocket(new URL(origin), tls, (open) => {
          awaitAnswer = hideInterim(open, sizes);
          awaitAnswer();
          callback(null, open);
        }).on('error', (error) => callback(error, null));
      },
    });
    let uses = 0;
    const connection: Connection = {
      http,
      origin,
      get reused() {
        return uses > 1;
      },
      get closed() {
        return socket?.destroyed ?? true;
      },
      expectAnswer: () => {
        uses += 1;
        awaitAnswer?.();
      },
      destroy: () => {
        live.delete(connection);
        idle.get(origin)?.delete(connection);
        // A socket that is still connecting is not yet undici's to destroy.
        http.destroy(ENDED).finally(() => socket?.destroy());
      },
    };
    // One that is in use is left to undici, which connects anew for a request that it has not sent yet.
    http.on('disconnect', () => {
      if (idle.get(origin)?.has(connection) === true) connection.destroy();
    });
    live.add(connection);
    return connection;
  };

  return {
    take: (origin, fresh) => {
      const kept = fresh ? undefined : [...(idle.get(origin) ?? [])].find((connection) => !connection.closed);
      if (kept === undefined) return open(origin);
      idle.get(origin)?.delete(kept);
      return kept;
    },
    give: (connection) => {
      if (connection.closed) {
        connection.destroy();
        return;
      }
      const kept = idle.get(connection.origin) ?? new Set();
      idle.set(connection.origin, kept.add(connection));
    },
    destroy: () => {
      for (const connection of [...live]) connection.destroy();
    },
  };
}
