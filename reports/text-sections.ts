import { visible } from '../core/redaction/visible.ts';
import type { Result, Results } from '../core/results/results.ts';
import type { Finding } from './findings.ts';
import { sameAnswers } from './same-answer.ts';
import { bySection, SECTION_MARKS, type Section, sectionName, sectionState } from './sections.ts';
import { type Paint, shortFinding, wholeFinding } from './text-failure.ts';
import { OUTCOME_WORDS, plural, tally } from './wording.ts';

const FINDINGS_SHOWN = 8;

/** Every result, by the section of the document, and all that is known of the failures. */
export function wholeSections(findings: readonly Finding[], results: Results, paint: Paint): string[][] {
  return bySection(results.results).map((section) => {
    const failed = findings.filter(({ first }) => section.results.includes(first));
    return [
      sectionLine(section, paint),
      ...section.results.filter((r) => r.outcome !== 'fail').map((r) => oneLine(r, paint)),
      ...failed.flatMap((finding) => ['', ...wholeFinding(finding, results, paint)]),
    ];
  });
}

function sectionLine(section: Section, paint: Paint): string {
  const { results } = section;
  return `${sectionMark(results, paint)} ${paint.bold(visible(sectionName(section)))}  ${paint.dim(tally(results))}`;
}

/** A line for each section, then what failed, each defect once: the other findings have a line among the failed rules. */
export function shortSections(findings: readonly Finding[], results: Results, paint: Paint): (readonly string[])[] {
  const same = sameAnswers(findings);
  const likewise = (finding: Finding): readonly Finding[] => findings.filter((one) => same.get(one) === finding);
  const told = findings.filter((finding) => finding.repeats === undefined && !same.has(finding));
  const left = told.length - FINDINGS_SHOWN;
  const more = `and ${left} more that failed in another way: a line each below (--verbose shows their exchanges)`;
  return [
    bySection(results.results).map((section) => sectionLine(section, paint)),
    ...told.slice(0, FINDINGS_SHOWN).map((finding) => shortFinding(finding, likewise(finding), results, paint)),
    left > 0 ? [paint.dim(`  ${more}`)] : [],
  ];
}

function sectionMark(members: readonly Result[], paint: Paint): string {
  const state = sectionState(members);
  const color = {
    pass: paint.green,
    fail: paint.red,
    error: paint.magenta,
    inconclusive: paint.yellow,
    partly: paint.yellow,
    'not-exercised': paint.dim,
  };
  return color[state](SECTION_MARKS[state]);
}

function oneLine(result: Result, paint: Paint): string {
  const { mark } = OUTCOME_WORDS[result.outcome];
  const cases = result.cases === undefined ? '' : paint.dim(`, ${plural(result.cases, 'case')}`);
  return `  ${mark} ${visible(result.rule)} on ${visible(result.subject)}${cases}  ${paint.dim(visible(result.title))}`;
}
