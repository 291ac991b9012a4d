import type { Results, SavedStatement, StatementVerdict } from '../core/results/results.ts';
import { html, type Markup } from './html-markup.ts';
import { STATEMENT_WORDS, statementCounts } from './statements.ts';

/** The class that colours a verdict as its nearest outcome is coloured. */
const CLASSES: Readonly<Record<StatementVerdict, string>> = {
  fails: 'fail',
  partly: 'not-exercised',
  'not-exercised': 'not-exercised',
  holds: 'pass',
  'not-applicable': 'not-applicable',
  'not-selected': 'not-applicable',
  unseen: 'not-applicable',
};

/** Every sentence of the document, and what this run says of it. */
export function statementsMarkup(results: Results): Markup | undefined {
  const counts = statementCounts(results);
  if (counts === undefined) return undefined;
  return html`
<section aria-labelledby="statements"><h2 id="statements">Statements of the document</h2>
<p>${counts}.</p>
<details class="statements"><summary>Each statement, and the rules that judge it</summary>
<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Clause</th><th scope="col">The document says</th><th scope="col">Here</th><th scope="col" class="judges">Judged by</th></tr></thead>
<tbody>${(results.statements ?? []).map(row)}</tbody>
</table></div></details>
</section>`;
}

function row({ id, text, rules, verdict, unseen }: SavedStatement): Markup {
  const { mark, word } = STATEMENT_WORDS[verdict];
  return html`<tr><th scope="row" id="s-${id}">${id}</th><td>${text}</td>
<td class="${CLASSES[verdict]}"><span aria-hidden="true">${mark}</span> ${word}</td>
<td class="judges">${rules.join(', ')}${unseen === undefined ? undefined : html` <span class="muted">${unseen}</span>`}</td></tr>`;
}
