import { LOSSES } from '../message.ts';
import type { FaultDecision } from './decide.ts';
import { isCut, isWhole, LONGEST_LATENCY_MS, LONGEST_RETRY_S, MOST } from './plan.ts';

interface Part {
  readonly word: string;
  readonly member: keyof FaultDecision;
  readonly holds: (value: number) => boolean;
}

const PARTS: readonly Part[] = [
  { word: 'delay', member: 'delayMs', holds: (value) => isWhole(value, 0, LONGEST_LATENCY_MS) },
  { word: 'status', member: 'status', holds: (value) => isWhole(value, 400, 599) },
  { word: 'retry', member: 'retryAfter', holds: (value) => isWhole(value, 0, LONGEST_RETRY_S) },
  ...LOSSES.map((loss) => ({ word: loss, member: loss, holds: (value: number) => value === 1 })),
  { word: 'cut', member: 'truncateAt', holds: isCut },
  { word: 'drip', member: 'bytesPerSecond', holds: (value) => isWhole(value, 1, MOST) },
];

function isLoss(member: string): boolean {
  return LOSSES.some((loss) => loss === member);
}

/** A fate as a text that can stand in a field and in an address, such as `delay-120_status-503_retry-5`. */
export function tokenOf(fate: FaultDecision): string {
  const present = PARTS.filter(({ member }) => fate[member] !== undefined);
  return present.map(({ word, member }) => `${word}-${Number(fate[member])}`).join('_');
}

/** The fate that a token holds; undefined: it is no token. */
export function fateOf(token: string): FaultDecision | undefined {
  const fate: Partial<Record<keyof FaultDecision, number | true>> = {};
  for (const text of token.split('_')) {
    const dash = text.indexOf('-');
    const part = PARTS.find(({ word }) => word === text.slice(0, dash));
    const value = Number(text.slice(dash + 1));
    if (part === undefined || fate[part.member] !== undefined || !part.holds(value)) return undefined;
    fate[part.member] = isLoss(part.member) ? true : value;
  }
  // One way to write each fate, so that a token can be compared as a text.
  if (tokenOf(fate as FaultDecision) !== token) return undefined; // each part has been held against what its member takes
  return fate as FaultDecision;
}
