import { deletion } from './deletion.ts';
import type { Deviation } from './deviation.ts';

export type { Deviation } from './deviation.ts';

/** Every deliberate fault, by the clause that it offends. */
export const DEVIATIONS: readonly Deviation[] = [...deletion];
