import type { Result, Results, RuleText } from '../core/results/results.ts';
import { countOutcomes } from '../core/results/verdict.ts';
import { sentAgainPhrase } from '../core/run/sent-again-wording.ts';
import { exchangeAnchor, resultAnchor, ruleAnchor } from './anchors.ts';
import { exchangeName } from './exchange-lines.ts';
import { countSubjects, type Finding } from './findings.ts';
import { outcomeBar } from './html-charts.ts';
import { evidenceMarkup, type Page } from './html-evidence.ts';
import { html, type Markup } from './html-markup.ts';
import { PAGE_NOTE, pageCommand } from './rule-page.ts';
import { bySection, SECTION_MARKS, type Section, sectionName, sectionState } from './sections.ts';
import { waiverPhrase } from './waiver-wording.ts';
import { capital, OUTCOME_WORDS, plural, tally } from './wording.ts';

/** The sections of the document in order, every rule in them with its outcome on each subject. */
export function clausesMarkup(page: Page, filter: Markup): Markup {
  const sections = bySection(page.results.results);
  return html`
<nav aria-labelledby="contents"><h2 id="contents">Clauses</h2>
<ol class="contents">${sections.map(contentsLine)}</ol></nav>
${filter}
${sections.map((section, i) => sectionMarkup(section, i, page))}`;
}

/** A mark and a word for an outcome: neither needs colour to be read. */
export function outcomeMark(result: Pick<Result, 'outcome' | 'waiver'>): Markup {
  const { word, mark } = OUTCOME_WORDS[result.outcome];
  const waived = result.waiver === undefined ? '' : ', waived';
  return html`<span class="outcome ${result.outcome}"><span aria-hidden="true">${mark}</span> ${word}${waived}</span>`;
}

function contentsLine(section: Section, i: number): Markup {
  const state = sectionState(section.results);
  return html`<li><span><span class="mark ${state}" aria-hidden="true">${SECTION_MARKS[state]}</span> <a href="#c${i + 1}">${sectionName(section)}</a></span> <span class="${state === 'fail' ? 'fail' : 'muted'}">${tally(section.results)}</span>${outcomeBar(countOutcomes(section.results))}</li>`;
}

// What failed is open; what holds is folded, since it is most of a page and nobody looks for it first.
function sectionMarkup(section: Section, i: number, page: Page): Markup {
  const rules = [...new Set(section.results.map((r) => r.rule))].map((rule) =>
    section.results.filter((r) => r.rule === rule),
  );
  const broken = rules.filter((members) => members.some((r) => r.outcome === 'fail'));
  const others = rules.filter((members) => !broken.includes(members));
  const state = sectionState(section.results);
  return html`
<section class="clause" aria-labelledby="c${i + 1}"><h2 id="c${i + 1}"><span class="mark ${state}" aria-hidden="true">${SECTION_MARKS[state]}</span> ${sectionName(section)}</h2>
${broken.map((members) => ruleMarkup(members, page))}
${
  others.length === 0
    ? undefined
    : html`<details class="rules"><summary>${plural(others.length, broken.length === 0 ? 'rule' : 'more rule')}: ${tally(others.flat())}</summary>
${others.map((members) => ruleMarkup(members, page))}</details>`
}
</section>`;
}

function ruleMarkup(ofRule: readonly Result[], page: Page): Markup {
  const [first] = ofRule;
  if (first === undefined) return html``;
  const { results } = page;
  const failed = page.findings.filter((finding) => ofRule.includes(finding.first));
  const passed = ofRule.filter((r) => r.outcome === 'pass');
  const others = ofRule.filter((r) => r.outcome !== 'fail' && r.outcome !== 'pass');
  return html`
<article class="rule" id="${ruleAnchor(first.rule)}" data-level="${first.level}" data-outcomes="${[...new Set(ofRule.map(({ outcome }) => outcome))].join(' ')}"><header><h3>${capital(first.title)}</h3>
<p class="muted"><code>${first.rule}</code> · <span class="level">${first.level}</span> · clause ${first.clause}</p></header>
${aboutMarkup(first.rule, results.rules?.[first.rule], failed.length > 0)}
${failed.map((finding) => findingMarkup(finding, page))}
${passed.length === 0 ? undefined : html`<ul class="passes">${passed.map((result) => passMarkup(result, results))}</ul>`}
${byEnding(others).map(otherMarkup)}
</article>`;
}

function findingMarkup(finding: Finding, page: Page): Markup {
  const { results } = page;
  const { first, repeats } = finding;
  const others = finding.results.slice(1);
  return html`
<div class="failure" id="${resultAnchor(first)}"><h4>${outcomeMark(first)} on ${others.length === 0 ? undefined : html`${countSubjects(finding.results)}, the first: `}<code>${first.subject}</code></h4>
${repeats === undefined ? undefined : html`<p class="muted">Derived: ${repeats}.</p>`}
${factsMarkup(first, results)}
${others.length === 0 ? undefined : html`<details><summary>Also on ${countSubjects(others)}</summary><ul class="passes">${others.map((result) => html`<li id="${resultAnchor(result)}"><code>${result.subject}</code>${citedMarkup(result, results)}</li>`)}</ul></details>`}
${first.witness.map((id, i) => evidenceMarkup(id, first, page, repeats === undefined && i === first.witness.length - 1))}
</div>`;
}

/** Why the rule is there, what is sent and what is due; where it failed, what to do and where its page is. */
function aboutMarkup(rule: string, about: RuleText | undefined, isOpen: boolean): Markup | undefined {
  if (about === undefined) return undefined;
  const { why, sends, due, remedies = [] } = about;
  const list = remedies.map(({ server, text }) => html`<li><strong>${server}</strong>: ${text}</li>`);
  const advice = list.length === 0 ? undefined : html`<dt>What to do</dt><dd><ul>${list}</ul></dd>`;
  const page = isOpen ? html`<dt>Page</dt><dd><code>${pageCommand(rule)}</code> ${PAGE_NOTE}</dd>` : undefined;
  const content = html`<summary>Why, what is sent, what is due</summary>
<dl><dt>Why</dt><dd>${why}</dd><dt>Sent</dt><dd>${sends}</dd><dt>Due</dt><dd>${due}</dd>${advice}${page}</dl>`;
  return isOpen
    ? html`<details class="about" open>${content}</details>`
    : html`<details class="about">${content}</details>`;
}

function factsMarkup(result: Result, results: Results): Markup {
  const { expected, actual, reason, counterexample, cases, flaky, replay, waiver } = result;
  const facts: readonly (readonly [string, Markup | undefined])[] = [
    ['Expected', expected === undefined ? undefined : html`${expected}`],
    ['Got', html`${actual ?? reason}`],
    [
      'Smallest case',
      counterexample === undefined
        ? undefined
        : html`<code>${counterexample}</code> (${plural(cases ?? 0, 'case')} tried)`,
    ],
    ['Sent again', flaky === undefined ? undefined : html`${sentAgainPhrase(flaky)}`],
    ['Try again', replay === undefined ? undefined : html`<code>assayer check … --replay ${replay}</code>`],
    ['Waived', waiver === undefined ? undefined : html`${waiverPhrase(waiver, results)}`],
  ];
  return html`<dl>${facts.map(([name, value]) => (value === undefined ? html`` : html`<dt>${name}</dt><dd>${value}</dd>`))}</dl>`;
}

function passMarkup(result: Result, results: Results): Markup {
  const cases = result.cases === undefined ? '' : `, ${plural(result.cases, 'case')}`;
  return html`<li>${outcomeMark(result)} <code>${result.subject}</code>${cases}${citedMarkup(result, results)}</li>`;
}

function citedMarkup(result: Result, results: Results): Markup {
  const cited = result.witness.map((id, i) => {
    const name = exchangeName(id);
    const told = id in results.exchanges ? html`<a href="#${exchangeAnchor(id)}">${name}</a>` : html`${name}`;
    return html`${i === 0 ? ' ' : ', '}${told}`;
  });
  return html` <span class="cited"><span class="muted">evidence</span>${cited}</span>`;
}

// Many subjects end alike for one reason: it is told once.
function byEnding(others: readonly Result[]): (readonly Result[])[] {
  const groups = new Map<string, Result[]>();
  for (const result of others) {
    const key = `${result.outcome} ${result.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()];
}

function otherMarkup(group: readonly Result[]): Markup {
  const [first] = group;
  if (first === undefined) return html``;
  const subjects = group.map((r, i) => html`${i === 0 ? '' : ', '}<code>${r.subject}</code>`);
  return html`<p class="other">${outcomeMark(first)} ${subjects}<br><span class="muted">${first.reason}</span></p>`;
}
