import { isObject } from '../../core/representation/json-value.ts';
import { LOSSES } from '../message.ts';
import { escapePointer } from '../service/body.ts';
import type { Violation } from '../service/problems.ts';
import { ROUTE } from './route.ts';

/** What goes wrong, and what decides when. The same plan brings the same faults to the same requests. */
export interface ChaosPlan {
  /** Decides what is drawn; 0 by default. */
  readonly seed?: number;
  /** Every rule that strikes adds its faults; where two have the same one, the earlier rule's counts. */
  readonly rules: readonly ChaosRule[];
}

/** What goes wrong, where and how often. */
export interface ChaosRule {
  /** `GET /users/*`, or a path alone, below base path and tenant: `*` is one segment, `**` any number. Absent: everything. */
  readonly route?: string;
  /** The share of the requests that are struck, from 0 to 1: by default all, and with `failFirst` none but those. */
  readonly share?: number;
  /** So many requests with the same method and target are struck first. */
  readonly failFirst?: number;
  /** Milliseconds before the answer. */
  readonly latencyMs?: Latency;
  /** Answered in place of the service, which then does nothing. */
  readonly status?: number;
  /** Seconds, beside a status; 503 has 5 by itself. */
  readonly retryAfter?: number;
  /** The connection is reset in place of the answer. */
  readonly reset?: true;
  /** Nothing is ever answered: the connection stays open. */
  readonly silent?: true;
  /** The connection is closed without a byte in place of the answer. */
  readonly empty?: true;
  /** Bytes that are no HTTP in place of the answer. */
  readonly garbage?: true;
  /** The connection ends after so many bytes of the body or, below 1, after that share of it. */
  readonly truncateAt?: number;
  /** The body comes in small pieces. */
  readonly bytesPerSecond?: number;
}

/** How long: always the same, from and to, or drawn from a distribution. */
export type Latency = number | readonly [number, number] | Distribution;

/** A distribution of milliseconds; `maxMs` cuts its tail. */
export type Distribution =
  | { readonly distribution: 'normal'; readonly meanMs: number; readonly deviationMs: number; readonly maxMs?: number }
  | { readonly distribution: 'exponential'; readonly meanMs: number; readonly maxMs?: number }
  | { readonly distribution: 'lognormal'; readonly medianMs: number; readonly sigma: number; readonly maxMs?: number };

/** Ten minutes: what a request may be kept waiting at most. */
export const LONGEST_LATENCY_MS = 600_000;
/** A day. */
export const LONGEST_RETRY_S = 86_400;
/** Of bytes and of requests: more than there will be. */
export const MOST = 1_000_000_000;

/**
 * Everything that is wrong with a plan. By hand, and held against the published schema by a test: its compiled check would
 * double what every mock loads at its start.
 */
export function violationsInPlan(plan: unknown): readonly Violation[] {
  if (!isObject(plan)) return [{ pointer: '', detail: 'must be an object with a list of rules' }];
  const { rules, seed, $schema } = plan;
  const listed: Violation[] = [...unknownIn(plan, ['$schema', 'seed', 'rules'], '')];
  if (seed !== undefined && !isWhole(seed, -(2 ** 32), 2 ** 32))
    listed.push({ pointer: '/seed', detail: 'must be a whole number of at most 32 bits' });
  if ($schema !== undefined && typeof $schema !== 'string')
    listed.push({ pointer: '/$schema', detail: 'must be an address' });
  if (!Array.isArray(rules)) return [...listed, { pointer: '/rules', detail: 'must be a list of rules' }];
  return [...listed, ...rules.flatMap((rule: unknown, at) => violationsInRule(rule, `/rules/${at}`))];
}

interface Due {
  readonly holds: (value: unknown) => boolean;
  readonly words: string;
}

const MEMBERS: Readonly<Record<keyof ChaosRule, Due>> = {
  route: {
    holds: (value) => typeof value === 'string' && ROUTE.test(value),
    words: 'a method and a path such as "GET /users/*", or a path alone',
  },
  share: { holds: (value) => isNumber(value, 0, 1), words: 'a share from 0 to 1' },
  failFirst: { holds: (value) => isWhole(value, 0, MOST), words: 'a number of requests from 0 up' },
  latencyMs: {
    holds: isLatency,
    words: `milliseconds from 0 to ${LONGEST_LATENCY_MS}, a range such as [100, 500], or a distribution`,
  },
  status: { holds: (value) => isWhole(value, 400, 599), words: 'a status from 400 to 599' },
  retryAfter: { holds: (value) => isWhole(value, 0, LONGEST_RETRY_S), words: `seconds from 0 to ${LONGEST_RETRY_S}` },
  reset: { holds: (value) => value === true, words: 'true' },
  silent: { holds: (value) => value === true, words: 'true' },
  empty: { holds: (value) => value === true, words: 'true' },
  garbage: { holds: (value) => value === true, words: 'true' },
  truncateAt: { holds: isCut, words: 'a number of bytes, or a share of the body between 0 and 1' },
  bytesPerSecond: { holds: (value) => isWhole(value, 1, MOST), words: 'a number of bytes from 1 up' },
};

/** The members of a rule that are faults. */
export const FAULTS: readonly (keyof ChaosRule)[] = ['latencyMs', 'status', ...LOSSES, 'truncateAt', 'bytesPerSecond'];

function violationsInRule(rule: unknown, at: string): readonly Violation[] {
  if (!isObject(rule)) return [{ pointer: at, detail: 'must be a rule' }];
  const names = Object.keys(MEMBERS) as (keyof ChaosRule)[]; // as the table's type says
  const listed: Violation[] = [...unknownIn(rule, names, at)];
  for (const name of names) {
    const { holds, words } = MEMBERS[name];
    if (rule[name] !== undefined && !holds(rule[name]))
      listed.push({ pointer: `${at}/${name}`, detail: `must be ${words}` });
  }
  if (FAULTS.every((name) => rule[name] === undefined))
    listed.push({ pointer: at, detail: `must have a fault: ${FAULTS.join(', ')}` });
  if (rule['retryAfter'] !== undefined && rule['status'] === undefined)
    listed.push({ pointer: `${at}/retryAfter`, detail: 'must stand beside a status' });
  return listed;
}

function isLatency(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 2 && value.every(isMs);
  if (!isObject(value)) return isMs(value);
  const { distribution, maxMs = 0, meanMs, deviationMs, medianMs, sigma } = value;
  if (!isMs(maxMs)) return false;
  const hasOnly = (...names: string[]): boolean =>
    unknownIn(value, ['distribution', 'maxMs', ...names], '').length === 0;
  if (distribution === 'normal') return isMs(meanMs) && isMs(deviationMs) && hasOnly('meanMs', 'deviationMs');
  if (distribution === 'exponential') return isMs(meanMs) && hasOnly('meanMs');
  return distribution === 'lognormal' && isMs(medianMs) && isNumber(sigma, 0, 5) && hasOnly('medianMs', 'sigma');
}

function isMs(value: unknown): boolean {
  return isNumber(value, 0, LONGEST_LATENCY_MS);
}

/** Whether a value is bytes, or a share of a body. */
export function isCut(value: unknown): boolean {
  return isWhole(value, 0, MOST) || (isNumber(value, 0, 1) && value !== 0 && value !== 1);
}

/** Whether a value is a number within bounds. */
export function isNumber(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most;
}

/** Whether a value is a whole number within bounds. */
export function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && isNumber(value, least, most);
}

function unknownIn(value: object, known: readonly string[], at: string): readonly Violation[] {
  const unknown = Object.keys(value).filter((name) => !known.includes(name));
  return unknown.map((name) => ({
    pointer: `${at}/${escapePointer(name)}`,
    detail: 'is no member that is known here',
  }));
}
