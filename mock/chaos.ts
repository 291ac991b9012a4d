import type { Ask, Fault, Reply } from './message.ts';
import type { World } from './world.ts';

/** What is put in the way of one request. */
export interface Trouble {
  /** Repeats it: sent back as `x-mock-replay`, the same thing happens again. */
  readonly token: string;
  /** Answered in place of the service's own answer; absent: the service answers. */
  readonly reply?: Reply;
  /** What happens to the answer on its way. */
  readonly fault?: Fault;
}

/** Trouble that was asked for. */
export interface Chaos {
  /** What is in this request's way, if anything. */
  decide(world: World, ask: Ask): Trouble | undefined;
}

/** No trouble at all. */
export function createChaos(): Chaos {
  return { decide: () => undefined };
}
