import type { Counts, Result } from '../core/results/results.ts';
import { ruleAnchor } from './anchors.ts';
import { html, type Markup } from './html-markup.ts';
import { duration, OUTCOMES } from './wording.ts';

/** How many rules a chart of costs shows. */
const DEAREST = 12;

/** Outcomes as one bar, those that do not apply left out. The numbers beside it say the same: it is for the eye alone. */
export function outcomeBar(counts: Counts): Markup {
  const shown = OUTCOMES.filter((outcome) => outcome !== 'not-applicable');
  const total = shown.reduce((sum, outcome) => sum + counts[outcome], 0);
  let x = 0;
  const parts = shown.map((outcome) => {
    const width = total === 0 ? 0 : (counts[outcome] / total) * 100;
    x += width;
    return html`<rect class="${outcome}" x="${(x - width).toFixed(2)}" width="${width.toFixed(2)}" height="8"/>`;
  });
  return html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

/** The rules that took most requests, with their time. */
export function costsMarkup(results: readonly Result[]): Markup | undefined {
  const costs = costsOf(results);
  const shown = costs.toSorted((a, b) => b.requests - a.requests).slice(0, DEAREST);
  const most = shown[0]?.requests ?? 0;
  if (most === 0) return undefined;
  const slowest = Math.max(...shown.map(({ ms }) => ms), 1);
  return html`
<section class="costs" aria-labelledby="costs"><h2 id="costs">Requests and time by rule</h2>
<p>The ${shown.length} rules that sent most. Rules run side by side, so their times overlap; evidence that rules share counts for none.</p>
<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Rule</th><th scope="col" class="number">Requests</th><th scope="col" class="wide"><span class="hidden">Share of requests</span></th><th scope="col" class="number">Time</th><th scope="col" class="wide"><span class="hidden">Share of time</span></th></tr></thead>
<tbody>${shown.map(
    ({ rule, requests, ms }) =>
      html`<tr><th scope="row"><a href="#${ruleAnchor(rule)}"><code>${rule}</code></a></th><td class="number">${requests}</td><td class="wide">${plainBar(requests / most)}</td><td class="number">${duration(ms)}</td><td class="wide">${plainBar(ms / slowest)}</td></tr>`,
  )}</tbody></table></div>
</section>`;
}

interface Cost {
  readonly rule: string;
  readonly requests: number;
  readonly ms: number;
}

function costsOf(results: readonly Result[]): readonly Cost[] {
  const costs = new Map<string, Cost>();
  for (const { rule, requests, durationMs } of results) {
    const before = costs.get(rule) ?? { rule, requests: 0, ms: 0 };
    costs.set(rule, { rule, requests: before.requests + requests, ms: before.ms + durationMs });
  }
  return [...costs.values()];
}

function plainBar(share: number): Markup {
  return html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="plain" width="${(share * 100).toFixed(2)}" height="8"/></svg>`;
}
