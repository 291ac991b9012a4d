import { type HarExchange, harOf } from '../core/http/har.ts';
import { visible } from '../core/redaction/visible.ts';
import type { Results } from '../core/results/results.ts';
import { jsonText } from './json-text.ts';

const COMMENT =
  'The exchanges that the results cite. Secrets are left out. An answer that never came has the status 0.';

/** The evidence of a run as an HTTP Archive (HAR 1.2): each exchange names the checks that cite it. */
export function reportHar(results: Results): string {
  const cited = new Map<string, string[]>();
  for (const { rule, subject, outcome, witness } of results.results) {
    for (const id of witness) cited.set(id, [...(cited.get(id) ?? []), `${outcome}: ${rule} on ${subject}`]);
  }
  const begin = Date.parse(results.run.startedAt);
  const startedAt = Number.isNaN(begin) ? 0 : begin;
  const exchanges = Object.entries(results.exchanges).map(([id, exchange]): HarExchange => {
    const { timings, failure } = exchange;
    const { firstByte, total } = timings;
    const told = [...(failure === undefined ? [] : [failure.message]), ...(cited.get(id) ?? [])];
    return {
      exchange,
      startedAt: startedAt + timings.startedAt,
      waitMs: firstByte ?? total,
      receiveMs: Math.max(0, total - (firstByte ?? total)),
      comment: visible(told.join('; ')),
      own: { _id: id },
    };
  });
  const { name, version } = results.tool;
  return jsonText(harOf(exchanges, { name, version }, COMMENT));
}
