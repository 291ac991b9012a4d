import { makeBadge } from 'badge-maker';
import { shorten, visible } from '../core/redaction/visible.ts';
import type { Results, Verdict } from '../core/results/results.ts';
import { jsonText } from './json-text.ts';
import { verdictWord } from './verdict-wording.ts';

const COLORS: Readonly<Record<Verdict, string>> = {
  conformant: 'brightgreen',
  'partly-judged': 'yellow',
  'non-conformant': 'red',
  'not-judged': 'lightgrey',
};

const LABEL = 'assayer';
const LONGEST = 80;

/** A badge that shows the verdict, as SVG. */
export function reportBadge(results: Results): string {
  return `${makeBadge({ label: LABEL, message: messageOf(results), color: COLORS[results.summary.verdict] })}\n`;
}

/** The same as the endpoint of shields.io takes it, to be put where that service finds it. */
export function reportBadgeJson(results: Results): string {
  const { verdict } = results.summary;
  const told = { label: LABEL, message: messageOf(results), color: COLORS[verdict] };
  return jsonText({ schemaVersion: 1, ...told, ...(verdict === 'not-judged' ? { isError: true } : {}) });
}

function messageOf(results: Results): string {
  const { verdict, must, coverage } = results.summary;
  const word = shorten(visible(verdictWord(results)), LONGEST);
  return verdict === 'not-judged' ? word : `${word}, ${must.pass} of ${coverage.applicable} must checks`;
}
