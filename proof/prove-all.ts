import type { Proof } from '../core/results/proof.ts';
import { VERSION } from '../judge/version.ts';
import { RULES } from '../suites/index.ts';
import { DEVIATIONS } from './deviations/index.ts';
import { inProveWorkers } from './in-prove-workers.ts';
import { judgeWrapped } from './judge-wrapped.ts';
import type { Kept } from './kept.ts';
import { proveAssurance } from './prove-assurance.ts';
import { proveDiagnosis } from './prove-diagnosis.ts';
import { proveMutants } from './prove-mutants.ts';
import { tasks, tasksAgain } from './prove-task.ts';

/** How to prove. */
export interface ProveOptions {
  /** Whether what a person wrote is judged: deviations, variations and null servers; it is by default. */
  readonly written?: boolean;
  /** Whether the mutants that operators make are judged; they are not by default. */
  readonly mutants?: boolean;
  /** Whether runs are judged again from their transcripts; they are not by default. */
  readonly rejudge?: boolean;
  /** Whether it is measured how often a fault is named; it is not by default. */
  readonly diagnosis?: boolean;
  /** Whether it is measured how often it is predicted what a run catches; it is not by default. */
  readonly assurance?: boolean;
  /** How many mutants, drawn by the seed; all by default. */
  readonly sample?: number;
  /** Which of all these, by id; all by default. */
  readonly wanted?: (id: string) => boolean;
  readonly seed?: number;
  /** Random combinations of variations. */
  readonly combinations?: number;
  /** Servers judged at the same time; one per core by default. */
  readonly jobs?: number;
  readonly onTask?: (done: number, of: number) => void;
  /** What came of tasks in an earlier call, and where to keep what comes of them now. */
  readonly kept?: Kept;
}

/** Rules that cannot fail: they only tell. */
const ONLY_TELLS: readonly string[] = ['status/in-table'];

/** Judges every deliberate fault, every legal variation and every server that knows nothing, and counts. */
export async function prove(options: ProveOptions = {}): Promise<Proof> {
  const { wanted = () => true, seed = 1, combinations, written = true } = options;
  const again = options.rejudge === true ? tasksAgain(wanted) : [];
  const startedAt = new Date().toISOString();
  const all = [...(written ? tasks(wanted, combinations) : []), ...again].map((task) => ({ task, seed }));
  const done = await inProveWorkers(all, options);
  const kills = done.flatMap((one) => (one.kind === 'deviation' ? [one.kill] : []));
  const calms = done.flatMap((one) => (one.kind === 'variation' ? [one.calm] : []));
  const together = done.flatMap((one) => (one.kind === 'combination' ? [one.calm] : []));
  const nothings = done.flatMap((one) => (one.kind === 'nothing' ? [one.nothing] : []));
  const rejudged = done.flatMap((one) => ('again' in one ? [one.again] : []));
  const mutation = options.mutants === true ? await proveMutants({ ...options, seed }) : undefined;
  const diagnosed = options.diagnosis === true ? await proveDiagnosis({ ...options, seed }) : undefined;
  const assured = options.assurance === true ? await proveAssurance({ ...options, seed }) : undefined;
  const { verdicts, ...conformant } = await plainFigures(seed, options.kept);
  return {
    format: 'assayer-proof/1',
    tool: { name: 'assayer', version: VERSION },
    startedAt,
    seed,
    rules: RULES.length,
    deviations: kills.length,
    killed: kills.filter(({ survived }) => survived.length === 0).length,
    misattributed: kills.filter(({ misattributed }) => misattributed.length > 0).length,
    variations: calms.length,
    combinations: together.length,
    falseAlarms: [...calms, ...together].reduce((sum, { alarms }) => sum + alarms.length, 0),
    nullPasses: nothings.reduce((sum, { passes }) => sum + passes.length, 0),
    requestsPerVerdict: Math.round((conformant.requests / verdicts) * 10) / 10,
    conformant,
    unproven: unproven(),
    kills,
    calms,
    together,
    nothings,
    ...(options.rejudge === true
      ? {
          rejudge: {
            runs: rejudged.reduce((sum, { runs }) => sum + runs, 0),
            differences: rejudged.reduce((sum, { differences }) => sum + differences.length, 0),
          },
          rejudgedOtherwise: rejudged.flatMap(({ differences }) => differences),
        }
      : {}),
    ...diagnosed,
    ...assured,
    ...mutation,
  };
}

type PlainFigures = Proof['conformant'] & { readonly verdicts: number };

/** What a whole run of the plain mock counts, or counted in an earlier call. */
async function plainFigures(seed: number, kept: Kept | undefined): Promise<PlainFigures> {
  const task = { kind: 'plain', seed };
  const known = kept?.find(task);
  if (known !== undefined) return known as PlainFigures; // this very code added it
  const { results, run, summary } = await judgeWrapped({
    wrap: (fetch) => fetch,
    options: undefined,
    file: (whole) => whole,
    how: { seed },
  });
  const verdicts = results.filter(({ outcome }) => outcome === 'pass' || outcome === 'fail').length;
  const costs: Record<string, number> = {};
  for (const { rule, requests } of results) costs[rule] = (costs[rule] ?? 0) + requests;
  const figures = { requests: run.requests, must: summary.must, should: summary.should, costs, verdicts };
  kept?.add(task, figures);
  return figures;
}

/** Rules that no deviation names as the one that it breaks. */
export function unproven(): string[] {
  const broken = new Set(DEVIATIONS.flatMap(({ breaks }) => breaks));
  return RULES.map(({ id }) => id).filter((id) => !broken.has(id) && !ONLY_TELLS.includes(id));
}
