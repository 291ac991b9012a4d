import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Results } from '../core/results/results.ts';
import { rejudge } from '../judge/transcript/rejudge.ts';
import { DEVIATIONS } from './deviations/index.ts';
import { judgeWrapped, type Wrapped } from './judge-wrapped.ts';
import { deviated } from './prove.ts';
import { optionsFor, varied } from './prove-variations.ts';
import { VARIATIONS } from './variations/index.ts';

/** How runs that were judged again from their transcripts fared. */
export interface Again {
  readonly runs: number;
  /** What is not as it was, in words. */
  readonly differences: readonly string[];
}

// One form by path and one by command document, as for variations.
const SOME_FORMS = { operationForms: ['A', 'F'] } as const;

/** Judges the mock with one fault by all rules, or by those alone that the fault breaks, and judges that run again. */
export async function rejudgeDeviation(id: string, seed: number, alone = false): Promise<Again> {
  const deviation = DEVIATIONS.find((one) => one.id === id);
  if (deviation === undefined) throw new Error(`no deviation is called ${id}`);
  return twice(id, deviated(deviation, seed, alone));
}

/** The same for an unusual but legal server, with a target file and without one. */
export async function rejudgeVariation(id: string, seed: number): Promise<Again> {
  const variation = VARIATIONS.find((one) => one.id === id);
  if (variation === undefined) throw new Error(`no variation is called ${id}`);
  const options = optionsFor([variation], SOME_FORMS);
  const known = await twice(`${id} with a target file`, varied([variation], options, { file: true, seed }));
  if (variation.needsFile !== undefined) return known;
  const unknown = await twice(`${id} without one`, varied([variation], options, { file: false, seed }));
  return { runs: known.runs + unknown.runs, differences: [...known.differences, ...unknown.differences] };
}

async function twice(name: string, wrapped: Wrapped): Promise<Again> {
  const folder = await mkdtemp(join(tmpdir(), 'assayer-rejudge-'));
  const transcript = join(folder, 'run.jsonl');
  try {
    const results = await judgeWrapped({ ...wrapped, how: { ...wrapped.how, transcript } });
    const again = await rejudge(transcript);
    return { runs: 1, differences: differencesOf(results, again.results).map((line) => `${name}: ${line}`) };
  } catch (cause) {
    return { runs: 1, differences: [`${name}: ${cause instanceof Error ? cause.message : String(cause)}`] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Which results are not the same to the last member; what else of the run is not. */
function differencesOf(before: Results, after: Results): string[] {
  const named = ({ results }: Results): Map<string, string> =>
    new Map(results.map((result) => [`${result.rule} on ${result.subject}`, JSON.stringify(result)]));
  const [one, other] = [named(before), named(after)];
  const differing = [...new Set([...one.keys(), ...other.keys()])].filter((key) => one.get(key) !== other.get(key));
  if (differing.length > 0)
    return differing.map((key) => `${key}: ${one.get(key) ?? 'none'}, then ${other.get(key) ?? 'none'}`);
  const rest = ({ results: _, exchanges: __, ...run }: Results): string => JSON.stringify(run);
  return rest(before) === rest(after) ? [] : [`the run: ${rest(before)}, then ${rest(after)}`];
}
