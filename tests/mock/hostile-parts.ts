/** Bytes that a client sends on a connection of its own. None of them may change anything, whatever they look like. */
export interface Hostile {
  readonly kind: string;
  /** Written one after the other, each in a packet of its own. */
  readonly parts: readonly Uint8Array[];
  /** How the client leaves: it waits for the answers, or breaks off. */
  readonly leaves: 'politely' | 'at once';
}

/** Numbers from 0 up to 1. */
export type Random = () => number;
/** A text holds a byte in each of its characters. */
export type Part = string | Uint8Array;

/** What a kind of request makes. */
export interface Made {
  readonly parts: readonly Part[];
  readonly leaves?: Hostile['leaves'];
}

/** A kind of hostile requests, and what makes one. */
export type Kind = readonly [kind: string, make: (random: Random) => Made];

/** Latin-1, so that a text can hold any byte. */
export function bytesOf(part: Part): Uint8Array {
  return typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
}

/** Writes the heads of requests to this host. */
export function headTo(host: string): (line: string, ...fields: readonly string[]) => string {
  return (line, ...fields) => `${[line, `Host: ${host}`, ...fields].join('\r\n')}\r\n\r\n`;
}

/** One of them. */
export function pick<T>(random: Random, from: readonly T[]): T {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) throw new Error('there is nothing to pick from');
  return picked;
}

/** A whole number from 0 to the most. */
export function upTo(random: Random, most: number): number {
  return Math.floor(random() * (most + 1));
}

/** Any bytes. */
export function noise(random: Random, length: number): string {
  return String.fromCharCode(...Array.from({ length }, () => upTo(random, 255)));
}

/** JSON, or what begins like it, of so many levels that a careless reader falls. */
export function deepJson(random: Random): string {
  const depth = pick(random, [60, 65, 1000, 30_000]);
  const [open, close] = pick(random, [
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
  ] as const);
  const nested = open.repeat(depth) + pick(random, ['1', '']) + (random() < 0.7 ? close.repeat(depth) : '');
  return pick(random, [nested, `{"name":"deep","x":${nested}}`]);
}

/** The same in up to a dozen packets. */
export function slowly(parts: readonly Part[], random: Random): Part[] {
  const bytes = Buffer.concat(parts.map(bytesOf));
  const cuts = Array.from({ length: 1 + upTo(random, 12) }, () => upTo(random, bytes.length)).toSorted((a, b) => a - b);
  return [0, ...cuts].map((from, i) => bytes.subarray(from, cuts[i] ?? bytes.length));
}
