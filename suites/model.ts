import type { Suite } from '../core/rule.ts';
export const model: Suite<never> = {};
