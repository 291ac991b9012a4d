import { exercisedIn } from '../core/results/assure.ts';
import { type Dictionary, packed } from '../core/results/known-faults.ts';
import { DEVIATIONS } from './deviations/index.ts';
import { allAtOnce } from './diagnose-one.ts';
import { inProveWorkers, type SeededTask, type Working } from './in-prove-workers.ts';
import { judgeWrapped } from './judge-wrapped.ts';

/** How to make a dictionary. */
export interface DictionaryOptions extends Working {
  readonly wanted?: (id: string) => boolean;
  readonly seed?: number;
  /** What was known of faults that are not wanted: it is kept. */
  readonly before?: Dictionary;
}

/** Judges the mock with each fault, and writes down how it shows. */
export async function learnAll(options: DictionaryOptions = {}): Promise<Dictionary> {
  const { wanted = () => true, seed = 1, before } = options;
  const tasks = DEVIATIONS.filter(({ id }) => wanted(id)).map(
    ({ id }): SeededTask => ({ task: { kind: 'learning', id }, seed }),
  );
  const done = await inProveWorkers(tasks, options);
  const learnt = done.flatMap((one) => (one.kind === 'learning' ? [one.learnt] : []));
  const known = new Map([...(before?.faults ?? []), ...learnt].map((fault) => [fault.id, fault]));
  const faults = DEVIATIONS.flatMap(({ id }) => known.get(id) ?? []).filter(({ signs }) => signs.length > 0);
  return { format: 'assayer-dictionary/1', reads: await readingRules(), faults };
}

/** The rules that are exercised on the mock without its state being changed. */
async function readingRules(): Promise<readonly string[]> {
  const plain = allAtOnce([], 1);
  const results = await judgeWrapped({ ...plain, how: { ...plain.how, readOnly: true, runs: 1 } });
  return [...exercisedIn(results)].flatMap(([rule, subjects]) => (subjects.size > 0 ? [rule] : [])).sort();
}

/** The dictionary as its file holds it: a line for each entry, so that a change shows where it is. */
export function dictionaryText(dictionary: Dictionary): string {
  const { format, reads, signs, subjects, faults } = packed(dictionary);
  const lines = (entries: readonly unknown[]): string => entries.map((entry) => JSON.stringify(entry)).join(',\n');
  return `{"format":${JSON.stringify(format)},\n"reads":${JSON.stringify(reads)},\n"signs":[\n${lines(signs)}\n],\n"subjects":[\n${lines(subjects)}\n],\n"faults":[\n${lines(faults)}\n]}\n`;
}
