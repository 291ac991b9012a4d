import type { Result, Results, SavedExchange } from '../core/results/results.ts';
import { exchangeAnchor, resultAnchor } from './anchors.ts';
import { exchangeName } from './exchange-lines.ts';
import { type Finding, findingsOf } from './findings.ts';
import { exchangeMarkup, exchangeTitle } from './html-exchange.ts';
import { html, type Markup } from './html-markup.ts';

/** Above so many, exchanges that no failure cites are listed in a line each: a browser takes long to open more. */
const MANY = 3000;

/** What the parts of the page have in common, worked out once. */
export interface Page {
  readonly results: Results;
  readonly findings: readonly Finding[];
  /** Where each exchange that a failure cites is shown: at the first such failure. All others are shown at the end of the page. */
  readonly homes: ReadonlyMap<string, Result>;
}

/** Folds the failures of a run, and decides where each exchange is shown. */
export function pageOf(results: Results): Page {
  const findings = findingsOf(results);
  const homes = new Map<string, Result>();
  for (const { first } of findings) {
    for (const id of first.witness) if (id in results.exchanges && !homes.has(id)) homes.set(id, first);
  }
  return { results, findings, homes };
}

/** An exchange that a failure cites: in full at its home, a link to it everywhere else. */
export function evidenceMarkup(id: string, at: Result, { results, homes }: Page, isOpen: boolean): Markup {
  const exchange = results.exchanges[id];
  if (exchange === undefined) return html``;
  const title = html`<b>${exchangeName(id)}</b> ${exchangeTitle(exchange)}`;
  const home = homes.get(id);
  if (home !== at) return html`<p class="elsewhere">${title}: <a href="#${exchangeAnchor(id)}">shown above</a></p>`;
  const content = html`<summary>${title}</summary><div id="${exchangeAnchor(id)}">${exchangeMarkup(id, exchange)}</div>`;
  return isOpen ? html`<details open>${content}</details>` : html`<details>${content}</details>`;
}

/** Every exchange that is cited and was not shown with a failure. */
export function exchangesMarkup({ results, homes }: Page): Markup {
  const all = Object.entries(results.exchanges);
  if (all.length === 0) return html``;
  const others = all.filter(([id]) => !homes.has(id));
  const isLong = others.length > MANY;
  return html`
<section class="evidence" aria-labelledby="exchanges"><h2 id="exchanges">Exchanges</h2>
<p>Every request and response that a result above cites, each once${homes.size === 0 ? '' : '; what a failure cites stands there'}. Secrets are replaced by [redacted]; long bodies are cut.${isLong ? ' There are too many to show each in full here: the JSON results hold them.' : ''}</p>
${homes.size === 0 ? undefined : html`<p>With failures: ${[...homes].map(([id, result], i) => html`${i === 0 ? '' : ', '}<a href="#${resultAnchor(result)}">${exchangeName(id)}</a>`)}</p>`}
${isLong ? html`<details><summary>${others.length} exchanges</summary><ul class="failures">${others.map(lineMarkup)}</ul></details>` : others.map(foldedMarkup)}
</section>`;
}

function foldedMarkup([id, exchange]: [string, SavedExchange]): Markup {
  return html`<details><summary><b>${exchangeName(id)}</b> ${exchangeTitle(exchange)}</summary>
<div id="${exchangeAnchor(id)}">${exchangeMarkup(id, exchange)}</div></details>`;
}

function lineMarkup([id, exchange]: [string, SavedExchange]): Markup {
  return html`<li id="${exchangeAnchor(id)}"><b>${exchangeName(id)}</b> ${exchangeTitle(exchange)}</li>`;
}
