import type { Results } from '../core/results.ts';
import { clausesMarkup, exchangesMarkup } from './html-clauses.ts';
import { html } from './html-markup.ts';
import { pageHtml } from './html-page.ts';
import { statementsMarkup } from './html-statements.ts';
import { claimsMarkup, countsMarkup, headMarkup } from './html-summary.ts';
import { verdictHeading } from './verdict-wording.ts';

/** One self-contained page: verdict, target, claims, every rule in the document's order, and the evidence. */
export function reportHtml(results: Results): string {
  const { target } = results;
  const body = html`<a class="skip" href="#clauses">Skip to the clauses</a>
${headMarkup(results)}
<main>
${countsMarkup(results)}
${claimsMarkup(results)}
<div id="clauses">${clausesMarkup(results)}</div>
${statementsMarkup(results)}
${exchangesMarkup(results)}
</main>
<footer><p>Made by ${results.tool.name} ${results.tool.version}. A pass cites the exchanges that prove it; what could not be seen is never counted as kept.</p></footer>`;
  return pageHtml(`${verdictHeading(results)}: ${target.name}, conformance report`, body);
}
