import type { Socket } from 'node:net';
import { Client } from 'undici';
import { createCrowding } from './crowding.ts';
import { SIZE_LIMITS, type SizeLimits } from './size-limits.ts';
import { type Answers, hideInterim, openSocket } from './socket.ts';
import type { TlsOptions } from './tls.ts';

/** One connection to one origin, for one request at a time. */
export interface Connection {
  readonly http: Client;
  readonly origin: string;
  /** Whether a request was sent on it that was not its first one. */
  readonly reused: boolean;
  /** To be called before each request. */
  readonly expectAnswer: () => void;
  /** How the last answer began: its first bytes, as they came in one piece. */
  readonly beginning: () => Uint8Array;
  /** Whether the server or undici has closed it. */
  readonly closed: boolean;
  readonly destroy: () => void;
}

/**
 * What a request needs. `any`: it may be repeated where the server closes a kept connection at this moment (RFC 9112 9.3.1), or strays of an
 * earlier answer lie on it. `sure`: it may not. `new`: a connection of its own.
 */
export type Need = 'any' | 'sure' | 'new';

/** Connections that are kept for the next request. */
export interface Connections {
  /** A kept connection to the origin that is fit for that, or a new one. */
  take(origin: string, need: Need): Taken;
  /** Keeps a connection whose answer was complete. `isBodiless`: bytes may follow that the server takes for its body. */
  give(connection: Connection, isBodiless: boolean): void;
  /** A request is sent to this origin. What it gives is to be called when it ended; `wasAnswered`: by an answer. */
  sent(origin: string): (wasAnswered: boolean) => void;
  /** A kept connection failed. Where the server closes them early, requests that may not be repeated are sent on new ones from now on. */
  failed(taken: Taken): void;
  /** Bytes of an earlier answer may lie on kept connections: requests that may not be repeated are sent on new ones from now on. */
  strayed(origin: string): void;
  destroy(): void;
}

/** A connection for one request. */
export interface Taken {
  readonly connection: Connection;
  /** So many milliseconds it was kept since the answer before; undefined where it is new. */
  readonly keptMs?: number;
}

/** A connection as it was given back. */
interface Idle {
  readonly connection: Connection;
  readonly since: number;
  readonly isBodiless: boolean;
}

/** So many milliseconds after an answer a server still keeps the connection; few wait less than a second. */
const SURE_MS = 500;

/** A server that closes a kept connection within so many milliseconds may be closing any other one. */
const EARLY_MS = 1500;

function isEarly(keptMs: number): boolean {
  return keptMs < EARLY_MS;
}

const NOTHING = new Uint8Array();

// One for all: making an error with its stack for each connection is a twentieth of a run.
const ENDED = new Error('the connection is no longer needed');

/** No connections yet. */
export function createConnections(tls: TlsOptions = {}, sizes: SizeLimits = SIZE_LIMITS): Connections {
  const idle = new Map<Connection, Idle>();
  const distrusted = new Set<string>();
  const live = new Set<Connection>();

  const open = (origin: string): Connection => {
    let socket: Socket | undefined;
    let answers: Answers | undefined;
    const http = new Client(origin, {
      // The exchange is timed as a whole, by the caller.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: sizes.head,
      connect: (_options, callback) => {
        socket = openSocket(new URL(origin), tls, (open) => {
          answers = hideInterim(open, sizes);
          answers.awaitOne();
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
        answers?.awaitOne();
      },
      beginning: () => answers?.beginning() ?? NOTHING,
      destroy: () => {
        live.delete(connection);
        idle.delete(connection);
        // A socket that is still connecting is not yet undici's to destroy.
        http.destroy(ENDED).finally(() => socket?.destroy());
      },
    };
    // One that is in use is left to undici, which connects anew for a request that it has not sent yet.
    http.on('disconnect', () => {
      const kept = idle.get(connection);
      if (kept === undefined) return;
      if (isEarly(performance.now() - kept.since)) distrusted.add(origin);
      connection.destroy();
    });
    live.add(connection);
    return connection;
  };

  const giveUp = (connection: Connection): void => {
    connection.destroy();
    crowding.gaveUp(connection.origin);
  };
  const crowding = createCrowding((origin) => {
    for (const connection of [...idle.keys()].filter((one) => one.origin === origin)) giveUp(connection);
  });

  const fitting = (origin: string, need: Need): Idle | undefined => {
    if (need === 'new' || (need === 'sure' && distrusted.has(origin))) return undefined;
    const kept = [...idle.values()].filter(({ connection }) => connection.origin === origin && !connection.closed);
    const soonest = performance.now() - SURE_MS;
    // One on which a second request was answered is known to be kept.
    const isSure = ({ connection, since, isBodiless }: Idle): boolean =>
      connection.reused && !isBodiless && since >= soonest;
    // What is sure is left for those that need it.
    return need === 'sure' ? kept.find(isSure) : (kept.find((one) => !isSure(one)) ?? kept[0]);
  };

  return {
    take: (origin, need) => {
      const kept = fitting(origin, need);
      if (kept === undefined) return { connection: open(origin) };
      idle.delete(kept.connection);
      return { connection: kept.connection, keptMs: performance.now() - kept.since };
    },
    give: (connection, isBodiless) => {
      if (connection.closed) {
        connection.destroy();
        return;
      }
      if (!crowding.mayKeep(connection.origin)) {
        giveUp(connection);
        return;
      }
      idle.set(connection, { connection, since: performance.now(), isBodiless });
    },
    sent: crowding.sent,
    failed: ({ connection, keptMs }) => {
      if (keptMs !== undefined && isEarly(keptMs)) distrusted.add(connection.origin);
    },
    strayed: (origin) => void distrusted.add(origin),
    destroy: () => {
      for (const connection of [...live]) connection.destroy();
    },
  };
}
