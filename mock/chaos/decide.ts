import { LOSSES } from '../message.ts';
import { randomFor } from '../state/random.ts';
import { type ChaosPlan, type ChaosRule, type Distribution, type Latency, LONGEST_LATENCY_MS } from './plan.ts';
import { type Matches, matcherOf } from './route.ts';

/** What is to go wrong with one request, with nothing left to draw: all that a replay token holds. */
export interface FaultDecision {
  readonly delayMs?: number;
  readonly status?: number;
  readonly retryAfter?: number;
  readonly reset?: true;
  readonly silent?: true;
  readonly empty?: true;
  readonly garbage?: true;
  /** Bytes or, below 1, a share of the body. */
  readonly truncateAt?: number;
  readonly bytesPerSecond?: number;
}

/** A plan, ready to be asked. */
export interface ReadyPlan {
  readonly seed: number;
  readonly rules: readonly ReadyRule[];
}

interface ReadyRule {
  readonly rule: ChaosRule;
  /** Its place in the plan, so that two rules on one request draw apart. */
  readonly at: number;
  readonly matches: Matches;
}

/** Which request it is: the same one draws the same fate. */
export interface Drawn {
  readonly tenant: string;
  readonly method: string;
  /** Path below base path and tenant, and query. */
  readonly target: string;
  /** Counted from 1, among the requests with the same tenant, method and target. */
  readonly ordinal: number;
}

/** Makes a plan ready. */
export function readyPlan({ seed = 0, rules }: ChaosPlan): ReadyPlan {
  return { seed, rules: rules.map((rule, at) => ({ rule, at, matches: matcherOf(rule.route) })) };
}

/** The rules that are about a request. */
export function rulesFor({ rules }: ReadyPlan, method: string, path: string): readonly ReadyRule[] {
  return rules.filter(({ matches }) => matches(method, path));
}

/** Decides, by nothing but what is given here: not by time, and not by what else is asked meanwhile. */
export function decideFate(seed: number, rules: readonly ReadyRule[], drawn: Drawn): FaultDecision | undefined {
  const { tenant, method, target, ordinal } = drawn;
  let fate: FaultDecision | undefined;
  for (const { rule, at } of rules) {
    const random = randomFor('chaos', seed, tenant, at, method, target, ordinal);
    if (strikes(rule, ordinal, random)) fate = joined(fate ?? {}, fateBy(rule, random));
  }
  return fate;
}

function strikes(
  { failFirst, share = failFirst === undefined ? 1 : 0 }: ChaosRule,
  ordinal: number,
  random: () => number,
): boolean {
  // Drawn in any case, so that the latency of a request is the same whether it is one of the first or of the share.
  const number = random();
  return number < share || ordinal <= (failFirst ?? 0);
}

// A Retry-After belongs to its status and to no earlier rule's.
function joined(earlier: FaultDecision, later: FaultDecision): FaultDecision {
  if (earlier.status === undefined) return { ...later, ...earlier };
  const { retryAfter: _, ...rest } = later;
  return { ...rest, ...earlier };
}

/** Seconds: what a 503 says of itself where its rule does not, as the service's own (document 7). */
const RETRY_AFTER = 5;

function fateBy(rule: ChaosRule, random: () => number): FaultDecision {
  const { latencyMs, status, truncateAt, bytesPerSecond } = rule;
  const retryAfter = rule.retryAfter ?? (status === 503 ? RETRY_AFTER : undefined);
  return {
    ...(latencyMs === undefined ? {} : { delayMs: delayOf(latencyMs, random) }),
    ...(status === undefined ? {} : { status }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...Object.fromEntries(LOSSES.filter((loss) => rule[loss] === true).map((loss) => [loss, true])),
    ...(truncateAt === undefined ? {} : { truncateAt }),
    ...(bytesPerSecond === undefined ? {} : { bytesPerSecond }),
  };
}

function delayOf(latency: Latency, random: () => number): number {
  if (typeof latency === 'number') return Math.round(latency);
  if (!('distribution' in latency)) {
    const [from, to] = latency;
    return Math.round(from + (to - from) * random());
  }
  const { maxMs = LONGEST_LATENCY_MS } = latency;
  return Math.round(Math.min(Math.max(sample(latency, random), 0), maxMs));
}

function sample(latency: Distribution, random: () => number): number {
  if (latency.distribution === 'exponential') return -latency.meanMs * Math.log(1 - random());
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()); // Box and Muller
  if (latency.distribution === 'normal') return latency.meanMs + latency.deviationMs * normal;
  return latency.medianMs * Math.exp(latency.sigma * normal);
}
