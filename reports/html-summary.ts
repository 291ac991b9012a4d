import { CLAIM_NAMES, CLAIMS } from '../core/claims.ts';
import type { Result, Results } from '../core/results/results.ts';
import { resultAnchor } from './anchors.ts';
import { assumptionOf } from './assumptions.ts';
import { assuranceLine } from './assurance-wording.ts';
import { countSubjects } from './findings.ts';
import { outcomeBar } from './html-charts.ts';
import { outcomeMark } from './html-clauses.ts';
import type { Page } from './html-evidence.ts';
import { html, type Markup } from './html-markup.ts';
import { leftBehindNote } from './left-behind.ts';
import { unscoredNote } from './unscored.ts';
import { allowanceNote, selectionNote, VERDICT_MARKS, verdictHeading, verdictReason } from './verdict-wording.ts';
import { waiverNotes, waiverPhrase, waiverProblems } from './waiver-wording.ts';
import { capital, claimValue, duration, isBroken, LEVELS, OUTCOME_WORDS, OUTCOMES, plural } from './wording.ts';

const MEANINGS: Readonly<Record<keyof typeof OUTCOME_WORDS, string>> = {
  pass: 'the target was seen to keep the rule, and the cited exchanges show it',
  fail: 'the target was seen to break the rule',
  'not-exercised': 'no evidence could be had, such as a positive control that did not succeed',
  inconclusive: 'the target was not available: no connection, a time-out, a 503',
  error: 'the checker itself is at fault',
  'not-applicable': 'a claim of the target puts the rule out of its scope',
};

/** Verdict, target and circumstances of the run. */
export function headMarkup(results: Results): Markup {
  const { target, run, tool, summary } = results;
  const facts: readonly (readonly [string, Markup])[] = [
    ['Address', html`<code>${target.baseUrl}</code>`],
    [
      'Judged',
      html`<time datetime="${run.startedAt}">${run.startedAt.replace('T', ' ').replace(/\.\d+Z$|Z$/u, ' UTC')}</time>, in ${duration(run.durationMs)}`,
    ],
    ['Requests', html`${run.requests}`],
    ['Generated cases', html`${run.runs} per property, seed <code>${run.seed}</code>`],
    ['Selection', html`${selectionNote(results) ?? 'every rule'}`],
    [
      'Coverage',
      html`${summary.coverage.exercised} of ${summary.coverage.applicable} applicable must checks exercised`,
    ],
    ...[assuranceLine(results)].flatMap((line) => (line === undefined ? [] : [['Assurance', html`${line}`] as const])),
    ['Judged by', html`${tool.name} ${tool.version}`],
    ...Object.entries(run.labels ?? {}).map(([key, value]) => [`Label ${key}`, html`${value}`] as const),
  ];
  const note = allowanceNote(results);
  return html`
<header class="page"><p class="kicker">Conformance report</p>
<h1>${target.name}</h1>
<div class="verdict ${summary.verdict}"><span class="stamp" aria-hidden="true">${VERDICT_MARKS[summary.verdict]}</span>
<p><b>${verdictHeading(results)}</b><br>${capital(verdictReason(results))}.</p></div>
${note === undefined ? undefined : html`<p class="muted">${note}</p>`}
${run.interrupted === undefined ? undefined : html`<p class="warning">The run ended early: ${run.interrupted}</p>`}
${[...(summary.headline ?? []), ...waiverProblems(results)].map((line) => html`<p class="warning">${line}</p>`)}
${waiverNotes(results).map((line) => html`<p class="muted">${line}</p>`)}
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</header>`;
}

/** How many results ended in each outcome at each level, and the failures by name. */
export function countsMarkup(page: Page): Markup {
  const { results } = page;
  const { summary } = results;
  return html`
<section aria-labelledby="counts"><h2 id="counts">Summary</h2>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Level</th>${OUTCOMES.map((outcome) => html`<th scope="col" class="number">${OUTCOME_WORDS[outcome].word}</th>`)}<th scope="col" class="wide"><span class="hidden">Share</span></th></tr></thead>
<tbody>${LEVELS.map((level) => countsRow(level, summary[level]))}</tbody></table></div>
${failureIndex(page)}
${leftBehindMarkup(results)}
${unscoredMarkup(results)}
${notExercisedIndex(results)}
${assuranceMarkup(results)}
<details><summary>What the outcomes and levels mean</summary>
<dl class="meanings">${OUTCOMES.map((outcome) => html`<dt>${outcomeMark({ outcome })}</dt><dd>${MEANINGS[outcome]}</dd>`)}
<dt class="level">must</dt><dd>the document says it outright; a failure makes the target non-conformant</dd>
<dt class="level">should</dt><dd>HTTP says it where the document leans on HTTP, or the document prefers it</dd>
<dt class="level">may</dt><dd>optional; what is done must be well formed</dd></dl></details>
</section>`;
}

/** What the target claims where the document leaves a choice, and what was taken for granted. */
export function claimsMarkup({ target }: Results): Markup {
  const claims = CLAIM_NAMES.filter((name) => target.claims[name] !== undefined);
  return html`
<section aria-labelledby="claims"><h2 id="claims">Claims</h2>
<p>The document leaves these choices open. The target was judged by the values below.</p>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Choice</th><th scope="col">Value</th></tr></thead>
<tbody>${claims.map((name) => html`<tr><th scope="row">${CLAIMS[name].title} <code class="muted">${name}</code></th><td><code>${claimValue(target.claims[name])}</code></td></tr>`)}</tbody></table></div>
${
  target.assumed.length === 0
    ? undefined
    : html`<h3>Assumed</h3><p>Nobody claimed these; the run took them for granted.</p>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">What</th><th scope="col">Value</th><th scope="col">Why</th></tr></thead>
<tbody>${target.assumed.map(assumptionRow)}</tbody></table></div>`
}
</section>`;
}

function assuranceMarkup({ assurance }: Results): Markup | undefined {
  if (assurance === undefined) return undefined;
  return html`<details><summary>Known faults that this run would have caught, by clause</summary>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Clause</th><th scope="col" class="number">Caught</th><th scope="col" class="number">Known</th></tr></thead>
<tbody>${assurance.clauses.map(({ clause, caught, known }) => html`<tr><th scope="row">${clause}</th><td class="number">${caught}</td><td class="number">${known}</td></tr>`)}</tbody></table></div></details>`;
}

function assumptionRow(line: string): Markup {
  const { what, value, why } = assumptionOf(line);
  return html`<tr><th scope="row">${what}</th><td>${value}</td><td class="muted">${why}</td></tr>`;
}

function countsRow(level: string, counts: Results['summary']['must']): Markup {
  return html`<tr><th scope="row"><span class="level">${level}</span></th>${OUTCOMES.map((outcome) => html`<td class="number ${counts[outcome] === 0 ? 'zero' : outcome}">${counts[outcome]}</td>`)}<td class="wide">${outcomeBar(counts)}</td></tr>`;
}

function failureIndex({ results, findings }: Page): Markup | undefined {
  const failed = findings.toSorted((a, b) => Number(isBroken(b.first)) - Number(isBroken(a.first)));
  if (failed.length === 0) return undefined;
  return html`<h3>What failed</h3><ul class="failures">${failed.map(({ first, results: members, repeats }) => {
    const on = members.length === 1 ? html`<code>${first.subject}</code>` : html`${countSubjects(members)}`;
    const aside = repeats === undefined ? '' : `; derived: ${repeats}`;
    const { waiver } = first;
    const waived = waiver === undefined ? '' : `; waived: ${waiverPhrase(waiver, results)}`;
    return html`<li><a href="#${resultAnchor(first)}">${capital(first.title)}</a> <span class="muted"><code>${first.rule}</code> on ${on}, ${first.level}${aside}${waived}</span></li>`;
  })}</ul>`;
}

function unscoredMarkup(results: Results): Markup | undefined {
  const note = unscoredNote(results);
  if (note === undefined) return undefined;
  return html`<h3>${note.heading}</h3>
<ul class="failures">${note.lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

function leftBehindMarkup(results: Results): Markup | undefined {
  const note = leftBehindNote(results);
  if (note === undefined) return undefined;
  return html`<h3 id="left-behind">${note.heading}</h3><p>${note.intro}</p>
<ul class="failures">${note.entries.map(
    ({ address, told, curl }) =>
      html`<li><code>${address}</code> <span class="muted">${told}</span>${curl === undefined ? undefined : html`<pre>${curl}</pre>`}</li>`,
  )}</ul>`;
}

/** What is not known: reasons folded, the most frequent first. */
function notExercisedIndex(results: Results): Markup | undefined {
  const members = results.results.filter(({ outcome }) => outcome === 'not-exercised');
  if (members.length === 0) return undefined;
  const byReason = new Map<string, Result[]>();
  for (const result of members) byReason.set(result.reason, [...(byReason.get(result.reason) ?? []), result]);
  const groups = [...byReason].toSorted(([, a], [, b]) => b.length - a.length);
  const musts = members.filter(({ level }) => level === 'must').length;
  return html`<h3>What was not exercised</h3><p>${plural(members.length, 'result')}, ${musts} of them must: nothing is known of these.</p>
<ul class="failures">${groups.map(
    ([reason, group]) =>
      html`<li><details class="reasons"><summary>${plural(group.length, 'result')}: ${reason}</summary><p class="muted">${group.map((r, i) => html`${i === 0 ? '' : ', '}<code>${r.rule}</code> on <code>${r.subject}</code>`)}</p></details></li>`,
  )}</ul>`;
}
