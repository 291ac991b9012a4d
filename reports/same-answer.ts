import type { Finding } from './findings.ts';

/**
 * Findings that were answered as another one was, word for word, where both expect one and the same status: whoever sees one of
 * them knows the others. By the finding that says the same; one that something else is expected or answered in is not in it.
 */
export function sameAnswers(findings: readonly Finding[]): ReadonlyMap<Finding, Finding> {
  const told = findings.flatMap((finding) => {
    const answer = answerOf(finding);
    const due = statusesDue(finding.first.expected);
    if (finding.repeats !== undefined || answer === undefined || due.length === 0) return [];
    return [{ finding, due, key: JSON.stringify([answer, finding.first.waiver]) }];
  });
  // What expects fewer statuses says more: `status 404` stands for `status 400 or 404`.
  const strictFirst = told.toSorted((a, b) => a.due.length - b.due.length);
  const same = new Map<Finding, Finding>();
  for (const [i, { finding, due, key }] of strictFirst.entries()) {
    const earlier = strictFirst
      .slice(0, i)
      .find((one) => one.key === key && !same.has(one.finding) && one.due.every((status) => due.includes(status)));
    if (earlier !== undefined) same.set(finding, earlier.finding);
  }
  return same;
}

/** `200 application/json, 2 bytes: {}`, where every result of a finding has that answer and nothing else is said to be wrong. */
function answerOf({ results }: Finding): string | undefined {
  const answers = new Set(results.map(({ actual = '' }) => ANSWER.exec(actual)?.[1]));
  const [answer] = answers;
  return answers.size === 1 ? answer : undefined;
}

// As `fail` of core/answer.ts writes it, alone or after the request that was so answered.
const ANSWER = /^(?:status |[A-Z]+ \S+ answered )?([1-5]\d\d (?:[^\s,/]+\/[^\s,]+|untyped|without a body)(?:, .*)?)$/su;

/** `status 400 or 404` and `404 for what never was` expect statuses; `a Location field` does not. */
function statusesDue(expected = ''): readonly string[] {
  const [, statuses = ''] = /^(?:status )?([1-5]\d\d(?: or [1-5]\d\d)*)(?= for |$)/u.exec(expected) ?? [];
  return statuses === '' ? [] : statuses.split(' or ');
}
