import type { Claims } from '../claims.ts';
import type { Assurance } from './assurance.ts';
import { isPossible } from './diagnose.ts';
import { knowledgeIn } from './fit.ts';
import type { Dictionary, KnownFault } from './known-faults.ts';
import type { Result, Selection } from './results.ts';
import { isAmong, type KnownSubjects } from './subject-kinds.ts';

/** What of a run has to be known. */
export interface Assured {
  readonly target: { readonly claims: Claims };
  readonly run: { readonly selection: Pick<Selection, 'readOnly' | 'leftOut' | 'fast' | 'lastFailed'> };
  readonly results: readonly Pick<Result, 'rule' | 'subject' | 'outcome' | 'level' | 'clause'>[];
}

/** What there is to know of a rule without a run. */
export interface RuleKind {
  readonly level: Result['level'];
  readonly clause: string;
  /** It judges what the others met, so that it sees nothing where those send nothing. */
  readonly watches: boolean;
  /** Of such a rule: the rules that are tried beside it, though not selected, so that it has something to watch. */
  readonly drivers?: readonly string[];
}

/** Every rule, by its id. */
export type RuleKinds = ReadonlyMap<string, RuleKind>;

/** What a run tried, as far as its results tell. */
export interface Tried {
  /** The subjects of each rule on which it passed or failed. A rule that was selected and not exercised has none. */
  readonly exercised: ReadonlyMap<string, ReadonlySet<string>>;
  /** The same with those on which a rule found nothing to look at. */
  readonly tried: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether a rule was tried that was not selected, where it drives one that was. */
  readonly isTriedUnselected: (rule: string) => boolean;
  readonly isReadOnly: boolean;
  /** Whether every rule was tried, on one subject. */
  readonly isFast: boolean;
}

/** How many known faults a run would have caught: of those that a server with these claims could have. */
export function assure(run: Assured, dictionary: Dictionary, rules: RuleKinds): Assurance {
  const { faults } = dictionary;
  const { known } = knowledgeIn(dictionary);
  const tried = triedIn(run, dictionary);
  const possible = faults.filter((fault) => couldBe(fault, run.target.claims, rules));
  const caught = new Set(possible.filter((fault) => wouldCatch(fault, tried, rules, known)));
  const clauses = new Map<string, { clause: string; known: number; caught: number }>();
  for (const fault of possible) {
    const clause = rules.get(fault.breaks[0] ?? '')?.clause ?? '';
    const counted = clauses.get(clause) ?? { clause, known: 0, caught: 0 };
    counted.known += 1;
    if (caught.has(fault)) counted.caught += 1;
    clauses.set(clause, counted);
  }
  return { known: possible.length, caught: caught.size, clauses: [...clauses.values()] };
}

/** What a run tried: what its results tell, and what drove the rules that watch. */
export function triedIn(
  { run, results }: Pick<Assured, 'run' | 'results'>,
  { reads }: Pick<Dictionary, 'reads'>,
): Tried {
  const exercised = exercisedIn({ results });
  const { readOnly, leftOut, fast, lastFailed } = run.selection;
  return {
    exercised,
    tried: subjectsWith(results, ['pass', 'fail', 'not-applicable']),
    isReadOnly: readOnly,
    isFast: fast === true && lastFailed !== true && leftOut.rules === 0 && !readOnly,
    isTriedUnselected: (rule) => !exercised.has(rule) && (!readOnly || reads.includes(rule)),
  };
}

/** The subjects of each rule on which it passed or failed. A rule that was selected and not exercised has none. */
export function exercisedIn({ results }: Pick<Assured, 'results'>): ReadonlyMap<string, ReadonlySet<string>> {
  return subjectsWith(results, ['pass', 'fail']);
}

function subjectsWith(
  results: Assured['results'],
  outcomes: readonly Result['outcome'][],
): ReadonlyMap<string, ReadonlySet<string>> {
  const subjects = new Map<string, Set<string>>();
  for (const { rule, subject, outcome } of results) {
    const counted = subjects.get(rule) ?? new Set();
    subjects.set(rule, outcomes.includes(outcome) ? counted.add(subject) : counted);
  }
  return subjects;
}

/** Whether a fault would have made a rule fail that was exercised, and that binds. */
export function wouldCatch(
  { signs, watched = [], driven = [], fast = [], unprompted = false }: Omit<KnownFault, 'id' | 'sentence' | 'breaks'>,
  { exercised, tried, isTriedUnselected, isReadOnly, isFast }: Tried,
  rules: RuleKinds,
  known: KnownSubjects,
): boolean {
  const isSomewhere = (rule: string): boolean => (exercised.get(rule)?.size ?? 0) > 0;
  if (isFast && fast.some((rule) => isSomewhere(rule) && isBinding(rule, rules))) return true;
  const where = unprompted ? tried : exercised;
  const met = signs.filter(({ rule, subjects }) => isExercised(where.get(rule), subjects, known));
  const watching = [...met.map(({ rule }) => rule), ...watched.filter(isSomewhere)];
  const binding = watching.filter((rule) => isBinding(rule, rules));
  if (binding.length === 0) return false;
  // A rule that watches sees a fault where some rule asks for what is wrong.
  const asking = signs.filter(({ rule }) => rules.get(rule)?.watches === false).map(({ rule }) => rule);
  if (asking.length === 0) return true;
  if (met.some(({ rule }) => asking.includes(rule))) return true;
  // A driver that was not selected is tried all the same, and its own verdict is not told. Whichever rule it drives, all that watch see
  // what it meets; where a run only reads it meets less, which may show the fault to it alone.
  const driving = isReadOnly ? binding : [...exercised.keys()];
  const drivers = driving.flatMap((rule) => rules.get(rule)?.drivers ?? []);
  if (drivers.some((driver) => asking.includes(driver) && isTriedUnselected(driver))) return true;
  const isTried = (driver: string): boolean => isSomewhere(driver) || isTriedUnselected(driver);
  return driven.some((rule) => binding.includes(rule) && (rules.get(rule)?.drivers ?? []).every((one) => isTried(one)));
}

function isExercised(
  tried: ReadonlySet<string> = new Set(),
  subjects: readonly string[],
  known: KnownSubjects,
): boolean {
  // What stands for a subject of the document is looked for only where that one was not tried: it takes longer.
  return (
    subjects.some((subject) => tried.has(subject)) || [...tried].some((subject) => isAmong(subject, subjects, known))
  );
}

/** Whether a server with these claims could have a fault: one that shows only in what it does not offer is none of its own. */
export function couldBe(fault: KnownFault, claims: Claims, rules: RuleKinds): boolean {
  if (!isPossible(fault, claims)) return false;
  const binding = fault.signs.filter(({ rule }) => isBinding(rule, rules));
  // What is seen on the target as a whole comes of what it does somewhere.
  const somewhere = binding.filter(({ subjects }) => subjects.some((subject) => subject !== 'target'));
  return (somewhere.length === 0 ? binding : somewhere).some(({ rule, subjects }) =>
    subjects.some((subject) => isOffered(rule, subject, claims)),
  );
}

function isBinding(rule: string, rules: RuleKinds): boolean {
  const level = rules.get(rule)?.level;
  return level === 'must' || level === 'should';
}

// `HoldDeal/A`, `users:xml`, `query:deals`, `command:HoldDeal`.
function isOffered(rule: string, subject: string, claims: Claims): boolean {
  const form = /\/([A-G])$/u.exec(subject)?.[1];
  if (form !== undefined) return claims.operationForms.some((claimed) => claimed === form);
  if (/^(?:query|command):/u.test(subject)) return claims.commandQuery;
  const representation = /:(json|xml|html)$/u.exec(subject)?.[1];
  if (representation !== undefined) return claims.representations.some((claimed) => claimed === representation);
  return !rule.startsWith('session/') || claims.session !== 'none';
}
