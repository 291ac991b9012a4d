import type { Shard } from '../results/results.ts';
import type { Rule } from '../rule.ts';

/** How a shard is written: `2/5`. */
export function shardName({ index, count }: Shard): string {
  return `${index}/${count}`;
}

/**
 * Which of these rules a shard tries; a rule that watches every answer is tried in each. The same rules, costs and count always
 * give the same parts, whatever the target: the dearest part goes to the shard that has the least so far.
 */
export function rulesOfShard(
  rules: readonly Rule[],
  { index, count }: Shard,
  costs: Readonly<Record<string, number>>,
): ReadonlySet<Rule> {
  const loads = Array.from({ length: count }, () => 0);
  const mine = new Set(rules.filter((rule) => rule.watches !== undefined));
  const units = unitsOf(
    rules.filter((rule) => rule.watches === undefined),
    costs,
  );
  for (const unit of units.toSorted((a, b) => b.cost - a.cost)) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least] = (loads[least] ?? 0) + unit.cost;
    if (least === index - 1) for (const rule of unit.rules) mine.add(rule);
  }
  return mine;
}

interface Unit {
  readonly rules: readonly Rule[];
  readonly cost: number;
}

/** A rule that sends more is a unit of its own. */
const CHEAP = 50;

/**
 * What stays together: a rule that comes last and those that drive it; the cheap rules of one clause, which live on evidence that they
 * share, and whose answers explain each other to the rules that watch them.
 */
function unitsOf(rules: readonly Rule[], costs: Readonly<Record<string, number>>): readonly Unit[] {
  const last = rules.filter((rule) => rule.passive === true);
  const keyOf = ({ id }: Rule): string => {
    const late = last.find((rule) => rule.id === id || rule.drivenBy?.includes(id) === true);
    if (late !== undefined) return late.id;
    return (costs[id] ?? 0) > CHEAP ? id : `${id.split('/')[0] ?? id}/*`;
  };
  const byKey = new Map<string, Rule[]>();
  for (const rule of rules) byKey.set(keyOf(rule), [...(byKey.get(keyOf(rule)) ?? []), rule]);
  return [...byKey.values()].map((members) => ({
    rules: members,
    // A rule on shared evidence is not free where nobody else in the shard takes that evidence.
    cost: members.reduce((sum, { id }) => sum + Math.max(1, costs[id] ?? 0), 0),
  }));
}
