import type * as core from '../core/proof.ts';
import type { Result, Results } from '../core/results.ts';
import type { Deviation } from '../mock/deviations/deviation.ts';
import { createMock } from '../mock/index.ts';
import { startMock } from '../mock/node.ts';
import type { TargetFile } from '../target/file.ts';
import { fileOf } from './embedded.ts';
import { createInProcessClient } from './in-process.ts';
import { type JudgeOptions, judgeFile } from './judge.ts';

/** How one deliberate fault fared, and the failures themselves. */
export interface Kill extends Pick<core.Kill, 'deviation' | 'struck' | 'survived' | 'misattributed'> {
  readonly requests: number;
  readonly failures: readonly Result[];
}

/** Made-up cases per property in a proof: faults are meant to be caught by what is always tried, not by luck. */
const RUNS = 3;

/** Judges the mock with one fault, and compares what failed with what the fault says that it breaks. */
export async function proveOne(deviation: Deviation, seed = 1): Promise<Kill> {
  const results = await judgeWrapped(deviation, seed);
  const failures = results.results.filter(({ outcome }) => outcome === 'fail');
  const struck = [...new Set(failures.map(({ rule }) => rule))];
  const named = [...deviation.breaks, ...Object.keys(deviation.alsoStrikes ?? {})];
  return {
    deviation: deviation.id,
    struck,
    survived: deviation.breaks.filter((rule) => !struck.includes(rule)),
    misattributed: [...new Set(failures.filter((result) => !isNamed(result, named)).map(({ rule }) => rule))],
    requests: results.run.requests,
    failures,
  };
}

// The state machine plays every clause, so it meets faults of each of them; what it finds it tells with the rule that is broken.
function isNamed({ rule, expected = '' }: Result, named: readonly string[]): boolean {
  if (named.includes(rule)) return true;
  const told = rule === 'model/sequence' ? /\(([a-z-]+\/[a-z0-9-]+)\)$/u.exec(expected)?.[1] : undefined;
  return told !== undefined && named.includes(told);
}

type Wrapped = Pick<Deviation, 'wrap' | 'options' | 'file' | 'oneByOne'>;

/** The mock behind a wrapper, judged: in this process where that shows the fault, over sockets where it needs the wire. */
export async function judgeWrapped(wrapper: Wrapped, seed: number): Promise<Results> {
  return (await judgeHere(wrapper, seed)) ?? (await judgeOverSockets(wrapper, seed));
}

/** Judges in this process; undefined when an answer could only be told on a wire. */
async function judgeHere(wrapper: Wrapped, seed: number): Promise<Results | undefined> {
  const stop = new AbortController();
  const mock = createMock(wrapper.options);
  const fetch = wrapper.wrap(mock.fetch, mock);
  const file = fileFor(wrapper, fileOf(mock.options, `http://127.0.0.1:9${mock.options.basePath}`));
  const results = await judgeFile({ ...howToJudge(wrapper, seed), signal: stop.signal }, file, (options) =>
    createInProcessClient(options, fetch, () => stop.abort()),
  );
  return stop.signal.aborted ? undefined : results;
}

async function judgeOverSockets(wrapper: Wrapped, seed: number): Promise<Results> {
  await using mock = await startMock({ ...wrapper.options, port: 0, wrap: wrapper.wrap });
  // Awaited here: the mock is closed when this function returns.
  return await judgeFile(howToJudge(wrapper, seed), fileFor(wrapper, fileOf(mock.mock.options, mock.url)));
}

function fileFor({ file: patch }: Wrapped, file: TargetFile): TargetFile {
  return patch === undefined ? file : patched(file, patch);
}

function howToJudge({ oneByOne }: Wrapped, seed: number): JudgeOptions {
  return { seed, runs: RUNS, ...(oneByOne === true ? { concurrency: 1 } : {}) };
}

// A fault's patch is plain JSON to the mock, which knows no target files; what the loader refuses shows as a failed proof.
function patched(file: TargetFile, patch: NonNullable<Deviation['file']>): TargetFile {
  return { ...file, ...patch };
}
