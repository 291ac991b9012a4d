import type { Outcome } from '../core/results/outcome.ts';
import type { Result } from '../core/results/results.ts';
import { countOf, OUTCOME_WORDS } from './wording.ts';

/** A section of the document and what was judged about it. */
export interface Section {
  /** `4.4`, `RFC 9110`, `all`. */
  readonly key: string;
  readonly title: string;
  readonly results: readonly Result[];
}

// The document's own sections, in its order; what leans on HTTP alone comes after them, and the whole comes last.
const TITLES: ReadonlyMap<string, string> = new Map([
  ['2', 'Resources and their fields'],
  ['4.1', 'Creation and deletion'],
  ['4.2', 'Operations'],
  ['4.3', 'Commands and queries'],
  ['4.4', 'Reading, lookup and creation'],
  ['4.5', 'Content negotiation'],
  ['5', 'Session'],
  ['7', 'Status codes'],
  ['9', 'Versioning'],
  ['RFC 9110', 'HTTP semantics'],
  ['all', 'The document as a whole'],
]);

/** Results grouped by the section of their first clause, in the document's order; inside it by clause, then as they came. */
export function bySection(results: readonly Result[]): Section[] {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const key = sectionKey(result.clause);
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups]
    .map(([key, members]) => ({ key, title: TITLES.get(key) ?? '', results: members.toSorted(byClause) }))
    .sort((a, b) => rank(a.key) - rank(b.key) || compareNumbers(a.key, b.key));
}

/** `4.1 Creation and deletion`; a section that the document does not have is its key alone. */
export function sectionName(section: Section): string {
  return [section.key === 'all' ? '' : section.key, section.title].filter((part) => part !== '').join(' ');
}

/** `partly`: something holds, and as much or more was not exercised. */
export type SectionState = Exclude<Outcome, 'not-applicable'> | 'partly';

/** Each state as a mark that does not need colour. */
export const SECTION_MARKS: Readonly<Record<SectionState, string>> = {
  pass: OUTCOME_WORDS.pass.mark,
  fail: OUTCOME_WORDS.fail.mark,
  'not-exercised': OUTCOME_WORDS['not-exercised'].mark,
  inconclusive: OUTCOME_WORDS.inconclusive.mark,
  error: OUTCOME_WORDS.error.mark,
  partly: '◐',
};

/** How a section ended as a whole. */
export function sectionState(results: readonly Result[]): SectionState {
  // A waived failure is a failure.
  if (countOf(results, 'fail') > 0) return 'fail';
  if (countOf(results, 'error') > 0) return 'error';
  if (countOf(results, 'inconclusive') > 0) return 'inconclusive';
  const passed = countOf(results, 'pass');
  if (passed === 0) return 'not-exercised';
  return countOf(results, 'not-exercised') >= passed ? 'partly' : 'pass';
}

function sectionKey(clause: string): string {
  const first = clause.split(',')[0]?.trim() ?? '';
  if (/^RFC 9110\b/u.test(first)) return 'RFC 9110';
  // `4.4-c2` and `9.1` are clauses of sections 4.4 and 9; `7 (400)` of section 7.
  const number = /^(\d+(?:\.\d+)?)/u.exec(first)?.[1];
  if (number === undefined) return first === '' ? 'all' : first;
  return TITLES.has(number) ? number : (number.split('.')[0] ?? number);
}

function rank(key: string): number {
  const at = [...TITLES.keys()].indexOf(key);
  return at === -1 ? TITLES.size : at;
}

function byClause(a: Result, b: Result): number {
  return compareNumbers(a.clause, b.clause);
}

function compareNumbers(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
