import type { Inapplicable, Rule, Subject, Suite } from '../rule.ts';
import type { Target } from '../target.ts';

/** One rule on one subject, planned. */
export interface PlannedCheck {
  readonly rule: Rule;
  readonly subject: Subject | Inapplicable;
  /** Only run because another rule needs it; not reported. */
  readonly onlyAsControl: boolean;
}

/** Makes rules of a clause's suite: the key becomes the id. */
export function rulesOf(suite: Suite<string>): Rule[] {
  return Object.entries(suite).map(([id, body]) => ({ id, ...body }));
}

/**
 * Every selected rule on every subject that the target gives it, and the rules that those need as controls or are driven by.
 * `part` says which of all these a shard tries; what its rules need as controls it tries as well.
 */
export function plan(
  rules: readonly Rule[],
  target: Target,
  selected: (rule: Rule) => boolean,
  part: (all: readonly Rule[]) => ReadonlySet<Rule> = (all) => new Set(all),
): PlannedCheck[] {
  const wanted = new Set(rules.filter(selected));
  const driven = withDrivers(rules, wanted);
  const mine = part(rules.filter((rule) => driven.has(rule)));
  const tried = withControls(rules, mine);
  return rules
    .filter((rule) => tried.has(rule))
    .flatMap((rule) =>
      rule.on(target).map((subject) => ({ rule, subject, onlyAsControl: !(wanted.has(rule) && mine.has(rule)) })),
    );
}

/**
 * Whether a rule that sends operations is among those that are selected, drive these, or serve them as controls. One that watches every
 * answer has more to judge where operations are asked for.
 */
export function triesOperations(rules: readonly Rule[], selected: (rule: Rule) => boolean): boolean {
  const tried = withControls(rules, withDrivers(rules, new Set(rules.filter(selected))));
  return [...tried].some(({ operates, watches }) => operates === true || watches === 'every-answer');
}

function withDrivers(rules: readonly Rule[], from: ReadonlySet<Rule>): ReadonlySet<Rule> {
  return withNamed(rules, from, ({ drivenBy = [] }) => drivenBy);
}

function withControls(rules: readonly Rule[], from: ReadonlySet<Rule>): ReadonlySet<Rule> {
  return withNamed(rules, from, ({ needs = [], explainedBy = [] }) => [...needs, ...explainedBy]);
}

/** These rules, those that they name, and those that these name. */
function withNamed(
  rules: readonly Rule[],
  from: ReadonlySet<Rule>,
  namesOf: (rule: Rule) => readonly string[],
): ReadonlySet<Rule> {
  const all = new Set(from);
  // A set gives what is added while it is walked.
  for (const rule of all) {
    for (const id of namesOf(rule)) {
      const named = rules.filter((other) => isNamed(other.id, id));
      if (named.length === 0) throw new Error(`rule ${rule.id} needs ${id}, which is not in the catalogue`);
      for (const one of named) all.add(one);
    }
  }
  return all;
}

/** Of a plan these checks alone, with their controls and what drives them. */
export function narrowed(
  planned: readonly PlannedCheck[],
  isWanted: (check: PlannedCheck) => boolean,
): readonly PlannedCheck[] {
  const wanted = new Set(planned.filter((check) => !check.onlyAsControl && isWanted(check)));
  const kept = new Set(wanted);
  for (const { rule, subject } of kept) {
    const { needs = [], drivenBy = [] } = rule;
    for (const id of needs) {
      const control = 'notApplicable' in subject ? undefined : controlFor(planned, id, subject);
      if (control !== undefined) kept.add(control);
    }
    for (const name of drivenBy) for (const driver of planned) if (isNamed(driver.rule.id, name)) kept.add(driver);
  }
  return planned.filter((check) => kept.has(check)).map((check) => ({ ...check, onlyAsControl: !wanted.has(check) }));
}

// An id, or every active rule of a clause.
function isNamed(id: string, name: string): boolean {
  return name.endsWith('/*') ? id.startsWith(name.slice(0, -1)) : id === name;
}

/** The planned check that serves as control: on the same subject, or on its resource, or on the target as a whole. */
export function controlFor(planned: readonly PlannedCheck[], id: string, subject: Subject): PlannedCheck | undefined {
  const candidates = planned.filter((a) => a.rule.id === id);
  const names = [subject.id, subject.resource?.name, 'target'];
  for (const name of names) {
    const found = candidates.find((a) => a.subject.id === name);
    if (found !== undefined) return found;
  }
  return undefined;
}
