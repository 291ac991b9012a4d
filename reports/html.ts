import type { Results } from '../core/results.ts';
import { clausesMarkup, exchangesMarkup } from './html-clauses.ts';
import { html } from './html-markup.ts';
import { statementsMarkup } from './html-statements.ts';
import { STYLE, STYLE_HASH } from './html-style.ts';
import { claimsMarkup, countsMarkup, headMarkup } from './html-summary.ts';
import { verdictHeading } from './verdict-wording.ts';

// Nothing may be loaded, run or framed into the page; only its own style sheet applies, told by its hash.
const POLICY = `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

/** One self-contained page: verdict, target, claims, every rule in the document's order, and the evidence. */
export function reportHtml(results: Results): string {
  const { target } = results;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ markup: POLICY }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${verdictHeading(results)}: ${target.name}, conformance report</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<a class="skip" href="#clauses">Skip to the clauses</a>
${headMarkup(results)}
<main>
${countsMarkup(results)}
${claimsMarkup(results)}
<div id="clauses">${clausesMarkup(results)}</div>
${statementsMarkup(results)}
${exchangesMarkup(results)}
</main>
<footer><p>Made by ${results.tool.name} ${results.tool.version}. A pass cites the exchanges that prove it; what could not be seen is never counted as kept.</p></footer>
</body>
</html>
`;
  return page.markup;
}
