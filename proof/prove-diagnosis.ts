import type { DiagnosisScore } from '../core/results/proof.ts';
import { DEVIATIONS } from './deviations/index.ts';
import { type DiagnosisDone, FIRST } from './diagnose-one.ts';
import { drawn } from './drawn.ts';
import { inProveWorkers, type Working } from './in-prove-workers.ts';
import { deviationCalled } from './known-fault.ts';
import type { Task } from './prove-task.ts';

/** How to measure diagnoses. */
export interface DiagnosisOptions extends Working {
  readonly wanted?: (id: string) => boolean;
  /** How many faults, drawn by the seed, and half as many pairs of faults. */
  readonly sample?: number;
  readonly seed?: number;
}

/** The figures, and in words what was not named. */
export interface DiagnosisProof {
  readonly diagnosis: DiagnosisScore;
  readonly misdiagnosed: readonly string[];
}

/** Faults of a sample, where nothing else is asked for. */
const SAMPLE = 60;
/** The dictionary was made with other seeds, and so of other cases. */
const OTHER_SEED = 1000;

/** Judges faults and pairs of faults, and counts how often the diagnosis names them. */
export async function proveDiagnosis(options: DiagnosisOptions = {}): Promise<DiagnosisProof> {
  const { seed = 1 } = options;
  const tasks = tasksOf(options).map((task) => ({ task, seed: seed + OTHER_SEED }));
  const done = await inProveWorkers(tasks, options);
  return counted(
    done.flatMap((one) => (one.kind === 'diagnosis' ? [one.diagnosed] : [])),
    seed + OTHER_SEED,
  );
}

/** The figures of these diagnoses. A server on which nothing failed counts nowhere: no fault shows there. */
export function counted(all: readonly DiagnosisDone[], seed: number): DiagnosisProof {
  const shown = all.filter(({ failed }) => failed);
  const singles = shown.filter(({ ids }) => ids.length === 1);
  const pairs = shown.filter(({ ids }) => ids.length === 2);
  const isAmong = ({ places }: DiagnosisDone, first: number): boolean =>
    places.every((place) => place >= 0 && place < first);
  const missed = shown.filter((one) => !isAmong(one, one.ids.length === 1 ? 1 : FIRST));
  return {
    diagnosis: {
      seed,
      faults: singles.length,
      pairs: pairs.length,
      top1: shareOf(singles, (one) => isAmong(one, 1)),
      top3: shareOf(singles, (one) => isAmong(one, FIRST)),
      pairsTop3: shareOf(pairs, (one) => isAmong(one, FIRST)),
      confidentlyWrong: shareOf(singles, ({ wrongly }) => wrongly !== undefined),
    },
    misdiagnosed: [
      ...missed.map(({ ids, named }) => `${ids.join(' and ')}: named ${named.join(', ') || 'nothing'}`),
      ...singles.flatMap(({ ids, wrongly }) =>
        wrongly === undefined ? [] : [`${ids.join()}: without its family, named ${wrongly}`],
      ),
    ],
  };
}

function tasksOf({ wanted = () => true, sample = SAMPLE, seed = 1 }: DiagnosisOptions): readonly Task[] {
  const all = DEVIATIONS.map(({ id }) => id).filter(wanted);
  const singles = drawn(all, sample, seed);
  const pairs = pairsOf(drawn(all, sample, seed + 1)).slice(0, Math.floor(sample / 2));
  return [...singles.map((id) => [id]), ...pairs].map((ids) => ({ kind: 'diagnosis', id: ids.join(' + ') }));
}

// Each with the next one, where the mock can be told the options of both.
function pairsOf(ids: readonly string[]): readonly (readonly string[])[] {
  return ids.flatMap((id, i) => {
    const other = ids[i + 1];
    if (other === undefined || i % 2 === 1) return [];
    const [a = {}, b = {}] = [deviationCalled(id), deviationCalled(other)].map(({ options }) => options);
    const isBoth = Object.keys(a).every((name) => !(name in b));
    return isBoth ? [[id, other]] : [];
  });
}

function shareOf(all: readonly DiagnosisDone[], isSo: (one: DiagnosisDone) => boolean): number {
  return all.length === 0 ? 0 : Math.round((all.filter(isSo).length / all.length) * 1000) / 1000;
}
