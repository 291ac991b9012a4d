import type { Results } from '../core/results.ts';
import { costsMarkup } from './html-charts.ts';
import { clausesMarkup } from './html-clauses.ts';
import { exchangesMarkup, homesOf } from './html-evidence.ts';
import { filterMarkup } from './html-filter.ts';
import { html } from './html-markup.ts';
import { pageHtml } from './html-page.ts';
import { statementsMarkup } from './html-statements.ts';
import { claimsMarkup, countsMarkup, headMarkup } from './html-summary.ts';
import { verdictHeading } from './verdict-wording.ts';

/** One self-contained page: verdict, target, claims, every rule in the document's order, and the evidence. */
export function reportHtml(results: Results): string {
  const { target } = results;
  const homes = homesOf(results);
  const body = html`<a class="skip" href="#clauses">Skip to the clauses</a>
${headMarkup(results)}
<main>
${countsMarkup(results)}
${claimsMarkup(results)}
<div id="clauses">${clausesMarkup(results, homes, filterMarkup())}</div>
${statementsMarkup(results)}
${costsMarkup(results.results)}
${exchangesMarkup(results, homes)}
</main>
<footer><p>Made by ${results.tool.name} ${results.tool.version}. A pass cites the exchanges that prove it; what could not be seen is never counted as kept.</p></footer>`;
  return pageHtml(`${verdictHeading(results)}: ${target.name}, conformance report`, body, true);
}
