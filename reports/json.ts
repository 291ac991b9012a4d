import type { Results } from '../core/results/results.ts';
import { jsonText } from './json-text.ts';

/** The results themselves, as `results.schema.json` describes them: what is saved can be rendered again later. */
export function reportJson(results: Results): string {
  return jsonText(results);
}
