import { type Matches, matcherOf } from '../chaos/route.ts';
import { bare, type Fields, type MockRequest, type MockResponse, ONE_CONNECTION, textual } from '../message.ts';
import { withPlainPath } from '../service/plain-path.ts';
import { writeJson } from '../state/exact-json.ts';
import type { TenantState } from '../state/world.ts';
import { type Stub, violationsInStub } from './stub.ts';

/** The field that names the stub which answered in place of the service. */
export const STUB_FIELD = 'x-mock-stub';

/** A stub that is in place. */
export interface PlacedStub extends Stub {
  /** `s1`: how it is named in answers and taken away. */
  readonly id: string;
  /** How often it answered. */
  readonly used: number;
}

/** Answers in place of the service, of each tenant. */
export interface Stubs {
  /** Adds one behind those that are there. Throws an Error that says what is wrong with it. */
  add(world: TenantState, stub: Stub): PlacedStub;
  /** In the order in which they are tried, those that are used up too. */
  list(world: TenantState): readonly PlacedStub[];
  /** False where there is none of that id. */
  remove(world: TenantState, id: string): boolean;
  clear(world: TenantState): void;
  /** Goes back to those that a tenant begins with, none of them used. */
  reset(world: TenantState): void;
  /** The answer of the first stub that matches; undefined: none does, so the service answers. */
  answer(world: TenantState, ask: MockRequest): MockResponse | undefined;
}

interface Held {
  readonly id: string;
  readonly stub: Stub;
  readonly matches: Matches;
  readonly query: URLSearchParams;
  used: number;
}

/** The stubs that every tenant begins with, and no others yet. */
export function createStubs(basePath: string, beginning: readonly Stub[] = []): Stubs {
  // Forgotten with the tenant.
  const held = new WeakMap<TenantState, Held[]>();
  let count = 0;
  // Most mocks never have one: this is all that they pay for it.
  let isAny = beginning.length > 0;
  const of = (world: TenantState): Held[] => {
    const known = held.get(world);
    if (known !== undefined || beginning.length === 0) return known ?? [];
    const own = beginning.map(make);
    held.set(world, own);
    return own;
  };
  const make = (given: Stub): Held => {
    // A copy: what its owner does to it later changes nothing.
    const stub = structuredClone(given);
    count += 1;
    const [path = '', query = ''] = stub.route.split('?');
    return { id: `s${count}`, stub, matches: matcherOf(path), query: new URLSearchParams(query), used: 0 };
  };
  return {
    add(world, given) {
      const violations = violationsInStub(given);
      if (violations.length > 0)
        throw new Error(`the stub is not valid: ${violations.map((v) => `${v.pointer} ${v.detail}`).join('; ')}`);
      const made = make(given);
      held.set(world, [...of(world), made]);
      isAny = true;
      return placed(made);
    },
    list: (world) => of(world).map(placed),
    remove(world, id) {
      const left = of(world).filter((one) => one.id !== id);
      const was = left.length < of(world).length;
      held.set(world, left);
      return was;
    },
    clear: (world) => void held.set(world, []),
    reset: (world) => void held.delete(world),
    answer(world, ask) {
      if (!isAny) return undefined;
      const found = of(world).find((one) => isFor(one, ask, basePath));
      if (found === undefined) return undefined;
      found.used += 1;
      return replyOf(found);
    },
  };
}

function placed({ id, stub, used }: Held): PlacedStub {
  return { id, ...stub, used };
}

function isFor({ stub, matches, query, used }: Held, ask: MockRequest, basePath: string): boolean {
  if (used >= (stub.times ?? Number.POSITIVE_INFINITY)) return false;
  const { path, method } = withPlainPath(ask);
  if (!path.startsWith(`${basePath}/`)) return false;
  const local = path.slice(basePath.length);
  // HEAD is answered as GET is, without the body.
  if (!matches(method, local) && !(method === 'HEAD' && matches('GET', local))) return false;
  const asked = new URLSearchParams(ask.query);
  return [...query].every(([name, value]) => asked.getAll(name).includes(value));
}

// How an answer is framed is for whoever sends it to say.
function isOfConnection(name: string): boolean {
  const lower = name.toLowerCase();
  return lower === 'content-length' || ONE_CONNECTION.has(lower);
}

function replyOf({ id, stub }: Held): MockResponse {
  const { status = 200, headers = {}, body, delay } = stub;
  const given = Object.entries(headers).filter(([name]) => !isOfConnection(name));
  const hasType = given.some(([name]) => name.toLowerCase() === 'content-type');
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
  const described = body === undefined || hasType ? [] : ['Content-Type', type];
  const fields: Fields = [...described, ...given.flat(), STUB_FIELD, id];
  const reply =
    body === undefined
      ? bare(status, status === 204 || status === 304 ? fields : [...fields, 'Content-Length', '0'])
      : textual(status, typeof body === 'string' ? body : writeJson(body), fields);
  return delay === undefined ? reply : { ...reply, fault: { delayMs: delay } };
}
