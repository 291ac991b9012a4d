import { evidenceOf, type RunEvidence } from '../run/run-evidence.ts';
import type { Cause, Diagnosis } from './diagnosis.ts';
import { type Fit, fitOf, gainOf, type Knowledge, knowledgeIn, shareOf } from './fit.ts';
import type { Dictionary, KnownFault } from './known-faults.ts';
import type { Results } from './results.ts';
import { type Seen, signKey } from './signs.ts';
import { isAmong } from './subject-kinds.ts';

/** What a diagnosis is made of. */
export interface Diagnosed {
  readonly target: Pick<Results['target'], 'claims'>;
  readonly results: readonly (Seen & Pick<Results['results'][number], 'clause'>)[];
  readonly rules?: Results['rules'];
}

/** Causes at the most: a server with more faults is another kind of server. */
const CAUSES = 6;
/** Other causes that are told. */
const OTHERS = 5;
/** A fault that fits less well is not named. */
const LEAST_SHARE = 0.5;

/** What most likely lies behind the failures of a run; undefined where nothing failed. */
export function diagnose(run: Diagnosed, dictionary: Dictionary): Diagnosis | undefined {
  const seen = evidenceOf(run.results);
  if (seen.failures.length === 0) return undefined;
  const knowledge = knowledgeIn(dictionary);
  const faults = dictionary.faults
    .filter(({ signs }) => signs.some((sign) => seen.shown.has(signKey(sign))))
    .filter((fault) => isPossible(fault, run.target.claims));
  const causes = smallestSet(faults, seen, knowledge);
  const told = new Set(causes.flatMap(({ fault }) => namesOf(fault, faults)));
  const others = ranked(
    faults.filter(({ id }) => !told.has(id)),
    seen.shown,
    seen,
    knowledge,
  );
  const explained = new Set(causes.flatMap((fit) => explainedBy(fit, seen, knowledge)));
  const unexplained = seen.failures.filter(({ name }) => !explained.has(name));
  const all = worthOf(seen.failures, seen, knowledge);
  const restBeside = (fit: Fit): number => worthOf(relatedTo(fit, unexplained), seen, knowledge);
  const tell = (fit: Fit, besides: number): Cause => ({
    ...causeOf(fit, explainedBy(fit, seen, knowledge), run, faults),
    weight: weightOf(fit, besides),
  });
  return {
    // What stays unexplained makes a cause less sure.
    causes: causes.map((fit) => tell(fit, restBeside(fit))),
    // One that is told in place of another has to do without it.
    others: distinct(others, faults)
      .slice(0, OTHERS)
      .map((fit) => tell(fit, all - fit.explained))
      .toSorted((a, b) => b.weight - a.weight),
    unexplained: unexplained.map(({ name }) => name),
  };
}

// The fault that explains most of what is left, again and again (greedy set cover).
function smallestSet(faults: readonly KnownFault[], seen: RunEvidence, knowledge: Knowledge): readonly Fit[] {
  const left = new Map([...seen.shown].map(([key, subjects]) => [key, new Set(subjects)]));
  const chosen: Fit[] = [];
  while (chosen.length < CAUSES) {
    const [best] = ranked(faults, left, seen, knowledge);
    if (best === undefined || shareOf(best) < LEAST_SHARE) break;
    chosen.push(best);
    for (const [key, subjects] of best.explains) for (const subject of subjects) left.get(key)?.delete(subject);
  }
  return chosen;
}

function ranked(
  faults: readonly KnownFault[],
  left: ReadonlyMap<string, ReadonlySet<string>>,
  seen: RunEvidence,
  knowledge: Knowledge,
): Fit[] {
  return faults
    .map((fault) => fitOf(fault, left, seen, knowledge))
    .filter((fit) => fit.explains.size > 0 && gainOf(fit) > 0)
    .toSorted((a, b) => gainOf(b) - gainOf(a) || a.fault.signs.length - b.fault.signs.length);
}

// Of faults that show alike, the first stands for all.
function distinct(fits: readonly Fit[], faults: readonly KnownFault[]): Fit[] {
  const told = new Set<string>();
  return fits.filter(({ fault }) => {
    if (told.has(fault.id)) return false;
    for (const id of namesOf(fault, faults)) told.add(id);
    return true;
  });
}

function worthOf(failures: RunEvidence['failures'], { shown }: RunEvidence, { worth }: Knowledge): number {
  const keys = failures.flatMap(({ signs }) => signs.map(signKey));
  return keys.reduce((sum, key) => sum + worth(key) / (shown.get(key)?.size ?? 1), 0);
}

/**
 * Failures that the fault should have explained if it were there. Those of other clauses may have causes of their own. A fault that
 * shows only on the target as a whole, where rules watch all others, should explain everything.
 */
function relatedTo({ explains }: Fit, unexplained: RunEvidence['failures']): RunEvidence['failures'] {
  const own = [...explains].filter(([, subjects]) => subjects.some((subject) => subject !== 'target'));
  const clauses = new Set(own.map(([key]) => clauseOf(key)));
  return own.length === 0 ? unexplained : unexplained.filter(({ rule }) => clauses.has(clauseOf(rule)));
}

// `delete` of `delete/status`.
function clauseOf(rule: string): string {
  return rule.split('/', 1)[0] ?? '';
}

function weightOf(fit: Fit, besides: number): number {
  const part = fit.explained / (fit.explained + Math.max(0, besides));
  return Math.round(shareOf(fit) * part * 100) / 100;
}

function causeOf(
  { fault }: Fit,
  explains: readonly string[],
  { results, rules = {} }: Diagnosed,
  faults: readonly KnownFault[],
): Omit<Cause, 'weight'> {
  const [rule = ''] = fault.breaks.filter((id) => rules[id] !== undefined);
  const alike = faults.filter(({ id, signs }) => id !== fault.id && showsAlike({ signs }, fault));
  return {
    id: fault.id,
    sentence: fault.sentence,
    remedy: rules[rule]?.due ?? '',
    clause: results.find((result) => result.rule === rule)?.clause ?? '',
    explains,
    ...(alike.length === 0 ? {} : { alike: alike.map(({ sentence }) => sentence) }),
  };
}

// A failure that shows several signs is explained where one of them is; so is one that the fault brings about in another way.
function explainedBy({ fault, explains }: Fit, { failures }: RunEvidence, { known }: Knowledge): readonly string[] {
  const isExplained = ({ rule, subject, signs }: RunEvidence['failures'][number]): boolean =>
    signs.some((sign) => explains.get(signKey(sign))?.includes(subject) === true) ||
    fault.signs.some((sign) => sign.rule === rule && isAmong(subject, sign.subjects, known));
  return failures.filter(isExplained).map(({ name }) => name);
}

function namesOf(fault: KnownFault, faults: readonly KnownFault[]): readonly string[] {
  return faults.filter((other) => showsAlike(other, fault)).map(({ id }) => id);
}

/** Whether no rule tells two faults from one another. */
export function showsAlike(one: Pick<KnownFault, 'signs'>, other: Pick<KnownFault, 'signs'>): boolean {
  if (one === other) return true;
  return one.signs.length === other.signs.length && textOf(one) === textOf(other);
}

const texts = new WeakMap<object, string>();

function textOf({ signs }: Pick<KnownFault, 'signs'>): string {
  const known = texts.get(signs);
  if (known !== undefined) return known;
  const lines = signs.map((sign) => `${signKey(sign)} on ${sign.subjects.toSorted().join(', ')}`);
  const text = lines.toSorted().join('\n');
  texts.set(signs, text);
  return text;
}

/** A fault that shows only under other claims cannot be there. */
export function isPossible(
  { claims = {}, shows = {} }: Pick<KnownFault, 'claims' | 'shows'>,
  of: Diagnosed['target']['claims'],
): boolean {
  const told: Readonly<Record<string, unknown>> = { ...of };
  const isSame = ([name, value]: readonly [string, unknown]): boolean =>
    Array.isArray(value) || told[name] === undefined || told[name] === value;
  return Object.entries(claims).every(isSame) && Object.entries(shows).every(([name, all]) => isOneOf(told[name], all));
}

function isOneOf(value: unknown, all: readonly unknown[]): boolean {
  if (value === undefined) return true;
  return Array.isArray(value) ? value.some((one) => all.includes(one)) : all.includes(value);
}
