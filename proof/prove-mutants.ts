import { availableParallelism } from 'node:os';
import picomatch from 'picomatch';
import type { CaughtMutant, MutationScore, Survivor } from '../core/results/proof.ts';
import { drawn } from './drawn.ts';
import { type MutantOutcome, RUNS } from './judge-mutant.ts';
import type { Kept } from './kept.ts';
import { EQUIVALENT } from './mutants/equivalent.ts';
import { allCells, mutantsAt } from './mutants/index.ts';
import type { Cell, Mutant } from './mutants/mutant.ts';
import { type Reach, takeReach } from './reach.ts';
import { inWorkers } from './workers.ts';

/** How to judge mutants. */
export interface MutationOptions {
  /** Which mutants, by id; all by default. */
  readonly wanted?: (id: string) => boolean;
  /** How many of them, drawn by the seed; all by default. */
  readonly sample?: number;
  readonly seed?: number;
  /** Servers judged at the same time; one per core by default. */
  readonly jobs?: number;
  readonly onTask?: (done: number, of: number) => void;
  readonly kept?: Kept;
}

/** What every worker is given once: to take it anew would cost more than to judge ten mutants. */
export interface SharedWithWorkers {
  readonly cells: readonly (readonly Cell[])[];
  readonly reach: Reach | undefined;
}

/** To know what each rule meets takes as long as to judge so many mutants by all rules. */
const WORTH_IT = 20;

/** What became of the mutants. */
export interface Mutation {
  readonly mutants: MutationScore;
  /** Mutants that operators make, those that were not wanted left out. */
  readonly generated: number;
  readonly survivors: readonly Survivor[];
  readonly caught: readonly CaughtMutant[];
}

/** Judges generated mutants, and counts. */
export async function proveMutants(options: MutationOptions = {}): Promise<Mutation> {
  const { wanted = () => true, seed = 1, jobs = availableParallelism(), onTask, kept } = options;
  const cells = await allCells();
  const all = mutantsAt(cells).filter(({ id }) => wanted(id));
  const chosen = options.sample === undefined ? all : drawn(all, options.sample, seed);
  const judged = chosen.filter((mutant) => reasonFor(mutant) === undefined);
  const reach = judged.length < WORTH_IT ? undefined : await takeReach(seed, RUNS);
  const shared: SharedWithWorkers = { cells, reach };
  const outcomes = await inWorkers<{ readonly id: string; readonly seed: number }, MutantOutcome>(
    judged.map(({ id }) => ({ id, seed })),
    { file: '../proof/prove-mutants-worker.js', shared, jobs, onTask, kept },
  );
  const count = (wantedOutcome: MutantOutcome['outcome']): number =>
    outcomes.filter(({ outcome }) => outcome === wantedOutcome).length;
  const [killed, survived, inert] = [count('killed'), count('survived'), count('inert')];
  const equivalent = chosen.length - judged.length;
  return {
    mutants: { total: killed + survived + equivalent, killed, survived, equivalent, inert },
    generated: all.length,
    caught: judged.flatMap(({ id }, i) => {
      const { outcome, rule } = outcomes[i] ?? {};
      return outcome === 'killed' && rule !== undefined ? [{ id, rule }] : [];
    }),
    survivors: judged.flatMap(({ id, clause, title }, i) => {
      const { outcome, rule } = outcomes[i] ?? {};
      return outcome === 'survived' ? [{ id, clause, title, ...(rule === undefined ? {} : { told: rule }) }] : [];
    }),
  };
}

/** Why a mutant is no fault, as a person wrote it down; undefined for a fault. */
export function reasonFor({ id }: Pick<Mutant, 'id'>): string | undefined {
  return EQUIVALENT.find(([ids]) => matcher(ids)(id))?.[1];
}

const matchers = new Map<string, (id: string) => boolean>();

function matcher(ids: string): (id: string) => boolean {
  const known = matchers.get(ids) ?? mutantMatcher([ids]);
  matchers.set(ids, known);
  return known;
}

/** Whether an id fits one of these globs. The parentheses of an id are no pattern. */
export function mutantMatcher(globs: readonly string[]): (id: string) => boolean {
  return picomatch(globs.map((glob) => glob.replace(/(?<=\w)\(([^()|]*)\)/gu, '\\($1\\)')));
}
