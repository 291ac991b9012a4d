import { load } from './load.ts';
import type { Sent } from './request.ts';
import type { Server } from './server.ts';

/** How one server did beside another: 1 is as well, 0.5 half as well. */
export interface Comparison {
  /** Answers per second. */
  readonly rate: number;
  /** Answers per second of its processor time: what else the machine does disturbs it less. */
  readonly perCpu: number;
  /** The other's answers per second. */
  readonly of: number;
}

/** Loads both in turn, `b a a b`, so that a drift of the machine strikes both alike. */
export async function compare(a: Server, b: Server, requests: readonly Sent[], seconds: number): Promise<Comparison> {
  for (const server of [b, a]) await load(server.url, requests, seconds);
  const first = await measure(b, requests, seconds);
  const ofA = plus(await measure(a, requests, seconds), await measure(a, requests, seconds));
  const ofB = plus(first, await measure(b, requests, seconds));
  const rate = ofA.answers / ofB.answers;
  return { rate, perCpu: rate * (ofB.cpu / ofA.cpu), of: ofB.answers / 2 / seconds };
}

interface Measured {
  readonly answers: number;
  readonly cpu: number;
}

async function measure(server: Server, requests: readonly Sent[], seconds: number): Promise<Measured> {
  const before = server.cpuSeconds() ?? Number.NaN;
  const rate = await load(server.url, requests, seconds);
  return { answers: rate * seconds, cpu: (server.cpuSeconds() ?? Number.NaN) - before };
}

function plus(one: Measured, other: Measured): Measured {
  return { answers: one.answers + other.answers, cpu: one.cpu + other.cpu };
}
