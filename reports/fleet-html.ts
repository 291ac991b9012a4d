import type { Results } from '../core/results/results.ts';
import { html, type Markup } from './html-markup.ts';
import { pageHtml } from './html-page.ts';
import { bySection, SECTION_MARKS, type Section, sectionName, sectionState } from './sections.ts';
import { verdictLine } from './verdict-wording.ts';
import { tally } from './wording.ts';

/** One target of a fleet: its results, or why there are none. */
export interface FleetRow {
  readonly name: string;
  readonly results?: Results;
  readonly problem?: string;
  /** Where its own report is, relative to the page. */
  readonly report: string;
}

/** One page over many targets: a row for each, a column for each clause, each cell opening its report there. */
export function fleetHtml(rows: readonly FleetRow[]): string {
  const columns = bySection(rows.flatMap(({ results }) => results?.results ?? []));
  const body = html`<main>
<h1>${summaryOf(rows)}</h1>
<section aria-labelledby="fleet"><h2 id="fleet">Target by clause</h2>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Target</th>${columns.map((column) => html`<th scope="col">${sectionName(column)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => rowMarkup(row, columns))}</tbody></table></div></section>
<section aria-labelledby="verdicts"><h2 id="verdicts">Verdicts</h2>
<ul class="failures">${rows.map((row) => html`<li>${linkTo(row)} <span class="muted">${verdictOf(row)}</span></li>`)}</ul></section>
</main>`;
  return pageHtml(summaryOf(rows), body);
}

/** `3 targets: 1 conformant, 1 non-conformant, 1 not judged`. */
export function summaryOf(rows: readonly Omit<FleetRow, 'report'>[]): string {
  const verdicts = rows.map(({ results }) => (results?.summary.verdict ?? 'not-judged').replace('-judged', ' judged'));
  const kinds = [...new Set(verdicts)].map((kind) => `${verdicts.filter((one) => one === kind).length} ${kind}`);
  return `${rows.length} ${rows.length === 1 ? 'target' : 'targets'}: ${kinds.join(', ')}`;
}

function rowMarkup(row: FleetRow, columns: readonly Section[]): Markup {
  const sections = bySection(row.results?.results ?? []);
  return html`<tr><th scope="row">${linkTo(row)}</th>${columns.map((column) => cell(row, sections, column))}</tr>`;
}

function cell(row: FleetRow, sections: readonly Section[], column: Section): Markup {
  const at = sections.findIndex(({ key }) => key === column.key);
  const section = sections[at];
  if (section === undefined) return html`<td><span class="muted">–</span></td>`;
  const state = sectionState(section.results);
  return html`<td><a href="${row.report}#c${at + 1}"><span class="mark ${state}" aria-hidden="true">${SECTION_MARKS[state]}</span> <span class="hidden">${row.name}, ${sectionName(section)}: </span>${tally(section.results)}</a></td>`;
}

function linkTo({ name, report, results }: FleetRow): Markup {
  return results === undefined ? html`<b>${name}</b>` : html`<a href="${report}">${name}</a>`;
}

function verdictOf({ results, problem }: FleetRow): string {
  return results === undefined ? `not judged: ${problem ?? ''}` : verdictLine(results);
}
