import { accept } from './accept.ts';
import type { Deviation } from './deviation.ts';
import { selectors } from './selectors.ts';
import { views } from './views.ts';

/** Faults of content negotiation: document 4.5, 4.4-c3. */
export const negotiation: readonly Deviation[] = [...accept, ...views, ...selectors];
