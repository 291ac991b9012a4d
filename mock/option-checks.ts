import { CLAIM_NAMES, CLAIMS, type Claims, isList } from '../core/claims.ts';
import { nearest } from '../core/nearest.ts';
import { isObject } from '../core/representation/json-value.ts';
import { violationsInPlan } from './chaos/plan.ts';
import { COMPONENTS, ID_KINDS, LOCATIONS, type MockOptions } from './options.ts';
import { violationsInStub } from './stubs/stub.ts';

/** What is wrong with a value, for a message; undefined: nothing. */
type Check = (value: unknown) => string | undefined;

const claimChecks = Object.fromEntries(
  CLAIM_NAMES.map((name) => {
    const { values, least = 0 } = CLAIMS[name];
    return [name, isList(name) ? listOf(values, least) : oneOf(values)];
  }),
) as Record<keyof Claims, Check>; // as the line before makes it

/** A check for each option. Every face of the mock takes its options through here, so all of them refuse alike. */
const CHECKS: { readonly [Name in keyof Required<MockOptions>]: Check } = {
  ...claimChecks,
  version: text(/^[A-Za-z0-9\-._~]+$/u, 'cannot stand in a path; use letters, digits and - . _ ~'),
  basePath: text(/^(?:\/[A-Za-z0-9\-._~%!$&'()*+,;=:@]+)*\/*$/u, 'is not a path; begin it with "/", as in "/api/shop"'),
  location: oneOf(LOCATIONS),
  ids: oneOf(ID_KINDS),
  seed: (value) => (isObject(value) ? undefined : `${shown(value)} is no seed; give an object with users and deals`),
  sessions: (value) => (isTexts(value) ? undefined : `${shown(value)} is no list of cookie values`),
  bodyLimit: whole(0, 'is not a number of bytes'),
  unavailable: listOf(COMPONENTS),
  requireTransitions: oneOf([true, false]),
  now: (value) => (typeof value === 'function' ? undefined : `${shown(value)} is no function that gives milliseconds`),
  chaos: wordPlan,
  stubs: wordStubs,
  deterministic: whole(Number.MIN_SAFE_INTEGER, 'is not a whole number'),
  starts: whole(0, 'is not a number of starts'),
  explain: oneOf([true, false]),
  logSize: whole(0, 'is not a number of exchanges'),
  tenantTtlMs: (value) =>
    typeof value === 'number' && value >= 0 ? undefined : `${shown(value)} is not a number of milliseconds, 0 or more`,
  controlOrigins: (value) => (isTexts(value) ? wordOrigins(value) : `${shown(value)} is no list of origins`),
  tenantLimit: whole(1, 'is not a number of tenants, at least 1'),
};

/** The names of all options. */
const OPTION_NAMES: readonly string[] = Object.keys(CHECKS);

/**
 * Throws an Error that names an option that there is not, with the one that was probably meant, or whose value cannot be used.
 * Undefined stands for the default.
 */
export function refuseOptions(given: MockOptions): void {
  refuseNames(given);
  for (const [name, check] of Object.entries(CHECKS)) {
    const value: unknown = given[name as keyof MockOptions]; // the table has a check for each option and nothing else
    const told = value === undefined ? undefined : check(value);
    if (told !== undefined) throw new Error(`mock option ${name}: ${told}`);
  }
}

/** Throws an Error that names an option that there is not. `more` are those of a face, which takes its own before the mock's. */
export function refuseNames(given: object, more: readonly string[] = []): void {
  const known = [...OPTION_NAMES, ...more];
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const near = nearest(name, known);
    const hint = near === undefined ? `The options are ${known.join(', ')}.` : `Did you mean ${near}?`;
    throw new Error(`mock option ${name}: there is no such option. ${hint}`);
  }
}

function oneOf(values: readonly unknown[]): Check {
  return (value) =>
    values.includes(value) ? undefined : `${shown(value)} is not allowed there. Allowed: ${values.join(', ')}.`;
}

function listOf(values: readonly unknown[], least = 0): Check {
  const one = oneOf(values);
  return (value) => {
    if (!Array.isArray(value)) return `${shown(value)} is not a list. Allowed in it: ${values.join(', ')}.`;
    if (value.length < least) return `the list is empty; name at least one of ${values.join(', ')}`;
    return value.map(one).find((told) => told !== undefined);
  };
}

function text(pattern: RegExp, told: string): Check {
  return (value) => (typeof value === 'string' && pattern.test(value) ? undefined : `${shown(value)} ${told}`);
}

function whole(least: number, told: string): Check {
  return (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least ? undefined : `${shown(value)} ${told}`;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

function wordOrigins(origins: readonly string[]): string | undefined {
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  if (wrong === undefined) return undefined;
  return `"${wrong}" is no origin; write scheme, host and port, as in "http://localhost:5173"`;
}

function wordStubs(stubs: unknown): string | undefined {
  if (!Array.isArray(stubs)) return `${shown(stubs)} is no list of stubs`;
  const [first] = stubs.flatMap((stub, i) => violationsInStub(stub).map((one) => `/${i}${one.pointer} ${one.detail}`));
  return first;
}

function wordPlan(plan: unknown): string | undefined {
  const violations = violationsInPlan(plan);
  if (violations.length === 0) return undefined;
  return `the chaos plan is not valid: ${violations.map(({ pointer, detail }) => `${pointer} ${detail}`.trim()).join('; ')}`;
}

/** A value as a message tells it. */
function shown(value: unknown): string {
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return (JSON.stringify(value) ?? String(value)).slice(0, 100);
}
