import type { Result, Results } from '../core/results/results.ts';
import { kindOfExchange } from '../core/results/signature.ts';
import { checkName } from '../core/results/waivers.ts';
import type { Rule } from '../core/rule.ts';
import { shardName } from '../core/run/split.ts';
import { RULES } from '../suites/index.ts';
import { joinBroken } from './merge-broken.ts';
import type { Part } from './shard-files.ts';

/**
 * What of a rule that watches every answer counts for the whole run, most telling first: one broken answer breaks it. Where it met
 * an answer by which it cannot judge, and cites it, no other answer makes up for that.
 */
const TELLING = ['fail', 'error', 'inconclusive', 'cited', 'pass', 'not-exercised', 'not-applicable'] as const;

function rankOf({ result: { outcome, witness } }: Judged): number {
  return TELLING.indexOf(outcome === 'not-exercised' && witness.length > 0 ? 'cited' : outcome);
}

/** The kind of the first exchange that a failure cites: a run tells of the first by this order, whichever shard met it. */
function citedBy({ part, result }: Judged): string {
  const { request, response } = part.results.exchanges[result.witness[0] ?? ''] ?? {};
  if (result.outcome !== 'fail' || request === undefined) return '';
  return kindOfExchange(request.method, request.url, response?.status ?? 0);
}

/** The results of all shards in the order of the catalogue; those of a rule that each shard tried are joined into one. */
export function joinWatched(
  parts: readonly Part[],
  resultsOf: (results: Results) => readonly Result[],
): readonly Result[] {
  const rules = new Map(RULES.map((rule) => [rule.id, rule]));
  const groups = new Map<string, Judged[]>();
  for (const part of parts) {
    for (const result of resultsOf(part.results)) {
      const judged = { part, result };
      groups.set(checkName(result), [...(groups.get(checkName(result)) ?? []), judged]);
    }
  }
  const order = [...rules.keys()];
  return [...groups.values()]
    .flatMap(([first, ...others]) =>
      first === undefined ? [] : [joined([first, ...others], rules.get(first.result.rule))],
    )
    .toSorted((a, b) => order.indexOf(a.rule) - order.indexOf(b.rule));
}

interface Judged {
  readonly part: Part;
  readonly result: Result;
}

function joined(all: readonly [Judged, ...Judged[]], rule: Rule | undefined): Result {
  const counted = rule?.watches === 'or-asks' ? thoseThatMet(all) : all;
  const [told = all[0], ...others] = counted.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || (citedBy(a) < citedBy(b) ? -1 : 1),
  );
  const alike = [told, ...others.filter(({ result }) => result.outcome === told.result.outcome)];
  return {
    ...told.result,
    reason: told.result.outcome === 'pass' ? remarkOf(alike) : told.result.reason,
    witness: told.result.outcome === 'pass' ? witnessOf(alike) : told.result.witness,
    ...brokenIn(alike),
    requests: all.reduce((sum, { result }) => sum + result.requests, 0),
    durationMs: all.reduce((sum, { result }) => sum + result.durationMs, 0),
  };
}

/** Server errors are told by kind: those of every shard. */
function brokenIn(alike: readonly Judged[]): Partial<Result> {
  const isListed =
    alike.length > 1 && alike[0]?.result.outcome === 'fail' && alike[0].result.rule === 'status/no-server-error';
  if (!isListed) return {};
  return joinBroken(alike.map(({ part, result }) => ({ result, exchanges: part.results.exchanges }))) ?? {};
}

/** One run asks only where it met nothing, so what a shard asked counts only where no shard met anything. */
function thoseThatMet(all: readonly Judged[]): readonly Judged[] {
  const met = all.filter(({ result }) => result.requests === 0 && result.witness.length > 0);
  return met.length === 0 ? all : met;
}

function remarkOf(alike: readonly Judged[]): string {
  const [first] = alike;
  if (first === undefined || alike.length === 1) return first?.result.reason ?? '';
  return alike.map(({ part, result }) => `shard ${shardName(part.shard)}: ${result.reason}`).join('; ');
}

const CITED = 3;

function witnessOf(alike: readonly Judged[]): readonly string[] {
  return alike.flatMap(({ result }) => result.witness).slice(0, CITED);
}
