import type { Answer } from '../../../core/answer.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { recordIn } from '../operation/deal-state.ts';
import type { Deal } from '../operation/operation-requests.ts';

/** A deal with the values that it shows now, of what was sent on its creation: form D sends them all, and an old one asks for a change. */
export function asShown(trial: Trial, deal: Deal, read: Answer): Deal {
  const shown = Object.entries(recordIn(trial, read) ?? {});
  const now = shown.filter((one): one is [string, string | number] => one[0] in deal.payload && isPlain(one[1]));
  return { ...deal, payload: { ...deal.payload, ...Object.fromEntries(now) } };
}

function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
