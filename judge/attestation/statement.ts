import type { Result, Results } from '../../core/results/results.ts';
import { isSelective } from '../../core/run/selection.ts';

/** What the payload of the envelope is. */
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';

/** A file, by its digest: a ResourceDescriptor of in-toto. */
export interface Resource {
  readonly name: string;
  readonly digest: { readonly sha256: string };
  readonly mediaType?: string;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** An in-toto Statement, version 1, with the predicate test-result, version 0.1. */
export interface Statement {
  readonly _type: typeof STATEMENT_TYPE;
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[];
  readonly predicateType: typeof PREDICATE_TYPE;
  readonly predicate: {
    readonly result: 'PASSED' | 'WARNED' | 'FAILED';
    /** The results, and the transcript where there is one. */
    readonly configuration: readonly Resource[];
    readonly passedTests: readonly string[];
    readonly warnedTests: readonly string[];
    readonly failedTests: readonly string[];
  };
}

/** What is signed beside the results themselves. */
export interface Signed {
  /** Of what was judged, in hex. */
  readonly subject: string;
  /** Of the file of results, in hex. */
  readonly results: string;
  /** Of the transcript, in hex. */
  readonly transcript?: string;
}

/** Says of a subject what a run came to. */
export function statementOf(results: Results, digests: Signed): Statement {
  return {
    _type: STATEMENT_TYPE,
    subject: [{ name: results.target.name, digest: { sha256: digests.subject } }],
    predicateType: PREDICATE_TYPE,
    predicate: {
      ...outcomesOf(results),
      configuration: [
        {
          name: 'results',
          digest: { sha256: digests.results },
          mediaType: 'application/json',
          annotations: circumstancesOf(results),
        },
        ...(digests.transcript === undefined
          ? []
          : [{ name: 'transcript', digest: { sha256: digests.transcript }, mediaType: 'application/jsonl' }]),
      ],
    },
  };
}

/** What a run came to, in the words of the predicate. A check that was not exercised is in none of the lists. */
export function outcomesOf(results: Results): Omit<Statement['predicate'], 'configuration'> {
  const named = (wanted: (result: Result) => boolean): string[] =>
    results.results
      .filter(wanted)
      .map(({ rule, subject }) => `${rule} on ${subject}`)
      .toSorted();
  const binds = ({ level }: Result): boolean => level === 'must' || level === results.run.selection.level;
  const isBad = ({ outcome }: Result): boolean => outcome === 'fail' || outcome === 'error';
  const isCounted = (result: Result): boolean => binds(result) && result.waiver === undefined;
  const failedTests = named((result) => isBad(result) && isCounted(result));
  const warnedTests = named((result) => isBad(result) && !isCounted(result));
  const { verdict } = results.summary;
  const { selection, shard } = results.run;
  // Whoever reads PASSED alone is to know that nothing was left out.
  const isPart = isSelective(selection) || shard !== undefined;
  const isWhole = verdict === 'conformant' && warnedTests.length === 0 && !isPart;
  const holds = verdict === 'conformant' || verdict === 'partly-judged';
  return {
    result: isWhole ? 'PASSED' : holds ? 'WARNED' : 'FAILED',
    passedTests: named(({ outcome }) => outcome === 'pass'),
    warnedTests,
    failedTests,
  };
}

function circumstancesOf({ tool, target, run, summary }: Results): Record<string, unknown> {
  return {
    tool: `${tool.name} ${tool.version}`,
    verdict: summary.verdict,
    baseUrl: target.baseUrl,
    claims: target.claims,
    startedAt: run.startedAt,
    seed: run.seed,
    selection: run.selection,
    coverage: summary.coverage,
    ...(run.labels === undefined ? {} : { labels: run.labels }),
    ...(run.interrupted === undefined ? {} : { interrupted: run.interrupted }),
  };
}
