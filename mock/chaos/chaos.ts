import { type Fault, type Fields, LOSSES, type MockRequest, type MockResponse, utf8Length } from '../message.ts';
import { problem } from '../service/problems.ts';
import { CHALLENGE } from '../service/session.ts';
import type { TenantState } from '../state/world.ts';
import { decideFate, type FaultDecision, type ReadyPlan, readyPlan, rulesFor } from './decide.ts';
import { type ChaosPlan, violationsInPlan } from './plan.ts';
import { fateOf, tokenOf } from './token.ts';

/** The field of an answer that names the replay token of what went wrong with it. */
export const FAULT_FIELD = 'x-mock-fault';
/** The field of a request that asks for that again. */
export const REPLAY_FIELD = 'x-mock-replay';

/** What is put in the way of one request. */
export interface InjectedFault {
  /** Repeats it: sent back as `x-mock-replay`, the same thing happens again. Absent: nothing goes wrong but what was asked. */
  readonly token?: string;
  /** Answered in place of the service's own answer; absent: the service answers. */
  readonly reply?: MockResponse;
  readonly fate: FaultDecision;
}

/** A fault that was asked for. */
export interface Chaos {
  /** What holds for everybody without a plan of their own. */
  readonly plan: ChaosPlan | undefined;
  /** What holds for a tenant. */
  planOf(world: TenantState): ChaosPlan | undefined;
  /**
   * Goes by a plan from now on, and counts requests anew; undefined: by none. With a tenant's world, for that tenant alone,
   * who then has that plan in place of everybody's. Throws an Error that says what is wrong with the plan.
   */
  set(plan: ChaosPlan | undefined, world?: TenantState): void;
  /** What is in this request's way, if anything. */
  decide(world: TenantState, ask: MockRequest): InjectedFault | undefined;
}

interface Held {
  readonly plan: ChaosPlan;
  readonly ready: ReadyPlan;
}

/** Chaos by no plan yet. */
export function createChaos(basePath: string, worlds: () => readonly TenantState[]): Chaos {
  let everybodys: Held | undefined;
  // Forgotten with the tenant.
  const own = new WeakMap<TenantState, Held>();
  // Most mocks never have a plan: this is all that they pay for it.
  let planned = false;
  const heldBy = (world: TenantState): Held | undefined => own.get(world) ?? everybodys;

  return {
    get plan() {
      return everybodys?.plan;
    },
    planOf: (world) => heldBy(world)?.plan,
    set(plan, world) {
      const held = plan === undefined ? undefined : hold(plan);
      const alone = world !== undefined && world.tenant !== '';
      if (!alone) everybodys = held;
      else if (held === undefined) own.delete(world);
      else own.set(world, held);
      planned ||= held !== undefined;
      // The same plan, set again, brings the same again.
      for (const one of alone ? [world] : worlds()) one.ordinals.clear();
    },
    decide(world, ask) {
      const token = ask.header(REPLAY_FIELD);
      if (token !== undefined) return replayed(token);
      if (!planned) return undefined;
      const held = heldBy(world);
      return held === undefined ? undefined : drawn(held.ready, world, ask, basePath);
    },
  };
}

function hold(plan: ChaosPlan): Held {
  const violations = violationsInPlan(plan);
  if (violations.length > 0) {
    const told = violations.map(({ pointer, detail }) => `${pointer} ${detail}`.trim());
    throw new Error(`the chaos plan is not valid: ${told.join('; ')}`);
  }
  // A copy: what its owner does to it later changes nothing.
  const own = structuredClone({ seed: 0, ...plan });
  return { plan: own, ready: readyPlan(own) };
}

function drawn(plan: ReadyPlan, world: TenantState, ask: MockRequest, basePath: string): InjectedFault | undefined {
  const { method, path, query } = ask;
  if (!path.startsWith(`${basePath}/`)) return undefined;
  const local = path.slice(basePath.length);
  const rules = rulesFor(plan, method, local);
  if (rules.length === 0) return undefined;
  const target = query === '' ? local : `${local}?${query}`;
  const ordinal = count(world.ordinals, `${method} ${target}`);
  const fate = decideFate(plan.seed, rules, { tenant: world.tenant, method, target, ordinal });
  return fate === undefined ? undefined : troubleBy(fate);
}

// Past so many addresses the one that was counted the longest ago begins again: memory has an end.
const MOST_COUNTED = 20_000;

function count(ordinals: Map<string, number>, key: string): number {
  const ordinal = (ordinals.get(key) ?? 0) + 1;
  ordinals.delete(key);
  ordinals.set(key, ordinal);
  const [oldest] = ordinals.size > MOST_COUNTED ? ordinals.keys() : [];
  if (oldest !== undefined) ordinals.delete(oldest);
  return ordinal;
}

// Not counted: to look at a fault again shifts nobody else's.
function replayed(token: string): InjectedFault {
  const fate = fateOf(token);
  if (fate !== undefined) return troubleBy(fate);
  const told = `${REPLAY_FIELD}: "${token.slice(0, 100)}" is no replay token; send one as ${FAULT_FIELD} told it`;
  return { fate: {}, reply: problem(400, told) };
}

function troubleBy(fate: FaultDecision): InjectedFault {
  const token = tokenOf(fate);
  const { status, retryAfter } = fate;
  if (status === undefined) return { token, fate };
  const after: Fields = retryAfter === undefined ? [] : ['Retry-After', String(retryAfter)];
  const challenge: Fields = status === 401 ? ['WWW-Authenticate', CHALLENGE] : [];
  const told = `chaos was asked for; ${REPLAY_FIELD}: ${token} asks for the same again`;
  return { token, fate, reply: problem(status, told, [], [...after, ...challenge]) };
}

/** What a fate does to a reply: undefined where it does nothing to this one, such as to cut a body that is not there. */
export function faultOf(fate: FaultDecision, { body }: MockResponse): Fault | undefined {
  const { delayMs = 0, truncateAt, bytesPerSecond } = fate;
  const length = lengthOf(body);
  const cut = truncateAt === undefined || truncateAt >= 1 ? truncateAt : Math.floor(truncateAt * length);
  const fault: Fault = {
    ...(delayMs > 0 ? { delayMs } : {}),
    ...Object.fromEntries(LOSSES.filter((loss) => fate[loss] === true).map((loss) => [loss, true])),
    ...(cut !== undefined && cut < length ? { truncateAt: cut } : {}),
    ...(bytesPerSecond !== undefined && length > 0 ? { bytesPerSecond } : {}),
  };
  return Object.keys(fault).length === 0 ? undefined : fault;
}

function lengthOf(body: MockResponse['body']): number {
  if (body === null) return 0;
  return typeof body === 'string' ? utf8Length(body) : body.length;
}
