import type { Inapplicable, Rule, Subject, Suite } from './rule.ts';
import type { Target } from './target.ts';

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

/** Every selected rule on every subject that the target gives it, and the rules that those need as controls or are driven by. */
export function plan(rules: readonly Rule[], target: Target, selected: (rule: Rule) => boolean): PlannedCheck[] {
  const wanted = new Set(rules.filter(selected));
  const controls = new Set<Rule>();
  const addControls = (rule: Rule): void => {
    for (const id of [...(rule.needs ?? []), ...(rule.drivenBy ?? [])]) {
      const named = rules.filter((r) => isNamed(r.id, id));
      if (named.length === 0) throw new Error(`rule ${rule.id} needs ${id}, which is not in the catalogue`);
      for (const control of named) {
        if (wanted.has(control) || controls.has(control)) continue;
        controls.add(control);
        addControls(control);
      }
    }
  };
  for (const rule of wanted) addControls(rule);
  return rules
    .filter((rule) => wanted.has(rule) || controls.has(rule))
    .flatMap((rule) => rule.on(target).map((subject) => ({ rule, subject, onlyAsControl: !wanted.has(rule) })));
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
