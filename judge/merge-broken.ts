import type { Result, SavedExchange } from '../core/results/results.ts';
import { kindOfExchange, shortened, signatureOf } from '../core/results/signature.ts';
import { TOLD_APART } from '../suites/support/status/kinds.ts';

/** A failure, and the exchanges of the run that it is from. */
export interface Failed {
  readonly result: Result;
  readonly exchanges: Readonly<Record<string, SavedExchange>>;
}

/** One kind of server error: `GET http://… answered 500 …`. */
interface Told {
  readonly kind: string;
  readonly text: string;
  readonly id: string;
}

/**
 * What `status/no-server-error` of one run tells where several shards failed it: one answer of each kind, those of all shards.
 * Undefined where a text is not of that form.
 */
export function joinBroken(failed: readonly Failed[]): Partial<Result> | undefined {
  const told = failed.map(toldBy);
  const all = told.flatMap((of) => of?.each ?? []).sort((a, b) => (a.kind < b.kind ? -1 : 1));
  const expected = failed[0]?.result.expected;
  if (expected === undefined || told.some((of) => of === undefined)) return undefined;
  const shown = all.filter(({ kind }, i) => kind !== all[i - 1]?.kind).slice(0, TOLD_APART);
  const count = told.reduce((sum, of) => sum + (of?.count ?? 0), 0);
  const more = count > shown.length ? ` (${count} answers of the run were such)` : '';
  const actual = `${shown.map(({ text }) => text).join('; ')}${more}`;
  const reason = `expected ${expected}, got ${actual}`;
  return { actual, reason, signature: signatureOfAll(expected, shown), witness: shown.map(({ id }) => id) };
}

// Each by itself: the excerpt of a body may hold what stands between two of them.
function signatureOfAll(expected: string, shown: readonly Told[]): string {
  const signatures = shown.map(({ text }) => signatureOf({ expected, actual: text, reason: text }).split(', got '));
  const got = signatures.map(([, ...rest]) => rest.join(', got '));
  return shortened(`${signatures[0]?.[0] ?? ''}, got ${[...new Set(got)].sort().join('; ')}`);
}

function toldBy({ result, exchanges }: Failed): { readonly each: readonly Told[]; readonly count: number } | undefined {
  const { actual = '', witness } = result;
  const [, told] = / \((\d+) answers of the run were such\)$/u.exec(actual) ?? [];
  const list = actual.replace(/ \(\d+ answers of the run were such\)$/u, '');
  const begins = witness.map((id) => {
    const { request } = exchanges[id] ?? {};
    return request === undefined ? -1 : list.indexOf(`${request.method} ${request.url} answered `);
  });
  if (begins.some((begin, i) => begin < 0 || begin <= (begins[i - 1] ?? -1))) return undefined;
  const each = witness.flatMap((id, i): Told[] => {
    const { request, response } = exchanges[id] ?? {};
    if (request === undefined) return [];
    const text = list.slice(begins[i], begins[i + 1]).replace(i + 1 < witness.length ? /; $/u : /$/u, '');
    return [{ kind: kindOfExchange(request.method, request.url, response?.status ?? 0), text, id }];
  });
  return { each, count: told === undefined ? witness.length : Number(told) };
}
