import picomatch from 'picomatch';
import { nearest } from '../core/nearest.ts';
import { type JudgeOptions, UsageProblem } from './options.ts';
import { caseIn, matchesId, ruleIn } from './select.ts';

/** One case of a rule: the rule on one subject. */
export interface Case {
  readonly rule: string;
  readonly subject: string;
}

/**
 * Which cases are asked for, where a pattern of `--rule` or `--skip` names some (`delete/status#users`); undefined where
 * patterns name whole rules only. Throws a UsageProblem for a pattern that names no case of this target.
 */
export function casesAsked(
  { rules = [], skip = [] }: JudgeOptions,
  all: readonly Case[],
): ((one: Case) => boolean) | undefined {
  if (![...rules, ...skip].some((pattern) => caseIn(pattern) !== undefined)) return undefined;
  const wanted = rules.map((pattern) => matcher('--rule', pattern, all));
  const unwanted = skip.map((pattern) => matcher('--skip', pattern, all));
  return (one) => (wanted.length === 0 || wanted.some((is) => is(one))) && !unwanted.some((is) => is(one));
}

function matcher(option: string, pattern: string, all: readonly Case[]): (one: Case) => boolean {
  const isRule = matchesId(ruleIn(pattern));
  const named = caseIn(pattern);
  if (named === undefined) return ({ rule }) => isRule(rule);
  // A star stands for any subject, whatever separates its parts: HoldDeal/A, users:xml.
  const isSubject = picomatch(named.replaceAll('*', '**'), { bash: true });
  const subjects = [...new Set(all.filter(({ rule }) => isRule(rule)).map(({ subject }) => subject))];
  if (!subjects.some((subject) => isSubject(subject))) {
    throw new UsageProblem(`${option}: “${pattern}” names no case of this target; ${hint(pattern, named, subjects)}`);
  }
  return ({ rule, subject }) => isRule(rule) && isSubject(subject);
}

function hint(pattern: string, named: string, subjects: readonly string[]): string {
  if (subjects.length === 0) return `${ruleIn(pattern)} is tried on nothing here`;
  const near = nearest(named, subjects);
  return near === undefined
    ? `there are ${subjects.slice(0, 8).join(', ')}`
    : `did you mean ${ruleIn(pattern)}#${near}?`;
}
