import type { Results, SavedLeftBehind } from '../core/results/results.ts';
import { plural } from './wording.ts';

/** What a run could not delete, as every report tells it; undefined where nothing stayed behind. */
export interface LeftBehindNote {
  /** `Left behind (2)`. */
  readonly heading: string;
  readonly intro: string;
  readonly entries: readonly { readonly address: string; readonly told: string; readonly curl?: string }[];
}

/** Words what stayed behind. */
export function leftBehindNote({ run: { leftBehind = [] } }: Pick<Results, 'run'>): LeftBehindNote | undefined {
  if (leftBehind.length === 0) return undefined;
  return {
    heading: `Left behind (${leftBehind.length})`,
    intro: `The run could not delete ${plural(leftBehind.length, 'thing')} that it created. “assayer cleanup” tries again, where the run kept a ledger.`,
    entries: leftBehind.map((one) => ({
      address: one.address,
      told: toldOf(one),
      ...(one.curl === undefined ? {} : { curl: one.curl }),
    })),
  };
}

function toldOf({ resource, tried, answered }: SavedLeftBehind): string {
  return answered === '' ? `${resource}, tried ${tried}` : `${resource}, ${tried} was answered ${answered}`;
}
