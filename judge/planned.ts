import { checkName } from '../core/results/waivers.ts';
import type { Rule } from '../core/rule.ts';
import { narrowed, type PlannedCheck, plan } from '../core/run/catalogue.ts';
import { rulesOfShard } from '../core/run/split.ts';
import type { Target } from '../core/target.ts';
import { RULES } from '../suites/index.ts';
import type { RunConfig } from './config.ts';
import { RULE_COSTS } from './rule-costs.ts';
import { type Case, casesAsked } from './select-cases.ts';

/** What a run tries, and out of what it was chosen. */
export interface Planned {
  /** What this run tries; a shard tries a part of what is chosen. */
  readonly planned: readonly PlannedCheck[];
  /** What it tries together with all other shards. */
  readonly chosen: readonly PlannedCheck[];
  /** Every case that the target has. */
  readonly all: readonly Case[];
}

/** What decides what is tried. */
export interface PlanInput {
  readonly options: RunConfig;
  readonly selected: (rule: Rule) => boolean;
}

/** What is tried of the catalogue: what was selected, a shard of that, or what failed before. */
export function plannedChecks({ options, selected }: PlanInput, target: Target): Planned {
  const { shard, only } = options;
  const all = plan(RULES, target, () => true).map(caseOf);
  const isAsked = casesAsked(options, all);
  const failed = only === undefined ? undefined : new Set(only.map(checkName));
  const select = (planned: readonly PlannedCheck[]): readonly PlannedCheck[] => {
    if (isAsked === undefined && failed === undefined) return planned;
    return narrowed(planned, (check) => {
      const one = caseOf(check);
      return (isAsked?.(one) ?? true) && (failed?.has(checkName(one)) ?? true);
    });
  };
  const chosen = plan(RULES, target, selected);
  const part =
    shard === undefined ? chosen : plan(RULES, target, selected, (of) => rulesOfShard(of, shard, RULE_COSTS));
  return { planned: select(part), chosen: shard === undefined ? select(part) : select(chosen), all };
}

/** Whether a check is reported under its own name. */
export function isReported(check: PlannedCheck): boolean {
  return !check.onlyAsControl;
}

function caseOf({ rule, subject }: PlannedCheck): Case {
  return { rule: rule.id, subject: subject.id };
}
