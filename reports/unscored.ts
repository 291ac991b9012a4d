import type { Results } from '../core/results/results.ts';
import { plural, tally } from './wording.ts';

/** What newer rules came to, a line each, with a heading; undefined where none were tried. */
export function unscoredNote(
  results: Results,
): { readonly heading: string; readonly lines: readonly string[] } | undefined {
  const { unscored = [], run } = results;
  if (unscored.length === 0) return undefined;
  const rules = [...new Set(unscored.map(({ rule }) => rule))];
  const lines = rules.map((rule) => {
    const members = unscored.filter((result) => result.rule === rule);
    const broken = members.find(({ outcome }) => outcome === 'fail');
    const first = broken === undefined ? '' : `, the first on ${broken.subject}: ${broken.reason}`;
    return `${rule}: ${tally(members)}${first}`;
  });
  const heading = `Newer than catalogue ${run.selection.catalogue ?? ''}, tried and not counted: ${plural(rules.length, 'rule')}`;
  return { heading, lines };
}
