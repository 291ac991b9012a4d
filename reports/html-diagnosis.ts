import type { Results } from '../core/results/results.ts';
import { resultAnchor } from './anchors.ts';
import { type ToldCause, toldDiagnosis } from './diagnosis-wording.ts';
import { html, type Markup } from './html-markup.ts';
import { plural } from './wording.ts';

/** What most likely lies behind the failures; what each cause explains is folded below it. */
export function diagnosisMarkup(results: Results): Markup | undefined {
  const told = toldDiagnosis(results);
  if (told === undefined) return undefined;
  const { heading, causes, others, isMostlyUnknown } = told;
  const rest = told.rest === undefined ? undefined : html`<p>${told.rest}</p>`;
  return html`
<section aria-labelledby="diagnosis"><h2 id="diagnosis">${heading}</h2>
${isMostlyUnknown ? rest : undefined}
${causes.length === 0 ? undefined : html`<ol class="causes">${causes.map((cause) => causeMarkup(cause))}</ol>`}
${isMostlyUnknown ? undefined : rest}
${
  others.length === 0
    ? undefined
    : html`<details><summary>What else it could be</summary><ul class="failures">${others.map(
        ({ cause, how }) => html`<li>${cause.sentence} <span class="muted">${how}</span></li>`,
      )}</ul></details>`
}
</section>`;
}

function causeMarkup({ cause, how }: ToldCause): Markup {
  const { sentence, remedy, clause, explains, alike = [] } = cause;
  return html`<li><b>${sentence}</b> <span class="muted">clause ${clause}; ${how}</span>
${remedy === '' ? undefined : html`<p>Due: ${remedy}</p>`}
${alike.length === 0 ? undefined : html`<details><summary>${plural(alike.length, 'known fault')} that no rule tells from it</summary><ul class="failures">${alike.map((one) => html`<li>${one}</li>`)}</ul></details>`}
<details><summary>It explains ${plural(explains.length, 'failure')}</summary><ul class="failures">${explains.map(failureMarkup)}</ul></details></li>`;
}

// `delete/status on deals`.
function failureMarkup(name: string): Markup {
  const [rule = '', ...subject] = name.split(' on ');
  return html`<li><a href="#${resultAnchor({ rule, subject: subject.join(' on ') })}"><code>${name}</code></a></li>`;
}
