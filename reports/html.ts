import type { Results } from '../core/results/results.ts';
import { costsMarkup } from './html-charts.ts';
import { clausesMarkup } from './html-clauses.ts';
import { diagnosisMarkup } from './html-diagnosis.ts';
import { exchangesMarkup, pageOf } from './html-evidence.ts';
import { filterMarkup } from './html-filter.ts';
import { html } from './html-markup.ts';
import { pageHtml } from './html-page.ts';
import { statementsMarkup } from './html-statements.ts';
import { claimsMarkup, countsMarkup, headMarkup } from './html-summary.ts';
import { verdictHeading } from './verdict-wording.ts';

/** One self-contained page: verdict, target, claims, every rule in the document's order, and the evidence. */
export function reportHtml(results: Results): string {
  const { target } = results;
  const page = pageOf(results);
  const body = html`<a class="skip" href="#clauses">Skip to the clauses</a>
${headMarkup(results)}
<main>
${countsMarkup(page)}
${diagnosisMarkup(results)}
${claimsMarkup(results)}
<div id="clauses">${clausesMarkup(page, filterMarkup())}</div>
${statementsMarkup(results)}
${costsMarkup(results.results)}
${exchangesMarkup(page)}
</main>
<footer><p>Made by ${results.tool.name} ${results.tool.version}. A pass cites the exchanges that prove it; what could not be seen is never counted as kept.</p></footer>`;
  return pageHtml(`${verdictHeading(results)}: ${target.name}, conformance report`, body, true);
}
