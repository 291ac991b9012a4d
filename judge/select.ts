import picomatch from 'picomatch';
import { parseReplay, type Replay } from '../core/replay.ts';
import type { Rule } from '../core/rule.ts';
import { RULES } from '../suites/index.ts';
import { type JudgeOptions, UsageProblem } from './options.ts';

/** Which rules are asked for. Throws a UsageProblem when a pattern names none. */
export function selection({ rules = [], skip = [], replay }: JudgeOptions): (rule: Rule) => boolean {
  const token = replay === undefined ? undefined : replayOf(replay);
  const wanted = matcher('--rule', token === undefined ? rules : [token.rule]);
  const unwanted = matcher('--skip', skip);
  return ({ id }) => (wanted?.(id) ?? true) && !(unwanted?.(id) ?? false);
}

/** Reads a replay token. Throws a UsageProblem when it is none. */
export function replayOf(token: string): Replay {
  const replay = parseReplay(token);
  if (replay === undefined) {
    throw new UsageProblem(`--replay: “${token}” is no replay token; copy it whole from the failure that printed it`);
  }
  return replay;
}

function matcher(option: string, patterns: readonly string[]): ((id: string) => boolean) | undefined {
  if (patterns.length === 0) return undefined;
  const matches = patterns.map((pattern) => {
    // `create` alone means the whole clause.
    const match = picomatch(
      pattern.includes('/') || pattern.includes('*') ? pattern.replace(/^\*$/u, '**') : `${pattern}/*`,
    );
    if (RULES.some(({ id }) => match(id))) return match;
    throw new UsageProblem(`${option}: no rule is called “${pattern}”; \`assayer rules\` lists them`);
  });
  return (id) => matches.some((match) => match(id));
}
