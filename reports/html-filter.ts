import { html, type Markup } from './html-markup.ts';
import { LEVELS, OUTCOME_WORDS, OUTCOMES } from './wording.ts';

/**
 * Filters the rules of the page by words, outcome and level. The page is whole without it: the form is hidden until it runs.
 * It writes no markup and reads nothing but the page.
 */
export const SCRIPT = `
const form = document.querySelector('form.filter');
const rules = [...document.querySelectorAll('.rule')];
const told = form.querySelector('output');
const textOf = new Map();
const words = (rule) => {
  if (!textOf.has(rule)) textOf.set(rule, rule.textContent.toLowerCase());
  return textOf.get(rule);
};
const filter = () => {
  const { words: typed, outcome, level } = Object.fromEntries(new FormData(form));
  const wanted = typed.toLowerCase().split(/\\s+/u).filter((word) => word !== '');
  const isOn = wanted.length > 0 || outcome !== '' || level !== '';
  const fits = (rule) => (outcome === '' || rule.dataset.outcomes.split(' ').includes(outcome))
    && (level === '' || rule.dataset.level === level) && wanted.every((word) => words(rule).includes(word));
  let shown = 0;
  for (const rule of rules) {
    rule.hidden = isOn && !fits(rule);
    if (!rule.hidden) shown += 1;
  }
  for (const clause of document.querySelectorAll('.clause')) {
    clause.hidden = isOn && clause.querySelector('.rule:not([hidden])') === null;
    for (const fold of clause.querySelectorAll('details.rules')) fold.open = isOn;
  }
  told.value = isOn ? shown + ' of ' + rules.length + ' rules' : '';
};
form.addEventListener('input', filter);
form.addEventListener('submit', (event) => event.preventDefault());
form.hidden = false;
`;

/** SHA-256 of the script, for the page's policy; a test keeps it true. */
export const SCRIPT_HASH = 'sha256-RDUzoXsAUOR7q3Y5wuf00GQqImm/FkG5P7rXHjIttFU=';

/** The form, which the script shows. */
export function filterMarkup(): Markup {
  const options = (all: readonly (readonly [value: string, word: string])[]): Markup[] =>
    all.map(([value, word]) => html`<option value="${value}">${word}</option>`);
  return html`
<form class="filter" role="search" aria-label="Rules" hidden>
<label>Words <input type="search" name="words" placeholder="create/status, deals, Location" autocomplete="off"></label>
<label>Outcome <select name="outcome"><option value="">any</option>${options(OUTCOMES.map((outcome) => [outcome, OUTCOME_WORDS[outcome].word]))}</select></label>
<label>Level <select name="level"><option value="">any</option>${options(LEVELS.map((level) => [level, level]))}</select></label>
<output class="muted"></output>
</form>`;
}
