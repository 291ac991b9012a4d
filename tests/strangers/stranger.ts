import { join } from 'node:path';

/** A deliberate fault of the server, as its authors tell it. */
export interface Fault {
  readonly id: string;
  /** One sentence: what the server does. */
  readonly says: string;
  /** What it breaks. */
  readonly against: 'document' | 'http';
  readonly statement: string;
}

/** Something unusual that is legal. */
export interface Oddity {
  readonly id: string;
  /** One sentence: what the server does. */
  readonly says: string;
}

/** A server that answers on a port of this machine. */
export interface Served extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
}

interface Exports {
  readonly faults: readonly Fault[];
  readonly oddities: readonly Oddity[];
  readonly start: (ids: readonly string[]) => Promise<{ readonly url: string; readonly close: () => Promise<void> }>;
}

// The contract that its first line names. It is JavaScript without types, and stays as its authors left it.
const { faults, oddities, start } = (await import(join(import.meta.dirname, 'server/server.mjs'))) as Exports;

/** Every fault that the server can be started with. */
export const FAULTS: readonly Fault[] = faults;

/** Every legal oddity that it can be started with. */
export const ODDITIES: readonly Oddity[] = oddities;

/** How it is described to the checker. */
export const TARGET: string = join(import.meta.dirname, 'target.json');

/** Starts the server with these faults and oddities, its records as they are at first. */
export async function serve(ids: readonly string[]): Promise<Served> {
  const { url, close } = await start(ids);
  return { url, [Symbol.asyncDispose]: close };
}
