import picomatch from 'picomatch';
import { nearest } from '../core/nearest.ts';
import type { Selection } from '../core/results/results.ts';
import type { Catalogue } from '../core/results/scoring.ts';
import type { Rule } from '../core/rule.ts';
import { parseReplay, type Replay } from '../core/run/replay.ts';
import { CATALOGUES } from '../suites/catalogues/index.ts';
import { RULES } from '../suites/index.ts';
import { type JudgeOptions, UsageProblem } from './options.ts';

/** Which rules are asked for. Throws a UsageProblem when a pattern names none. */
export function selection({ rules = [], skip = [], replay, only }: JudgeOptions): (rule: Rule) => boolean {
  const token = replay === undefined ? undefined : replayOf(replay);
  const wanted = matcher('--rule', token === undefined ? rules : [token.rule]);
  // A rule of which single cases are skipped is tried on the others.
  const unwanted = matcher(
    '--skip',
    skip,
    skip.filter((pattern) => caseIn(pattern) === undefined),
  );
  const failed = only && new Set(only.map(({ rule }) => rule));
  return ({ id }) => (wanted?.(id) ?? true) && !(unwanted?.(id) ?? false) && (failed?.has(id) ?? true);
}

/** What was asked for, as the results tell it. */
export function describeSelection(
  { rules = [], skip = [], level = 'must', bail = false, fast = false, replay, only, catalogue }: JudgeOptions,
  readOnly: boolean,
  leftOut: Selection['leftOut'],
): Selection {
  const asked = {
    ...(catalogue === undefined ? {} : { catalogue }),
    ...(replay === undefined ? {} : { replay }),
    ...(only === undefined ? {} : { lastFailed: true as const }),
    ...(fast ? { fast: true as const } : {}),
  };
  return { rules, skip, level, readOnly, bail, ...asked, leftOut };
}

/** Reads a replay token. Throws a UsageProblem when the text is not one. */
export function replayOf(token: string): Replay {
  const replay = parseReplay(token);
  if (replay === undefined) {
    throw new UsageProblem(`--replay: “${token}” is no replay token; copy it whole from the failure that printed it`);
  }
  return replay;
}

/** The rules of the release that was asked for; undefined where none was. Throws a UsageProblem for one that there is not. */
export function catalogueOf({ catalogue: name }: JudgeOptions): Catalogue | undefined {
  if (name === undefined) return undefined;
  const known = CATALOGUES.get(name);
  if (known !== undefined) return known;
  const names = [...CATALOGUES.keys()];
  const near = nearest(name, names);
  const hint = near === undefined ? `there is ${names.join(', ')}` : `did you mean ${near}?`;
  throw new UsageProblem(`--catalogue: there is no catalogue “${name}”; ${hint}`);
}

/** Which cases are tried in place of whole properties. */
export function replaysOf({ replay, only = [] }: JudgeOptions): readonly Replay[] {
  const tokens = [...(replay === undefined ? [] : [replay]), ...only.flatMap((check) => check.replay ?? [])];
  return tokens.map(replayOf);
}

function matcher(
  option: string,
  patterns: readonly string[],
  counting: readonly string[] = patterns,
): ((id: string) => boolean) | undefined {
  for (const pattern of patterns) {
    const rule = ruleIn(pattern);
    if (RULES.some(({ id }) => matchesId(rule)(id))) continue;
    throw new UsageProblem(`${option}: no rule is called “${rule}”; ${hint(rule)}`);
  }
  if (counting.length === 0) return undefined;
  const matches = counting.map((pattern) => matchesId(ruleIn(pattern)));
  return (id) => matches.some((match) => match(id));
}

/** Whether a rule's id is meant by a pattern: an id, a glob, or a clause such as `create`, which means all its rules. */
export function matchesId(pattern: string): (id: string) => boolean {
  if (!pattern.includes('/') && !pattern.includes('*')) return picomatch(`${pattern}/*`);
  return picomatch(pattern === '*' ? '**' : pattern);
}

/** The rule that a pattern names: `delete/status` of `delete/status#users`. */
export function ruleIn(pattern: string): string {
  const [rule = ''] = pattern.split('#', 1);
  return rule === '' ? '*' : rule;
}

/** The case that a pattern names: `users` of `delete/status#users`; undefined where it names all of a rule. */
export function caseIn(pattern: string): string | undefined {
  const at = pattern.indexOf('#');
  return at === -1 ? undefined : pattern.slice(at + 1);
}

/** What to do about a pattern that matches no rule. */
export function hint(pattern: string): string {
  const clauses = [...new Set(RULES.map(({ id }) => id.split('/')[0] ?? id))];
  const near = nearest(
    pattern,
    pattern.endsWith('/*')
      ? clauses.map((clause) => `${clause}/*`)
      : pattern.includes('/')
        ? RULES.map(({ id }) => id)
        : clauses,
  );
  return near === undefined ? '`assayer rules` lists them' : `did you mean ${near}?`;
}
