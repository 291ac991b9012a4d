import type { Level } from '../../core/rule.ts';
import { catalogue as of202611 } from './2026-11.ts';

/** The rules of each release by its month, and their levels. A new release is a file and a line here; a file never changes. */
export const CATALOGUES: ReadonlyMap<string, Readonly<Record<string, Level>>> = new Map([['2026-11', of202611]]);
